//===- OrderGraph.h - The order problem of a block --------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns a dependence graph into a problem of lib/Scheduling, and an answer back
// into an order of operations with the destinations that they overwrite.
//
// Counted is what the memory plan will hold: the tensors that operations of the
// block produce and that die in it, and what kernels need for private values,
// rounded up to the alignment of the plan. What the block returns, what it was
// given and what calls return exists for any order.
//
// An operation in destination style that is no kernel updates the buffer of its
// destination if nothing reads that later, and else a copy. Which of the two is
// told by the text: the operation keeps its place among the readers. So does a
// kernel that writes over an argument which the caller gives away.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_ORDERGRAPH_H
#define STAX_ANALYSIS_ORDERGRAPH_H

#include "stax/Analysis/DependenceGraph.h"
#include "stax/Analysis/PrivateValues.h"
#include "stax/IR/StaxOps.h"
#include "stax/Scheduling/OrderProblem.h"

namespace mlir::stax {

/// A kernel writes its destination `destination` over tensor `input`, which
/// nothing needs after it.
struct Overwrite {
  KernelOp kernel;
  unsigned destination;
  Value input;
};

/// An order of a block.
struct BlockOrder {
  std::vector<Operation *> ops; ///< the graph's nodes
  std::vector<Overwrite> overwrites;
  int64_t peak = 0; ///< the most bytes live at once
};

struct OrderGraphOptions {
  bool inPlace = true;    ///< whether kernels may overwrite their inputs
  int64_t alignment = 64; ///< of buffers, in bytes; a power of two
  PrivateBufferOptions privateBuffers;
};

class OrderGraph {
public:
  OrderGraph(const DependenceGraph &graph, const OrderGraphOptions &options);

  /// One node for each tensor that an operation produces, or one for an
  /// operation that produces none. The tensors of one operation may be apart in
  /// an order of the problem, which makes its lower bound one of the block.
  const OrderProblem &getProblem() const { return problem; }

  /// Whether all sizes are known. Others are estimates, which serve to find an
  /// order and not to state its peak.
  bool isStatic() const { return hasStaticSizes; }

  /// The order of the block that `order` of the problem stands for.
  BlockOrder getBlockOrder(ArrayRef<unsigned> order) const;

private:
  void addNodes(unsigned number);
  void addInputs(unsigned number);
  void addUpdates(unsigned number);
  void addDonations(unsigned number);
  void addOverwrites(unsigned number);
  SmallVector<unsigned> findOverwriting(KernelOp kernel, unsigned number,
                                        unsigned in) const;
  std::optional<unsigned> findBuffer(const GraphNode &node, Value value) const;
  unsigned getStorage(unsigned node) const;
  void releaseStorage();
  int64_t computePeak(ArrayRef<unsigned> order,
                      ArrayRef<Storage> storages) const;

  const DependenceGraph &graph;
  OrderGraphOptions options;
  bool hasStaticSizes = true;
  OrderProblem problem;
  /// Overwrites of what the caller gave away, and their results.
  std::vector<Overwrite> donations;
  llvm::SmallPtrSet<Value, 4> donated;
  /// First node of the problem of each node of the graph, and the end.
  std::vector<unsigned> firstNode;
  std::vector<unsigned> graphNode; ///< of each node of the problem
  std::vector<unsigned> bufferOf;  ///< of each node of the problem
  /// Node of the problem of each buffer of the graph.
  std::vector<std::optional<unsigned>> nodeOf;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_ORDERGRAPH_H
