//===- TopologicalSort.h - Order a graph or name a cycle --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_TOPOLOGICALSORT_H
#define STAX_SCHEDULING_TOPOLOGICALSORT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace mlir::stax {

/// For each node the nodes that must come before it; repetitions are allowed.
using Predecessors = std::vector<llvm::SmallVector<unsigned, 4>>;

/// What `sortTopologically` found: an order of all nodes, or a cycle.
struct TopologicalSort {
  std::vector<unsigned> order; ///< all nodes, if there is no cycle
  std::vector<unsigned>
      cycle; ///< else some nodes, each before the next and
             ///< the last before the first; the least comes first
};

/// Takes the ready node with the least number at every step, so that a list
/// that is already in topological order stays as it is. O((n + e) log n),
/// without recursion.
TopologicalSort sortTopologically(const Predecessors &predecessors);

/// "3 -> 5 -> 3" for the cycle {3, 5}; long ones are cut in the middle.
std::string describeCycle(llvm::ArrayRef<unsigned> cycle);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_TOPOLOGICALSORT_H
