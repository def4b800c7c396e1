//===- MemoryPlanProblemTest.cpp - The offset planning problem ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanProblem.h"

#include "ErrorText.h"
#include "stax/Support/Random.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

/// MiniMalloc's example, whose least height is 12.
static MemoryPlanProblem makeExample() {
  MemoryPlanProblem problem;
  problem.buffers = {{"b1", 0, 3, 4, 1, {}},
                     {"b2", 3, 9, 4, 1, {}},
                     {"b3", 0, 9, 4, 1, {}},
                     {"b4", 9, 21, 4, 1, {}},
                     {"b5", 0, 21, 4, 1, {}}};
  return problem;
}

static std::string checkError(function_ref<void(MemoryPlanProblem &)> change) {
  MemoryPlanProblem problem = makeExample();
  change(problem);
  return errorText(problem.check());
}

TEST(MemoryPlanProblem, CheckNamesTheFault) {
  EXPECT_EQ(checkError([](auto &) {}), "success");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].upper = 3; }),
            "buffer 'b2' lives in [3, 3), expected lower < upper");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].size = -1; }),
            "buffer 'b2' has a size of -1, expected at least 0");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].alignment = 0; }),
            "buffer 'b2' has an alignment of 0, expected at least 1");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].id = "b1"; }),
            "two buffers have the id 'b1'");
  EXPECT_EQ(checkError([](auto &p) { p.capacity = -1; }),
            "the capacity is -1, expected at least 0");
}

TEST(MemoryPlanProblem, CheckFixedOffsets) {
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].fixedOffset = -4; }),
            "buffer 'b2' is fixed at offset -4, expected a multiple of 1 of at "
            "least 0");
  EXPECT_EQ(checkError([](auto &p) {
              p.buffers[1].fixedOffset = 8;
              p.buffers[1].alignment = 16;
            }),
            "buffer 'b2' is fixed at offset 8, expected a multiple of 16 of at "
            "least 0");
  // b1 and b3 live together, b1 and b2 do not.
  EXPECT_EQ(checkError([](auto &p) {
              p.buffers[0].fixedOffset = 3;
              p.buffers[2].fixedOffset = 0;
            }),
            "buffers 'b3' at [0, 4) and 'b1' at [3, 7) overlap while both live "
            "in [0, 3)");
  EXPECT_EQ(checkError([](auto &p) {
              p.buffers[0].fixedOffset = 3;
              p.buffers[1].fixedOffset = 3;
            }),
            "success");
}

TEST(MemoryPlanProblem, CheckRefusesOverflow) {
  EXPECT_EQ(checkError([](auto &p) { p.buffers[1].size = INT64_MAX; }),
            "the sizes up to buffer 'b2' of 9223372036854775807 bytes exceed "
            "64 bits");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[4].alignment = INT64_MAX; }),
            "the sizes up to buffer 'b5' of 4 bytes exceed 64 bits");
  EXPECT_EQ(checkError([](auto &p) { p.buffers[0].fixedOffset = INT64_MAX; }),
            "buffer 'b1' of 4 bytes at offset 9223372036854775807 ends beyond "
            "64 bits");
}

TEST(MemoryPlanProblem, LowerBound) {
  MemoryPlanProblem problem = makeExample();
  EXPECT_EQ(problem.lowerBound(), 12);
  EXPECT_EQ(problem.livePeak().time, 0);
  EXPECT_EQ(problem.describeLive(0), "b1, b3, b5");
  EXPECT_EQ(MemoryPlanProblem().lowerBound(), 0);
  problem.buffers[3].fixedOffset = 30;
  EXPECT_EQ(problem.lowerBound(), 34);
}

// The sum of the live sizes at every moment, from the definition.
TEST(MemoryPlanProblem, LowerBoundAgreesWithItsDefinition) {
  Random random(1);
  for (unsigned round = 0; round < 50; ++round) {
    MemoryPlanProblem problem;
    for (unsigned i = 0; i < 20; ++i) {
      Time lower = random.below(15);
      problem.buffers.push_back({std::to_string(i),
                                 lower,
                                 lower + 1 + Time(random.below(6)),
                                 int64_t(random.below(10)),
                                 1,
                                 {}});
    }
    int64_t expected = 0;
    for (Time time = 0; time < 25; ++time) {
      int64_t live = 0;
      for (const PlanBuffer &buffer : problem.buffers)
        if (buffer.lower <= time && time < buffer.upper)
          live += buffer.size;
      expected = std::max(expected, live);
    }
    EXPECT_EQ(problem.lowerBound(), expected);
  }
}

TEST(MemoryPlanProblem, VerifyNamesTheBuffers) {
  MemoryPlanProblem problem = makeExample();
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 4, 0})), "success");
  EXPECT_EQ(problem.height({8, 8, 4, 4, 0}), 12);
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 4})),
            "the plan has 4 offsets for 5 buffers");
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 3, 0})),
            "buffers 'b5' at [0, 4) and 'b4' at [3, 7) overlap while both live "
            "in [9, 21)");
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 4, -1})),
            "buffer 'b5' is at offset -1, expected a multiple of 1 of at least "
            "0");
  problem.buffers[0].alignment = 16;
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 4, 0})),
            "buffer 'b1' is at offset 8, expected a multiple of 16 of at least "
            "0");
  problem.buffers[0].alignment = 1;
  problem.buffers[2].fixedOffset = 0;
  EXPECT_EQ(errorText(problem.verify({8, 8, 4, 4, 0})),
            "buffer 'b3' is at offset 4, but fixed at 0");
}

// Buffers of 0 bytes may be anywhere.
TEST(MemoryPlanProblem, EmptyBuffersOverlapNothing) {
  MemoryPlanProblem problem = makeExample();
  problem.buffers[4].size = 0;
  EXPECT_EQ(errorText(problem.verify({4, 4, 0, 0, 2})), "success");
}

// Every pair of buffers, from the definition, against the sweep.
TEST(MemoryPlanProblem, VerifyAgreesWithAllPairs) {
  Random random(2);
  unsigned valid = 0;
  for (unsigned round = 0; round < 400; ++round) {
    MemoryPlanProblem problem;
    std::vector<Offset> offsets;
    for (unsigned i = 0; i < 5; ++i) {
      Time lower = random.below(12);
      problem.buffers.push_back({std::to_string(i),
                                 lower,
                                 lower + 1 + Time(random.below(4)),
                                 int64_t(random.below(4)),
                                 1,
                                 {}});
      offsets.push_back(random.below(12));
    }
    bool expected = true;
    for (unsigned i = 0; i < 5; ++i)
      for (unsigned j = 0; j < i; ++j) {
        const PlanBuffer &a = problem.buffers[i], &b = problem.buffers[j];
        if (a.size && b.size && a.lower < b.upper && b.lower < a.upper &&
            offsets[i] < offsets[j] + b.size &&
            offsets[j] < offsets[i] + a.size)
          expected = false;
      }
    EXPECT_EQ(errorText(problem.verify(offsets)) == "success", expected);
    valid += expected;
  }
  EXPECT_GT(valid, 100u);
  EXPECT_LT(valid, 300u);
}
