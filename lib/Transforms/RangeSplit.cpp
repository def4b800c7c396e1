//===- RangeSplit.cpp - Ranges cut at the chunks of a tree ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeSplit.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

bool stax::isExtentOf(OpFoldResult extent, Value input, unsigned axis) {
  auto type = cast<RankedTensorType>(input.getType());
  if (!type.isDynamicDim(axis))
    return getConstantIntValue(extent) == type.getDimSize(axis);
  auto value = dyn_cast<Value>(extent);
  if (!value)
    return false;
  if (auto dim = value.getDefiningOp<tensor::DimOp>())
    if (dim.getSource() == input && dim.getConstantIndex() == axis)
      return true;
  auto producer = input.getDefiningOp<FusableOpInterface>();
  if (!producer)
    return false;
  AffineMap map =
      producer.getResultMap(cast<OpResult>(input).getResultNumber());
  return producer.getIterationExtents()[map.getDimPosition(axis)] == extent;
}

/// Axis of the first of the results d`first` to d`first + count - 1` of `map`,
/// if these are next to each other and nothing else depends on them; -1 if
/// nothing does at all.
static std::optional<int64_t> findNeighbours(AffineMap map, unsigned first,
                                             unsigned count) {
  auto isInside = [&](AffineExpr expr) {
    return llvm::any_of(llvm::seq(first, first + count), [&](unsigned dim) {
      return expr.isFunctionOfDim(dim);
    });
  };
  int64_t found = -1;
  ArrayRef<AffineExpr> results = map.getResults();
  for (unsigned axis = 0; axis < results.size(); ++axis) {
    if (!isInside(results[axis]))
      continue;
    if (found != -1 || axis + count > results.size())
      return std::nullopt;
    for (unsigned i = 0; i < count; ++i)
      if (results[axis + i] != getAffineDimExpr(first + i, map.getContext()))
        return std::nullopt;
    found = axis;
    axis += count - 1;
  }
  return found;
}

/// `input` with axes `axis` to `axis + count - 1` as one.
static Value collapseAxes(OpBuilder &builder, Location loc, Value input,
                          unsigned axis, unsigned count) {
  SmallVector<ReassociationIndices> groups;
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  for (int64_t i = 0; i < rank; ++i) {
    if (i > int64_t(axis) && i < int64_t(axis + count))
      groups.back().push_back(i);
    else
      groups.push_back({i});
  }
  return tensor::CollapseShapeOp::create(builder, loc, input, groups);
}

/// Whether the dimensions from `first` on of the domain of `op` are, in every
/// input, either absent or `count` axes next to each other.
static bool isCollapsible(ReduceOp op, unsigned first, unsigned count) {
  for (OperandAccess &access : op.getOperandAccesses()) {
    if (!findNeighbours(access.map, first, count))
      return false;
    for (unsigned dim = first; dim < first + count; ++dim)
      if (restrictsDim(access.guard, dim))
        return false;
  }
  return llvm::none_of(
      op.getBodyBlock()->getOps<IndexOp>(), [&](IndexOp index) {
        return index.getDim() >= first && index.getDim() < first + count;
      });
}

std::optional<CombinedRange> stax::getCombinedRange(RewriterBase &rewriter,
                                                    ReduceOp op) {
  ArrayRef<int64_t> dims = op.getDimensions();
  unsigned first = dims.front(), count = dims.size();
  CombinedRange range{PointComputation::get(op), first};
  if (count == 1)
    return range;
  if (dims.back() != first + count - 1 || !isCollapsible(op, first, count))
    return std::nullopt;
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  PointComputation &computation = range.computation;
  for (auto [input, map] :
       llvm::zip_equal(computation.inputs, computation.maps)) {
    int64_t axis = *findNeighbours(map, first, count);
    if (axis == -1)
      continue;
    input = collapseAxes(rewriter, loc, input, axis, count);
    SmallVector<AffineExpr> results(map.getResults());
    results.erase(results.begin() + axis + 1, results.begin() + axis + count);
    map = AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                         rewriter.getContext());
  }
  // Nothing depends on the dimensions after the first any more.
  SmallVector<AffineExpr> newDims;
  SmallVector<OpFoldResult> extents;
  OpFoldResult product = rewriter.getIndexAttr(1);
  AffineExpr a, b;
  bindSymbols(rewriter.getContext(), a, b);
  for (auto [dim, extent] : llvm::enumerate(computation.extents)) {
    if (dim < first || dim >= first + count) {
      newDims.push_back(rewriter.getAffineDimExpr(extents.size()));
      extents.push_back(extent);
      continue;
    }
    if (dim == first)
      extents.push_back(product);
    newDims.push_back(rewriter.getAffineDimExpr(first));
    std::optional<int64_t> known = getConstantIntValue(product);
    std::optional<int64_t> factor = getConstantIntValue(extent);
    int64_t constant;
    if (known && factor && !llvm::MulOverflow(*known, *factor, constant))
      product = rewriter.getIndexAttr(constant);
    else
      product = arith::MulIOp::create(
                    rewriter, loc,
                    getValueOrCreateConstantIndexOp(rewriter, loc, product),
                    getValueOrCreateConstantIndexOp(rewriter, loc, extent))
                    .getResult();
  }
  extents[first] = product;
  computation = computation.over(newDims, extents);
  return range;
}

std::optional<int64_t> stax::getChunkPoints(Tree tree,
                                            TypeRange accumulatorTypes) {
  switch (tree) {
  case Tree::Serial:
    return std::nullopt;
  case Tree::Row:
  case Tree::Column:
    return getTreeShape(tree, accumulatorTypes).chunk;
  case Tree::Pairs:
    // Any power of two is a border of pairs.
    return 4096;
  case Tree::ScanRow:
  case Tree::ScanColumn:
    return getScanShape(tree).chunk;
  }
  llvm_unreachable("all trees are covered");
}

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// The value of `expr`, over one symbol that is `extent`.
static OpFoldResult evaluate(OpBuilder &builder, Location loc, AffineExpr expr,
                             OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
    AffineExpr value = expr.replaceSymbols(
        {getAffineConstantExpr(*constant, builder.getContext())});
    return builder.getIndexAttr(cast<AffineConstantExpr>(value).getValue());
  }
  return affine::expandAffineExpr(builder, loc, expr, {},
                                  {cast<Value>(extent)});
}

RangeCut::RangeCut(OpBuilder &builder, Location loc, OpFoldResult extent,
                   int64_t chunk, bool isReverse)
    : chunk(chunk) {
  AffineExpr points = builder.getAffineSymbolExpr(0);
  auto get = [&](AffineExpr expr) {
    return evaluate(builder, loc, expr, extent);
  };
  fullChunks = get(points.floorDiv(chunk));
  fullPoints = get(points.floorDiv(chunk) * chunk);
  chunks = get(points.ceilDiv(chunk));
  places = get(points.floorDiv(chunk) + 1);
  rest = get(points % chunk);
  OpFoldResult zero = builder.getIndexAttr(0);
  headOffset = isReverse ? rest : zero;
  restOffset = isReverse ? zero : fullPoints;
  mayHaveRest = !isZeroInteger(rest);
}

SmallVector<Type> stax::getAccumulatorTypes(Operation *op,
                                            MonoidAttrInterface monoid) {
  Operation *yield = op->getRegion(0).front().getTerminator();
  return monoid.getAccumulatorTypes(yield->getOperandTypes());
}

SplitBuilder::SplitBuilder(RewriterBase &rewriter, Operation *op,
                           MonoidAttrInterface monoid, Tree tree,
                           const CombinedRange &range, int64_t chunk,
                           bool isReverse)
    : rewriter(rewriter), context(op->getContext()), op(op), loc(op->getLoc()),
      monoid(monoid), tree(tree), types(getAccumulatorTypes(op, monoid)),
      range(range), cut(rewriter, loc, range.computation.extents[range.dim],
                        chunk, isReverse) {}

SmallVector<OpFoldResult> SplitBuilder::getExtentsWith(OpFoldResult extent) {
  SmallVector<OpFoldResult> extents(range.computation.extents);
  extents[range.dim] = extent;
  return extents;
}

PointComputation SplitBuilder::getHead(bool isFlipped) {
  PointComputation head = range.computation;
  AffineExpr offset = head.getExpr(cut.headOffset, context);
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < head.extents.size(); ++dim)
    dims.push_back(getAffineDimExpr(dim > range.dim ? dim + 1 : dim, context));
  AffineExpr point = getAffineDimExpr(range.dim + 1, context);
  if (isFlipped)
    point = cut.chunk - 1 - point;
  dims[range.dim] = dims[range.dim] * cut.chunk + point + offset;
  SmallVector<OpFoldResult> extents = getExtentsWith(cut.fullChunks);
  extents.insert(extents.begin() + range.dim + 1,
                 rewriter.getIndexAttr(cut.chunk));
  return head.over(dims, extents);
}

PointComputation SplitBuilder::getRest() {
  PointComputation rest = range.computation;
  // A plain dimension would say that inputs end where the rest does.
  AffineExpr offset =
      isZeroInteger(cut.restOffset)
          ? rest.addSymbol(arith::ConstantIndexOp::create(rewriter, loc, 0))
          : rest.getExpr(cut.restOffset, context);
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < rest.extents.size(); ++dim)
    dims.push_back(getAffineDimExpr(dim, context));
  dims[range.dim] = dims[range.dim] + offset;
  return rest.over(dims, getExtentsWith(cut.rest));
}

RankedTensorType SplitBuilder::getTensorType(ArrayRef<OpFoldResult> extents,
                                             Type element) {
  SmallVector<int64_t> shape = llvm::map_to_vector(extents, [](auto extent) {
    return getConstantIntValue(extent).value_or(ShapedType::kDynamic);
  });
  return RankedTensorType::get(shape, element);
}

void SplitBuilder::keepAttributes(Operation *part) {
  part->setDiscardableAttrs(op->getDiscardableAttrDictionary());
}

SmallVector<Value> SplitBuilder::reducePart(const PointComputation &computation,
                                            unsigned dim) {
  SmallVector<OpFoldResult> kept(computation.extents);
  kept.erase(kept.begin() + dim);
  SmallVector<Type> resultTypes = llvm::map_to_vector(
      types, [&](Type type) { return Type(getTensorType(kept, type)); });
  auto part = ReduceOp::create(
      rewriter, loc, resultTypes, monoid, ArrayRef<int64_t>{int64_t(dim)},
      computation.inputs, computation.maps, computation.extents,
      /*partial=*/true, [&](OpBuilder &builder, Location loc, ValueRange args) {
        computation.emitBody(builder, loc, args);
      });
  part.setTree(tree);
  computation.setSymbolsAndGuards(part);
  keepAttributes(part);
  return llvm::to_vector_of<Value>(part.getResults());
}

SmallVector<Value>
SplitBuilder::createConstants(ArrayRef<TypedAttr> constants) {
  return llvm::map_to_vector(constants, [&](TypedAttr constant) -> Value {
    return arith::ConstantOp::create(rewriter, loc, constant);
  });
}

/// `value` as a float of another width.
static Value convertScalar(OpBuilder &builder, Location loc, Value value,
                           Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value SplitBuilder::convert(Value value, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  if (!tensor)
    return convertScalar(rewriter, loc, value, type);
  if (tensor.getElementType() == type)
    return value;
  auto converted = PointwiseOp::create(
      rewriter, loc, tensor.clone(type), value,
      AffineMap::getMultiDimIdentityMap(tensor.getRank(), context),
      tensor::getMixedSizes(rewriter, loc, value),
      [&](OpBuilder &builder, Location loc, ValueRange args) {
        YieldOp::create(builder, loc,
                        convertScalar(builder, loc, args[0], type));
      });
  keepAttributes(converted);
  return converted.getResult(0);
}
