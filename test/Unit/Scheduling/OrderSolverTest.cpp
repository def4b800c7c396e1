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
/// extras also views, order-only dependences and in-place candidates.
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
    for (uint64_t seed = 0; seed < 1000; ++seed) {
      OrderProblem problem = makeRandomProblem(9, seed, extras);
      ASSERT_EQ(errorText(problem.check()), "success");
      int64_t least = findLeastPeak(problem);
      OrderSolution solution = solve(problem);
      EXPECT_EQ(errorText(problem.verify(solution.order)), "success");
      EXPECT_EQ(problem.peak(solution.order), solution.peak);
      EXPECT_LE(solution.lowerBound, least) << "seed " << seed;
      EXPECT_EQ(solution.peak, least) << "seed " << seed;
      EXPECT_TRUE(solution.proven()) << "seed " << seed;
    }
}
