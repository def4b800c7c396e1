//===- CheckTest.cpp - Compiled code against the interpreter --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Check.h"
#include "TestModule.h"
#include "stax/Support/Generate.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class CheckTest : public RunnerTest {
protected:
  /// 0, 1, 2, ... on both sides.
  HostTensor got(int64_t extent) {
    HostTensor tensor = llvm::cantFail(HostTensor::create(STAX_F32, {extent}));
    fillIota(tensor);
    return tensor;
  }
  ReferenceTensor expected(int64_t extent) {
    return ReferenceTensor::copyOf(Float32Type::get(&context), {extent},
                                   got(extent).data());
  }

  Outcome outcome;
  ReferenceOutcome reference;
};
} // namespace

TEST_F(CheckTest, EqualOutcomesAgree) {
  outcome.outputs.push_back(got(3));
  outcome.printed.push_back(got(4));
  reference.outputs = {expected(3)};
  reference.printed = {expected(4)};
  CheckSummary summary = checkOutcome(outcome, reference);
  EXPECT_TRUE(summary.ok);
  EXPECT_EQ(summary.reason, "");
}

// Positions go on counting from outputs to printed tensors.
TEST_F(CheckTest, FirstDifferenceIsKept) {
  outcome.outputs.push_back(got(3));
  for (int64_t bad : {2, 0}) {
    outcome.printed.push_back(got(4));
    storeFloat(STAX_F32, 7.5, outcome.printed.back().getElement(bad));
  }
  reference.outputs = {expected(3)};
  reference.printed = {expected(4), expected(4)};
  CheckSummary summary = checkOutcome(outcome, reference);
  EXPECT_FALSE(summary.ok);
  EXPECT_EQ(summary.reason.find("printed tensor #0: "), 0u) << summary.reason;
  ASSERT_TRUE(summary.firstBad);
  EXPECT_EQ(summary.firstBad->result, 1);
  EXPECT_EQ(summary.firstBad->index, (SmallVector<int64_t>{2}));
  EXPECT_EQ(cast<FloatAttr>(summary.firstBad->got).getValueAsDouble(), 7.5);
  EXPECT_EQ(cast<FloatAttr>(summary.firstBad->expected).getValueAsDouble(), 2);
  EXPECT_EQ(summary.maxAbs, 7.5);
}

TEST_F(CheckTest, ShapesAndTypesMustAgree) {
  outcome.outputs.push_back(got(3));
  reference.outputs = {expected(4)};
  EXPECT_FALSE(checkOutcome(outcome, reference).ok);
  reference.outputs = {
      ReferenceTensor(IntegerType::get(&context, 32), ArrayRef<int64_t>{3})};
  EXPECT_FALSE(checkOutcome(outcome, reference).ok);
}

TEST_F(CheckTest, AsManyTensorsMustBePrinted) {
  reference.printed = {expected(4)};
  CheckSummary summary = checkOutcome(outcome, reference);
  EXPECT_FALSE(summary.ok);
  EXPECT_EQ(summary.reason,
            "the program gave 0 printed tensors, but the interpreter 1");
}

TEST_F(CheckTest, ErrorsMustAgree) {
  outcome.error = RunTimeError{"", "this"};
  EXPECT_EQ(checkOutcome(outcome, reference).reason,
            "the program failed, but the interpreter did not");
  reference.error = RunTimeError{"", "that"};
  EXPECT_TRUE(checkOutcome(outcome, reference).ok);
  outcome.error = std::nullopt;
  EXPECT_EQ(checkOutcome(outcome, reference).reason,
            "the program did not fail, but the interpreter did: that");
}

TEST_F(CheckTest, Merge) {
  CheckSummary all, bad;
  bad.maxUlp = 3;
  bad.undecided = 1;
  bad.fail("first");
  CheckSummary worse;
  worse.undecided = 2;
  worse.fail("second");
  all.merge(bad);
  all.merge(worse);
  EXPECT_FALSE(all.ok);
  EXPECT_EQ(all.reason, "first");
  EXPECT_EQ(all.maxUlp, 3);
  EXPECT_EQ(all.undecided, 3);
}

// Only memrefs may change.
TEST_F(CheckTest, ChangedArguments) {
  OwningOpRef<ModuleOp> module =
      parse("func.func @f(%m: memref<3xf32>, %x: tensor<3xf32>) { return }");
  Entry entry = getEntry(*module, "f");
  std::vector<HostTensor> before, after;
  for (int i = 0; i < 2; ++i) {
    before.push_back(got(3));
    after.push_back(got(3));
  }
  storeFloat(STAX_F32, 9, after[0].getElement(2));
  EXPECT_EQ(findChangedArgument(entry, before, after), std::nullopt);
  storeFloat(STAX_F32, 9, after[1].getElement(2));
  EXPECT_EQ(findChangedArgument(entry, before, after), 1u);
}
