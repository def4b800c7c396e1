//===- OrderStrategies.cpp - The order solvers by name --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/OrderStrategies.h"

#include "ExactOrder.h"
#include "SimpleOrders.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

static OrderSolution makeSolution(const OrderProblem &problem,
                                  std::vector<unsigned> order) {
  OrderSolution solution;
  solution.peak = problem.peak(order);
  solution.order = std::move(order);
  solution.lowerBound = problem.lowerBound();
  return solution;
}

OrderSolution mlir::stax::orderAsGiven(const OrderProblem &problem) {
  return makeSolution(problem, sortTopologically(problem.predecessors()).order);
}

/// The order that `rule` finds for the graph with its sources.
template <std::vector<unsigned> (*rule)(const BufferGraph &)>
static OrderSolution orderByRule(const OrderProblem &problem) {
  BufferGraph graph = buildGraphWithSources(problem);
  return makeSolution(problem, expandOrder(graph, rule(graph)));
}

/// The best of the original order and the textbook's three.
static OrderSolution orderByTextbook(const OrderProblem &problem) {
  OrderSolution best = orderAsGiven(problem);
  for (auto *solve :
       {orderByRule<orderBySmallestIncrement>, orderByRule<orderBreadthFirst>,
        orderByRule<orderDepthFirst>})
    if (OrderSolution solution = solve(problem); solution.peak < best.peak)
      best = std::move(solution);
  return best;
}

ArrayRef<OrderStrategy> mlir::stax::orderStrategies() {
  static const OrderStrategy strategies[] = {
      {"exact", "optimal piece by piece; beam and repair beyond the limits",
       orderExactly},
      {"textbook", "the best of original and the next three", orderByTextbook},
      {"smallest-increment", "the ready node that raises the peak least",
       orderByRule<orderBySmallestIncrement>},
      {"breadth-first", "in the order in which the predecessors ran",
       orderByRule<orderBreadthFirst>},
      {"depth-first", "each node after what it needs, small ones first",
       orderByRule<orderDepthFirst>},
      {"post-order", "from the last nodes, each after what it needs",
       orderByRule<orderPostOrder>},
      {"original", "the order of the list", orderAsGiven},
  };
  return strategies;
}

const OrderStrategy *mlir::stax::findOrderStrategy(StringRef name) {
  const auto *it = find_if(orderStrategies(), [&](const OrderStrategy &s) {
    return s.name == name;
  });
  return it == orderStrategies().end() ? nullptr : it;
}
