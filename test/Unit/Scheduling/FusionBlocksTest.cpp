//===- FusionBlocksTest.cpp - Blocks of a graph that merge ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduling/FusionBlocks.h"

#include "ErrorText.h"
#include "FusionExamples.h"
#include "stax/Scheduling/Generators.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

/// Whether the partition in which `a` and `b` are one block verifies.
static bool verifies(const FusionProblem &problem, const FusionGraph &graph,
                     std::vector<unsigned> blockOf, unsigned a, unsigned b,
                     const FusionRules &rules) {
  for (unsigned &block : blockOf)
    if (block == a)
      block = b;
  Predecessors quotient(graph.size());
  for (unsigned node = 0; node < graph.size(); ++node)
    for (unsigned before : graph.predecessors[node])
      if (blockOf[before] != blockOf[node])
        quotient[blockOf[node]].push_back(blockOf[before]);
  return sortTopologically(quotient).cycle.empty() &&
         errorText(problem.verify(graph.partition(blockOf), rules)) ==
             "success";
}

// Random merges: what a merge says it saves is what the traffic falls by, and
// it is allowed exactly where the verifier allows it.
TEST(FusionBlocks, AgreeWithProblemAndVerifier) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    FusionProblem problem = makeRandom(3 + seed % 22, seed);
    FusionRules rules;
    rules.space = seed % 2 ? FusionSpace::Block : FusionSpace::Pairwise;
    rules.maxNodes = 2 + seed % 9;
    rules.maxBuffers = 3 + seed % 5;
    FusionGraph graph(problem, rules);
    FusionBlocks blocks(graph, rules);
    Random random(seed);
    for (unsigned step = 0; step < 60; ++step) {
      unsigned a = blocks.blockOf(random.below(graph.size()));
      unsigned b = blocks.blockOf(random.below(graph.size()));
      if (a == b)
        continue;
      bool isLegal = verifies(problem, graph, blocks.blocks(), a, b, rules);
      FusionSharing sharing = blocks.share(a, b);
      bool obeys = blocks.checkRules(a, b, sharing) == FusionReason::None;
      EXPECT_TRUE(obeys || !isLegal) << seed;
      if (!obeys)
        continue;
      int64_t before = graph.traffic(blocks.blocks());
      EXPECT_EQ(!blocks.merge(a, b), isLegal) << seed;
      int64_t after = graph.traffic(blocks.blocks());
      EXPECT_EQ(before - after, isLegal ? sharing.gain : 0) << seed;
      EXPECT_EQ(after, problem.traffic(graph.partition(blocks.blocks())));
    }
  }
}

// The node that is named lies on a path between the two blocks.
TEST(FusionBlocks, NameTheNodeBetween) {
  FusionProblem problem = makeCycle();
  FusionGraph graph(problem, {FusionSpace::Block});
  FusionBlocks blocks(graph, {});
  EXPECT_EQ(blocks.merge(0, 2), std::optional(1u));
  EXPECT_EQ(blocks.merge(2, 0), std::optional(1u));
  EXPECT_EQ(blocks.merge(0, 1), std::nullopt);
  EXPECT_EQ(blocks.merge(blocks.blockOf(0), 2), std::nullopt);
}

// Starting from a partition gives the blocks that merging would have.
TEST(FusionBlocks, StartFromAPartition) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 200, 1);
  FusionGraph graph(problem, {FusionSpace::Block});
  FusionPartition partition = fuseGreedily(problem, {});
  std::vector<unsigned> blockOf(graph.size());
  for (auto [block, members] : enumerate(partition))
    for (unsigned node : members)
      blockOf[node] = block;
  FusionBlocks blocks(graph, {}, blockOf);
  EXPECT_EQ(graph.partition(blocks.blocks()), partition);
}

// Each reader of a wide buffer has few partners, and all of them exist.
TEST(FusionBlocks, PartnersAreFew) {
  FusionProblem problem = generateFusionProblem(GraphShape::Fan, 1000, 1);
  FusionGraph graph(problem, {FusionSpace::Block});
  FusionBlocks blocks(graph, {});
  SmallVector<unsigned> partners;
  blocks.findPartners(500, blocks.members(500), partners);
  EXPECT_EQ(partners.size(), 17u); // the producer, 8 before and 8 after
  partners.clear();
  blocks.findPartners(0, blocks.members(0), partners);
  EXPECT_LE(partners.size(), 16u + 16u);
}

TEST(FusionDomains, ExternalFitsNotEvenItself) {
  FusionDomains domains({FusionSpace::Block});
  unsigned external = domains.single({NodeDomain::Kind::External});
  EXPECT_EQ(domains.unite(external, external), std::nullopt);
  unsigned any = domains.single(anyDomain());
  EXPECT_EQ(domains.unite(any, any), std::optional(any));
  EXPECT_EQ(domains.unite(any, external), std::nullopt);
}

// More sets than the table for the first ones holds.
TEST(FusionDomains, ManySets) {
  FusionDomains domains({FusionSpace::Block});
  for (int64_t n = 1; n < 100; ++n) {
    unsigned rows = domains.single(pointwise(n, /*splits=*/false));
    unsigned sums = domains.single(reduction(n, 3));
    std::optional<unsigned> both = domains.unite(rows, sums);
    ASSERT_TRUE(both.has_value());
    EXPECT_EQ(domains.unite(sums, rows), both);
    EXPECT_EQ(domains.unite(*both, rows), both);
    EXPECT_EQ(domains.unite(*both, domains.single(reduction(n, 4))),
              std::nullopt);
  }
}

// A kernel keeps the threads busy that one of its nodes keeps busy alone; what
// was serial before may stay so.
TEST(FusionDomains, LosesParallelism) {
  FusionRules rules;
  rules.threads = 8;
  FusionDomains domains(rules);
  unsigned all = domains.single(pointwise(8192, /*splits=*/true));
  unsigned sum = domains.single(reduction(1, 8192));
  unsigned rowSums = domains.single(reduction(64, 128));
  EXPECT_EQ(domains.unite(all, sum), std::nullopt);
  ASSERT_TRUE(domains.lostParallelism(all, sum).has_value());
  EXPECT_EQ(domains.lostParallelism(all, sum)->left, 1);
  EXPECT_EQ(domains.lostParallelism(all, sum)->needed, 8);
  EXPECT_TRUE(domains.unite(all, rowSums).has_value());
  EXPECT_FALSE(domains.lostParallelism(sum, rowSums).has_value());
  EXPECT_TRUE(domains.unite(sum, sum).has_value());
}
