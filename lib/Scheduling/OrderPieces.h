//===- OrderPieces.h - Parts of a graph that run one by one -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_ORDERPIECES_H
#define STAX_LIB_SCHEDULING_ORDERPIECES_H

#include "BufferGraph.h"

namespace mlir::stax {

/// Nodes that run after all pieces before them in every order.
struct OrderPiece {
  std::vector<unsigned> nodes; ///< of the whole graph, in a topological order
  BufferGraph graph;           ///< with `nodes`, in this numbering
};

/// Cuts the graph after each node that is an ancestor or a descendant of every
/// other one. Every order passes through the set of this node and its
/// ancestors, so that the pieces can be ordered one by one; in most graphs a
/// single buffer is live there.
std::vector<OrderPiece> cutIntoPieces(const BufferGraph &graph);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERPIECES_H
