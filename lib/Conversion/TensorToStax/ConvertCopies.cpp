//===- ConvertCopies.cpp - Slices, padding and concatenation to Stax ------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations whose elements are those of their sources at other places. Where
// they come from is an access map, and a guard where they may come from
// nowhere.
//
//===----------------------------------------------------------------------===//

#include "Converters.h"
#include "ReadList.h"
#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;

static OpFoldResult add(OpBuilder &builder, Location loc, OpFoldResult lhs,
                        OpFoldResult rhs) {
  std::optional<int64_t> left = getConstantIntValue(lhs);
  std::optional<int64_t> right = getConstantIntValue(rhs);
  if (left && right)
    return builder.getIndexAttr(*left + *right);
  if (left == 0)
    return rhs;
  if (right == 0)
    return lhs;
  return arith::AddIOp::create(
             builder, loc, getValueOrCreateConstantIndexOp(builder, loc, lhs),
             getValueOrCreateConstantIndexOp(builder, loc, rhs))
      .getResult();
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

std::optional<std::string> stax::findObstacle(tensor::ExtractSliceOp op) {
  for (OpOperand &use : op->getUses()) {
    auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (user && user.isDpsInit(&use))
      return "it is a destination";
  }
  return std::nullopt;
}

// The map of a prefix has a symbol that is 0: a plain dimension would say that
// the source ends where the slice does.
PointwiseOp stax::convert(OpBuilder &builder, tensor::ExtractSliceOp op) {
  Location loc = op.getLoc();
  ReadList reads(op.getContext());
  llvm::SmallBitVector isDropped = op.getDroppedDims();
  SmallVector<AffineExpr> position;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, offset, size, stride] : llvm::enumerate(
           op.getMixedOffsets(), op.getMixedSizes(), op.getMixedStrides())) {
    AffineExpr start = reads.getExpr(offset);
    if (isDropped.test(dim)) {
      position.push_back(start);
      continue;
    }
    AffineExpr point = builder.getAffineDimExpr(sizes.size());
    sizes.push_back(size);
    AffineExpr expr = point * reads.getExpr(stride) + start;
    bool isWhole =
        getConstantIntValue(size) == op.getSourceType().getDimSize(dim);
    if (expr == point && !isWhole)
      expr = point +
             reads.getSymbol(arith::ConstantIndexOp::create(builder, loc, 0));
    position.push_back(expr);
  }
  reads.add(op.getSource(), position);
  return reads.create(
      builder, loc, op.getResultType(),
      getResultExtents(builder, loc, op.getResultType(),
                       [&](unsigned dim) { return sizes[dim]; }));
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

static Value getYielded(tensor::PadOp op) {
  return cast<tensor::YieldOp>(op.getBody()->getTerminator()).getValue();
}

std::optional<std::string> stax::findObstacle(tensor::PadOp op) {
  Value padding = getYielded(op);
  if (padding.getParentBlock() == op.getBody() &&
      !matchPattern(padding, m_Constant()))
    return "its padding is not one value";
  return std::nullopt;
}

/// The scalar that pads, in front of `op`.
static Value getPadding(OpBuilder &builder, tensor::PadOp op) {
  Value padding = getYielded(op);
  TypedAttr constant;
  if (matchPattern(padding, m_Constant(&constant)))
    return arith::ConstantOp::create(builder, op.getLoc(), constant);
  return padding;
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::PadOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  ReadList reads(op.getContext());
  SmallVector<AffineExpr> position, bounds;
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, low, high] :
       llvm::enumerate(op.getMixedLowPad(), op.getMixedHighPad())) {
    OpFoldResult size = getExtent(builder, loc, op.getSource(), dim);
    AffineExpr point = builder.getAffineDimExpr(dim);
    AffineExpr start = reads.getExpr(low);
    position.push_back(point - start);
    if (!isZeroInteger(low))
      bounds.push_back(point - start);
    // Whether the result ends where the source does, rather than being said to.
    bool endsTogether = isZeroInteger(high) &&
                        (type.isDynamicDim(dim) || (getConstantIntValue(size) &&
                                                    getConstantIntValue(low)));
    if (!endsTogether)
      bounds.push_back(start + reads.getExpr(size) - 1 - point);
    sizes.push_back(add(builder, loc, add(builder, loc, low, size), high));
  }
  reads.add(op.getSource(), position, bounds, getPadding(builder, op));
  return reads.create(builder, loc, type,
                      getResultExtents(builder, loc, type, [&](unsigned dim) {
                        return sizes[dim];
                      }));
}

//===----------------------------------------------------------------------===//
// Concatenation
//===----------------------------------------------------------------------===//

std::optional<std::string> stax::findObstacle(tensor::ConcatOp) {
  return std::nullopt;
}

/// Yields the element of the first piece that ends after the point. `ends` are
/// those of all pieces but the last.
static void selectPiece(OpBuilder &builder, Location loc, ValueRange elements,
                        uint64_t dim, ArrayRef<OpFoldResult> ends) {
  Value element = elements.back();
  if (!ends.empty()) {
    Value index = IndexOp::create(builder, loc, dim);
    for (auto [piece, end] :
         llvm::reverse(llvm::zip_equal(elements.drop_back(), ends))) {
      Value isInside = arith::CmpIOp::create(
          builder, loc, arith::CmpIPredicate::slt, index,
          getValueOrCreateConstantIndexOp(builder, loc, end));
      element = arith::SelectOp::create(builder, loc, isInside, piece, element);
    }
  }
  YieldOp::create(builder, loc, element);
}

/// Reads `input`, which lies in [`start`, `start` + `size`) of dimension
/// `axis`. If `isLast` nothing lies behind it.
static void addPiece(ReadList &reads, Value input, unsigned axis,
                     OpFoldResult start, OpFoldResult size, bool isLast,
                     Value padding) {
  int64_t rank = cast<RankedTensorType>(input.getType()).getRank();
  SmallVector<AffineExpr> position =
      llvm::map_to_vector(llvm::seq<unsigned>(rank), [&](unsigned dim) {
        return getAffineDimExpr(dim, input.getContext());
      });
  AffineExpr point = position[axis];
  AffineExpr first = reads.getExpr(start);
  position[axis] = point - first;
  SmallVector<AffineExpr> bounds;
  if (!isZeroInteger(start))
    bounds.push_back(point - first);
  if (!isLast)
    bounds.push_back(first + reads.getExpr(size) - 1 - point);
  reads.add(input, position, bounds, padding);
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::ConcatOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  unsigned axis = op.getDim();
  Value padding = arith::ConstantOp::create(
      builder, loc, builder.getZeroAttr(type.getElementType()));
  ReadList reads(op.getContext());
  SmallVector<OpFoldResult> ends;
  OpFoldResult start = builder.getIndexAttr(0);
  for (auto [number, input] : llvm::enumerate(op.getInputs())) {
    OpFoldResult size = getExtent(builder, loc, input, axis);
    OpFoldResult end = add(builder, loc, start, size);
    // The result ends where its last piece does, unless it is only said to.
    bool isLast = number + 1 == op.getInputs().size() &&
                  (type.isDynamicDim(axis) || getConstantIntValue(end));
    addPiece(reads, input, axis, start, size, isLast, padding);
    start = end;
    ends.push_back(end);
  }
  SmallVector<OpFoldResult> extents =
      getResultExtents(builder, loc, type, [&](unsigned dim) {
        return dim == axis ? ends.back()
                           : getExtent(builder, loc, op.getInputs()[0], dim);
      });
  return reads.create(builder, loc, type, extents,
                      [&](OpBuilder &nested, Location loc, ValueRange args) {
                        selectPiece(nested, loc, args, axis,
                                    ArrayRef(ends).drop_back());
                      });
}
