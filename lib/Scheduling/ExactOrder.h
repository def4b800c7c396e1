//===- ExactOrder.h - The default order solver ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_EXACTORDER_H
#define STAX_LIB_SCHEDULING_EXACTORDER_H

#include "stax/Scheduling/OrderStrategies.h"

namespace mlir::stax {

/// Piece by piece, an exact search with a growing budget, which starts at the
/// lower bound and raises it until an order fits; where that takes too much
/// work a beam search and local repair. Never worse than the simple orders with
/// late sources.
OrderSolution orderExactly(const OrderProblem &problem);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_EXACTORDER_H
