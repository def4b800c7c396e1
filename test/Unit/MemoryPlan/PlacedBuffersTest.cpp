//===- PlacedBuffersTest.cpp - What is taken at which address -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/PlacedBuffers.h"

#include "stax/Support/Random.h"
#include "gtest/gtest.h"

using namespace mlir::stax;

static PlanBuffer buffer(Time lower, Time upper, int64_t size,
                         int64_t alignment = 1) {
  return {"", lower, upper, size, alignment, {}};
}

TEST(PlacedBuffers, FirstFitFindsTheLowestGap) {
  PlacedBuffers placed;
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 4)), 0);
  placed.insert(buffer(0, 9, 4), 0);
  placed.insert(buffer(0, 9, 4), 6);
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 2)), 4);
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 3)), 10);
  EXPECT_EQ(placed.firstFit(buffer(9, 12, 3)), 0);
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 2, 16)), 16);
}

// A buffer of 0 bytes takes no place and needs none.
TEST(PlacedBuffers, EmptyBuffers) {
  PlacedBuffers placed;
  placed.insert(buffer(0, 9, 0), 2);
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 4)), 0);
  placed.insert(buffer(0, 9, 4), 0);
  EXPECT_EQ(placed.firstFit(buffer(0, 9, 0)), 0);
}

// Enough buffers to split chunks, against trying every offset.
TEST(PlacedBuffers, FirstFitAgreesWithTryingAllOffsets) {
  Random random(1);
  PlacedBuffers placed;
  std::vector<std::pair<PlanBuffer, Offset>> all;
  auto isFree = [&](const PlanBuffer &made, Offset offset) {
    for (auto &[other, at] : all)
      if (other.lower < made.upper && made.lower < other.upper &&
          at < offset + made.size && offset < at + other.size)
        return false;
    return true;
  };
  for (unsigned i = 0; i < 1500; ++i) {
    Time lower = random.below(100);
    PlanBuffer made = buffer(lower, lower + 1 + random.below(8),
                             1 + random.below(5), 1 << random.below(3));
    Offset expected = 0;
    while (!isFree(made, expected))
      expected += made.alignment;
    ASSERT_EQ(placed.firstFit(made), expected);
    placed.insert(made, expected);
    all.push_back({made, expected});
  }
}
