//===- OrderStrategies.h - The order solvers by name ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver minimises OrderProblem::peak. It is deterministic, and its answer
// passes OrderProblem::verify.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_ORDERSTRATEGIES_H
#define STAX_SCHEDULING_ORDERSTRATEGIES_H

#include "stax/Scheduling/OrderProblem.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

/// An order and what is known about its peak.
struct OrderSolution {
  std::vector<unsigned> order;
  int64_t peak = 0;
  int64_t lowerBound = 0; ///< no order has a smaller peak

  bool proven() const { return peak == lowerBound; }
};

/// One solver. `problem` has passed `check`.
struct OrderStrategy {
  llvm::StringLiteral name;
  llvm::StringLiteral summary; ///< one line, for help texts
  OrderSolution (*solve)(const OrderProblem &problem);
};

/// All solvers; the first is the default.
llvm::ArrayRef<OrderStrategy> orderStrategies();

/// The solver called `name`, or null.
const OrderStrategy *findOrderStrategy(llvm::StringRef name);

/// The order of the list, or, where that breaks a dependence, the least
/// topological one.
OrderSolution orderAsGiven(const OrderProblem &problem);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_ORDERSTRATEGIES_H
