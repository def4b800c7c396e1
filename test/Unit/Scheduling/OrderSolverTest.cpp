//===- OrderSolverTest.cpp - The order solvers against brute force --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ErrorText.h"
#include "stax/Scheduling/Generators.h"
#include "stax/Scheduling/OrderStrategies.h"
#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;
using Ids = std::vector<unsigned>;

static OrderSolution solve(const OrderProblem &problem,
                           StringRef strategy = "exact") {
  return findOrderStrategy(strategy)->solve(problem);
}

/// The least peak over all topological orders that begin with `order`.
static int64_t findLeastPeak(const OrderProblem &problem,
                             const Predecessors &before, Ids &order) {
  if (order.size() == problem.nodes.size())
    return problem.peak(order);
  int64_t least = INT64_MAX;
  auto isDone = [&](unsigned id) { return is_contained(order, id); };
  for (unsigned id = 0; id < problem.nodes.size(); ++id) {
    if (isDone(id) || !all_of(before[id], isDone))
      continue;
    order.push_back(id);
    least = std::min(least, findLeastPeak(problem, before, order));
    order.pop_back();
  }
  return least;
}

static int64_t findLeastPeak(const OrderProblem &problem) {
  Ids order;
  return findLeastPeak(problem, problem.predecessors(), order);
}

namespace {
/// What a random problem may hold beside nodes and inputs.
enum class Extras { None, EqualSizes, AnySizes };
} // namespace

/// Up to three inputs a node, some far back, and outputs that have users. With
/// extras also scratch, views, order-only dependences and in-place candidates.
static OrderProblem makeRandomProblem(unsigned size, uint64_t seed,
                                      Extras extras) {
  Random random(seed);
  OrderProblem problem;
  for (unsigned id = 0; id < size; ++id) {
    OrderNode node;
    node.bytes = extras == Extras::AnySizes ? 56 + random.below(16)
                                            : int64_t(8) << random.below(4);
    for (unsigned input = 0; input < id; ++input)
      if (node.inputs.size() < 3 && random.chance(200 / (id + 2)))
        node.inputs.push_back(input);
    if (extras != Extras::None) {
      if (random.chance(30))
        node.scratch = int64_t(8) << random.below(4);
      if (id && random.chance(15))
        node.after.push_back(random.below(id));
      if (!node.inputs.empty() && random.chance(20))
        node.viewOf = node.inputs[random.below(node.inputs.size())];
      else
        for (unsigned input : node.inputs)
          if (random.chance(60))
            node.inPlace.push_back(input);
    }
    if (random.chance(20))
      problem.outputs.push_back(id);
    problem.nodes.push_back(std::move(node));
  }
  return problem;
}

// A power of two fits 7/8 of none but itself, so that costs are exact.
TEST(ExactOrder, AgreesWithAllOrders) {
  for (Extras extras : {Extras::None, Extras::EqualSizes})
    for (uint64_t seed = 0; seed < 300; ++seed) {
      OrderProblem problem = makeRandomProblem(9, seed, extras);
      ASSERT_EQ(errorText(problem.check()), "success");
      OrderSolution solution = solve(problem);
      EXPECT_EQ(errorText(problem.verify(solution.order)), "success");
      EXPECT_EQ(problem.peak(solution.order), solution.peak);
      EXPECT_EQ(solution.peak, findLeastPeak(problem)) << "seed " << seed;
      EXPECT_TRUE(solution.proven()) << "seed " << seed;
    }
}

// Where a node may write over an input of another size, the bound still holds.
TEST(ExactOrder, BoundHoldsWithUnequalSizes) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    OrderProblem problem = makeRandomProblem(8, seed, Extras::AnySizes);
    ASSERT_EQ(errorText(problem.check()), "success");
    OrderSolution solution = solve(problem);
    int64_t least = findLeastPeak(problem);
    EXPECT_EQ(errorText(problem.verify(solution.order)), "success");
    EXPECT_LE(solution.lowerBound, least) << "seed " << seed;
    EXPECT_GE(solution.peak, least) << "seed " << seed;
  }
}

// An answer is never above any other strategy's, at any size.
TEST(ExactOrder, NeverAboveTheOthers) {
  for (Extras extras : {Extras::None, Extras::EqualSizes, Extras::AnySizes})
    for (unsigned size : {20, 60, 150})
      for (uint64_t seed = 0; seed < 5; ++seed) {
        OrderProblem problem = makeRandomProblem(size, seed, extras);
        OrderSolution exact = solve(problem);
        EXPECT_LE(exact.lowerBound, exact.peak);
        for (const OrderStrategy &other : orderStrategies())
          EXPECT_LE(exact.peak, other.solve(problem).peak)
              << other.name.str() << ", size " << size << ", seed " << seed;
      }
}

TEST(ExactOrder, LargeGraphsOfEveryShape) {
  for (GraphShape shape : {GraphShape::Layered, GraphShape::Chain,
                           GraphShape::Diamonds, GraphShape::Fan}) {
    OrderProblem problem = generateOrderProblem(shape, 4000, 1);
    OrderSolution solution = solve(problem);
    EXPECT_EQ(errorText(problem.verify(solution.order)), "success");
    EXPECT_EQ(problem.peak(solution.order), solution.peak);
    EXPECT_LE(solution.lowerBound, solution.peak);
    EXPECT_LE(solution.peak, solve(problem, "textbook").peak);
    EXPECT_LE(solution.peak, solve(problem, "post-order").peak);
  }
}

// Limits count work, so that even a search that gives up is repeatable.
TEST(ExactOrder, SameAnswerEveryTime) {
  OrderProblem problem = generateOrderProblem(GraphShape::Layered, 200, 3);
  OrderSolution first = solve(problem), second = solve(problem);
  EXPECT_FALSE(first.proven());
  EXPECT_EQ(first.order, second.order);
  EXPECT_EQ(first.lowerBound, second.lowerBound);
}

TEST(ExactOrder, NothingAndOneNode) {
  EXPECT_EQ(solve(OrderProblem()).order, Ids());
  EXPECT_TRUE(solve(OrderProblem()).proven());
  OrderProblem problem;
  problem.nodes.resize(1);
  problem.nodes[0].bytes = 7;
  EXPECT_EQ(solve(problem).order, Ids({0}));
  EXPECT_EQ(solve(problem).peak, 7);
}

// Ten weights, each used by one step of a chain: never two of them at once.
TEST(ExactOrder, SourcesComeJustBeforeTheirFirstUser) {
  OrderProblem problem;
  problem.nodes.resize(21);
  problem.nodes[0].bytes = 1;
  for (unsigned i = 1; i <= 10; ++i) {
    problem.nodes[i].bytes = 100;
    problem.nodes[10 + i].bytes = 1;
    problem.nodes[10 + i].inputs = {i == 1 ? 0 : 9 + i, i};
  }
  problem.outputs = {20};
  EXPECT_EQ(solve(problem, "breadth-first").peak, 1002);
  EXPECT_EQ(solve(problem).peak, 102);
  EXPECT_TRUE(solve(problem).proven());
}

/// The gadget of the NP-completeness proof: a node of K = |edges| + 1 bytes
/// for each vertex and an output of one byte for each edge, which reads both
/// ends.
static OrderProblem makeGadget(unsigned vertices,
                               ArrayRef<std::pair<unsigned, unsigned>> edges) {
  OrderProblem problem;
  problem.nodes.resize(vertices + edges.size());
  for (unsigned i = 0; i < vertices; ++i)
    problem.nodes[i].bytes = edges.size() + 1;
  for (auto [i, edge] : enumerate(edges)) {
    OrderNode &node = problem.nodes[vertices + i];
    node.bytes = 1;
    node.inputs = {edge.first, edge.second};
    problem.outputs.push_back(vertices + i);
  }
  return problem;
}

/// The peak lies in [K (vs + 1), K (vs + 1) + |edges|], where vs is the vertex
/// separation number.
static void expectSeparation(unsigned vertices,
                             ArrayRef<std::pair<unsigned, unsigned>> edges,
                             unsigned separation) {
  OrderProblem problem = makeGadget(vertices, edges);
  int64_t least = (edges.size() + 1) * (separation + 1);
  OrderSolution solution = solve(problem);
  EXPECT_TRUE(solution.proven());
  EXPECT_EQ(solution.peak, findLeastPeak(problem));
  EXPECT_GE(solution.peak, least);
  EXPECT_LE(solution.peak, least + int64_t(edges.size()));
}

TEST(ExactOrder, GadgetOfAPath) {
  expectSeparation(4, {{0, 1}, {1, 2}, {2, 3}}, 1);
}

TEST(ExactOrder, GadgetOfACycle) {
  expectSeparation(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 2);
}

TEST(ExactOrder, GadgetOfACompleteGraph) {
  expectSeparation(4, {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}, 3);
}

TEST(OrderStrategies, AllAreValidAndBounded) {
  for (Extras extras : {Extras::None, Extras::EqualSizes, Extras::AnySizes})
    for (uint64_t seed = 0; seed < 30; ++seed) {
      OrderProblem problem = makeRandomProblem(25, seed, extras);
      for (const OrderStrategy &strategy : orderStrategies()) {
        OrderSolution solution = strategy.solve(problem);
        EXPECT_EQ(errorText(problem.verify(solution.order)), "success")
            << strategy.name.str();
        EXPECT_EQ(problem.peak(solution.order), solution.peak);
        EXPECT_LE(solution.lowerBound, solution.peak);
      }
    }
}

TEST(OrderStrategies, TextbookIsTheBestOfFour) {
  for (uint64_t seed = 0; seed < 30; ++seed) {
    OrderProblem problem = makeRandomProblem(25, seed, Extras::None);
    int64_t least = INT64_MAX;
    for (StringRef name :
         {"original", "smallest-increment", "breadth-first", "depth-first"})
      least = std::min(least, solve(problem, name).peak);
    EXPECT_EQ(solve(problem, "textbook").peak, least);
  }
}

/// Two chains from node 0 to node 5: large ones first in the list.
static OrderProblem makeTwoChains() {
  OrderProblem problem;
  problem.nodes.resize(6);
  int64_t bytes[] = {1, 8, 4, 2, 1, 1};
  SmallVector<unsigned, 4> inputs[] = {{}, {0}, {1}, {0}, {3}, {2, 4}};
  for (auto [id, node] : enumerate(problem.nodes)) {
    node.bytes = bytes[id];
    node.inputs = inputs[id];
  }
  problem.outputs = {5};
  return problem;
}

// The small chain raises the peak less at every step.
TEST(OrderStrategies, SmallestIncrement) {
  EXPECT_EQ(solve(makeTwoChains(), "smallest-increment").order,
            Ids({0, 3, 4, 1, 2, 5}));
}

// 1 and 3 follow node 0; then what follows them, in this order.
TEST(OrderStrategies, BreadthFirst) {
  EXPECT_EQ(solve(makeTwoChains(), "breadth-first").order,
            Ids({0, 1, 3, 2, 4, 5}));
}

// By the sizes of nodes with inputs: 0 (1), 3 and 4 (3), 5 (6), 1 (9), 2 (12);
// node 5 needs all others first.
TEST(OrderStrategies, DepthFirst) {
  EXPECT_EQ(solve(makeTwoChains(), "depth-first").order,
            Ids({0, 3, 4, 1, 2, 5}));
}

// From node 5 up, first into the chain that took more bytes.
TEST(OrderStrategies, PostOrder) {
  EXPECT_EQ(solve(makeTwoChains(), "post-order").order,
            Ids({0, 1, 2, 3, 4, 5}));
}

TEST(OrderStrategies, TheDefaultIsExact) {
  EXPECT_EQ(orderStrategies().front().name, "exact");
}
