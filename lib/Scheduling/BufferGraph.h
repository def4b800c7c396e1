//===- BufferGraph.h - The order problem as the searches see it -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes that make and read buffers, with everything resolved that does not
// depend on the order:
//
//  * A view makes no buffer; whoever reads it reads the buffer viewed.
//  * A source, that is a node that depends on nothing and has no scratch, is no
//    node: its buffer appears with its first reader. A source frees nothing, so
//    that running it just before its first reader never raises the peak.
//  * A node that only rises is part of its only user (see `contractChains`).
//
// What rests after a set of nodes has run is a function of the set: the sum of
// the buffers made and not yet read by all their readers. Where a node may
// write over an input of another size, the true storage may be larger; then
// costs here are lower bounds, and OrderProblem::peak says the truth.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_BUFFERGRAPH_H
#define STAX_LIB_SCHEDULING_BUFFERGRAPH_H

#include "stax/Scheduling/OrderProblem.h"

namespace mlir::stax {

struct BufferGraph {
  static constexpr unsigned kNone = -1;

  struct Node {
    int64_t bytes = 0;                    ///< of the buffer that it makes
    int64_t extra = 0;                    ///< needed in its step beyond `bytes`
    unsigned buffer = kNone;              ///< that it makes, if it makes one
    llvm::SmallVector<unsigned, 4> reads; ///< distinct buffers
    llvm::SmallVector<unsigned, 2> overwrites; ///< buffers that it reads and
                                               ///< may write over
    llvm::SmallVector<unsigned, 4> before;     ///< distinct nodes it waits for
    llvm::SmallVector<unsigned, 4> behind;     ///< nodes that wait for it
    llvm::SmallVector<unsigned, 1> steps;      ///< nodes of the problem, in the
                                               ///< order in which they run
  };

  struct Buffer {
    int64_t bytes = 0;
    bool kept = false;       ///< to the end, whoever has read it
    unsigned source = kNone; ///< the node of the problem that makes it just
                             ///< before its first reader, if it is a source
    llvm::SmallVector<unsigned, 4> readers;
  };

  std::vector<Node> nodes;
  std::vector<Buffer> buffers;
  int64_t base = 0; ///< bytes that live before the first step

  /// Nodes of the problem that run before all others: unused sources.
  std::vector<unsigned> prologue;
  /// Nodes of the problem that run after all others: sources nobody uses that
  /// are outputs.
  std::vector<unsigned> epilogue;

  bool isSource(unsigned buffer) const {
    return buffers[buffer].source != kNone;
  }
};

/// The graph of a checked problem. The nodes are in topological order.
BufferGraph buildBufferGraph(const OrderProblem &problem);

/// The same with sources as nodes, as the textbook has it.
BufferGraph buildGraphWithSources(const OrderProblem &problem);

/// The part of `graph` that has `part` for its nodes, in this numbering, when
/// exactly the nodes marked in `done` have run and `live` bytes rest. What
/// nodes outside read later is kept.
BufferGraph takePart(const BufferGraph &graph, llvm::ArrayRef<unsigned> part,
                     const std::vector<bool> &done, int64_t live);

/// The order of the problem's nodes for an order of the graph's.
std::vector<unsigned> expandOrder(const BufferGraph &graph,
                                  llvm::ArrayRef<unsigned> order);

/// The order of the graph's nodes for one of the problem's: a graph node runs
/// where the last of its steps ran.
std::vector<unsigned> projectOrder(const BufferGraph &graph,
                                   llvm::ArrayRef<unsigned> order);

/// Makes a node part of its only user where running it at any other time than
/// just before the user cannot help: it frees only buffers that nobody else
/// reads, in total not more than it makes, and never needs more than the user
/// does.
void contractChains(BufferGraph &graph);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_BUFFERGRAPH_H
