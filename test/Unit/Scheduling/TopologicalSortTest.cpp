//===- TopologicalSortTest.cpp - Order a graph or name a cycle ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/TopologicalSort.h"

#include "gtest/gtest.h"

using namespace mlir::stax;
using Ids = std::vector<unsigned>;

TEST(TopologicalSort, EmptyGraph) {
  TopologicalSort sort = sortTopologically({});
  EXPECT_TRUE(sort.order.empty());
  EXPECT_TRUE(sort.cycle.empty());
}

TEST(TopologicalSort, KeepsAnOrderedList) {
  EXPECT_EQ(sortTopologically({{}, {}, {0}, {1, 2}}).order, Ids({0, 1, 2, 3}));
}

// Among ready nodes the least number comes first.
TEST(TopologicalSort, RepairsAnUnorderedList) {
  EXPECT_EQ(sortTopologically({{3}, {}, {0}, {}}).order, Ids({1, 3, 0, 2}));
}

TEST(TopologicalSort, RepeatedPredecessors) {
  EXPECT_EQ(sortTopologically({{1, 1}, {}}).order, Ids({1, 0}));
}

// 1 waits for the cycle of 2, 3 and 4, but is not on it.
TEST(TopologicalSort, NamesACycle) {
  TopologicalSort sort = sortTopologically({{}, {2}, {4}, {2}, {3}});
  EXPECT_TRUE(sort.order.empty());
  EXPECT_EQ(describeCycle(sort.cycle), "2 -> 3 -> 4 -> 2");
}

TEST(TopologicalSort, SelfLoop) {
  EXPECT_EQ(describeCycle(sortTopologically({{0}}).cycle), "0 -> 0");
}

// A recursive search would overflow the stack here.
TEST(TopologicalSort, LongCycle) {
  unsigned size = 200'000;
  Predecessors ring(size);
  for (unsigned i = 0; i < size; ++i)
    ring[i].push_back((i + size - 1) % size);
  TopologicalSort sort = sortTopologically(ring);
  EXPECT_EQ(sort.cycle.size(), size);
  EXPECT_EQ(
      describeCycle(sort.cycle),
      "0 -> 1 -> 2 -> 3 -> ... -> 199996 -> 199997 -> 199998 -> 199999 -> "
      "0");
}
