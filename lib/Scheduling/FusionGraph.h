//===- FusionGraph.h - A fusion problem indexed for solvers -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are renumbered in topological order, so that every edge goes from a
// smaller number to a larger one; a list that is in order keeps its numbers.
// Node v writes buffer v here, too, and inputs come after the nodes.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONGRAPH_H
#define STAX_LIB_SCHEDULING_FUSIONGRAPH_H

#include "FusionDomains.h"
#include "stax/Scheduling/FusionProblem.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::stax {

/// Lists of numbers in one array: list i is `items` from begin[i] to
/// begin[i + 1], in the order in which its items were given.
class Adjacency {
public:
  Adjacency() = default;
  Adjacency(unsigned numLists,
            llvm::ArrayRef<std::pair<unsigned, unsigned>> listsAndItems);

  llvm::ArrayRef<unsigned> operator[](unsigned list) const {
    return llvm::ArrayRef(items).slice(begin[list],
                                       begin[list + 1] - begin[list]);
  }

private:
  std::vector<unsigned> begin, items;
};

struct FusionGraph {
  /// `problem` has passed `check`.
  FusionGraph(const FusionProblem &problem, const FusionRules &rules);

  unsigned size() const { return domain.size(); }
  unsigned numBuffers() const { return bytes.size(); }
  bool isInput(unsigned buffer) const { return buffer >= size(); }

  /// The blocks in an execution order, each a list of nodes in one. `blockOf`
  /// gives each node a block by any number below `size()`; the blocks form no
  /// cycle.
  FusionPartition sortBlocks(llvm::ArrayRef<unsigned> blockOf) const;

  /// The same in the numbers of the problem.
  FusionPartition partition(llvm::ArrayRef<unsigned> blockOf) const;

  /// FusionProblem::traffic of that partition.
  int64_t traffic(llvm::ArrayRef<unsigned> blockOf) const;

  std::vector<unsigned> original; ///< of each node its number in the problem
  Adjacency reads;                ///< of each node its buffers
  Adjacency readers;              ///< of each buffer its nodes, ascending
  Adjacency predecessors, successors; ///< of each node; may repeat
  Adjacency forbidden;                ///< of each node
  std::vector<int64_t> bytes;         ///< of each buffer
  std::vector<unsigned> domain;       ///< of each node, a set of `domains`
  llvm::BitVector isOutput, isTemplate, isReduction, isOrdered; ///< of each
                                                                ///< node
  mutable FusionDomains domains;                                ///< a cache
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONGRAPH_H
