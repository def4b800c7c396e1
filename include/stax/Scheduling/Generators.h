//===- Generators.h - Made-up problems of any size --------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same problem for the same arguments on every platform.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_GENERATORS_H
#define STAX_SCHEDULING_GENERATORS_H

#include "stax/Scheduling/FusionProblem.h"
#include "stax/Scheduling/OrderProblem.h"

namespace mlir::stax {

/// How the nodes of a graph use each other.
enum class GraphShape {
  Layered,  ///< a few of the values just before, and some from far back
  Chain,    ///< the value just before
  Diamonds, ///< a split into two and a join, in a row
  Fan       ///< one value that all others use
};

/// Distinct earlier values that each of `nodes` nodes uses, in ascending order.
Predecessors generateGraph(GraphShape shape, unsigned nodes, uint64_t seed);

/// Pointwise nodes, reductions and external calls on a 1024x768 grid of
/// 4-byte elements, in proportions like those of training steps. Nodes that
/// nobody uses are outputs. Of the direct uses 8 % are forbidden to fuse.
FusionProblem generateFusionProblem(GraphShape shape, unsigned nodes,
                                    uint64_t seed);

/// Nodes of 1 to 32 KiB. Nodes that nobody uses are outputs.
OrderProblem generateOrderProblem(GraphShape shape, unsigned nodes,
                                  uint64_t seed);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_GENERATORS_H
