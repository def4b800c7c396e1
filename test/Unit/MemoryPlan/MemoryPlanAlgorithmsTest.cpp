//===- FirstFitTest.cpp - One-pass offset planning ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "ErrorText.h"
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

/// Three buffers that first fit and best fit place differently.
TEST(BestFit, TakesTheTightestGap) {
  MemoryPlanProblem problem;
  problem.buffers = {
      {"low", 0, 9, 1, 1, 4}, {"high", 0, 9, 1, 1, 7}, {"a", 0, 9, 2, 1, {}}};
  EXPECT_EQ(planFirstFit(problem, {}).offsets.back(), 0);
  EXPECT_EQ(planBestFit(problem, {}).offsets.back(), 5);
}

TEST(BestFit, GoesAboveWithoutAGap) {
  MemoryPlanProblem problem;
  problem.buffers = {{"low", 0, 9, 1, 1, 2}, {"a", 0, 9, 3, 4, {}}};
  EXPECT_EQ(planBestFit(problem, {}).offsets.back(), 4);
}

TEST(OnePassRules, Orders) {
  MemoryPlanProblem problem;
  problem.buffers = {{"long", 0, 9, 2, 1, {}},
                     {"large", 0, 1, 5, 1, {}},
                     {"both", 0, 6, 4, 1, {}}};
  using Offsets = std::vector<Offset>;
  EXPECT_EQ(planBestFit(problem, {}).offsets, Offsets({9, 0, 5}));
  EXPECT_EQ(planBestFitByLife(problem, {}).offsets, Offsets({0, 6, 2}));
  EXPECT_EQ(planFirstFitByArea(problem, {}).offsets, Offsets({4, 6, 0}));
}

/// Random buffers, aligned, some of no bytes, some fixed above each other.
static MemoryPlanProblem makeRandom(Random &random) {
  MemoryPlanProblem problem;
  for (unsigned i = 0; i < 60; ++i) {
    Time lower = random.below(50);
    problem.buffers.push_back({std::to_string(i),
                               lower,
                               lower + 1 + Time(random.below(10)),
                               int64_t(random.below(100)),
                               int64_t(1) << random.below(5),
                               {}});
  }
  for (unsigned i = 0; i < 3; ++i) {
    problem.buffers[i].alignment = 1;
    problem.buffers[i].fixedOffset = 100 * i;
  }
  return problem;
}

TEST(MemoryPlanAlgorithms, EveryPlanVerifies) {
  Random random(3);
  MemoryPlanOptions options;
  options.timeLimit = 0.02;
  for (unsigned round = 0; round < 20; ++round) {
    MemoryPlanProblem problem = makeRandom(random);
    ASSERT_EQ(errorText(problem.check()), "success");
    for (const MemoryPlanAlgorithm &algorithm : memoryPlanAlgorithms()) {
      MemoryPlan plan = algorithm.solve(problem, options);
      EXPECT_EQ(errorText(problem.verify(plan.offsets)), "success")
          << algorithm.name.str();
      EXPECT_GE(plan.lowerBound, problem.lowerBound());
      EXPECT_GE(plan.height, plan.lowerBound);
      EXPECT_EQ(plan.height, problem.height(plan.offsets));
    }
  }
}

TEST(Search, NeverAboveAnyRule) {
  Random random(4);
  MemoryPlanOptions options;
  options.timeLimit = 0.05;
  for (unsigned round = 0; round < 20; ++round) {
    MemoryPlanProblem problem = makeRandom(random);
    int64_t height = planBySearch(problem, options).height;
    for (const MemoryPlanAlgorithm &rule : memoryPlanAlgorithms().drop_front())
      EXPECT_LE(height, rule.solve(problem, options).height);
  }
}

// Without alignment or fixed offsets the bound is nearly always reached, which
// the rules rarely do.
TEST(Search, ReachesTheBoundWhereRulesDoNot) {
  Random random(5);
  unsigned byRules = 0, bySearch = 0, rounds = 30;
  for (unsigned round = 0; round < rounds; ++round) {
    MemoryPlanProblem problem = makeRandom(random);
    for (PlanBuffer &buffer : problem.buffers) {
      buffer.alignment = 1;
      buffer.fixedOffset.reset();
    }
    for (const MemoryPlanAlgorithm &rule : memoryPlanAlgorithms().drop_front())
      if (rule.solve(problem, {}).proven()) {
        ++byRules;
        break;
      }
    bySearch += planBySearch(problem, {}).proven();
  }
  EXPECT_EQ(bySearch, rounds);
  EXPECT_LT(byRules, rounds / 2);
}

// Also where the time limit ends the search.
TEST(Search, GivesTheSamePlanAgain) {
  Random random(6);
  MemoryPlanOptions options;
  options.timeLimit = 0.01;
  unsigned unproven = 0;
  for (unsigned round = 0; round < 20; ++round) {
    MemoryPlanProblem problem = makeRandom(random);
    MemoryPlan plan = planBySearch(problem, options);
    EXPECT_EQ(plan.offsets, planBySearch(problem, options).offsets);
    unproven += !plan.proven();
  }
  EXPECT_GT(unproven, 0u);
}

// Among very many buffers the large ones are searched for, and the small ones
// come into the gaps.
TEST(Search, FindsGapsForManySmallBuffers) {
  Random random(5);
  MemoryPlanProblem problem = makeRandom(random);
  Time end = 0;
  for (PlanBuffer &buffer : problem.buffers) {
    buffer.alignment = 1;
    buffer.fixedOffset.reset();
    buffer.size *= 1000;
    end = std::max(end, buffer.upper);
  }
  ASSERT_FALSE(planFirstFit(problem, {}).proven());
  for (Time time = 0; time < 5000; ++time)
    problem.buffers.push_back({"", time % end, time % end + 1, 1, 1, {}});
  for (const MemoryPlanAlgorithm &rule : memoryPlanAlgorithms().drop_front())
    EXPECT_FALSE(rule.solve(problem, {}).proven());
  MemoryPlan plan = planBySearch(problem, {});
  EXPECT_TRUE(plan.proven());
  EXPECT_EQ(errorText(problem.verify(plan.offsets)), "success");
}

// Three buffers at even offsets leave a gap of one byte: the search proves a
// bound above the live bytes.
TEST(Search, ProvesBoundsAboveTheLiveBytes) {
  MemoryPlanProblem problem;
  problem.buffers = {
      {"a", 0, 2, 2, 2, {}}, {"b", 0, 2, 1, 2, {}}, {"c", 0, 2, 1, 2, {}}};
  EXPECT_EQ(problem.lowerBound(), 4);
  MemoryPlan plan = planBySearch(problem, {});
  EXPECT_EQ(plan.height, 5);
  EXPECT_EQ(plan.lowerBound, 5);
}

// With a capacity the first plan that fits is enough.
TEST(Search, StopsAtTheCapacity) {
  Random random(5);
  MemoryPlanProblem problem = makeRandom(random);
  MemoryPlan plan = planFirstFit(problem, {});
  ASSERT_FALSE(plan.proven());
  problem.capacity = plan.height;
  EXPECT_EQ(planBySearch(problem, {}).algorithm, "first-fit");
}

TEST(MemoryPlanAlgorithms, FoundByName) {
  ASSERT_NE(findMemoryPlanAlgorithm("first-fit"), nullptr);
  EXPECT_EQ(findMemoryPlanAlgorithm("worst-fit"), nullptr);
  EXPECT_EQ(memoryPlanAlgorithms().front().name, "search");
}
