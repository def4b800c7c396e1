//===- SimpleOrders.h - Orders by one rule each -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textbook's three orders and a post-order. All take a graph in which the
// sources are nodes (`buildGraphWithSources`) and return an order of its nodes,
// which are those of the problem in a topological order.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_SIMPLEORDERS_H
#define STAX_LIB_SCHEDULING_SIMPLEORDERS_H

#include "BufferGraph.h"

namespace mlir::stax {

/// At each step the ready node that raises the peak least; of those the one
/// after which least rests, then the first.
std::vector<unsigned> orderBySmallestIncrement(const BufferGraph &graph);

/// Node by node in the order in which their predecessors ran.
std::vector<unsigned> orderBreadthFirst(const BufferGraph &graph);

/// Each node after those it needs, from small to large, a node's size being
/// that of its buffer and all that it reads.
std::vector<unsigned> orderDepthFirst(const BufferGraph &graph);

/// From the nodes nobody waits for, each after those it needs: first what many
/// use, then what took many bytes to make.
std::vector<unsigned> orderPostOrder(const BufferGraph &graph);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_SIMPLEORDERS_H
