//===- FirstFitTest.cpp - One-pass offset planning ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "stax/Support/Random.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

TEST(FirstFit, NoBuffers) {
  MemoryPlan plan = planFirstFit({}, {});
  EXPECT_TRUE(plan.offsets.empty());
  EXPECT_EQ(plan.height, 0);
  EXPECT_TRUE(plan.proven());
  EXPECT_EQ(plan.gap(), 0);
}

// The larger buffer goes first although it is listed last.
TEST(FirstFit, LargerOnesFirst) {
  MemoryPlanProblem problem;
  problem.buffers = {{"a", 0, 2, 4, 1, {}}, {"b", 1, 3, 8, 1, {}}};
  EXPECT_EQ(planFirstFit(problem, {}).offsets, std::vector<Offset>({8, 0}));
}

TEST(FirstFit, KeepsFixedOffsets) {
  MemoryPlanProblem problem;
  problem.buffers = {
      {"a", 0, 2, 4, 1, 2}, {"b", 1, 3, 3, 1, {}}, {"c", 1, 3, 2, 1, {}}};
  MemoryPlan plan = planFirstFit(problem, {});
  EXPECT_EQ(plan.offsets, std::vector<Offset>({2, 6, 0}));
  EXPECT_EQ(plan.height, 9);
  EXPECT_EQ(plan.lowerBound, 9);
}

TEST(FirstFit, RandomPlansVerify) {
  Random random(3);
  for (unsigned round = 0; round < 30; ++round) {
    MemoryPlanProblem problem;
    for (unsigned i = 0; i < 100; ++i) {
      Time lower = random.below(50);
      problem.buffers.push_back({std::to_string(i),
                                 lower,
                                 lower + 1 + Time(random.below(10)),
                                 int64_t(random.below(100)),
                                 int64_t(1) << random.below(5),
                                 {}});
    }
    // Some fixed ones, one above the other.
    for (unsigned i = 0; i < 5; ++i) {
      problem.buffers[i].alignment = 1;
      problem.buffers[i].fixedOffset = 100 * i;
    }
    ASSERT_EQ(errorText(problem.check()), "success");
    MemoryPlan plan = planFirstFit(problem, {});
    EXPECT_EQ(errorText(problem.verify(plan.offsets)), "success");
    EXPECT_GE(plan.height, plan.lowerBound);
    EXPECT_EQ(plan.height, problem.height(plan.offsets));
  }
}

TEST(MemoryPlanAlgorithms, FoundByName) {
  ASSERT_NE(findMemoryPlanAlgorithm("first-fit"), nullptr);
  EXPECT_EQ(findMemoryPlanAlgorithm("worst-fit"), nullptr);
}
