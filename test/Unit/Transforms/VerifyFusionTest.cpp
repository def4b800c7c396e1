//===- VerifyFusionTest.cpp - Every broken rule of fusion is named --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starts from programs that stax-verify-fusion accepts and breaks one rule at a
// time by changing their text. The parser does not verify: most of these break
// rules of operations, too.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxDialect.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::stax;

/// Softmax without its maximum, all in one kernel.
static constexpr StringLiteral kKernel = R"(
func.func @f(%x: tensor<64x128xf32>, %o: tensor<64x128xf32>) -> tensor<64x128xf32> {
  %k = stax.kernel space(par: [64], seq: [128]) ins(%x : tensor<64x128xf32>)
      outs(%o : tensor<64x128xf32>) {
  ^bb0(%a: tensor<64x128xf32>):
    %s = stax.reduce #stax.add dims [1] ins(%a : tensor<64x128xf32>) -> tensor<64xf32>
    %y = stax.pointwise ins(%a, %s[(i, j) -> (i)] : tensor<64x128xf32>, tensor<64xf32>) -> tensor<64x128xf32> {
    ^bb1(%v: f32, %w: f32):
      %q = arith.divf %v, %w : f32
      stax.yield %q : f32
    }
    stax.yield %y : tensor<64x128xf32>
  } -> tensor<64x128xf32>
  return %k : tensor<64x128xf32>
}
)";

/// A kernel over a row of numbers, and what memory had.
static constexpr StringLiteral kSnapshot = R"(
func.func @f(%m: memref<8xf32>, %v: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %x = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
  //before
  %k = stax.kernel space(par: [8], seq: []) ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: tensor<8xf32>):
    %y = stax.pointwise ins(%a : tensor<8xf32>) -> tensor<8xf32>
    %z = stax.pointwise ins(%y : tensor<8xf32>) -> tensor<8xf32>
    stax.yield %z : tensor<8xf32>
  } -> tensor<8xf32>
  //after
  return %k : tensor<8xf32>
}
)";

static constexpr StringLiteral kWrite =
    "bufferization.materialize_in_destination %v in restrict writable %m : "
    "(tensor<8xf32>, memref<8xf32>) -> ()";

namespace {
class VerifyFusionTest : public testing::Test {
protected:
  VerifyFusionTest() {
    context.loadDialect<StaxDialect, arith::ArithDialect, func::FuncDialect,
                        bufferization::BufferizationDialect,
                        memref::MemRefDialect, tensor::TensorDialect>();
  }

  /// The rules that `text` with `from` replaced by `to` breaks, in order.
  std::string check(StringRef text, StringRef from = "", StringRef to = "",
                    VerifyFusionPassOptions options = {}) {
    std::string changed = text.str();
    if (!from.empty()) {
      size_t at = changed.find(from.str());
      EXPECT_NE(at, std::string::npos) << from.str();
      changed.replace(at, from.size(), to.str());
    }
    ParserConfig config(&context, /*verifyAfterParse=*/false);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(changed, config);
    EXPECT_TRUE(module) << changed;
    if (!module)
      return "no module";
    std::string rules;
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) {
      if (diag.getSeverity() == DiagnosticSeverity::Error)
        rules += StringRef(diag.str()).split('\'').second.split('\'').first;
      return success();
    });
    PassManager manager(&context);
    manager.enableVerifier(false);
    manager.addNestedPass<func::FuncOp>(createVerifyFusionPass(options));
    EXPECT_EQ(succeeded(manager.run(*module)), rules.empty());
    return rules;
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(VerifyFusionTest, LegalKernels) {
  EXPECT_EQ(check(kKernel), "");
  EXPECT_EQ(check(kSnapshot), "");
  EXPECT_EQ(check(kSnapshot, "//after", kWrite), "");
}

TEST_F(VerifyFusionTest, Nodes) {
  EXPECT_EQ(check(kSnapshot, "%z = stax.pointwise ins(%y",
                  "%e = tensor.empty() : tensor<8xf32>\n"
                  "%z = stax.pointwise ins(%y"),
            "nodes");
}

TEST_F(VerifyFusionTest, Space) {
  EXPECT_EQ(check(kKernel, "seq: [128]", "seq: [64]"), "space");
  EXPECT_EQ(check(kSnapshot, "-> tensor<8xf32>\n    stax.yield",
                  "attributes {stax.node_map = affine_map<(d0) -> (0)>} -> "
                  "tensor<8xf32>\n    stax.yield"),
            "space");
}

// A neighbour, a fixed element, and the point in another order.
TEST_F(VerifyFusionTest, Point) {
  EXPECT_EQ(check(kKernel, "%s[(i, j) -> (i)]", "%s[(i, j) -> (i + 1)]"),
            "point");
  EXPECT_EQ(check(kKernel, "%s[(i, j) -> (i)]", "%s[(i, j) -> (3)]"), "point");
  EXPECT_EQ(check(kSnapshot, "ins(%y :", "ins(%y[(i) -> (7 - i)] :"), "point");
}

// As a remainder of more than there is, the index is the same.
TEST_F(VerifyFusionTest, SamePointInOtherWords) {
  EXPECT_EQ(check(kSnapshot, "ins(%y :", "ins(%y[(i) -> (i mod 8)] :"), "");
  EXPECT_EQ(check(kSnapshot, "ins(%y :", "ins(%y[(i) -> (i mod 7)] :"),
            "point");
}

// Values must be there when they are read.
TEST_F(VerifyFusionTest, ReadBeforeWrite) {
  EXPECT_EQ(
      check(kSnapshot, "ins(%a : tensor<8xf32>)", "ins(%z : tensor<8xf32>)"),
      "point");
}

TEST_F(VerifyFusionTest, Whole) {
  EXPECT_EQ(check(kSnapshot, "ins(%y : tensor<8xf32>) -> tensor<8xf32>",
                  R"(ins(%a : tensor<8xf32>) -> tensor<8xf32> {
                     ^bb0(%b: f32):
                       %c = arith.constant 3 : index
                       %d = tensor.extract %y[%c] : tensor<8xf32>
                       stax.yield %d : f32
                     })"),
            "whole");
}

TEST_F(VerifyFusionTest, Parallel) {
  EXPECT_EQ(check(kKernel, "space(par: [64], seq: [128])",
                  "space(par: [64, 128], seq: [])"),
            "parallel");
}

TEST_F(VerifyFusionTest, ReducedOrder) {
  constexpr StringLiteral text = R"(
func.func @f(%x: tensor<4x8x16xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %k = stax.kernel space(par: [4], seq: [8, 16]) ins(%x : tensor<4x8x16xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: tensor<4x8x16xf32>):
    %s = stax.reduce #stax.add dims [1, 2] ins(%a : tensor<4x8x16xf32>)
        attributes {stax.node_map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>} -> tensor<4xf32>
    stax.yield %s : tensor<4xf32>
  } -> tensor<4xf32>
  return %k : tensor<4xf32>
}
)";
  EXPECT_EQ(check(text), "");
  std::string swapped = text.str();
  swapped.replace(swapped.find("seq: [8, 16]"), 12, "seq: [16, 8]");
  EXPECT_EQ(check(swapped, "(d0, d1, d2)>", "(d0, d2, d1)>"), "reduced-order");
}

TEST_F(VerifyFusionTest, Place) {
  EXPECT_EQ(check(kSnapshot, "ins(%y : tensor<8xf32>)",
                  "ins(%y : tensor<8xf32>) attributes {stax.stream = 1}"),
            "place");
  EXPECT_EQ(check(kSnapshot, "ins(%y : tensor<8xf32>)",
                  "ins(%y : tensor<8xf32>) attributes {stax.device = 2}"),
            "place");
}

TEST_F(VerifyFusionTest, Ordered) {
  StringRef one = "%s = stax.reduce #stax.add dims [1] ins(";
  std::string second = "%t = stax.reduce #stax.mul dims [1] ordered ins(%a : "
                       "tensor<64x128xf32>) -> tensor<64xf32>\n";
  EXPECT_EQ(check(kKernel, one, second + one.str()), "");
  EXPECT_EQ(check(kKernel, one,
                  second + "%s = stax.reduce #stax.add dims [1] ordered ins("),
            "ordered");
}

TEST_F(VerifyFusionTest, Limits) {
  VerifyFusionPassOptions options;
  options.maxNodes = 1;
  EXPECT_EQ(check(kKernel, "", "", options), "limits");
  options.maxNodes = 2;
  options.maxBuffers = 1;
  EXPECT_EQ(check(kKernel, "", "", options), "limits");
  options.maxBuffers = 2;
  EXPECT_EQ(check(kKernel, "", "", options), "");
}

TEST_F(VerifyFusionTest, Cycle) {
  EXPECT_EQ(check(kSnapshot, "ins(%x : tensor<8xf32>) outs",
                  "ins(%k : tensor<8xf32>) outs"),
            "cycle");
}

// What was read must not be overwritten before.
TEST_F(VerifyFusionTest, Weak) {
  EXPECT_EQ(check(kSnapshot, "//before", kWrite), "weak");
}
