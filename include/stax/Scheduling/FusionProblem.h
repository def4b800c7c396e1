//===- FusionProblem.h - The fusion problem on plain data -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which nodes of a graph run as one kernel. A solution is a partition of the
// nodes whose quotient graph has no cycle, whose blocks obey the rules, and
// which moves as few bytes as possible.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_FUSIONPROBLEM_H
#define STAX_SCHEDULING_FUSIONPROBLEM_H

#include "stax/Scheduling/IterationSpace.h"
#include "stax/Scheduling/TopologicalSort.h"
#include "llvm/Support/Error.h"
#include <string>
#include <utility>
#include <vector>

namespace mlir::stax {

/// Node v writes buffer v; buffer n + i is input i of a problem of n nodes.
struct FusionNode {
  NodeDomain domain;
  int64_t bytes = 0;                    ///< of the buffer that it writes
  llvm::SmallVector<unsigned, 4> reads; ///< distinct buffers, not its own
  llvm::SmallVector<unsigned, 2> after; ///< nodes that come before it for
                                        ///< their effects, not their buffers
  bool isTemplate = false; ///< a call with a place for an epilogue, such as a
                           ///< matrix product: fused after everything else
  bool isOrdered = false;  ///< it must meet its points one after the other; at
                           ///< most one such node is in a kernel
};

/// The kernels in an execution order, each a list of its nodes in an execution
/// order.
using FusionPartition = std::vector<std::vector<unsigned>>;

/// What a block of more than one node must obey; a single node always may be a
/// kernel.
struct FusionRules {
  FusionSpace space = FusionSpace::Block;
  unsigned maxNodes = 128;
  unsigned maxBuffers = 32; ///< buffers that a kernel reads or writes in memory
  bool sameOutermost = false; ///< in pairwise spaces the nodes of a kernel need
                              ///< the same outermost range, where it is known
  int64_t threads = 1; ///< in block spaces a kernel keeps so many parallel
                       ///< points if one of its nodes has them alone
};

struct FusionProblem {
  std::string name;
  std::vector<FusionNode> nodes;
  std::vector<int64_t> inputBytes;
  std::vector<unsigned> outputs; ///< nodes whose buffers are always written
  std::vector<std::pair<unsigned, unsigned>> forbidden; ///< never in one block

  unsigned numBuffers() const { return nodes.size() + inputBytes.size(); }
  int64_t bufferBytes(unsigned buffer) const {
    return buffer < nodes.size() ? nodes[buffer].bytes
                                 : inputBytes[buffer - nodes.size()];
  }

  /// Validity of the input: sizes, ids, no cycle, and traffic that fits 64
  /// bits. Everything below needs a problem that passes.
  llvm::Error check() const;

  /// For each node the nodes that write what it reads and those of `after`.
  Predecessors predecessors() const;

  /// Bytes moved by `partition`, which holds every node once: a node's buffer
  /// is written if it is an output or has a reader outside its block, and read
  /// by each other block that reads it; an input is read by each block that
  /// reads it.
  int64_t traffic(const FusionPartition &partition) const;

  /// The most bytes of node buffers that are alive at once if the blocks of
  /// `partition` run in its order: each from its producer's block to that of
  /// its last reader, outputs to the end. What only its own block reads needs
  /// no memory; inputs are not counted.
  int64_t peak(const FusionPartition &partition) const;

  /// Fails, naming the broken rule and the ids, unless `partition` holds each
  /// node once, its blocks and their nodes are in an execution order, and
  /// every block obeys `rules`. Shares no code with the solvers.
  llvm::Error verify(const FusionPartition &partition,
                     const FusionRules &rules) const;
};

} // namespace mlir::stax

#endif // STAX_SCHEDULING_FUSIONPROBLEM_H
