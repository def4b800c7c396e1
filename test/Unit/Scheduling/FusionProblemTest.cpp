//===- FusionProblemTest.cpp - Fusion problems and their verifier ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/FusionProblem.h"

#include "ErrorText.h"
#include "FusionExamples.h"
#include "stax/Scheduling/Generators.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace llvm;
using namespace mlir::stax;

static const NodeDomain any{NodeDomain::Kind::Any};

static FusionNode node(int64_t bytes, SmallVector<unsigned, 4> reads,
                       NodeDomain domain = any) {
  return {domain, bytes, std::move(reads), {}};
}

/// Buffers 0 to 2 in a diamond 0 -> {1, 2} -> 3; 4 is the input.
static FusionProblem makeDiamond() {
  FusionProblem problem;
  problem.nodes = {node(10, {4}), node(20, {0}), node(30, {0}),
                   node(40, {1, 2})};
  problem.inputBytes = {100};
  problem.outputs = {3};
  return problem;
}

/// The definition, word by word: for each buffer the set of blocks that read
/// it from memory.
static int64_t trafficByDefinition(const FusionProblem &problem,
                                   const FusionPartition &partition) {
  auto blockOf = [&](unsigned node) -> unsigned {
    for (auto [block, members] : enumerate(partition))
      if (is_contained(members, node))
        return block;
    return -1;
  };
  int64_t bytes = 0;
  for (unsigned buffer = 0; buffer < problem.numBuffers(); ++buffer) {
    bool isInput = buffer >= problem.nodes.size();
    std::set<unsigned> readers;
    for (auto [id, node] : enumerate(problem.nodes))
      if (is_contained(node.reads, buffer))
        readers.insert(blockOf(id));
    if (!isInput)
      readers.erase(blockOf(buffer));
    bool written =
        !isInput && (!readers.empty() || is_contained(problem.outputs, buffer));
    bytes += problem.bufferBytes(buffer) * (readers.size() + written);
  }
  return bytes;
}

TEST(FusionProblem, CheckAcceptsTheExamples) {
  EXPECT_EQ(errorText(makeDiamond().check()), "success");
  EXPECT_EQ(errorText(makeDivideBySum().check()), "success");
  EXPECT_EQ(errorText(FusionProblem().check()), "success");
}

TEST(FusionProblem, TrafficOfDivideBySum) {
  FusionProblem problem = makeDivideBySum();
  EXPECT_EQ(problem.traffic({{0}, {1}}), 98816);
  EXPECT_EQ(problem.traffic({{0, 1}}), 65536);
}

// A value that is an output and used inside is written, but not read again.
TEST(FusionProblem, TrafficOfAnOutputUsedInside) {
  FusionProblem problem = makeDiamond();
  problem.outputs = {0, 3};
  EXPECT_EQ(problem.traffic({{0, 1, 2, 3}}), 100 + 10 + 40);
}

// Two readers in one block read a buffer once.
TEST(FusionProblem, TrafficCountsBlocksNotReaders) {
  EXPECT_EQ(makeDiamond().traffic({{0}, {1, 2}, {3}}),
            100 + 2 * 10 + 2 * 20 + 2 * 30 + 40);
}

// What nobody reads and is no output is never written.
TEST(FusionProblem, TrafficOfADeadNode) {
  FusionProblem problem = makeDiamond();
  problem.outputs = {};
  EXPECT_EQ(problem.traffic({{0, 1, 2, 3}}), 100);
}

TEST(FusionProblem, TrafficAgreesWithItsDefinition) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    FusionProblem problem =
        generateFusionProblem(GraphShape::Layered, 30, seed);
    // Any partition will do: traffic needs no legality.
    FusionPartition partition(7);
    for (unsigned id = 0; id < 30; ++id)
      partition[(id * (seed + 3)) % 7].push_back(id);
    EXPECT_EQ(problem.traffic(partition),
              trafficByDefinition(problem, partition));
  }
}

static std::string checkError(function_ref<void(FusionProblem &)> change) {
  FusionProblem problem = makeDiamond();
  change(problem);
  return errorText(problem.check());
}

TEST(FusionProblem, CheckNamesTheFault) {
  EXPECT_EQ(checkError([](auto &p) { p.nodes[2].bytes = -1; }),
            "node 2 has -1 bytes, expected at least 0");
  EXPECT_EQ(checkError([](auto &p) { p.inputBytes[0] = -7; }),
            "input 4 has -7 bytes, expected at least 0");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].reads = {5}; }),
            "node 1 reads buffer 5, expected one of 0 to 4");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].reads = {0, 0}; }),
            "node 1 lists buffer 0 twice");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].after = {4}; }),
            "node 1 is after node 4, expected one of 0 to 3");
  EXPECT_EQ(checkError([](auto &p) { p.outputs = {4}; }),
            "output 4 is no node; there are 4 nodes");
  EXPECT_EQ(checkError([](auto &p) { p.outputs = {3, 3}; }),
            "output 3 is listed twice");
  EXPECT_EQ(checkError([](auto &p) { p.forbidden = {{1, 1}}; }),
            "the forbidden pair (1, 1) does not name two of 4 nodes");
  EXPECT_EQ(checkError([](auto &p) {
              p.nodes[0].domain = {NodeDomain::Kind::Pointwise, -1};
            }),
            "node 0 has a domain of (-1, 1) elements, expected none below 0");
}

TEST(FusionProblem, CheckNamesACycle) {
  EXPECT_EQ(checkError([](auto &p) { p.nodes[0].reads = {3}; }),
            "the nodes form a cycle: 0 -> 1 -> 3 -> 0");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].reads = {1}; }),
            "the nodes form a cycle: 1 -> 1");
  // Order-only dependences count.
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].after = {3}; }),
            "the nodes form a cycle: 1 -> 3 -> 1");
}

TEST(FusionProblem, CheckRefusesOverflow) {
  EXPECT_EQ(checkError([](auto &p) { p.nodes[0].bytes = INT64_MAX; }),
            "the traffic exceeds 64 bits at buffer 0 of 9223372036854775807 "
            "bytes");
  EXPECT_EQ(checkError([](auto &p) {
              p.nodes[0].domain = {NodeDomain::Kind::Reduction,
                                   int64_t(1) << 32, int64_t(1) << 31};
            }),
            "node 0 reduces 4294967296 * 2147483648 elements, more than 64 "
            "bits hold");
}

static std::string verifyError(const FusionPartition &partition,
                               FusionRules rules = {}) {
  return errorText(makeDiamond().verify(partition, rules));
}

TEST(FusionVerifier, AcceptsLegalPartitions) {
  EXPECT_EQ(verifyError({{0}, {1}, {2}, {3}}), "success");
  EXPECT_EQ(verifyError({{0, 2, 1, 3}}), "success");
  EXPECT_EQ(verifyError({{0}, {2, 1}, {3}}), "success");
}

TEST(FusionVerifier, EachNodeOnce) {
  EXPECT_EQ(verifyError({{0}, {1}, {3}}), "node 2 is in no block");
  EXPECT_EQ(verifyError({{0}, {1, 2}, {2, 3}}),
            "node 2 is in block 1 and in block 2");
  EXPECT_EQ(verifyError({{0, 9}}), "block 0 holds node 9; there are 4 nodes");
  EXPECT_EQ(verifyError({{0}, {}}), "block 1 is empty");
}

// 0 and 3 in one kernel would run both before and after 1.
TEST(FusionVerifier, NoCycleOfBlocks) {
  EXPECT_EQ(verifyError({{0, 2, 3}, {1}}),
            "the blocks form a cycle: 0 -> 1 -> 0");
}

TEST(FusionVerifier, ExecutionOrder) {
  EXPECT_EQ(verifyError({{1}, {0}, {2}, {3}}),
            "node 1 of block 0 is listed before node 0 of block 1, which it "
            "depends on");
  EXPECT_EQ(verifyError({{1, 0}, {2}, {3}}),
            "node 1 of block 0 is listed before node 0 of block 0, which it "
            "depends on");
}

// An order-only dependence moves no bytes but closes a cycle.
TEST(FusionVerifier, OrderOnlyDependence) {
  FusionProblem problem = makeDiamond();
  problem.nodes[2].after = {1};
  EXPECT_EQ(errorText(problem.verify({{0, 2}, {1}, {3}}, {})),
            "the blocks form a cycle: 0 -> 1 -> 0");
  EXPECT_EQ(problem.traffic({{0, 1, 2, 3}}), 140);
}

TEST(FusionVerifier, ForbiddenPair) {
  FusionProblem problem = makeDiamond();
  problem.forbidden = {{2, 1}};
  EXPECT_EQ(errorText(problem.verify({{0}, {1, 2}, {3}}, {})),
            "block 1 holds the forbidden pair (2, 1)");
}

TEST(FusionVerifier, MaxNodes) {
  FusionRules rules;
  rules.maxNodes = 2;
  EXPECT_EQ(verifyError({{0}, {1, 2}, {3}}, rules), "success");
  EXPECT_EQ(verifyError({{0, 1, 2}, {3}}, rules),
            "block 0 holds 3 nodes, expected at most 2");
}

// What stays inside a kernel does not count, what leaves it does. A single
// node may use any number.
TEST(FusionVerifier, MaxBuffers) {
  FusionRules rules;
  rules.maxBuffers = 2;
  EXPECT_EQ(verifyError({{0, 1, 2, 3}}, rules), "success");
  EXPECT_EQ(verifyError({{0}, {1, 2}, {3}}, rules),
            "block 1 uses 3 buffers, expected at most 2");
  rules.maxBuffers = 1;
  EXPECT_EQ(verifyError({{0}, {1}, {2}, {3}}, rules), "success");
}

// Row statistics and the grid have no common pairwise domain.
TEST(FusionVerifier, Spaces) {
  FusionProblem problem = makeDivideBySum();
  problem.nodes[0].domain = {NodeDomain::Kind::Pointwise, 64};
  FusionRules rules;
  rules.space = FusionSpace::Block;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, rules)), "success");
  rules.space = FusionSpace::Pairwise;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, rules)),
            "block 0 holds nodes 0 and 1, whose domains are not compatible");
  problem.nodes[0].domain.points = 100;
  rules.space = FusionSpace::Block;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, rules)),
            "block 0 has no iteration space that holds node 1 and those "
            "before it");
}

TEST(FusionVerifier, KeepsParallelism) {
  FusionProblem problem = makeDivideBySum();
  problem.nodes[0].domain.points = 1;
  problem.nodes[0].domain.reduced = 8192;
  FusionRules rules;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, rules)), "success");
  rules.threads = 2;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, rules)),
            "block 0 has 1 parallel points, node 1 of it has 8192 alone");
}

TEST(FusionVerifier, Ordered) {
  FusionProblem problem = makeDivideBySum();
  problem.nodes[0].isOrdered = true;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, {})), "success");
  problem.nodes[1].isOrdered = true;
  EXPECT_EQ(errorText(problem.verify({{0, 1}}, {})),
            "block 0 holds nodes 0 and 1, which are both ordered");
  for (const FusionAlgorithm &algorithm : fusionAlgorithms()) {
    auto partition = algorithm.solve(problem, {});
    ASSERT_TRUE(bool(partition));
    EXPECT_EQ(partition->size(), 2u);
  }
}

TEST(FusionAlgorithms, NoneVerifies) {
  for (GraphShape shape : {GraphShape::Layered, GraphShape::Chain,
                           GraphShape::Diamonds, GraphShape::Fan}) {
    FusionProblem problem = generateFusionProblem(shape, 200, 3);
    FusionPartition partition = fuseNothing(problem);
    EXPECT_EQ(partition.size(), 200u);
    EXPECT_EQ(errorText(problem.verify(partition, {})), "success");
  }
}

TEST(FusionAlgorithms, FoundByName) {
  ASSERT_NE(findFusionAlgorithm("none"), nullptr);
  EXPECT_EQ(findFusionAlgorithm("none")->name, "none");
  EXPECT_EQ(findFusionAlgorithm("None"), nullptr);
}
