//===- OrderGraph.h - The order problem of a block ---------------*- C++
//-*-===//
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
// Counted are the tensors that operations of the block produce and that die in
// it, rounded up to the alignment of the memory plan. What the block returns,
// and what it was given, exists for any order.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_ORDERGRAPH_H
#define STAX_ANALYSIS_ORDERGRAPH_H

#include "stax/Analysis/DependenceGraph.h"
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

class OrderGraph {
public:
  /// `inPlace`: whether kernels may overwrite their inputs. `alignment` is a
  /// power of two, in bytes.
  OrderGraph(const DependenceGraph &graph, bool inPlace, int64_t alignment);

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
  void addOverwrites(unsigned number);
  int64_t computePeak(ArrayRef<unsigned> nodes,
                      ArrayRef<std::pair<unsigned, unsigned>> overwrites) const;

  const DependenceGraph &graph;
  int64_t alignment;
  bool hasStaticSizes = true;
  OrderProblem problem;
  /// First node of the problem of each node of the graph, and the end.
  std::vector<unsigned> firstNode;
  std::vector<unsigned> graphNode; ///< of each node of the problem
  std::vector<unsigned> bufferOf;  ///< of each node of the problem
  /// Node of the problem of each buffer of the graph.
  std::vector<std::optional<unsigned>> nodeOf;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_ORDERGRAPH_H
