//===- OrderSearchTest.cpp - The parts of the order solver ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"

#include "MinCut.h"
#include "OrderBound.h"
#include "OrderPieces.h"
#include "OrderRepair.h"
#include "OrderState.h"
#include "stax/Scheduling/Generators.h"
#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;
using Ids = std::vector<unsigned>;

static OrderNode node(int64_t bytes, SmallVector<unsigned, 4> inputs) {
  OrderNode result;
  result.bytes = bytes;
  result.inputs = std::move(inputs);
  return result;
}

static Ids orderAsNumbered(const BufferGraph &graph) {
  Ids order;
  for (unsigned id = 0; id < graph.nodes.size(); ++id)
    order.push_back(id);
  return order;
}

TEST(BufferGraph, PeakIsThatOfTheExpandedOrder) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    OrderProblem problem = generateOrderProblem(GraphShape::Layered, 30, seed);
    BufferGraph graph = buildBufferGraph(problem);
    contractChains(graph);
    Ids order = orderAsNumbered(graph);
    EXPECT_EQ(peakOf(graph, order), problem.peak(expandOrder(graph, order)));
  }
}

// The source 0 is no node; node 1 frees nothing and needs less than node 2.
TEST(BufferGraph, AChainThatRisesIsOneNode) {
  OrderProblem problem;
  problem.nodes = {node(4, {}), node(4, {0}), node(8, {1}), node(1, {2})};
  problem.outputs = {3};
  BufferGraph graph = buildBufferGraph(problem);
  EXPECT_EQ(graph.nodes.size(), 3u);
  contractChains(graph);
  ASSERT_EQ(graph.nodes.size(), 2u);
  EXPECT_EQ(ArrayRef(graph.nodes[0].steps), ArrayRef<unsigned>({1, 2}));
  EXPECT_EQ(expandOrder(graph, {0, 1}), Ids({0, 1, 2, 3}));
  EXPECT_EQ(peakOf(graph, {0, 1}), 12);
}

// Node 1 needs 16 bytes in its step, node 2 only 9: early it may cost less.
TEST(BufferGraph, AChainThatNeedsMoreStays) {
  OrderProblem problem;
  problem.nodes = {node(8, {}), node(8, {0}), node(1, {1})};
  problem.outputs = {2};
  BufferGraph graph = buildBufferGraph(problem);
  contractChains(graph);
  EXPECT_EQ(graph.nodes.size(), 2u);
}

// Of a split and a join the pieces are the split, the branches with the join,
// and what follows.
TEST(OrderPieces, CutWhereEveryOrderPasses) {
  OrderProblem problem;
  problem.nodes = {node(9, {}),  node(1, {0}),    node(2, {1}), node(2, {1}),
                   node(2, {2}), node(1, {3, 4}), node(1, {5})};
  problem.outputs = {6};
  BufferGraph graph = buildBufferGraph(problem);
  std::vector<OrderPiece> pieces = cutIntoPieces(graph);
  ASSERT_EQ(pieces.size(), 3u);
  EXPECT_EQ(pieces[0].nodes, Ids({0}));
  EXPECT_EQ(pieces[1].nodes, Ids({1, 2, 3, 4}));
  EXPECT_EQ(pieces[2].nodes, Ids({5}));
  EXPECT_EQ(pieces[1].graph.base, 1);
  // Both branches are live while the first one's second node runs.
  EXPECT_EQ(peakOf(pieces[1].graph, {0, 1, 2, 3}), 2 + 2 + 2);
}

// Runs at random, takes back at random, and costs stay what they were.
TEST(OrderState, UndoRestoresEverything) {
  OrderProblem problem = generateOrderProblem(GraphShape::Layered, 40, 7);
  BufferGraph graph = buildBufferGraph(problem);
  OrderState state(graph);
  Random random(1);
  struct Snapshot {
    unsigned node;
    int64_t live;
    Ids ready;
    OrderState::Key key;
    int64_t during, after;
  };
  std::vector<Snapshot> path;
  for (unsigned i = 0; i < 2000; ++i) {
    if (!state.isComplete() && random.chance(55)) {
      unsigned next = state.ready()[random.below(state.ready().size())];
      path.push_back({next, state.live(), state.ready().vec(), state.key(),
                      state.liveDuring(next), state.liveAfter(next)});
      state.run(next);
      EXPECT_EQ(state.live(), path.back().after);
    } else if (!path.empty()) {
      const Snapshot &last = path.back();
      state.undo(last.node);
      EXPECT_EQ(state.live(), last.live);
      EXPECT_EQ(Ids(state.ready()), last.ready);
      EXPECT_EQ(state.key(), last.key);
      EXPECT_EQ(state.liveDuring(last.node), last.during);
      EXPECT_EQ(state.liveAfter(last.node), last.after);
      path.pop_back();
    }
  }
}

/// Two nodes that read a source of 4 bytes: 10 bytes in the first one's step,
/// 16 in the second one's.
static BufferGraph makePair() {
  OrderProblem problem;
  problem.nodes = {node(4, {}), node(6, {0}), node(6, {0})};
  problem.outputs = {1, 2};
  return buildBufferGraph(problem);
}

TEST(BudgetSearch, FindsOrNamesTheNextBudget) {
  BufferGraph graph = makePair();
  WorkLimit limit(1000);
  BudgetSearch small = searchUnderBudget(graph, 9, limit);
  EXPECT_EQ(small.outcome, BudgetSearch::Impossible);
  EXPECT_EQ(small.nextBudget, 10);
  BudgetSearch medium = searchUnderBudget(graph, 10, limit);
  EXPECT_EQ(medium.outcome, BudgetSearch::Impossible);
  EXPECT_EQ(medium.nextBudget, 16);
  BudgetSearch large = searchUnderBudget(graph, 16, limit);
  EXPECT_EQ(large.outcome, BudgetSearch::Found);
  EXPECT_EQ(large.order.size(), 2u);
}

TEST(BudgetSearch, GivesUpAtItsLimit) {
  BufferGraph graph = makePair();
  WorkLimit limit(1);
  EXPECT_EQ(searchUnderBudget(graph, 16, limit).outcome, BudgetSearch::GaveUp);
  EXPECT_TRUE(limit.isReached());
}

TEST(BeamSearch, FindsTheOptimumOfAPair) {
  BufferGraph graph = makePair();
  EXPECT_EQ(peakOf(graph, searchBeam(graph, 1, 0)), 16);
}

// Two chains that shrink a large value: the list begins both first.
TEST(OrderRepair, ReordersAroundThePeak) {
  OrderProblem problem;
  problem.nodes = {node(1, {}),  node(1, {0}), node(64, {1}),  node(64, {1}),
                   node(1, {2}), node(1, {3}), node(1, {4, 5})};
  problem.outputs = {6};
  BufferGraph graph = buildBufferGraph(problem);
  Ids order = orderAsNumbered(graph);
  EXPECT_EQ(peakOf(graph, order), 129);
  WorkLimit limit(100000);
  repairOrder(graph, order, 0, limit);
  EXPECT_EQ(peakOf(graph, order), 66);
}

TEST(OrderRepair, StopsAtItsTarget) {
  BufferGraph graph = makePair();
  Ids order = {1, 0};
  WorkLimit limit(100000);
  repairOrder(graph, order, 16, limit);
  EXPECT_EQ(order, Ids({1, 0}));
}

// In the step of node 3 the value of node 1 waits for node 4.
TEST(OrderBound, CountsWhatWaitsForDescendants) {
  OrderProblem problem;
  problem.nodes = {node(1, {}), node(50, {0}), node(1, {1}), node(60, {2}),
                   node(1, {1, 3})};
  problem.outputs = {4};
  BufferGraph graph = buildBufferGraph(problem);
  EXPECT_EQ(*llvm::max_element(computeStepBounds(graph)), 50 + 1 + 60);
}

// Whichever of the two runs last, both outputs and the source are live.
TEST(OrderBound, LastStep) { EXPECT_EQ(computeLastStepBound(makePair()), 16); }

// Nodes 2 and 4 do not depend on each other, but when the second one runs, at
// least the 7 bytes that are left of the first one are live.
TEST(OrderBound, PairsOfLargeNodes) {
  OrderProblem problem;
  problem.nodes = {node(1, {}),   node(10, {0}),  node(64, {1}),
                   node(10, {0}), node(64, {3}),  node(7, {2}),
                   node(7, {4}),  node(1, {5, 6})};
  problem.outputs = {7};
  BufferGraph graph = buildBufferGraph(problem);
  std::vector<int64_t> bounds = computeStepBounds(graph);
  EXPECT_EQ(*llvm::max_element(bounds), 10 + 64);
  WorkLimit limit(100000);
  EXPECT_EQ(computeCutBound(graph, bounds, limit), 10 + 64 + 7);
}

/// The least weight over all ways to put the vertices on two sides.
static int64_t
cutByEnumeration(unsigned vertices,
                 ArrayRef<std::tuple<unsigned, unsigned, int64_t>> edges) {
  int64_t least = INT64_MAX;
  for (unsigned side = 0; side < 1u << vertices; ++side) {
    if (!(side & 1) || (side & 2))
      continue;
    int64_t weight = 0;
    for (auto [from, to, capacity] : edges)
      if ((side >> from & 1) && !(side >> to & 1))
        weight += capacity;
    least = std::min(least, weight);
  }
  return least;
}

// From vertex 0 to vertex 1.
TEST(MinCut, AgreesWithEnumeration) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Random random(seed);
    std::vector<std::tuple<unsigned, unsigned, int64_t>> edges;
    MinCut network(8);
    for (unsigned i = 0; i < 24; ++i) {
      unsigned from = random.below(8), to = random.below(8);
      int64_t capacity = random.below(20);
      edges.push_back({from, to, capacity});
      network.addEdge(from, to, capacity);
    }
    WorkLimit limit(100000);
    EXPECT_EQ(network.solve(0, 1, limit), cutByEnumeration(8, edges));
  }
}

// A flow that stops early never exceeds the cut.
TEST(MinCut, LessAtItsLimit) {
  for (uint64_t units = 0; units < 30; ++units) {
    MinCut network(4);
    network.addEdge(0, 2, 5);
    network.addEdge(2, 1, 3);
    network.addEdge(0, 3, 4);
    network.addEdge(3, 1, MinCut::kInfinite);
    WorkLimit limit(units);
    EXPECT_LE(network.solve(0, 1, limit), 7);
  }
}
