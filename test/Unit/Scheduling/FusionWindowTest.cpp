//===- FusionWindowTest.cpp - Windows of a graph and their search ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduling/FusionWindow.h"

#include "ErrorText.h"
#include "FusionExamples.h"
#include "Scheduling/FusionExactSearch.h"
#include "Scheduling/FusionWindowSearch.h"
#include "stax/Scheduling/Generators.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

/// The blocks of the graph where those of the window's nodes are as in
/// `blocks` and the others single.
static std::vector<unsigned> spread(const FusionGraph &graph,
                                    ArrayRef<unsigned> nodes,
                                    const WindowBlocks &blocks) {
  std::vector<unsigned> blockOf(graph.size());
  for (unsigned node = 0; node < graph.size(); ++node)
    blockOf[node] = node;
  blocks.write(nodes, blockOf);
  return blockOf;
}

/// 20 consecutive nodes of a graph.
static std::vector<unsigned> middle(const FusionGraph &graph) {
  std::vector<unsigned> nodes;
  for (unsigned node = (graph.size() - 20) / 2; nodes.size() < 20; ++node)
    nodes.push_back(node);
  return nodes;
}

// Random moves: the window's traffic changes as the graph's does, and as
// gainOfMove says.
TEST(FusionWindow, TrafficIsTheGraphsUpToAConstant) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 60, 4);
  FusionGraph graph(problem, {FusionSpace::Block});
  std::vector<unsigned> nodes = middle(graph);
  FusionWindow window(graph, {}, nodes);
  WindowBlocks blocks(window);
  int64_t constant =
      graph.traffic(spread(graph, nodes, blocks)) - blocks.cost();
  Random random(1);
  for (unsigned step = 0; step < 300; ++step) {
    unsigned node = random.below(20), to = random.below(20);
    if (to == blocks.blockOf(node))
      continue;
    int64_t before = blocks.cost(), gain = blocks.gainOfMove(node, to);
    blocks.move(node, to);
    EXPECT_EQ(before - blocks.cost(), gain);
    EXPECT_EQ(graph.traffic(spread(graph, nodes, blocks)),
              blocks.cost() + constant);
  }
}

TEST(FusionWindow, ReadsWhatItWrote) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 60, 5);
  FusionGraph graph(problem, {FusionSpace::Block});
  std::vector<unsigned> nodes = middle(graph);
  FusionWindow window(graph, {}, nodes);
  WindowBlocks found = WindowSearch(window, 1, 7).run(WindowBlocks(window), 3);
  std::vector<unsigned> blockOf = spread(graph, nodes, found);
  WindowBlocks again(window);
  again.read(nodes, blockOf);
  EXPECT_EQ(spread(graph, nodes, again), blockOf);
  EXPECT_EQ(again.cost(), found.cost());
}

// What a search finds in a window verifies in the graph and saves traffic.
TEST(WindowSearch, AnswersVerify) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    FusionProblem problem = makeRandom(25 + seed % 30, seed);
    FusionRules rules;
    rules.space = seed % 2 ? FusionSpace::Block : FusionSpace::Pairwise;
    rules.maxNodes = 2 + seed % 9;
    rules.maxBuffers = 3 + seed % 5;
    FusionGraph graph(problem, rules);
    std::vector<unsigned> nodes = middle(graph);
    FusionWindow window(graph, rules, nodes);
    WindowBlocks start(window);
    WindowBlocks found = WindowSearch(window, 1, seed).run(start, 4);
    EXPECT_LE(found.cost(), start.cost());
    FusionPartition partition = graph.partition(spread(graph, nodes, found));
    EXPECT_EQ(errorText(problem.verify(partition, rules)), "success") << seed;
  }
}

// A window as large as they get, all of whose nodes are single at first.
TEST(WindowSearch, SixtyFourNodes) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 64, 6);
  FusionGraph graph(problem, {FusionSpace::Block});
  std::vector<unsigned> nodes;
  for (unsigned node = 0; node < 64; ++node)
    nodes.push_back(node);
  FusionWindow window(graph, {}, nodes);
  WindowSearch search(window, 1, 1);
  WindowBlocks found = search.run(WindowBlocks(window), 4);
  EXPECT_LT(found.cost(), WindowBlocks(window).cost());
  EXPECT_GT(search.work(), 0u);
}

// Out of steps, the search gives the start or something better.
TEST(ExactSearch, StopsWhenItShould) {
  FusionProblem problem = generateFusionProblem(GraphShape::Layered, 20, 1);
  FusionGraph graph(problem, {FusionSpace::Block});
  std::vector<unsigned> nodes;
  for (unsigned node = 0; node < 20; ++node)
    nodes.push_back(node);
  FusionWindow window(graph, {}, nodes);
  WindowBlocks start(window);
  ExactSearch search(window);
  EXPECT_EQ(search.run(start, 0).cost(), start.cost());
  EXPECT_EQ(search.work(), 0u);
  int64_t some = search.run(start, 100).cost();
  EXPECT_LE(search.work(), 100u);
  EXPECT_LE(some, start.cost());
  EXPECT_LE(search.run(start, 1'000'000'000).cost(), some);
}
