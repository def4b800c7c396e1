//===- FusionGainTest.cpp - Fusion by gain, and exact fusion --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "FusionExamples.h"
#include "stax/Scheduling/Generators.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

static constexpr FusionSpace kSpaces[] = {FusionSpace::Pairwise,
                                          FusionSpace::Block};

/// The traffic of the answer, which is verified.
static int64_t gain(const FusionProblem &problem, FusionOptions options = {}) {
  EXPECT_EQ(errorText(problem.check()), "success");
  FusionPartition partition = fuseByGain(problem, options);
  EXPECT_EQ(errorText(problem.verify(partition, options.rules)), "success");
  return problem.traffic(partition);
}

static int64_t exact(const FusionProblem &problem, FusionOptions options = {}) {
  Expected<FusionPartition> partition = fuseExactly(problem, options);
  if (!partition) {
    ADD_FAILURE() << errorText(partition.takeError());
    return -1;
  }
  EXPECT_EQ(errorText(problem.verify(*partition, options.rules)), "success");
  return problem.traffic(*partition);
}

static int64_t greedy(const FusionProblem &problem, FusionOptions options) {
  return problem.traffic(fuseGreedily(problem, options));
}

static FusionOptions withoutExact(FusionSpace space = FusionSpace::Block) {
  FusionOptions options;
  options.rules.space = space;
  options.exactLimit = 0;
  return options;
}

TEST(FusionGain, WorkedExamples) {
  EXPECT_EQ(gain(makeDivideBySum()), 65536);
  EXPECT_EQ(gain(makeSumAndMaxOfExp(/*splits=*/true)), 33280);
  EXPECT_EQ(gain(makeSumAndMaxOfExp(/*splits=*/false)), 98816);
  EXPECT_EQ(gain(makeCycle()), 64 + 64 + 8 * 5);
  EXPECT_EQ(gain(FusionProblem()), 0);
}

// One kernel reads x, the weights and the bias and writes the result.
TEST(FusionGain, LayerNormNeedsASpaceForTheBlock) {
  FusionProblem problem = makeLayerNorm();
  constexpr int64_t kGrid = 4 * 1024 * 768, kColumn = 4 * 768;
  EXPECT_EQ(gain(problem, withoutExact()), 2 * kGrid + 2 * kColumn);
  EXPECT_GT(gain(problem, withoutExact(FusionSpace::Pairwise)), 3 * kGrid);
}

TEST(FusionGain, Limits) {
  EXPECT_EQ(fuseByGain(makeChain(129), {}).size(), 2u);
  gain(makeSum(33));
  EXPECT_GE(fuseByGain(makeSum(33), {}).size(), 2u);
  // Inputs and the result: 32 buffers fit.
  EXPECT_EQ(fuseByGain(makeSum(31), {}).size(), 1u);
}

// Fusing is worth 33,280 bytes but shares only 33,024.
TEST(FusionGain, MinSharedBytes) {
  for (unsigned exactLimit : {0, 14}) {
    FusionOptions options;
    options.exactLimit = exactLimit;
    options.minSharedBytes = 33024;
    EXPECT_EQ(gain(makeDivideBySum(), options), 65536);
    options.minSharedBytes = 33025;
    EXPECT_EQ(gain(makeDivideBySum(), options), 98816);
  }
}

TEST(FusionGain, NeverAboveGreedy) {
  for (uint64_t seed = 0; seed < 60; ++seed)
    for (FusionSpace space : kSpaces) {
      FusionOptions options = withoutExact(space);
      options.rules.maxNodes = 3 + seed % 20;
      options.rules.maxBuffers = 2 + seed % 9;
      FusionProblem problem = makeRandom(5 + seed, seed);
      EXPECT_LE(gain(problem, options), greedy(problem, options)) << seed;
    }
}

// The target for generated graphs of this size, on one seed.
TEST(FusionGain, WellBelowGreedyOnALayeredGraph) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 1000, 1);
  EXPECT_LE(gain(problem, withoutExact()),
            0.86 * double(greedy(problem, withoutExact())));
}

TEST(FusionGain, SameAnswerTwice) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 500, 3);
  EXPECT_EQ(fuseByGain(problem, {}), fuseByGain(problem, {}));
}

// More nodes than are merged in one piece.
TEST(FusionGain, Shapes) {
  for (GraphShape shape :
       {GraphShape::Chain, GraphShape::Diamonds, GraphShape::Fan}) {
    FusionProblem problem = generateFusionProblem(shape, 5000, 1);
    EXPECT_LE(gain(problem), greedy(problem, {}));
  }
}

// No two blocks of the answer could be fused and save anything.
TEST(FusionGain, NoPairIsLeft) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 400, 2);
  std::vector<FusionDecision> decisions =
      explainFusion(problem, {}, fuseByGain(problem, {}));
  EXPECT_GT(decisions.size(), 50u);
  for (const FusionDecision &decision : decisions)
    EXPECT_TRUE(decision.reason != FusionReason::None || decision.gain == 0)
        << decision.a << " " << decision.b;
}

TEST(FusionExplanation, NamesReasons) {
  FusionProblem problem = makeCycle();
  std::vector<FusionDecision> decisions =
      explainFusion(problem, {}, fuseByGain(problem, {}));
  ASSERT_EQ(decisions.size(), 3u);
  EXPECT_EQ(decisions[0].reason, FusionReason::Domains); // 0 + 1
  EXPECT_EQ(decisions[1].reason, FusionReason::Cycle);   // 0 + 2
  EXPECT_EQ(decisions[1].a, 0u);
  EXPECT_EQ(decisions[1].b, 2u);
  EXPECT_EQ(decisions[1].third, 1u);
  EXPECT_EQ(decisions[2].reason, FusionReason::Domains); // 1 + 2
}

TEST(FusionExplanation, SaysWhatCouldBeFused) {
  FusionProblem problem = makeDivideBySum();
  std::vector<FusionDecision> decisions =
      explainFusion(problem, {}, fuseNothing(problem));
  ASSERT_EQ(decisions.size(), 1u);
  EXPECT_EQ(decisions[0].reason, FusionReason::None);
  EXPECT_EQ(decisions[0].gain, 33280);
  EXPECT_TRUE(explainFusion(problem, {}, {{0, 1}}).empty());
}

// A limit on time costs quality, never validity.
TEST(FusionGain, TimeLimit) {
  FusionOptions options;
  options.timeLimit = 1e-9;
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 500, 3);
  EXPECT_LE(gain(problem, options), greedy(problem, options));
}

// Blocks are listed in an execution order even if ids are in none.
TEST(FusionGain, IdsInNoOrder) {
  FusionProblem problem;
  problem.nodes = {makeNode(anyDomain(), 4, {1}),
                   makeNode({NodeDomain::Kind::External}, 4, {2}),
                   makeNode(anyDomain(), 4, {3})};
  problem.inputBytes = {4};
  problem.outputs = {0};
  EXPECT_EQ(fuseByGain(problem, {}), FusionPartition({{2}, {1}, {0}}));
}

// Twice the least three-way cut.
TEST(FusionExact, MultiwayCut) {
  for (FusionSpace space : kSpaces) {
    FusionOptions options;
    options.rules.space = space;
    EXPECT_EQ(exact(makeMultiwayCut(), options), 10);
  }
  EXPECT_EQ(optimumByTrying(makeMultiwayCut(), {}), 10);
}

TEST(FusionExact, AgreesWithTryingAllPartitions) {
  for (uint64_t seed = 0; seed < 120; ++seed)
    for (FusionSpace space : kSpaces) {
      FusionOptions options;
      options.rules = {space, seed % 3 ? 128u : 3u, seed % 4 ? 32u : 3u};
      FusionProblem problem = makeRandom(1 + seed % 7, seed);
      int64_t optimum = optimumByTrying(problem, options.rules);
      EXPECT_EQ(exact(problem, options), optimum) << seed;
      EXPECT_EQ(gain(problem, options), optimum) << seed;
      options.exactLimit = 0;
      EXPECT_GE(gain(problem, options), optimum) << seed;
    }
}

TEST(FusionExact, RefusesLargeProblems) {
  EXPECT_EQ(errorText(fuseExactly(makeChain(15), {})),
            "the exact solver takes at most 14 nodes, found 15; use another "
            "algorithm, or an exact-limit of up to 64");
  FusionOptions options;
  options.exactLimit = 15;
  EXPECT_EQ(exact(makeChain(15), options), 512);
  options.exactLimit = 1000;
  EXPECT_EQ(errorText(fuseExactly(makeChain(65), options)),
            "the exact solver takes at most 64 nodes, found 65; use another "
            "algorithm, or an exact-limit of up to 64");
}
