//===- OrderProblemTest.cpp - Order problems and their verifier -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/OrderProblem.h"

#include "ErrorText.h"
#include "stax/Scheduling/Generators.h"
#include "stax/Scheduling/OrderStrategies.h"
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

/// 0 -> {1, 2} -> 3.
static OrderProblem makeDiamond() {
  OrderProblem problem;
  problem.nodes = {node(10, {}), node(20, {0}), node(30, {0}),
                   node(40, {1, 2})};
  problem.outputs = {3};
  return problem;
}

/// Walks over `order` and counts, at each step, the bytes of every value that
/// was made and that it or a later node needs. Knows no views.
static int64_t peakBySimulation(const OrderProblem &problem,
                                ArrayRef<unsigned> order) {
  int64_t peak = 0;
  for (unsigned step = 0; step < order.size(); ++step) {
    int64_t live = 0;
    for (unsigned made : order.take_front(step + 1)) {
      bool needed = made == order[step] || is_contained(problem.outputs, made);
      for (unsigned user : order.drop_front(step))
        needed |= is_contained(problem.nodes[user].inputs, made);
      if (needed)
        live += problem.nodes[made].bytes;
    }
    peak = std::max(peak, live);
  }
  return peak;
}

/// A random topological order.
static Ids shuffle(const OrderProblem &problem, uint64_t seed) {
  Random random(seed);
  Predecessors before = problem.predecessors();
  Ids order;
  while (order.size() < before.size()) {
    unsigned node = random.below(before.size());
    if (!is_contained(order, node) && all_of(before[node], [&](unsigned b) {
          return is_contained(order, b);
        }))
      order.push_back(node);
  }
  return order;
}

TEST(OrderProblem, CheckAcceptsTheExamples) {
  EXPECT_EQ(errorText(makeDiamond().check()), "success");
  EXPECT_EQ(errorText(OrderProblem().check()), "success");
}

// In the step of node 3 all but node 0 are live.
TEST(OrderProblem, PeakOfADiamond) {
  EXPECT_EQ(makeDiamond().peak({0, 1, 2, 3}), 90);
}

TEST(OrderProblem, PeakOfNothing) { EXPECT_EQ(OrderProblem().peak({}), 0); }

// An unused value lives in its own step only, an output to the end.
TEST(OrderProblem, DeadValuesAndOutputs) {
  OrderProblem problem;
  problem.nodes = {node(8, {}), node(4, {}), node(2, {})};
  EXPECT_EQ(problem.peak({0, 1, 2}), 8);
  problem.outputs = {0};
  EXPECT_EQ(problem.peak({0, 1, 2}), 12);
  EXPECT_EQ(problem.peak({1, 2, 0}), 8);
}

// Scratch is live in the step of its node and in no other.
TEST(OrderProblem, ScratchLivesForAStep) {
  OrderProblem problem;
  problem.nodes = {node(8, {}), node(4, {0}), node(2, {1})};
  problem.nodes[0].scratch = 100;
  problem.nodes[2].scratch = 50;
  EXPECT_EQ(problem.peak({0, 1, 2}), 108);
  EXPECT_EQ(problem.lowerBound(), 108);
  problem.nodes[0].scratch = 0;
  EXPECT_EQ(problem.peak({0, 1, 2}), 56);
  EXPECT_EQ(problem.lowerBound(), 56);
}

TEST(OrderProblem, PeakAgreesWithASimulation) {
  for (uint64_t seed = 0; seed < 50; ++seed) {
    OrderProblem problem = generateOrderProblem(GraphShape::Layered, 20, seed);
    Ids order = shuffle(problem, seed);
    EXPECT_EQ(errorText(problem.verify(order)), "success");
    EXPECT_EQ(problem.peak(order), peakBySimulation(problem, order));
    EXPECT_LE(problem.lowerBound(), problem.peak(order));
  }
}

// A view has no bytes of its own, but its users keep the viewed buffer.
TEST(OrderProblem, ViewsShareStorage) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(64, {0}), node(8, {}), node(4, {1})};
  problem.nodes[1].viewOf = 0;
  problem.outputs = {3};
  EXPECT_EQ(errorText(problem.check()), "success");
  EXPECT_EQ(problem.peak({0, 1, 2, 3}), 72);
  EXPECT_EQ(problem.lowerBound(), 68);
  std::vector<Storage> storages = problem.storages({0, 1, 2, 3});
  ASSERT_EQ(storages.size(), 3u);
  EXPECT_EQ(storages[0].nodes, Ids({0, 1}));
  EXPECT_EQ(storages[0].end, 4u);
}

// A view that is an output keeps its buffer to the end.
TEST(OrderProblem, ViewAsOutput) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(0, {0}), node(8, {})};
  problem.nodes[1].viewOf = 0;
  problem.outputs = {1};
  EXPECT_EQ(problem.peak({0, 1, 2}), 72);
  EXPECT_EQ(problem.lowerBound(), 64);
}

TEST(OrderProblem, InPlaceTakesOverADyingInput) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(64, {0}), node(64, {1})};
  problem.outputs = {2};
  EXPECT_EQ(problem.peak({0, 1, 2}), 128);
  problem.nodes[1].inPlace = {0};
  problem.nodes[2].inPlace = {1};
  EXPECT_EQ(errorText(problem.check()), "success");
  EXPECT_EQ(problem.peak({0, 1, 2}), 64);
  EXPECT_EQ(problem.lowerBound(), 64);
  EXPECT_EQ(problem.storages({0, 1, 2}).size(), 1u);
}

// Node 2 still needs what node 1 would write over; run after it, node 1 may.
TEST(OrderProblem, InPlaceWaitsForTheLastUser) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(64, {0}), node(8, {0}), node(1, {1, 2})};
  problem.nodes[1].inPlace = {0};
  problem.outputs = {3};
  EXPECT_EQ(problem.peak({0, 1, 2, 3}), 64 + 64 + 8);
  EXPECT_EQ(problem.peak({0, 2, 1, 3}), 64 + 8 + 1);
}

// The user of a view needs the buffer, too.
TEST(OrderProblem, InPlaceWaitsForViews) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(64, {0}), node(64, {0}),
                   node(64, {1, 2})};
  problem.nodes[1].viewOf = 0;
  problem.nodes[2].inPlace = {0};
  problem.outputs = {3};
  EXPECT_EQ(problem.peak({0, 1, 2, 3}), 192);
}

TEST(OrderProblem, InPlaceNeverOverAnOutput) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(64, {0})};
  problem.nodes[1].inPlace = {0};
  problem.outputs = {0, 1};
  EXPECT_EQ(problem.peak({0, 1}), 128);
}

// Seven eighths may be filled, not less, and never more than there is.
TEST(OrderProblem, InPlaceSizes) {
  auto peak = [](int64_t input, int64_t result) {
    OrderProblem problem;
    problem.nodes = {node(input, {}), node(result, {0})};
    problem.nodes[1].inPlace = {0};
    problem.outputs = {1};
    return problem.peak({0, 1});
  };
  EXPECT_EQ(peak(64, 56), 64);
  EXPECT_EQ(peak(64, 55), 64 + 55);
  EXPECT_EQ(peak(64, 65), 64 + 65);
}

// Node 2 takes the smaller of two dying inputs, so that the larger is freed.
TEST(OrderProblem, InPlaceTakesTheSmallestStorage) {
  OrderProblem problem;
  problem.nodes = {node(64, {}), node(60, {}), node(60, {0, 1}),
                   node(100, {2})};
  problem.nodes[2].inPlace = {0, 1};
  problem.outputs = {3};
  EXPECT_EQ(problem.peak({0, 1, 2, 3}), 160);
}

static std::string checkError(function_ref<void(OrderProblem &)> change) {
  OrderProblem problem = makeDiamond();
  change(problem);
  return errorText(problem.check());
}

TEST(OrderProblem, CheckNamesTheFault) {
  EXPECT_EQ(checkError([](auto &p) { p.nodes[2].bytes = -1; }),
            "node 2 has -1 bytes, expected at least 0");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[2].inputs = {4}; }),
            "node 2 has the input 4; there are 4 nodes");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[2].inputs = {0, 0}; }),
            "node 2 lists input 0 twice");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[2].after = {7}; }),
            "node 2 is after node 7; there are 4 nodes");
  EXPECT_EQ(checkError([](auto &p) { p.outputs = {4}; }),
            "output 4 is no node; there are 4 nodes");
  EXPECT_EQ(checkError([](auto &p) { p.outputs = {3, 3}; }),
            "output 3 is listed twice");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[3].viewOf = 0; }),
            "node 3 is a view of node 0, which is none of its inputs");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[3].inPlace = {0}; }),
            "node 3 may write over node 0, which is none of its inputs");
  EXPECT_EQ(checkError([](auto &p) {
              p.nodes[3].viewOf = 1;
              p.nodes[3].inPlace = {2};
            }),
            "node 3 is a view of node 1 and cannot write over node 2 as well");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[0].inputs = {3}; }),
            "the nodes form a cycle: 0 -> 1 -> 3 -> 0");
  EXPECT_EQ(checkError([](auto &p) { p.nodes[1].bytes = INT64_MAX; }),
            "the bytes of nodes 0 to 1 exceed 64 bits");
}

TEST(OrderProblem, VerifyNamesTheNode) {
  OrderProblem problem = makeDiamond();
  EXPECT_EQ(errorText(problem.verify({0, 2, 1, 3})), "success");
  EXPECT_EQ(errorText(problem.verify({0, 1, 3, 2})),
            "node 3 runs in step 2, before node 2, which it depends on");
  EXPECT_EQ(errorText(problem.verify({0, 1, 1, 3})),
            "node 1 runs in step 1 and in step 2");
  EXPECT_EQ(errorText(problem.verify({0, 1, 2})), "node 3 runs in no step");
  EXPECT_EQ(errorText(problem.verify({0, 1, 2, 4})),
            "step 3 runs node 4; there are 4 nodes");
}

// A reader before the op that overwrites its input.
TEST(OrderProblem, VerifyOrderOnlyDependence) {
  OrderProblem problem = makeDiamond();
  problem.nodes[1].after = {2};
  EXPECT_EQ(errorText(problem.verify({0, 1, 2, 3})),
            "node 1 runs in step 1, before node 2, which it depends on");
}

TEST(OrderStrategies, OriginalKeepsTheList) {
  OrderSolution solution = orderAsGiven(makeDiamond());
  EXPECT_EQ(solution.order, Ids({0, 1, 2, 3}));
  EXPECT_EQ(solution.peak, 90);
  EXPECT_EQ(solution.lowerBound, 90);
  EXPECT_TRUE(solution.proven());
}

// A list that breaks its own dependences is repaired.
TEST(OrderStrategies, OriginalOfAnUnorderedList) {
  OrderProblem problem;
  problem.nodes = {node(1, {2}), node(2, {}), node(4, {})};
  EXPECT_EQ(orderAsGiven(problem).order, Ids({1, 2, 0}));
}

TEST(OrderStrategies, FoundByName) {
  ASSERT_NE(findOrderStrategy("original"), nullptr);
  EXPECT_EQ(findOrderStrategy(""), nullptr);
}
