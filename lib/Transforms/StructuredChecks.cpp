//===- StructuredChecks.cpp - Whether loops of linalg fit their operands --===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredChecks.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class StructuredCheck {
public:
  StructuredCheck(OpBuilder &builder, linalg::LinalgOp op)
      : builder(builder), op(op), loc(op.getLoc()) {
    for (Range range : op.createLoopRanges(builder, loc))
      extents.push_back(range.size);
  }

  Value emit();

private:
  void addAxis(AffineExpr place, OpFoldResult size);
  void add(arith::CmpIPredicate predicate, OpFoldResult lhs, OpFoldResult rhs);

  OpBuilder &builder;
  linalg::LinalgOp op;
  Location loc;
  SmallVector<OpFoldResult> extents; ///< of the loops
  Value fits;
};
} // namespace

void StructuredCheck::add(arith::CmpIPredicate predicate, OpFoldResult lhs,
                          OpFoldResult rhs) {
  Value holds =
      arith::CmpIOp::create(builder, loc, predicate,
                            getValueOrCreateConstantIndexOp(builder, loc, lhs),
                            getValueOrCreateConstantIndexOp(builder, loc, rhs));
  fits = fits ? arith::AndIOp::create(builder, loc, fits, holds) : holds;
}

/// Adds that an axis of extent `size` has all that the loops touch at `place`:
/// a loop runs over all of it, or the last point is inside. The maps of linalg
/// add loops up, so that the last point is the farthest.
void StructuredCheck::addAxis(AffineExpr place, OpFoldResult size) {
  if (auto loop = dyn_cast<AffineDimExpr>(place)) {
    OpFoldResult extent = extents[loop.getPosition()];
    if (!isEqualConstantIntOrValue(extent, size))
      add(arith::CmpIPredicate::eq, extent, size);
    return;
  }
  SmallVector<AffineExpr> last;
  for (unsigned loop = 0; loop < extents.size(); ++loop)
    last.push_back(builder.getAffineDimExpr(loop) - 1);
  OpFoldResult farthest = affine::makeComposedFoldedAffineApply(
      builder, loc, AffineMap::get(extents.size(), 0, place.replaceDims(last)),
      extents);
  if (!getConstantIntValue(farthest) || !getConstantIntValue(size))
    add(arith::CmpIPredicate::slt, farthest, size);
}

Value StructuredCheck::emit() {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    SmallVector<OpFoldResult> sizes =
        memref::getMixedSizes(builder, loc, operand.get());
    for (auto [place, size] : llvm::zip_equal(
             op.getMatchingIndexingMap(&operand).getResults(), sizes))
      addAxis(place, size);
  }
  return fits;
}

Value stax::emitFitsLoops(OpBuilder &builder, linalg::LinalgOp op) {
  // The verifier has seen static extents.
  if (llvm::all_of(op->getOperandTypes(), [](Type type) {
        auto shaped = dyn_cast<ShapedType>(type);
        return !shaped || shaped.hasStaticShape();
      }))
    return {};
  return StructuredCheck(builder, op).emit();
}
