//===- LegalizeArith.cpp - Makes arith defined for all values -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One place where the meaning of scalar operations is made explicit, for all
// lowerings, before any pass that may exploit poison.
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_LEGALIZEARITHPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// The constant `value` of `type`, a splat for vectors.
static Value createConstant(OpBuilder &builder, Location loc, Type type,
                            TypedAttr value) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(shaped, value);
  return arith::ConstantOp::create(builder, loc, value);
}

static Value createInteger(OpBuilder &builder, Location loc, Type type,
                           const APInt &value) {
  return createConstant(builder, loc, type,
                        IntegerAttr::get(getElementTypeOrSelf(type), value));
}

static unsigned getWidth(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isIndex() ? IndexType::kInternalStorageBitWidth
                           : element.getIntOrFloatBitWidth();
}

/// x shift n -> n < width ? x shift n : 0 (the sign for shrsi)
template <typename OpTy>
static void defineShift(RewriterBase &rewriter, OpTy op) {
  Location loc = op.getLoc();
  Type type = op.getType();
  unsigned width = getWidth(type);
  APInt count;
  if (matchPattern(op.getRhs(), m_ConstantInt(&count)) && count.ult(width))
    return;
  Value last = createInteger(rewriter, loc, type, APInt(width, width - 1));
  Value clamped = arith::MinUIOp::create(rewriter, loc, op.getRhs(), last);
  Value shifted = OpTy::create(rewriter, loc, op.getLhs(), clamped);
  if constexpr (!std::is_same_v<OpTy, arith::ShRSIOp>) {
    Value fits = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ule,
                                       op.getRhs(), last);
    Value zero = createInteger(rewriter, loc, type, APInt::getZero(width));
    shifted = arith::SelectOp::create(rewriter, loc, fits, shifted, zero);
  }
  rewriter.replaceOp(op, shifted);
}

/// fpto?i x -> x in range ? fpto?i x : nearest end, 0 for NaN
template <typename OpTy>
static void saturateConversion(RewriterBase &rewriter, OpTy op) {
  constexpr bool isSigned = std::is_same_v<OpTy, arith::FPToSIOp>;
  Location loc = op.getLoc();
  Value in = op.getIn();
  Type floatType = in.getType(), intType = op.getType();
  const llvm::fltSemantics &semantics =
      cast<FloatType>(getElementTypeOrSelf(floatType)).getFloatSemantics();
  unsigned width = getWidth(intType);
  APInt lowest =
      isSigned ? APInt::getSignedMinValue(width) : APInt::getZero(width);
  APInt highest =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);

  auto createFloat = [&](const APFloat &value) {
    return createConstant(
        rewriter, loc, floatType,
        FloatAttr::get(getElementTypeOrSelf(floatType), value));
  };
  auto compare = [&](arith::CmpFPredicate predicate,
                     const APFloat &bound) -> Value {
    return arith::CmpFOp::create(rewriter, loc, predicate, in,
                                 createFloat(bound));
  };
  // Powers of two, or infinite where the float type does not reach that far.
  APFloat below(semantics), above(semantics);
  below.convertFromAPInt(lowest, isSigned, APFloat::rmNearestTiesToEven);
  above.convertFromAPInt(highest.zext(width + 1) + 1, /*IsSigned=*/false,
                         APFloat::rmNearestTiesToEven);
  Value isAbove = compare(arith::CmpFPredicate::OGE, above);
  Value isBelow = compare(below.isInfinity() ? arith::CmpFPredicate::OLE
                                             : arith::CmpFPredicate::OLT,
                          below);
  Value isNaN =
      arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::UNO, in, in);
  Value isOutside = arith::OrIOp::create(
      rewriter, loc, arith::OrIOp::create(rewriter, loc, isAbove, isBelow),
      isNaN);
  Value safe = arith::SelectOp::create(
      rewriter, loc, isOutside, createFloat(APFloat::getZero(semantics)), in);
  Value result = OpTy::create(rewriter, loc, intType, safe);
  result = arith::SelectOp::create(
      rewriter, loc, isAbove, createInteger(rewriter, loc, intType, highest),
      result);
  result = arith::SelectOp::create(
      rewriter, loc, isBelow, createInteger(rewriter, loc, intType, lowest),
      result);
  rewriter.replaceOp(op, result);
}

/// Whether `divisor` is a constant that divides every dividend.
static bool isSafeDivisor(Value divisor) {
  APInt value;
  return matchPattern(divisor, m_ConstantInt(&value)) && !value.isZero() &&
         !value.isAllOnes();
}

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

namespace {
struct LegalizeArithPass
    : public stax::impl::LegalizeArithPassBase<LegalizeArithPass> {
  using LegalizeArithPassBase::LegalizeArithPassBase;

  void runOnOperation() override {
    SmallVector<Operation *> operations;
    WalkResult walk = getOperation().walk([&](Operation *op) -> WalkResult {
      if (isDivision(op) && !isSafeDivisor(op->getOperand(1)))
        return op->emitOpError(
            "may divide by zero, which could not be reported; "
            "expected a constant divisor other than 0 and -1");
      operations.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (Operation *op : operations) {
      rewriter.setInsertionPoint(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(
              [&](auto shift) { defineShift(rewriter, shift); })
          .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto conversion) {
            saturateConversion(rewriter, conversion);
          });
    }
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
