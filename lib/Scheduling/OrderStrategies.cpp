//===- OrderStrategies.cpp - The order solvers by name --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/OrderStrategies.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

OrderSolution mlir::stax::orderAsGiven(const OrderProblem &problem) {
  OrderSolution solution;
  solution.order = sortTopologically(problem.predecessors()).order;
  solution.peak = problem.peak(solution.order);
  solution.lowerBound = problem.lowerBound();
  return solution;
}

ArrayRef<OrderStrategy> mlir::stax::orderStrategies() {
  static const OrderStrategy strategies[] = {
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
