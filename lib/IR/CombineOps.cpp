//===- CombineOps.cpp - Scalar operations of lowered kernels --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/UpdateOps.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// CombineOp
//===----------------------------------------------------------------------===//

LogicalResult CombineOp::verify() {
  MonoidAttrInterface monoid = getMonoid();
  // combine_c1
  if (getAccumulators().size() != monoid.getArity())
    return emitOpError("expected ")
           << monoid.getArity() << " accumulators for " << monoid
           << ", but got " << getAccumulators().size();
  // combine_c3
  auto isTensorOrMemRef = [](Type type) {
    return isa<ShapedType>(type) && !isa<VectorType>(type);
  };
  for (Type type : getAccumulators().getTypes())
    if (isTensorOrMemRef(type) ||
        failed(verifyCompatibleShape(type, getAccumulators()[0].getType())))
      return emitOpError("expected scalars, or vectors of one shape, but got ")
             << type;
  SmallVector<Type> elements =
      llvm::map_to_vector(getAccumulators().getTypes(),
                          [](Type type) { return getElementTypeOrSelf(type); });
  if (failed(monoid.verifyTypes([&] { return emitOpError(); }, elements)))
    return failure();
  // combine_c2; the segments of an odd number of operands are ambiguous.
  if (getNumOperands() != 2 * getAccumulators().size() ||
      getAccumulators().getTypes() != getValues().getTypes() ||
      getAccumulators().getTypes() != getResultTypes())
    return emitOpError("expected accumulators, values and results to have the "
                       "same types");
  return success();
}

/// Whether all `attrs` are there and are the monoid's identity, bit for bit.
static bool isIdentity(CombineOp op, ArrayRef<Attribute> attrs) {
  return llvm::all_of(
      llvm::zip_equal(attrs, op.getMonoid().getIdentity(op.getResultTypes())),
      [](auto pair) { return std::get<0>(pair) == std::get<1>(pair); });
}

LogicalResult CombineOp::fold(FoldAdaptor adaptor,
                              SmallVectorImpl<OpFoldResult> &results) {
  // The identity of vectors is not asked for.
  if (llvm::any_of(getResultTypes(), llvm::IsaPred<VectorType>))
    return failure();
  if (isIdentity(*this, adaptor.getAccumulators()))
    results.assign(getValues().begin(), getValues().end());
  else if (isIdentity(*this, adaptor.getValues()))
    results.assign(getAccumulators().begin(), getAccumulators().end());
  return success(!results.empty());
}

//===----------------------------------------------------------------------===//
// CheckOp
//===----------------------------------------------------------------------===//

/// Whether `op`, which runs a region at points, works on buffers.
static bool isBodyOnBuffers(Operation *op) {
  if (auto scatter = dyn_cast<ScatterOp>(op))
    return !scatter.hasTensorSemantics();
  auto kernel = dyn_cast_if_present<KernelOp>(op->getParentOp());
  return kernel && !kernel.hasTensorSemantics();
}

LogicalResult CheckOp::verify() {
  // check_c1
  if (getOrdinal() < 0)
    return emitOpError("expected the ordinal not to be negative, but got ")
           << getOrdinal();
  // check_c2
  Value status = getStatus();
  if (status && getStatus().getType().getShape() != ArrayRef<int64_t>(1))
    return emitOpError("expected a status of one word, but got ")
           << status.getType();
  // check_c3
  Operation *parent = (*this)->getParentOp();
  bool isInBody = hasPointBody(parent);
  if (isInBody && !isBodyOnBuffers(parent))
    return emitOpError("expected to be in a scatter or kernel on buffers");
  if (isInBody == bool(status))
    return emitOpError(isInBody ? "expected no status in the region of an "
                                  "operation over a domain"
                                : "expected a status");
  return success();
}

// stax.check true ->
static LogicalResult eraseCheckOfTrue(CheckOp op, PatternRewriter &rewriter) {
  if (!matchPattern(op.getCondition(), m_One()))
    return rewriter.notifyMatchFailure(op, "may be false");
  rewriter.eraseOp(op);
  return success();
}

void CheckOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  patterns.add(eraseCheckOfTrue);
}

void CheckOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  if (!getStatus()) {
    effects.emplace_back(MemoryEffects::Write::get());
    return;
  }
  OpOperand &status = (*this)->getOpOperand(1);
  effects.emplace_back(MemoryEffects::Read::get(), &status);
  effects.emplace_back(MemoryEffects::Write::get(), &status);
}
