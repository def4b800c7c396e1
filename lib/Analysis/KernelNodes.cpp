//===- KernelNodes.cpp - The nodes of a kernel as loops see them ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order of a nest follows the values that the node reads: one that varies
// over few loops has them first in the nest of its reader, so that both can
// share these loops.
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/KernelNodes.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

/// Adds the sequential dimensions of `kernel`'s space that `expr` uses.
static void addSequentialDims(KernelOp kernel, AffineExpr expr,
                              llvm::SmallBitVector &dims) {
  for (unsigned dim = kernel.getPar().size(); dim < kernel.getRank(); ++dim)
    if (expr.isFunctionOfDim(dim))
      dims.set(dim);
}

/// The nodes that `node` reads, those whose values vary over the fewest loops
/// first.
static SmallVector<unsigned> getProducers(const KernelNode &node,
                                          ArrayRef<KernelNode> nodes) {
  SmallVector<unsigned> producers =
      llvm::map_to_vector(node.reads, [](NodeValue read) { return read.node; });
  llvm::sort(producers, [&](unsigned lhs, unsigned rhs) {
    return std::pair(nodes[lhs].nest.valueLevel, lhs) <
           std::pair(nodes[rhs].nest.valueLevel, rhs);
  });
  return producers;
}

static NodeNest getNest(KernelOp kernel, const KernelNode &node,
                        ArrayRef<KernelNode> nodes) {
  llvm::SmallBitVector used(kernel.getRank()), carried(kernel.getRank());
  bool reduces = false;
  for (auto [expr, kind] :
       llvm::zip_equal(node.map.getResults(),
                       FusableOpInterface(node.op).getIteratorKinds())) {
    addSequentialDims(kernel, expr, used);
    if (kind != IteratorKind::Parallel)
      addSequentialDims(kernel, expr, carried);
    reduces |= kind == IteratorKind::Reduction;
  }
  llvm::SmallSetVector<unsigned, 4> order;
  auto addKept = [&](unsigned dim) {
    if (used.test(dim) && !carried.test(dim))
      order.insert(dim);
  };
  for (unsigned producer : getProducers(node, nodes)) {
    const NodeNest &nest = nodes[producer].nest;
    llvm::for_each(ArrayRef(nest.dims).take_front(nest.valueLevel), addKept);
  }
  llvm::for_each(used.set_bits(), addKept);

  NodeNest nest;
  nest.carryLevel = order.size();
  for (unsigned dim : carried.set_bits())
    order.insert(dim);
  nest.dims.assign(order.begin(), order.end());
  nest.valueLevel = reduces ? nest.carryLevel : nest.dims.size();
  std::optional<ScanInfo> scan = FusableOpInterface(node.op).getScanInfo();
  nest.isReverse = scan && scan->isReverse;
  return nest;
}

/// Marks the nodes that what `kernel` yields depends on.
static void markLive(KernelOp kernel, MutableArrayRef<KernelNode> nodes,
                     const llvm::DenseMap<Operation *, unsigned> &positions) {
  for (Value value : kernel.getYield().getValues())
    nodes[positions.at(value.getDefiningOp())].isLive = true;
  for (KernelNode &node : llvm::reverse(nodes))
    if (node.isLive)
      for (NodeValue read : node.reads)
        nodes[read.node].isLive = true;
}

SmallVector<KernelNode> stax::getKernelNodes(KernelOp kernel) {
  SmallVector<KernelNode> nodes;
  llvm::DenseMap<Operation *, unsigned> positions;
  for (FusableOpInterface op : kernel.getNodes()) {
    KernelNode node;
    node.op = op;
    node.map = getNodeMap(kernel, op);
    for (OperandAccess &access : getTensorReads(op))
      if (auto result = dyn_cast<OpResult>(access.operand))
        node.reads.push_back(
            {positions.at(result.getOwner()), result.getResultNumber()});
    node.nest = getNest(kernel, node, nodes);
    positions[op] = nodes.size();
    nodes.push_back(std::move(node));
  }
  markLive(kernel, nodes, positions);
  return nodes;
}
