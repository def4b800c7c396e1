//===- ViewChain.cpp - From a view to what it shows -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewChain.h"
#include "stax/Analysis/DependenceGraph.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

bool stax::isView(Operation *op) {
  return isa<tensor::CastOp, tensor::CollapseShapeOp, tensor::ExpandShapeOp,
             tensor::ExtractSliceOp>(op);
}

/// A position in a group of `extents` as one number; nothing where the inner
/// ones are dynamic.
static AffineExpr flatten(ArrayRef<AffineExpr> indices,
                          ArrayRef<int64_t> extents) {
  AffineExpr sum = indices.front();
  for (unsigned i = 1; i < indices.size(); ++i) {
    if (ShapedType::isDynamic(extents[i]))
      return {};
    sum = sum * extents[i] + indices[i];
  }
  return sum;
}

/// The inverse of `flatten`, appended to `indices`.
static bool unflatten(AffineExpr index, ArrayRef<int64_t> extents,
                      SmallVectorImpl<AffineExpr> &indices) {
  SmallVector<AffineExpr> reversed;
  for (unsigned i = extents.size(); i-- > 1;) {
    if (ShapedType::isDynamic(extents[i]) || extents[i] == 0)
      return false;
    reversed.push_back(index % extents[i]);
    index = index.floorDiv(extents[i]);
  }
  reversed.push_back(index);
  llvm::append_range(indices, llvm::reverse(reversed));
  return true;
}

/// Indices of the source of a reshape, given those of its result. Groups are of
/// the dimensions of the side that has more.
template <typename Reshape>
static bool mapReshape(Reshape op, ArrayRef<AffineExpr> indices,
                       SmallVectorImpl<AffineExpr> &source) {
  constexpr bool isCollapse = std::is_same_v<Reshape, tensor::CollapseShapeOp>;
  ArrayRef<int64_t> shape =
      (isCollapse ? op.getSrcType() : op.getResultType()).getShape();
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    ArrayRef<int64_t> extents = shape.slice(group.front(), group.size());
    if (isCollapse) {
      if (!unflatten(indices[axis], extents, source))
        return false;
      continue;
    }
    AffineExpr sum =
        flatten(indices.slice(group.front(), group.size()), extents);
    if (!sum)
      return false;
    source.push_back(sum);
  }
  // All dimensions of a scalar's reshape have extent 1.
  for (unsigned axis = source.size(); axis < op.getSrcType().getRank(); ++axis)
    source.push_back(getAffineConstantExpr(0, op.getContext()));
  return true;
}

static bool mapSlice(tensor::ExtractSliceOp op, ArrayRef<AffineExpr> indices,
                     SmallVectorImpl<AffineExpr> &source) {
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned next = 0;
  for (auto [axis, offset, stride] :
       llvm::enumerate(op.getStaticOffsets(), op.getStaticStrides())) {
    if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(stride))
      return false;
    AffineExpr index = dropped.test(axis)
                           ? getAffineConstantExpr(0, op.getContext())
                           : indices[next++];
    source.push_back(index * stride + offset);
  }
  return true;
}

/// `map`, into the result of the view `op`, as one into its source.
static std::optional<AffineMap> mapToSource(Operation *op, AffineMap map) {
  SmallVector<AffineExpr> source;
  bool isKnown = false;
  if (isa<tensor::CastOp>(op)) {
    source.assign(map.getResults().begin(), map.getResults().end());
    isKnown = true;
  } else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    isKnown = mapReshape(collapse, map.getResults(), source);
  } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    isKnown = mapReshape(expand, map.getResults(), source);
  } else {
    isKnown =
        mapSlice(cast<tensor::ExtractSliceOp>(op), map.getResults(), source);
  }
  if (!isKnown)
    return std::nullopt;
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), source,
                        op->getContext());
}

static ViewChain startChain(Value tensor) {
  ViewChain chain;
  chain.root = tensor;
  if (auto type = dyn_cast<RankedTensorType>(tensor.getType()))
    chain.map =
        AffineMap::getMultiDimIdentityMap(type.getRank(), tensor.getContext());
  return chain;
}

/// `before`, the chain of the source of the view `op`, and `op`.
static ViewChain extendChain(Operation *op, const ViewChain &before) {
  ViewChain chain = startChain(op->getResult(0));
  chain.root = before.root;
  chain.outermost = op;
  if (chain.map)
    chain.map = mapToSource(op, *chain.map);
  if (chain.map && before.map)
    chain.map = before.map->compose(*chain.map);
  else
    chain.map = std::nullopt;
  return chain;
}

ViewChain ViewChains::get(Value tensor) {
  SmallVector<Operation *> views;
  ViewChain chain;
  for (Value value = tensor;;) {
    if (auto it = chains.find(value); it != chains.end()) {
      chain = it->second;
      break;
    }
    Operation *op = value.getDefiningOp();
    if (!op || !isView(op) ||
        !isa<RankedTensorType>(op->getOperand(0).getType())) {
      chain = chains[value] = startChain(value);
      break;
    }
    views.push_back(op);
    value = op->getOperand(0);
  }
  for (Operation *op : llvm::reverse(views))
    chain = chains[op->getResult(0)] = extendChain(op, chain);
  return chain;
}
