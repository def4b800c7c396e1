//===- OrderSearch.h - Orders under a budget --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two searches over sets of nodes that have run. Both run a node at once
// where that is safe: if it rests no higher afterwards and its step fits the
// budget. For whatever runs later then sees no more bytes than before.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_ORDERSEARCH_H
#define STAX_LIB_SCHEDULING_ORDERSEARCH_H

#include "BufferGraph.h"

#include "stax/Support/WorkLimit.h"

namespace mlir::stax {

/// What a search for an order of at most `budget` bytes found.
struct BudgetSearch {
  enum Outcome { Found, Impossible, GaveUp };
  Outcome outcome = GaveUp;
  std::vector<unsigned> order; ///< if found
  int64_t nextBudget = 0;      ///< if impossible: every order needs as much
};

/// Depth first over sets of nodes, each visited once, those that rest low
/// first. Gives up when `limit` is reached.
BudgetSearch searchUnderBudget(const BufferGraph &graph, int64_t budget,
                               WorkLimit &limit);

/// The best order that a beam of `width` sets finds. Peaks below `floor` count
/// as equal.
std::vector<unsigned> searchBeam(const BufferGraph &graph, unsigned width,
                                 int64_t floor);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERSEARCH_H
