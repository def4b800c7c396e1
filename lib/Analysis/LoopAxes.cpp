//===- LoopAxes.cpp - Which loops of different nodes are the same ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names are classes of a union-find over the loops of nodes and the dimensions
// of buffers. Loops of one node must not fall together, so that each class
// knows those that it is distinct from; two classes unite by adding the shorter
// list to the longer one.
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/LoopAxes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

unsigned LoopAxes::addAxis(unsigned extent) {
  axes.emplace_back();
  axes.back().parent = axes.size() - 1;
  axes.back().extent = extent;
  return axes.size() - 1;
}

/// Axes for loops that are distinct.
void LoopAxes::addGroup(SmallVectorImpl<unsigned> &slots,
                        ArrayRef<unsigned> extents) {
  for (unsigned extent : extents)
    slots.push_back(addAxis(extent));
  for (unsigned axis : slots)
    for (unsigned other : slots)
      if (axis != other)
        axes[axis].distinct.push_back(other);
}

unsigned LoopAxes::find(unsigned axis) const {
  while (axes[axis].parent != axis) {
    axes[axis].parent = axes[axes[axis].parent].parent;
    axis = axes[axis].parent;
  }
  return axis;
}

bool LoopAxes::canUnify(unsigned lhs, unsigned rhs) const {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs)
    return true;
  if (!graph.getExtents().areEqual(axes[lhs].extent, axes[rhs].extent))
    return false;
  if (axes[lhs].distinct.size() > axes[rhs].distinct.size())
    std::swap(lhs, rhs);
  return llvm::none_of(axes[lhs].distinct,
                       [&](unsigned other) { return find(other) == rhs; });
}

void LoopAxes::unify(unsigned lhs, unsigned rhs) {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs)
    return;
  if (axes[lhs].distinct.size() < axes[rhs].distinct.size())
    std::swap(lhs, rhs);
  axes[rhs].parent = lhs;
  SmallVector<unsigned, 2> &distinct = axes[lhs].distinct;
  llvm::append_range(distinct, axes[rhs].distinct);
  axes[rhs].distinct.clear();
  if (distinct.size() < axes[lhs].limit)
    return;
  for (unsigned &other : distinct)
    other = find(other);
  llvm::sort(distinct);
  distinct.erase(llvm::unique(distinct), distinct.end());
  axes[lhs].limit = 2 * distinct.size() + 8;
}

//===----------------------------------------------------------------------===//
// Alignment
//===----------------------------------------------------------------------===//

bool LoopAxes::isUnit(unsigned axis) const {
  return !axes[find(axis)].isCombined &&
         graph.getExtents().getConstant(axes[axis].extent) == 1;
}

/// The loops of a node that an access has as the index of each dimension of the
/// buffer, -1 for the index 0 of one of extent 1; nothing if there is something
/// else.
static std::optional<SmallVector<int>>
getPlainLoops(const DependenceGraph &graph, const GraphNode &node,
              const GraphAccess &access) {
  if (!access.map || access.view)
    return std::nullopt;
  const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
  if (!buffer.isRanked)
    return std::nullopt;
  SmallVector<int> loops;
  llvm::SmallBitVector seen(node.extents.size());
  for (auto [axis, expr] : llvm::enumerate(access.map->getResults())) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (graph.getExtents().getConstant(buffer.shape[axis]) == 1) {
      // A longer loop reads it at some points only, under a guard.
      bool isUnit = dim ? graph.getExtents().getConstant(
                              node.extents[dim.getPosition()]) == 1
                        : constant && constant.getValue() == 0;
      if (!isUnit)
        return std::nullopt;
      loops.push_back(dim ? int(dim.getPosition()) : -1);
      continue;
    }
    if (!dim || seen.test(dim.getPosition()))
      return std::nullopt;
    seen.set(dim.getPosition());
    loops.push_back(dim.getPosition());
  }
  return loops;
}

/// Gives the loops of a node the names of the dimensions that they run along,
/// unless one of them is taken. One of extent 1 may stay without.
void LoopAxes::align(unsigned node, const GraphAccess &access) {
  std::optional<SmallVector<int>> loops =
      getPlainLoops(graph, graph.getNodes()[node], access);
  if (!loops || bufferSlots[access.buffer].empty())
    return;
  ArrayRef<unsigned> slots = nodeSlots[node], dims = bufferSlots[access.buffer];
  auto canAlign = [&](auto item) {
    return item.value() >= 0 &&
           canUnify(slots[item.value()], dims[item.index()]);
  };
  bool fits = llvm::all_of(llvm::enumerate(*loops), [&](auto item) {
    return isUnit(dims[item.index()]) || canAlign(item);
  });
  if (!fits)
    return;
  for (auto item : llvm::enumerate(*loops))
    if (canAlign(item))
      unify(slots[item.value()], dims[item.index()]);
}

LoopAxes::LoopAxes(const DependenceGraph &graph)
    : graph(graph), nodeSlots(graph.getNodes().size()),
      bufferSlots(graph.getBuffers().size()) {
  auto isProduced = [&](const GraphAccess &access) {
    return graph.getBuffers()[access.buffer].producer.has_value();
  };
  for (auto [number, node] : llvm::enumerate(graph.getNodes())) {
    if (!node.isFusable())
      continue;
    addGroup(nodeSlots[number], node.extents);
    for (const GraphAccess &access : node.accesses) {
      SmallVector<unsigned, 4> &dims = bufferSlots[access.buffer];
      const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
      if (dims.empty() && buffer.isRanked &&
          (access.mode == AccessMode::Write || !isProduced(access)))
        addGroup(dims, buffer.shape);
      if (isProduced(access))
        align(number, access);
    }
  }
  for (auto [number, node] : llvm::enumerate(graph.getNodes()))
    if (node.isFusable())
      for (const GraphAccess &access : node.accesses)
        if (!isProduced(access))
          align(number, access);
  markCombined();
}

void LoopAxes::markCombined() {
  for (auto [number, node] : llvm::enumerate(graph.getNodes()))
    if (node.isFusable())
      for (auto [kind, axis] : llvm::zip_equal(node.kinds, nodeSlots[number]))
        axes[find(axis)].isCombined |= kind != IteratorKind::Parallel;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

SmallVector<unsigned> LoopAxes::getAxes(unsigned node) const {
  SmallVector<unsigned> names;
  for (unsigned axis : nodeSlots[node])
    names.push_back(isUnit(axis) ? kUnit : find(axis));
  return names;
}

SmallVector<unsigned> LoopAxes::getBufferAxes(unsigned buffer) const {
  return llvm::map_to_vector(bufferSlots[buffer],
                             [&](unsigned axis) { return find(axis); });
}

bool LoopAxes::isAligned(unsigned node, const GraphAccess &access) const {
  std::optional<SmallVector<int>> loops =
      getPlainLoops(graph, graph.getNodes()[node], access);
  ArrayRef<unsigned> dims = bufferSlots[access.buffer];
  // Only nodes that can be fused have names.
  if (!loops || dims.size() != loops->size() ||
      !graph.getNodes()[node].isFusable())
    return false;
  return llvm::all_of(llvm::enumerate(*loops), [&](auto item) {
    auto [dim, loop] = item;
    if (loop < 0)
      return isUnit(dims[dim]);
    unsigned slot = nodeSlots[node][loop];
    return find(slot) == find(dims[dim]) || (isUnit(slot) && isUnit(dims[dim]));
  });
}
