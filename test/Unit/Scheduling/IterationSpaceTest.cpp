//===- IterationSpaceTest.cpp - Which nodes may share a kernel ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/IterationSpace.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace mlir::stax;

static NodeDomain pointwise(int64_t points, bool splits = false) {
  return {NodeDomain::Kind::Pointwise, points, 1, splits};
}
static NodeDomain reduction(int64_t points, int64_t reduced) {
  return {NodeDomain::Kind::Reduction, points, reduced, false};
}
static const NodeDomain external{NodeDomain::Kind::External};
static const NodeDomain any{NodeDomain::Kind::Any};

static bool shareBlock(llvm::ArrayRef<NodeDomain> domains) {
  BlockSpace space;
  for (const NodeDomain &domain : domains) {
    std::optional<BlockSpace> joined = space.join(domain);
    if (!joined)
      return false;
    space = *joined;
  }
  return true;
}

TEST(IterationSpace, PairwiseReductions) {
  EXPECT_TRUE(areCompatible(reduction(64, 128), reduction(64, 128)));
  EXPECT_FALSE(areCompatible(reduction(64, 128), reduction(128, 64)));
  EXPECT_FALSE(areCompatible(reduction(64, 128), reduction(64, 64)));
}

TEST(IterationSpace, PairwisePointwise) {
  EXPECT_TRUE(areCompatible(pointwise(64), pointwise(64)));
  EXPECT_FALSE(areCompatible(pointwise(64), pointwise(8192, true)));
}

// N = n * r needs ranges that split as n | r.
TEST(IterationSpace, PairwisePointwiseWithReduction) {
  EXPECT_TRUE(areCompatible(pointwise(64), reduction(64, 128)));
  EXPECT_TRUE(areCompatible(reduction(64, 128), pointwise(8192, true)));
  EXPECT_FALSE(areCompatible(pointwise(8192), reduction(64, 128)));
  EXPECT_FALSE(areCompatible(pointwise(128, true), reduction(64, 128)));
}

TEST(IterationSpace, ExternalFitsNothing) {
  EXPECT_FALSE(areCompatible(external, external));
  EXPECT_FALSE(areCompatible(external, any));
  EXPECT_FALSE(areCompatible(pointwise(1), external));
  EXPECT_TRUE(shareBlock({external}));
  EXPECT_FALSE(shareBlock({external, external}));
  EXPECT_FALSE(shareBlock({pointwise(1), external}));
}

TEST(IterationSpace, AnyFitsAnyOnly) {
  EXPECT_TRUE(areCompatible(any, any));
  EXPECT_FALSE(areCompatible(any, pointwise(1)));
  EXPECT_TRUE(shareBlock({any, any, any}));
  EXPECT_FALSE(shareBlock({any, reduction(1, 1)}));
}

// Layernorm: two reductions, row statistics and the normalised grid.
TEST(IterationSpace, BlockHoldsPointsAndProduct) {
  EXPECT_TRUE(shareBlock({reduction(64, 128), pointwise(8192, true),
                          pointwise(64), reduction(64, 128)}));
  EXPECT_TRUE(shareBlock({pointwise(64), pointwise(8192, true)}));
}

// One (n, r) a block: rows and columns of one grid do not meet.
TEST(IterationSpace, BlockHasOneSpace) {
  EXPECT_FALSE(
      shareBlock({pointwise(64), pointwise(8192, true), pointwise(128)}));
  EXPECT_FALSE(shareBlock({reduction(64, 128), reduction(128, 64)}));
  EXPECT_FALSE(shareBlock({pointwise(64), pointwise(8192)}));
  EXPECT_FALSE(shareBlock({pointwise(100), pointwise(8192, true)}));
  EXPECT_FALSE(shareBlock({pointwise(8192, true), pointwise(16384)}));
}

// Of two that split, the smaller one may be n.
TEST(IterationSpace, BlockOfTwoSplittingDomains) {
  EXPECT_TRUE(shareBlock({pointwise(64, true), pointwise(8192, true)}));
  EXPECT_FALSE(shareBlock(
      {pointwise(64, true), pointwise(8192, true), pointwise(128, true)}));
}

TEST(IterationSpace, EmptyExtents) {
  EXPECT_TRUE(shareBlock({pointwise(0), pointwise(0, true), reduction(0, 5)}));
  EXPECT_FALSE(shareBlock({pointwise(0), pointwise(8, true)}));
}

// Joining intersects sets of spaces, so that no order may matter.
TEST(IterationSpace, JoinIsIndependentOfTheOrder) {
  std::vector<NodeDomain> all = {external,           any,
                                 pointwise(2),       pointwise(2, true),
                                 pointwise(4),       pointwise(6),
                                 pointwise(4, true), pointwise(12, true),
                                 reduction(2, 2),    reduction(4, 3),
                                 reduction(2, 6),    reduction(12, 1)};
  for (const NodeDomain &a : all)
    for (const NodeDomain &b : all)
      for (const NodeDomain &c : all) {
        bool expected = shareBlock({a, b, c});
        EXPECT_EQ(expected, shareBlock({a, c, b}));
        EXPECT_EQ(expected, shareBlock({b, a, c}));
        EXPECT_EQ(expected, shareBlock({b, c, a}));
        EXPECT_EQ(expected, shareBlock({c, a, b}));
        EXPECT_EQ(expected, shareBlock({c, b, a}));
      }
}

// Whatever fits pairwise as pointwise and one reduction fits as a block.
TEST(IterationSpace, BlockIncludesPairs) {
  std::vector<NodeDomain> all = {pointwise(2),
                                 pointwise(4),
                                 pointwise(4, true),
                                 pointwise(12, true),
                                 reduction(2, 2),
                                 reduction(4, 3),
                                 any};
  for (const NodeDomain &a : all)
    for (const NodeDomain &b : all)
      if (areCompatible(a, b))
        EXPECT_TRUE(shareBlock({a, b}));
}

static NodeDomain named(NodeDomain domain, llvm::SmallVector<unsigned, 4> axes,
                        llvm::SmallVector<unsigned, 2> reducedAxes = {}) {
  domain.axes = std::move(axes);
  domain.reducedAxes = std::move(reducedAxes);
  return domain;
}

// Loops of one extent are the same only if they have the same name.
TEST(IterationSpace, NamesOfLoops) {
  NodeDomain rows = named(pointwise(64, true), {0});
  NodeDomain columns = named(pointwise(64, true), {1});
  NodeDomain grid = named(pointwise(4096, true), {0, 1});
  NodeDomain rowSums = named(reduction(64, 64), {0}, {1});
  NodeDomain columnSums = named(reduction(64, 64), {1}, {0});
  EXPECT_TRUE(shareBlock({rows, grid, rowSums}));
  EXPECT_TRUE(shareBlock({columns, grid, columnSums}));
  EXPECT_FALSE(shareBlock({rows, columns}));
  EXPECT_FALSE(shareBlock({rowSums, columns}));
  EXPECT_FALSE(shareBlock({rowSums, columnSums}));
  EXPECT_FALSE(shareBlock({grid, rows, columns}));
  EXPECT_TRUE(areCompatible(rowSums, grid));
  EXPECT_FALSE(areCompatible(rowSums, columns));
}

// No pass may permute loops that are reduced.
TEST(IterationSpace, ReducedLoopsKeepTheirOrder) {
  NodeDomain sum = named(reduction(4, 16), {2}, {0, 1});
  NodeDomain other = named(reduction(4, 16), {2}, {1, 0});
  EXPECT_TRUE(shareBlock({sum, sum}));
  EXPECT_FALSE(shareBlock({sum, other}));
  EXPECT_FALSE(areCompatible(sum, other));
}

TEST(IterationSpace, PlacesStayApart) {
  NodeDomain here = pointwise(8), there = pointwise(8);
  there.place = 1;
  EXPECT_TRUE(shareBlock({here, here}));
  EXPECT_FALSE(shareBlock({here, there}));
  EXPECT_FALSE(areCompatible(here, there));
}

// Ranges split where one ends; the only one anywhere. On a CPU nodes need the
// same outermost range besides.
TEST(IterationSpace, Ranges) {
  auto ranged = [](NodeDomain domain, llvm::SmallVector<int64_t, 2> ranges) {
    domain.ranges = std::move(ranges);
    return domain;
  };
  NodeDomain sums = ranged(reduction(64, 128), {64});
  NodeDomain flat = ranged(pointwise(8192, true), {8192});
  NodeDomain rows = ranged(pointwise(8192, true), {64, 128});
  NodeDomain columns = ranged(pointwise(8192, true), {128, 64});
  EXPECT_TRUE(areCompatible(sums, flat));
  EXPECT_TRUE(areCompatible(sums, rows));
  EXPECT_FALSE(areCompatible(sums, columns));
  EXPECT_FALSE(areCompatible(sums, flat, /*sameOutermost=*/true));
  EXPECT_TRUE(areCompatible(sums, rows, /*sameOutermost=*/true));
  EXPECT_FALSE(areCompatible(flat, rows, /*sameOutermost=*/true));
}
