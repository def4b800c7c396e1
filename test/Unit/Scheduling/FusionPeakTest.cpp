//===- FusionPeakTest.cpp - Fusion that keeps the peak memory low ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduling/FusionPeak.h"
#include "Scheduling/FusionSolvers.h"

#include "ErrorText.h"
#include "FusionExamples.h"
#include "stax/Scheduling/Generators.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

/// Two large values of one small input, each with a reader of its own that
/// never is in a kernel: one after the other they need 101 bytes and 102,
/// together 201.
static FusionProblem makeTwins() {
  FusionProblem problem;
  problem.nodes = {makeNode(anyDomain(), 100, {4}),
                   makeNode({NodeDomain::Kind::External}, 1, {0}),
                   makeNode(anyDomain(), 100, {4}),
                   makeNode({NodeDomain::Kind::External}, 1, {2})};
  problem.inputBytes = {8};
  problem.outputs = {1, 3};
  return problem;
}

TEST(FusionPeak, CountsWhatIsAliveAtOnce) {
  FusionProblem problem = makeTwins();
  EXPECT_EQ(problem.peak(fuseNothing(problem)), 102);
  EXPECT_EQ(problem.peak({{0, 2}, {1}, {3}}), 201);
  FusionProblem chain;
  chain.nodes = {makeNode(anyDomain(), 4, {2}), makeNode(anyDomain(), 5, {0})};
  chain.inputBytes = {7};
  chain.outputs = {1};
  EXPECT_EQ(chain.peak({{0}, {1}}), 9);
  EXPECT_EQ(chain.peak({{0, 1}}), 5); // the first is in registers
  EXPECT_EQ(FusionProblem().peak({}), 0);
}

TEST(FusionPeak, AgreesWithTheProblem) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    FusionProblem problem = makeRandom(1 + seed % 20, seed);
    FusionGraph graph(problem, {});
    FusionOptions options;
    options.peakRise = 0;
    FusionPeak peak(graph, options);
    EXPECT_EQ(peak.limit(), problem.peak(fuseNothing(problem))) << seed;
    FusionBlocks blocks(graph, {});
    mergeByGain(blocks, graph, {});
    EXPECT_EQ(peak.peak(blocks.blocks()),
              problem.peak(graph.partition(blocks.blocks())))
        << seed;
  }
}

// Whatever the limit, it holds, and the answer is legal.
TEST(FusionPeak, LimitHolds) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    FusionProblem problem =
        seed % 3 ? makeRandom(2 + seed % 30, seed)
                 : generateFusionProblem(GraphShape::Layered, 20 + seed, seed);
    int64_t before = problem.peak(fuseNothing(problem));
    int64_t best = problem.traffic(fuseByGain(problem, {}));
    for (int64_t percent : {0, 5, 50}) {
      FusionOptions options;
      options.peakRise = percent;
      FusionPartition partition = fuseByGain(problem, options);
      EXPECT_LE(problem.peak(partition), before + before * percent / 100);
      EXPECT_EQ(errorText(problem.verify(partition, options.rules)), "success");
      EXPECT_GE(problem.traffic(partition), best);
      EXPECT_LE(problem.traffic(partition),
                problem.traffic(fuseNothing(problem)));
    }
  }
}

TEST(FusionPeak, IsAReason) {
  FusionProblem problem = makeTwins();
  FusionOptions options;
  EXPECT_EQ(fuseByGain(problem, options).size(), 3u);
  options.peakRise = 5;
  FusionPartition partition = fuseByGain(problem, options);
  EXPECT_EQ(partition.size(), 4u);
  std::vector<FusionDecision> decisions =
      explainFusion(problem, options, partition);
  ASSERT_EQ(decisions.size(), 3u);
  EXPECT_EQ(decisions[1].a, 0u);
  EXPECT_EQ(decisions[1].b, 2u);
  EXPECT_EQ(decisions[1].reason, FusionReason::PeakRise);
  EXPECT_EQ(decisions[1].gain, 8);
  EXPECT_EQ(decisions[1].found, 201);
  EXPECT_EQ(decisions[1].limit, 107);
  options.peakFloor = 201;
  EXPECT_EQ(fuseByGain(problem, options).size(), 3u);
  options.peakFloor = 200;
  EXPECT_EQ(fuseByGain(problem, options).size(), 4u);
  options.peakRise = 98; // of 102 bytes: 201
  EXPECT_EQ(fuseByGain(problem, options).size(), 3u);
}

// Percents beyond any number of bytes are no limit.
TEST(FusionPeak, DoesNotWrap) {
  FusionOptions options;
  options.peakRise = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(fuseByGain(makeTwins(), options).size(), 3u);
}
