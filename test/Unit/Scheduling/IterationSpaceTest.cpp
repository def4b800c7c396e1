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
