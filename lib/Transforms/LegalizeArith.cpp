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

#include "StatusWord.h"
#include "stax-c/Runtime.h"
#include "stax/IR/UpdateOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

namespace {
/// Makes operations that can fail safe, and records where they do.
class CheckEmitter {
public:
  CheckEmitter(RewriterBase &rewriter, StatusWords &statuses)
      : rewriter(rewriter), statuses(statuses) {}

  void checkDivision(Operation *op);
  void checkPower(math::IPowIOp op);
  void checkExtract(tensor::ExtractOp op);
  void checkScatter(ScatterOp op);
  void checkAssertion(cf::AssertOp op);

private:
  void check(Operation *op, Value condition, int32_t code,
             const Twine &message);

  RewriterBase &rewriter;
  StatusWords &statuses;
};
} // namespace

/// Records an error of `op` where `condition` is false, at the insertion point.
void CheckEmitter::check(Operation *op, Value condition, int32_t code,
                         const Twine &message) {
  auto function = op->getParentOfType<func::FuncOp>();
  bool isInBody = hasPointBody(rewriter.getInsertionBlock()->getParentOp());
  Value status = statuses.get(function);
  CheckOp::create(rewriter, op->getLoc(), condition,
                  statuses.addCheck(code, message, op->getLoc()),
                  isInBody ? Value() : status);
}

/// x / n -> x / (n is 0 or -1 ? 1 : n), negated for -1, with a check of n
void CheckEmitter::checkDivision(Operation *op) {
  Location loc = op->getLoc();
  Value divisor = op->getOperand(1);
  Type type = divisor.getType();
  if (isa<ShapedType>(type)) // a user's own vectors keep upstream's meaning
    return;
  unsigned width = getWidth(type);
  bool isSigned = isa<arith::DivSIOp, arith::RemSIOp, arith::CeilDivSIOp,
                      arith::FloorDivSIOp>(op);
  APInt constant;
  bool isConstant = matchPattern(divisor, m_ConstantInt(&constant));
  if (isConstant && !constant.isZero() && !(isSigned && constant.isAllOnes()))
    return;

  Value zero = createInteger(rewriter, loc, type, APInt::getZero(width));
  Value one = createInteger(rewriter, loc, type, APInt(width, 1));
  auto equals = [&](Value value) -> Value {
    return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                 divisor, value);
  };
  Value isZero = equals(zero);
  Value isUnsafe = isZero;
  Value isMinusOne;
  if (isSigned && width > 1) {
    isMinusOne =
        equals(createInteger(rewriter, loc, type, APInt::getAllOnes(width)));
    isUnsafe = arith::OrIOp::create(rewriter, loc, isZero, isMinusOne);
  }
  Value safe = arith::SelectOp::create(rewriter, loc, isUnsafe, one, divisor);
  if (!isConstant || constant.isZero())
    check(op,
          arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                                divisor, zero),
          STAX_DIVISION_BY_ZERO, "integer division by zero");
  rewriter.modifyOpInPlace(op, [&] { op->setOperand(1, safe); });
  if (!isMinusOne)
    return;
  rewriter.setInsertionPointAfter(op);
  Value byMinusOne =
      isa<arith::RemSIOp>(op)
          ? zero
          : arith::SubIOp::create(rewriter, loc, zero, op->getOperand(0))
                .getResult();
  Value result = op->getResult(0);
  auto select =
      arith::SelectOp::create(rewriter, loc, isMinusOne, byMinusOne, result);
  rewriter.replaceAllUsesExcept(result, select, select);
}

/// x ^ n -> n < 0 ? 1 / x : x ^ n, with a check that the quotient exists
void CheckEmitter::checkPower(math::IPowIOp op) {
  Location loc = op.getLoc();
  Value base = op.getLhs(), exponent = op.getRhs();
  Type type = exponent.getType();
  APInt constant;
  bool isConstant = matchPattern(exponent, m_ConstantInt(&constant));
  // A user's own vectors keep upstream's meaning.
  if (isa<ShapedType>(type) || (isConstant && constant.isNonNegative()))
    return;
  unsigned width = getWidth(type);
  Value zero = createInteger(rewriter, loc, type, APInt::getZero(width));
  Value one = createInteger(rewriter, loc, type, APInt(width, 1));
  Value minusOne = createInteger(rewriter, loc, type, APInt::getAllOnes(width));
  auto compare = [&](arith::CmpIPredicate predicate, Value lhs,
                     Value rhs) -> Value {
    return arith::CmpIOp::create(rewriter, loc, predicate, lhs, rhs);
  };
  Value isNegative = compare(arith::CmpIPredicate::slt, exponent, zero);
  Value exists = arith::OrIOp::create(
      rewriter, loc, compare(arith::CmpIPredicate::ne, base, zero),
      compare(arith::CmpIPredicate::sge, exponent, zero));
  check(op, exists, STAX_DIVISION_BY_ZERO, "zero to a negative power");
  Value safe =
      arith::SelectOp::create(rewriter, loc, isNegative, zero, exponent);
  rewriter.modifyOpInPlace(op, [&] { op.getRhsMutable().assign(safe); });

  rewriter.setInsertionPointAfter(op);
  // Only 1 and -1 have a reciprocal that is not rounded to 0.
  Value isOdd =
      compare(arith::CmpIPredicate::ne,
              arith::AndIOp::create(rewriter, loc, exponent, one), zero);
  Value ofMinusOne =
      arith::SelectOp::create(rewriter, loc, isOdd, minusOne, one);
  Value otherwise = arith::SelectOp::create(
      rewriter, loc, compare(arith::CmpIPredicate::eq, base, minusOne),
      ofMinusOne, zero);
  Value reciprocal = arith::SelectOp::create(
      rewriter, loc, compare(arith::CmpIPredicate::eq, base, one), one,
      otherwise);
  auto select = arith::SelectOp::create(rewriter, loc, isNegative, reciprocal,
                                        op.getResult());
  rewriter.replaceAllUsesExcept(op.getResult(), select, select);
}

/// t[i] -> t[i in bounds ? i : 0], with a check of i
void CheckEmitter::checkExtract(tensor::ExtractOp op) {
  Location loc = op.getLoc();
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  SmallVector<Value> safe;
  for (auto [dim, index] : llvm::enumerate(op.getIndices())) {
    Value extent =
        rewriter.createOrFold<tensor::DimOp>(loc, op.getTensor(), dim);
    // Negative indices are large as unsigned ones.
    Value isInside = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, index, extent);
    check(op, isInside, STAX_OUT_OF_BOUNDS,
          "index of dimension " + Twine(dim) + " is out of bounds");
    safe.push_back(
        arith::SelectOp::create(rewriter, loc, isInside, index, zero));
  }
  rewriter.modifyOpInPlace(op, [&] { op.getIndicesMutable().assign(safe); });
}

/// Checks the indices that the region yields. Where one is outside, nothing is
/// written.
void CheckEmitter::checkScatter(ScatterOp op) {
  Location loc = op.getLoc();
  Value out = op.getOuts().front();
  SmallVector<Value> extents;
  for (size_t dim = 0; dim < op.getYieldedIndices().size(); ++dim)
    extents.push_back(rewriter.createOrFold<memref::DimOp>(loc, out, dim));
  rewriter.setInsertionPoint(op.getBodyBlock()->getTerminator());
  for (auto [dim, index, extent] :
       llvm::enumerate(op.getYieldedIndices(), extents)) {
    // Negative indices are large as unsigned ones.
    Value isInside = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, index, extent);
    check(op, isInside, STAX_OUT_OF_BOUNDS,
          "index of dimension " + Twine(dim) + " is out of bounds");
  }
}

/// cf.assert, which ends the process -> a check
void CheckEmitter::checkAssertion(cf::AssertOp op) {
  check(op, op.getArg(), STAX_ASSERTION_FAILED, op.getMsg());
  rewriter.eraseOp(op);
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
      if (isa<KernelOp, ScatterOp>(op) &&
          !op->getParentOfType<func::FuncOp>()->hasAttr(kLaunchGroupAttr))
        return op->emitOpError(
            "is not outlined; run stax-outline-kernels first");
      if (isDivision(op) && isa<KernelOp>(op->getParentOp()))
        return op->emitOpError("cannot be checked in a kernel, outside of its "
                               "nodes; move it in front of the kernel");
      operations.push_back(op);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    StatusWords statuses(getOperation());
    CheckEmitter checks(rewriter, statuses);
    for (Operation *op : operations) {
      rewriter.setInsertionPoint(op);
      if (isDivision(op))
        checks.checkDivision(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(
              [&](auto shift) { defineShift(rewriter, shift); })
          .Case<arith::FPToSIOp, arith::FPToUIOp>([&](auto conversion) {
            saturateConversion(rewriter, conversion);
          })
          .Case([&](math::IPowIOp power) { checks.checkPower(power); })
          .Case(
              [&](cf::AssertOp assertion) { checks.checkAssertion(assertion); })
          .Case([&](ScatterOp scatter) { checks.checkScatter(scatter); })
          .Case([&](tensor::ExtractOp extract) {
            if (isa<FusableOpInterface>(extract->getParentOp()))
              checks.checkExtract(extract);
          });
    }
    if (failed(statuses.finish()))
      return signalPassFailure();
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};
} // namespace
