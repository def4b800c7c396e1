//===- KernelLayout.cpp - The space of a kernel and its node maps ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop is parallel if every node of the kernel has it and none reduces it;
// all others are inside. Loops have the order of the node that has the most of
// them, the first of these, and reduced ones that of the reductions.
//
//===----------------------------------------------------------------------===//

#include "KernelLayout.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// The loops of one node by their names.
struct NodeLoops {
  SmallVector<unsigned> axes;
  SmallVector<OpFoldResult> extents;
  SmallVector<IteratorKind> kinds;
};
} // namespace

/// Parallel axes, then sequential ones.
static std::pair<SmallVector<unsigned>, SmallVector<unsigned>>
orderAxes(ArrayRef<NodeLoops> nodes) {
  auto count = [](const NodeLoops &node) {
    return llvm::count_if(
        node.axes, [](unsigned axis) { return axis != LoopAxes::kUnit; });
  };
  const NodeLoops *largest = &nodes.front();
  llvm::SetVector<unsigned> reduced;
  llvm::DenseMap<unsigned, unsigned> uses;
  for (const NodeLoops &node : nodes) {
    if (count(node) > count(*largest))
      largest = &node;
    for (auto [axis, kind] : llvm::zip_equal(node.axes, node.kinds)) {
      if (axis == LoopAxes::kUnit)
        continue;
      ++uses[axis];
      if (kind != IteratorKind::Parallel)
        reduced.insert(axis);
    }
  }
  SmallVector<unsigned> par, seq;
  for (unsigned axis : largest->axes) {
    if (axis == LoopAxes::kUnit || reduced.contains(axis))
      continue;
    (uses[axis] == nodes.size() ? par : seq).push_back(axis);
  }
  llvm::append_range(seq, reduced);
  return {par, seq};
}

static KernelLayout makeLayout(MLIRContext *context,
                               ArrayRef<NodeLoops> nodes) {
  auto [par, seq] = orderAxes(nodes);
  SmallVector<unsigned> space(par);
  llvm::append_range(space, seq);
  llvm::SmallDenseMap<unsigned, unsigned> positions;
  for (auto [position, axis] : llvm::enumerate(space))
    positions[axis] = position;
  KernelLayout layout;
  SmallVector<OpFoldResult> extents(space.size());
  for (const NodeLoops &node : nodes) {
    SmallVector<AffineExpr> exprs;
    for (auto [axis, extent] : llvm::zip_equal(node.axes, node.extents)) {
      if (axis == LoopAxes::kUnit) {
        exprs.push_back(getAffineConstantExpr(0, context));
        continue;
      }
      unsigned position = positions.lookup(axis);
      exprs.push_back(getAffineDimExpr(position, context));
      // Constants say more than values.
      if (!extents[position] || isa<Attribute>(extent))
        extents[position] = extent;
    }
    layout.nodeMaps.push_back(AffineMap::get(space.size(), 0, exprs, context));
  }
  layout.par.assign(extents.begin(), extents.begin() + par.size());
  layout.seq.assign(extents.begin() + par.size(), extents.end());
  return layout;
}

KernelLayout KernelLayout::get(const DependenceGraph &graph,
                               const LoopAxes &axes,
                               ArrayRef<unsigned> members) {
  SmallVector<NodeLoops> nodes;
  for (unsigned member : members) {
    const GraphNode &node = graph.getNodes()[member];
    nodes.push_back(
        {axes.getAxes(member),
         cast<ScheduleNodeOpInterface>(node.op).getIterationExtents(),
         node.kinds});
  }
  return makeLayout(graph.getNodes()[members.front()].op->getContext(), nodes);
}

KernelLayout KernelLayout::get(FusableOpInterface node) {
  NodeLoops loops{{}, node.getIterationExtents(), node.getIteratorKinds()};
  for (unsigned dim = 0; dim < loops.extents.size(); ++dim)
    loops.axes.push_back(dim);
  return makeLayout(node.getContext(), loops);
}
