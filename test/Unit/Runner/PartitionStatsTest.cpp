//===- PartitionStatsTest.cpp - What a partition costs --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/PartitionStats.h"
#include "TestModule.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class PartitionStatsTest : public RunnerTest {
protected:
  /// Puts every operation of `text` into a kernel and looks at @f, called with
  /// f32 tensors of `shapes`.
  PartitionStats analyze(StringRef text,
                         ArrayRef<SmallVector<int64_t>> shapes) {
    OwningOpRef<ModuleOp> module = parse(text);
    for (Stage stage : {Stage::Import, Stage::Graph})
      llvm::cantFail(runStage(*module, stage, Regime(), /*verify=*/true));
    std::vector<HostTensor> arguments;
    for (ArrayRef<int64_t> shape : shapes)
      arguments.push_back(llvm::cantFail(HostTensor::create(STAX_F32, shape)));
    return analyzePartition(*module, getEntry(*module, "f"), arguments);
  }
};
} // namespace

TEST_F(PartitionStatsTest, NothingRuns) {
  PartitionStats stats =
      analyze("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : "
              "tensor<4xf32> }",
              {{4}});
  EXPECT_EQ(stats.kernels, 0);
  EXPECT_EQ(stats.trafficBytes, 0);
}

// An input that is read twice comes from memory once.
TEST_F(PartitionStatsTest, InputsCountOnce) {
  PartitionStats stats = analyze(R"(
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.mulf %x, %x : tensor<4xf32>
      return %0 : tensor<4xf32>
    })",
                                 {{4}});
  EXPECT_EQ(stats.kernels, 1);
  EXPECT_EQ(stats.trafficBytes, 32);
}

TEST_F(PartitionStatsTest, DynamicExtentsFollowTheArguments) {
  PartitionStats stats = analyze(R"(
    func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf64> {
      %0 = arith.negf %x : tensor<?x?xf32>
      %1 = arith.extf %0 : tensor<?x?xf32> to tensor<?x?xf64>
      return %1 : tensor<?x?xf64>
    })",
                                 {{3, 5}});
  EXPECT_EQ(stats.kernels, 1);
  EXPECT_EQ(stats.trafficBytes, 15 * (4 + 8));
}

TEST_F(PartitionStatsTest, CallsCountEachTime) {
  PartitionStats stats = analyze(R"(
    func.func private @g(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = arith.negf %x : tensor<?xf32>
      return %0 : tensor<?xf32>
    }
    func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %0 = func.call @g(%x) : (tensor<?xf32>) -> tensor<?xf32>
      %1 = func.call @g(%0) : (tensor<?xf32>) -> tensor<?xf32>
      return %1 : tensor<?xf32>
    })",
                                 {{10}});
  EXPECT_EQ(stats.kernels, 2);
  EXPECT_EQ(stats.trafficBytes, 160);
}

// Which of the branches gives the extent is not known.
TEST_F(PartitionStatsTest, ExtentsThatDependOnDataAreUnknown) {
  PartitionStats stats = analyze(R"(
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
      %true = arith.constant true
      %0 = scf.if %true -> tensor<?xf32> {
        scf.yield %x : tensor<?xf32>
      } else {
        scf.yield %y : tensor<?xf32>
      }
      %1 = arith.negf %0 : tensor<?xf32>
      return %1 : tensor<?xf32>
    })",
                                 {{4}, {5}});
  EXPECT_EQ(stats.kernels, 1);
  EXPECT_EQ(stats.trafficBytes, std::nullopt);
}

TEST_F(PartitionStatsTest, RecursionIsUnknown) {
  PartitionStats stats = analyze(R"(
    func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.negf %x : tensor<4xf32>
      %1 = func.call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    })",
                                 {{4}});
  EXPECT_EQ(stats.trafficBytes, std::nullopt);
}
