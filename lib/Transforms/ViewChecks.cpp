//===- ViewChecks.cpp - Whether views have the extents that they say ------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ViewChecks.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::stax;

static Value constant(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

/// `condition`, and `other` if that is not null.
static Value andAlso(OpBuilder &builder, Location loc, Value other,
                     Value condition) {
  return other ? arith::AndIOp::create(builder, loc, other, condition)
               : condition;
}

/// Whether `size` is `extent`.
static Value isEqual(OpBuilder &builder, Location loc, OpFoldResult size,
                     OpFoldResult extent) {
  return arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq,
      getValueOrCreateConstantIndexOp(builder, loc, size),
      getValueOrCreateConstantIndexOp(builder, loc, extent));
}

/// Whether no size is negative and their product, which must not wrap, is
/// `total`.
static Value isProduct(OpBuilder &builder, Location loc,
                       ArrayRef<OpFoldResult> sizes, Value total) {
  Value zero = constant(builder, loc, 0);
  Value product = constant(builder, loc, 1), fits;
  for (OpFoldResult size : sizes) {
    Value value = getValueOrCreateConstantIndexOp(builder, loc, size);
    auto step = arith::MulUIExtendedOp::create(builder, loc, product, value);
    product = step.getLow();
    Value isExact = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, step.getHigh(), zero);
    Value isSize = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::sge, value, zero);
    fits = andAlso(builder, loc, fits, isSize);
    fits = andAlso(builder, loc, fits, isExact);
  }
  Value isTotal = isEqual(builder, loc, product, total);
  return andAlso(builder, loc, fits, isTotal);
}

Value stax::emitFits(OpBuilder &builder, memref::CastOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto result = dyn_cast<MemRefType>(op.getType());
  if (!source || !result)
    return {};
  Location loc = op.getLoc();
  Value fits;
  for (int64_t axis = 0; axis < result.getRank(); ++axis) {
    if (!source.isDynamicDim(axis) || result.isDynamicDim(axis))
      continue;
    Value extent =
        builder.createOrFold<memref::DimOp>(loc, op.getSource(), axis);
    fits = andAlso(builder, loc, fits,
                   isEqual(builder, loc, extent,
                           builder.getIndexAttr(result.getDimSize(axis))));
  }
  return fits;
}

/// Whether the one of `sizes` that is not 1 is known to be extent `axis` of
/// `source`.
static bool isKnownExtent(ArrayRef<OpFoldResult> sizes, Value source,
                          int64_t axis) {
  SmallVector<OpFoldResult> factors = llvm::filter_to_vector(
      sizes, [](OpFoldResult size) { return !isOneInteger(size); });
  if (factors.size() != 1)
    return false;
  FailureOr<bool> areEqual =
      ValueBoundsConstraintSet::areEqual(factors.front(), {source, axis});
  return succeeded(areEqual) && *areEqual;
}

Value stax::emitFits(OpBuilder &builder, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  Value fits;
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    if (!op.getSrcType().isDynamicDim(axis))
      continue; // the verifier has seen it
    SmallVector<OpFoldResult> factors =
        llvm::map_to_vector(group, [&](int64_t dim) { return sizes[dim]; });
    if (isKnownExtent(factors, op.getSrc(), axis))
      continue;
    Value extent = builder.createOrFold<memref::DimOp>(loc, op.getSrc(), axis);
    fits =
        andAlso(builder, loc, fits, isProduct(builder, loc, factors, extent));
  }
  return fits;
}

Value stax::emitFits(OpBuilder &builder, memref::ReshapeOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto result = dyn_cast<MemRefType>(op.getType());
  if (!source || !result)
    return {};
  Location loc = op.getLoc();
  Value fits;
  SmallVector<OpFoldResult> sizes;
  for (int64_t axis = 0; axis < result.getRank(); ++axis) {
    Value size = memref::LoadOp::create(builder, loc, op.getShape(),
                                        constant(builder, loc, axis));
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                        size);
    if (!result.isDynamicDim(axis))
      fits = andAlso(builder, loc, fits,
                     isEqual(builder, loc, size,
                             builder.getIndexAttr(result.getDimSize(axis))));
    sizes.push_back(size);
  }
  Value total = constant(builder, loc, 1);
  for (int64_t axis = 0; axis < source.getRank(); ++axis)
    total = arith::MulIOp::create(
        builder, loc, total,
        builder.createOrFold<memref::DimOp>(loc, op.getSource(), axis));
  return andAlso(builder, loc, fits, isProduct(builder, loc, sizes, total));
}

Value stax::emitFitsMemory(OpBuilder &builder, memref::AllocOp op) {
  constexpr double kMaxBytes = 0x1p62;
  Location loc = op.getLoc();
  MemRefType type = op.getType();
  // The product of floats does not wrap.
  double known = type.getElementType().isIndex()
                     ? sizeof(int64_t)
                     : type.getElementTypeBitWidth() / 8.0;
  for (int64_t extent : type.getShape())
    if (!ShapedType::isDynamic(extent))
      known *= extent;
  Type f64 = builder.getF64Type();
  auto constantFloat = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  };
  Value bytes = constantFloat(known);
  for (Value size : op.getDynamicSizes()) {
    Value integer =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), size);
    Value factor = arith::SIToFPOp::create(builder, loc, f64, integer);
    bytes = arith::MulFOp::create(builder, loc, bytes, factor);
  }
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OLE, bytes,
                               constantFloat(kMaxBytes));
}

void stax::lowerExpansion(RewriterBase &rewriter, memref::ExpandShapeOp op) {
  Location loc = op.getLoc();
  MemRefType type = op.getResultType();
  auto [knownStrides, knownOffset] = type.getStridesAndOffset();
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, op.getSrc());
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  SmallVector<OpFoldResult> strides(sizes.size());
  for (auto [axis, group] : llvm::enumerate(op.getReassociationIndices())) {
    Value stride = metadata.getStrides()[axis];
    for (int64_t dim : llvm::reverse(group)) {
      strides[dim] = ShapedType::isDynamic(knownStrides[dim])
                         ? OpFoldResult(stride)
                         : rewriter.getIndexAttr(knownStrides[dim]);
      Value size = getValueOrCreateConstantIndexOp(rewriter, loc, sizes[dim]);
      stride = arith::MulIOp::create(rewriter, loc, stride, size);
    }
  }
  OpFoldResult offset = ShapedType::isDynamic(knownOffset)
                            ? OpFoldResult(metadata.getOffset())
                            : rewriter.getIndexAttr(knownOffset);
  rewriter.replaceOpWithNewOp<memref::ReinterpretCastOp>(
      op, type, op.getSrc(), offset, sizes, strides);
}
