//===- FusionGreedyTest.cpp - Fusion in rounds ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "FusionExamples.h"
#include "stax/Scheduling/Generators.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

static FusionOptions pairwise() {
  FusionOptions options;
  options.rules.space = FusionSpace::Pairwise;
  return options;
}

namespace {
struct Result {
  FusionPartition partition;
  FusionLog log;
};
} // namespace

/// Solves and verifies.
static Result fuse(const FusionProblem &problem, FusionOptions options) {
  EXPECT_EQ(errorText(problem.check()), "success");
  Result result;
  result.partition = fuseGreedily(problem, options, &result.log);
  EXPECT_EQ(errorText(problem.verify(result.partition, options.rules)),
            "success");
  return result;
}

static std::string spell(const FusionDecision &decision) {
  std::string text;
  raw_string_ostream(text) << decision;
  return text;
}

// x / sum(x): one candidate, 33,024 shared bytes, 33,280 saved.
TEST(FusionGreedy, DivideBySum) {
  FusionProblem problem = makeDivideBySum();
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(problem.traffic(fuseNothing(problem)), 98816);
  EXPECT_EQ(result.partition, FusionPartition({{0, 1}}));
  EXPECT_EQ(problem.traffic(result.partition), 65536);
  ASSERT_EQ(result.log.rounds.size(), 2u);
  EXPECT_EQ(result.log.rounds[0].candidates, 1u);
  EXPECT_EQ(result.log.rounds[0].fused, 1u);
  EXPECT_EQ(result.log.rounds[1].candidates, 0u);
  ASSERT_EQ(result.log.decisions.size(), 1u);
  EXPECT_EQ(spell(result.log.decisions[0]),
            "round 1: 0 + 1: fused; tau 0, sigma 33024, omega 2, distance 1, "
            "gain 33280");
}

// exp over merged elements fits neither reduction, and these fuse.
TEST(FusionGreedy, SumAndMaxOfUnsplitExp) {
  FusionProblem problem = makeSumAndMaxOfExp(/*splits=*/false);
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(problem.traffic(fuseNothing(problem)), 131584);
  EXPECT_EQ(result.partition, FusionPartition({{0}, {1, 2}}));
  EXPECT_EQ(problem.traffic(result.partition), 98816);
  ASSERT_EQ(result.log.rounds.size(), 2u);
  EXPECT_EQ(result.log.rounds[1].candidates, 0u);
  ASSERT_GE(result.log.decisions.size(), 3u);
  EXPECT_EQ(result.log.decisions[0].reason, FusionReason::Domains);
  EXPECT_EQ(result.log.decisions[1].reason, FusionReason::Domains);
  EXPECT_EQ(spell(result.log.decisions[2]),
            "round 1: 1 + 2: fused; tau 1, sigma 32768, omega 1, distance 1, "
            "gain 32768");
}

TEST(FusionGreedy, SumAndMaxOfSplitExp) {
  FusionProblem problem = makeSumAndMaxOfExp(/*splits=*/true);
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(result.partition, FusionPartition({{0, 1, 2}}));
  EXPECT_EQ(problem.traffic(result.partition), 33280);
}

TEST(FusionGreedy, NamesTheNodeThatClosesACycle) {
  Result result = fuse(makeCycle(), pairwise());
  EXPECT_EQ(result.partition, FusionPartition({{0}, {1}, {2}}));
  std::vector<std::string> texts;
  for (const FusionDecision &decision : result.log.decisions)
    texts.push_back(spell(decision));
  EXPECT_EQ(texts.back(), "round 1: 0 + 2: cycle through 1; tau 1, sigma 64, "
                          "omega 1, distance 2, gain 64");
  EXPECT_EQ(result.log.decisions[0].reason, FusionReason::Domains);
}

// An order-only dependence closes a cycle, too.
TEST(FusionGreedy, CycleThroughAnOrderOnlyDependence) {
  FusionProblem problem = makeCycle();
  problem.nodes[1].reads = {};
  problem.nodes[1].after = {0};
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(result.partition, FusionPartition({{0}, {1}, {2}}));
  EXPECT_EQ(result.log.decisions.back().reason, FusionReason::Cycle);
}

TEST(FusionGreedy, AtMost128Nodes) {
  Result result = fuse(makeChain(129), pairwise());
  EXPECT_EQ(result.partition.size(), 2u);
  FusionOptions four = pairwise();
  four.rules.maxNodes = 4;
  Result small = fuse(makeChain(9), four);
  EXPECT_GE(small.partition.size(), 3u);
  const FusionDecision &last = small.log.decisions.back();
  EXPECT_EQ(last.reason, FusionReason::MaxNodes);
  EXPECT_GT(last.found, 4);
  EXPECT_EQ(last.limit, 4);
}

// 33 inputs and a result are 34 buffers.
TEST(FusionGreedy, AtMost32Buffers) {
  Result result = fuse(makeSum(33), pairwise());
  EXPECT_GE(result.partition.size(), 2u);
  const FusionDecision &last = result.log.decisions.back();
  EXPECT_EQ(last.reason, FusionReason::MaxBuffers);
  EXPECT_EQ(last.found, 34);
  EXPECT_EQ(last.limit, 32);
  FusionOptions more = pairwise();
  more.rules.maxBuffers = 34;
  EXPECT_EQ(fuse(makeSum(33), more).partition.size(), 1u);
}

TEST(FusionGreedy, ForbiddenPair) {
  FusionProblem problem = makeDivideBySum();
  problem.forbidden = {{1, 0}};
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(result.partition.size(), 2u);
  EXPECT_EQ(result.log.decisions[0].reason, FusionReason::Forbidden);
}

TEST(FusionGreedy, MinSharedBytes) {
  FusionOptions options = pairwise();
  options.minSharedBytes = 33024;
  EXPECT_EQ(fuse(makeDivideBySum(), options).partition.size(), 1u);
  options.minSharedBytes = 33025;
  Result result = fuse(makeDivideBySum(), options);
  EXPECT_EQ(result.partition.size(), 2u);
  EXPECT_EQ(spell(result.log.decisions[0]),
            "round 1: 0 + 1: min-shared-bytes (33024, limit 33025); tau 0, "
            "sigma 33024, omega 2, distance 1, gain 33280");
}

TEST(FusionGreedy, NoRoundFusesNothing) {
  FusionOptions options = pairwise();
  options.rounds = 0;
  EXPECT_EQ(fuse(makeChain(8), options).partition.size(), 8u);
  // Each round halves a chain at best.
  options.rounds = 1;
  EXPECT_EQ(fuse(makeChain(8), options).partition.size(), 4u);
}

/// A reduction 0 of input 3 and two pointwise nodes that each share with it
/// and with each other; `mixed` bytes are shared by 0 and 1 only, `alike` by 1
/// and 2 only.
static FusionProblem makeContest(int64_t mixed, int64_t alike) {
  FusionProblem problem;
  problem.nodes = {makeNode(reduction(8, 8), 1, {3}),
                   makeNode(pointwise(64), 1, {3, 4}),
                   makeNode(pointwise(64), 1, {4})};
  problem.inputBytes = {mixed, alike};
  problem.outputs = {0, 1, 2};
  return problem;
}

// Alike blocks come first unless the bytes differ by more than 16 times.
TEST(FusionGreedy, SixteenTimes) {
  auto first = [](int64_t mixed, int64_t alike) {
    FusionOptions options = pairwise();
    options.rounds = 1;
    return fuse(makeContest(mixed, alike), options).partition;
  };
  EXPECT_EQ(first(16, 1), FusionPartition({{0}, {1, 2}}));
  EXPECT_EQ(first(17, 1), FusionPartition({{0, 1}, {2}}));
}

TEST(FusionGreedy, TakenInTheSameRound) {
  Result result = fuse(makeContest(16, 1), pairwise());
  EXPECT_EQ(spell(result.log.decisions[1]),
            "round 1: 0 + 1: taken; tau 0, sigma 16, omega 1, distance 1, gain "
            "16");
  EXPECT_EQ(result.partition, FusionPartition({{0, 1, 2}}));
}

// A template, its bias and relu, and two siblings on the same input: the
// template's fusion is the last.
TEST(FusionGreedy, TemplatesComeLast) {
  FusionProblem problem;
  problem.nodes = {
      makeNode(pointwise(64), 256, {5}), makeNode(pointwise(64), 256, {0, 6}),
      makeNode(pointwise(64), 256, {1}), makeNode(pointwise(32), 8, {7}),
      makeNode(pointwise(32), 8, {7})};
  problem.inputBytes = {1024, 4, 8};
  problem.outputs = {2, 3, 4};
  problem.nodes[0].isTemplate = true;
  Result result = fuse(problem, pairwise());
  EXPECT_EQ(result.partition, FusionPartition({{0, 1, 2}, {3, 4}}));
  const FusionDecision &last = result.log.decisions.back();
  EXPECT_EQ(last.reason, FusionReason::None);
  EXPECT_EQ(last.a, 0u);
  // Without the mark it would be the first.
  problem.nodes[0].isTemplate = false;
  EXPECT_EQ(fuse(problem, pairwise()).log.decisions.front().a, 0u);
}

// Greedy fusion is not optimal on the cut instance, but never below it.
TEST(FusionGreedy, MultiwayCut) {
  FusionProblem problem = makeMultiwayCut();
  EXPECT_GE(problem.traffic(fuse(problem, pairwise()).partition), 10);
}

TEST(FusionGreedy, LogIsOptionalAndChangesNothing) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 300, 1);
  EXPECT_EQ(fuseGreedily(problem, {}), fuse(problem, {}).partition);
}

// Every rejected pair has a reason, and every fusion is counted.
TEST(FusionGreedy, LogAddsUp) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 300, 2);
  Result result = fuse(problem, {});
  unsigned fused = 0, counted = 0;
  for (const FusionDecision &decision : result.log.decisions)
    fused += decision.reason == FusionReason::None;
  for (const FusionRound &round : result.log.rounds)
    counted += round.fused;
  EXPECT_EQ(fused, counted);
  EXPECT_EQ(result.partition.size(), 300 - fused);
}

TEST(FusionGreedy, RandomProblemsVerify) {
  for (uint64_t seed = 0; seed < 300; ++seed)
    for (FusionSpace space : {FusionSpace::Pairwise, FusionSpace::Block}) {
      FusionOptions options;
      options.rules = {space, 2 + unsigned(seed % 7), 1 + unsigned(seed % 6)};
      fuse(makeRandom(1 + seed % 40, seed), options);
    }
}

TEST(FusionGreedy, Shapes) {
  for (GraphShape shape : {GraphShape::Layered, GraphShape::Chain,
                           GraphShape::Diamonds, GraphShape::Fan})
    fuse(generateFusionProblem(shape, 2000, 1), {});
  fuse(FusionProblem(), {});
}
