//===- OrderProblem.h - The order problem on plain data ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In which order the nodes of a graph run so that the live bytes stay least. A
// node's buffer lives from its own step to the step of its last user, both
// included, or to the end if it is an output. Nodes without storage of their
// own are part of the problem: views share the buffer of an input, and a node
// may write over an input that dies with it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_ORDERPROBLEM_H
#define STAX_SCHEDULING_ORDERPROBLEM_H

#include "stax/Scheduling/TopologicalSort.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::stax {

struct OrderNode {
  int64_t bytes = 0;                     ///< of its buffer; of no use in a view
  int64_t scratch = 0;                   ///< more bytes, for its step alone
  llvm::SmallVector<unsigned, 4> inputs; ///< distinct nodes, not itself
  llvm::SmallVector<unsigned, 2> after;  ///< nodes that come before it for
                                         ///< their effects, not their buffers
  llvm::SmallVector<unsigned, 2> inPlace; ///< inputs that it may write over
  std::optional<unsigned> viewOf; ///< the input whose buffer it is a view of
};

/// One buffer of an order, which one or several nodes use in turn.
struct Storage {
  int64_t bytes = 0;
  unsigned begin = 0;          ///< the step that first writes it
  unsigned end = 0;            ///< the first step that no longer needs it, or
                               ///< the number of steps
  std::vector<unsigned> nodes; ///< whose values it holds, in execution order
};

struct OrderProblem {
  std::string name;
  std::vector<OrderNode> nodes; ///< in the original order
  std::vector<unsigned> outputs;

  /// Validity of the input: sizes, ids, no cycle, and a sum of bytes that fits
  /// 64 bits. Everything below needs a problem that passes.
  llvm::Error check() const;

  /// For each node its inputs and the nodes of `after`.
  Predecessors predecessors() const;

  /// The storages of `order`, by their first step. A node with `inPlace`
  /// candidates takes over the smallest storage among those that no node needs
  /// after it and that hold its bytes, if these fill 7/8 of it: else a chain
  /// of shrinking values would keep a large buffer. Ties go to the candidate
  /// listed first.
  std::vector<Storage> storages(llvm::ArrayRef<unsigned> order) const;

  /// The most bytes that are live in a step of `order`.
  int64_t peak(llvm::ArrayRef<unsigned> order) const;

  /// A bound that no order can undercut: the buffers that some node needs at
  /// once, and those of all outputs.
  int64_t lowerBound() const;

  /// Fails, naming the node, unless `order` holds each node once, after those
  /// it depends on.
  llvm::Error verify(llvm::ArrayRef<unsigned> order) const;
};

} // namespace mlir::stax

#endif // STAX_SCHEDULING_ORDERPROBLEM_H
