//===- LegalizeFloats.cpp - Float operations with one defined result ------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What lowers upstream, but not to the result of one rounding: the order of
// zeros in maxnum and minnum is left open, conversions to bf16 go through f32
// and so round twice, as do fused products of f16 and bf16, and integer powers
// multiply repeatedly.
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::stax {
#define GEN_PASS_DEF_LEGALIZEFLOATSPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;

/// `type` with elements of type `element`.
static Type withElement(Type type, Type element) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped ? Type(shaped.clone(element)) : element;
}

/// The integer `value` of `type`, a splat for vectors.
static Value createInteger(OpBuilder &builder, Location loc, Type type,
                           int64_t value) {
  TypedAttr attr = builder.getIntegerAttr(getElementTypeOrSelf(type), value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, attr);
  return arith::ConstantOp::create(builder, loc, attr);
}

static Value isNaN(OpBuilder &builder, Location loc, Value value) {
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, value,
                               value);
}

namespace {
/// maxnumf(a, b) -> a is NaN ? b : b is NaN ? a : maximumf(a, b)
template <typename NumOp, typename ExtremumOp>
struct OrderZeros final : OpRewritePattern<NumOp> {
  using OpRewritePattern<NumOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(NumOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value lhs = op.getLhs(), rhs = op.getRhs();
    Value extremum =
        ExtremumOp::create(rewriter, loc, lhs, rhs, op.getFastmathAttr());
    Value notRhs = arith::SelectOp::create(
        rewriter, loc, isNaN(rewriter, loc, rhs), lhs, extremum);
    rewriter.replaceOpWithNewOp<arith::SelectOp>(op, isNaN(rewriter, loc, lhs),
                                                 rhs, notRhs);
    return success();
  }
};

/// fpowi(x, n) -> pow(x, n) in f64
struct ExpandFPowI final : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Type type = op.getType();
    Type wide = withElement(type, rewriter.getF64Type());
    Value base = op.getLhs();
    if (type != wide)
      base = arith::ExtFOp::create(rewriter, loc, wide, base);
    Value exponent = arith::SIToFPOp::create(rewriter, loc, wide, op.getRhs());
    Value power = math::PowFOp::create(rewriter, loc, base, exponent,
                                       op.getFastmathAttr());
    if (type != wide)
      power = arith::TruncFOp::create(rewriter, loc, type, power);
    rewriter.replaceOp(op, power);
    return success();
  }
};

/// fma(a, b, c) : f16 or bf16 -> truncf (a * b + c rounded to odd) : f64
///
/// The product is exact in f64, and 2Sum finds the error of the sum, whose sign
/// says on which side the exact result is. So that rounding again gives what
/// one rounding gives, as below.
struct FuseShortOnce final : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (getElementTypeOrSelf(type).getIntOrFloatBitWidth() != 16)
      return rewriter.notifyMatchFailure(op, "is not of short floats");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Type wide = withElement(type, b.getF64Type());
    Type integers = withElement(type, b.getI64Type());
    auto extend = [&](Value value) -> Value {
      return arith::ExtFOp::create(b, wide, value);
    };
    auto add = [&](Value lhs, Value rhs) -> Value {
      return arith::AddFOp::create(b, lhs, rhs);
    };
    auto subtract = [&](Value lhs, Value rhs) -> Value {
      return arith::SubFOp::create(b, lhs, rhs);
    };
    auto compare = [&](arith::CmpFPredicate predicate, Value lhs) -> Value {
      Value zero = arith::ConstantOp::create(b, b.getZeroAttr(wide));
      return arith::CmpFOp::create(b, predicate, lhs, zero);
    };
    auto integer = [&](int64_t value) {
      return createInteger(b, b.getLoc(), integers, value);
    };
    Value product =
        arith::MulFOp::create(b, extend(op.getA()), extend(op.getB()));
    Value addend = extend(op.getC());
    Value sum = add(product, addend);
    Value part = subtract(sum, product);
    Value error =
        add(subtract(product, subtract(sum, part)), subtract(addend, part));
    Value bits = arith::BitcastOp::create(b, integers, sum);
    Value isEven = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, arith::AndIOp::create(b, bits, integer(1)),
        integer(0));
    // No infinity or NaN: its error is NaN.
    Value isInexact = compare(arith::CmpFPredicate::ONE, error);
    Value isFurther = arith::CmpIOp::create(
        b, arith::CmpIPredicate::eq, compare(arith::CmpFPredicate::OGT, error),
        compare(arith::CmpFPredicate::OGT, sum));
    Value step = arith::SelectOp::create(b, isFurther, integer(1), integer(-1));
    Value odd =
        arith::SelectOp::create(b, arith::AndIOp::create(b, isInexact, isEven),
                                arith::AddIOp::create(b, bits, step), bits);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, type, arith::BitcastOp::create(b, wide, odd));
    return success();
  }
};

/// truncf x : f64 to bf16 -> truncf (x rounded to odd) : f32 to bf16
///
/// A float that is rounded to odd lies on the same side of all bf16 numbers,
/// and of all midpoints between them, as the number itself, so that the second
/// rounding is the only one (Boldo and Melquiond, "Emulation of FMA and
/// correctly rounded sums", 2008).
struct RoundOnceToBF16 final : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    Type wide = op.getIn().getType();
    if (!getElementTypeOrSelf(op.getType()).isBF16() ||
        !getElementTypeOrSelf(wide).isF64())
      return rewriter.notifyMatchFailure(op, "is not from f64 to bf16");
    Location loc = op.getLoc();
    Value x = op.getIn();
    Type floats = withElement(wide, rewriter.getF32Type());
    Type integers = withElement(wide, rewriter.getI32Type());
    Value near = arith::TruncFOp::create(rewriter, loc, floats, x);
    Value back = arith::ExtFOp::create(rewriter, loc, wide, near);
    Value isExact = arith::CmpFOp::create(rewriter, loc,
                                          arith::CmpFPredicate::UEQ, back, x);
    Value bits = arith::BitcastOp::create(rewriter, loc, integers, near);
    Value one = createInteger(rewriter, loc, integers, 1);
    Value isOdd = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::eq,
        arith::AndIOp::create(rewriter, loc, bits, one), one);
    // The neighbour on the other side of x, infinity's being the largest
    // number.
    Value isAway =
        arith::CmpFOp::create(rewriter, loc, arith::CmpFPredicate::OGT,
                              math::AbsFOp::create(rewriter, loc, back),
                              math::AbsFOp::create(rewriter, loc, x));
    Value step = arith::SelectOp::create(
        rewriter, loc, isAway, createInteger(rewriter, loc, integers, -1), one);
    Value odd = arith::SelectOp::create(
        rewriter, loc, arith::OrIOp::create(rewriter, loc, isExact, isOdd),
        bits, arith::AddIOp::create(rewriter, loc, bits, step));
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(
        op, op.getType(), arith::BitcastOp::create(rewriter, loc, floats, odd));
    return success();
  }
};

/// extf x : bf16 to f64 -> extf (extf x : bf16 to f32) : f32 to f64
///
/// Both steps are exact, and the first is the one that has an expansion.
struct ExtendThroughF32 final : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType();
    if (!getElementTypeOrSelf(op.getIn().getType()).isBF16() ||
        !getElementTypeOrSelf(type).isF64())
      return rewriter.notifyMatchFailure(op, "is not from bf16 to f64");
    Value middle = arith::ExtFOp::create(
        rewriter, op.getLoc(), withElement(type, rewriter.getF32Type()),
        op.getIn());
    rewriter.replaceOpWithNewOp<arith::ExtFOp>(op, type, middle);
    return success();
  }
};

/// ?itofp n : iN to bf16 -> truncf (?itofp n : iN to f64) : f64 to bf16
///
/// An i64 that f64 does not hold is replaced by one in the middle between two
/// multiples of 4096, which are all that rounding to bf16 sees at that size.
template <typename OpTy>
struct ConvertIntegerOnce final : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type type = op.getType(), integers = op.getIn().getType();
    unsigned width = getElementTypeOrSelf(integers).getIntOrFloatBitWidth();
    if (!getElementTypeOrSelf(type).isBF16() || width <= 24 || width > 64)
      return rewriter.notifyMatchFailure(op, "f32 holds the integer");
    Location loc = op.getLoc();
    Value n = op.getIn();
    if (width > 53)
      n = emitRepresentative(rewriter, loc, n);
    Value wide = OpTy::create(rewriter, loc,
                              withElement(type, rewriter.getF64Type()), n);
    rewriter.replaceOpWithNewOp<arith::TruncFOp>(op, type, wide);
    return success();
  }

private:
  static Value emitRepresentative(OpBuilder &builder, Location loc, Value n);
};
} // namespace

template <typename OpTy>
Value ConvertIntegerOnce<OpTy>::emitRepresentative(OpBuilder &builder,
                                                   Location loc, Value n) {
  auto integer = [&](int64_t value) {
    return createInteger(builder, loc, n.getType(), value);
  };
  // From -2^53 to 2^53 for signed ones.
  constexpr bool isSigned = std::is_same_v<OpTy, arith::SIToFPOp>;
  Value shifted = n;
  if constexpr (isSigned)
    shifted = arith::AddIOp::create(builder, loc, n, integer(1LL << 53));
  Value isExact =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, shifted,
                            integer(1LL << (isSigned ? 54 : 53)));
  Value low = arith::AndIOp::create(builder, loc, n, integer(4095));
  Value multiple = arith::XOrIOp::create(builder, loc, n, low);
  Value isMultiple = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, low, integer(0));
  Value middle = arith::OrIOp::create(builder, loc, multiple, integer(2048));
  return arith::SelectOp::create(
      builder, loc, arith::OrIOp::create(builder, loc, isExact, isMultiple), n,
      middle);
}

namespace {
struct LegalizeFloatsPass
    : public stax::impl::LegalizeFloatsPassBase<LegalizeFloatsPass> {
  using LegalizeFloatsPassBase::LegalizeFloatsPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    patterns.add<OrderZeros<arith::MaxNumFOp, arith::MaximumFOp>,
                 OrderZeros<arith::MinNumFOp, arith::MinimumFOp>, ExpandFPowI,
                 FuseShortOnce, ConvertIntegerOnce<arith::SIToFPOp>,
                 ConvertIntegerOnce<arith::UIToFPOp>>(context);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    // After those that make such conversions.
    RewritePatternSet last(context);
    last.add<RoundOnceToBF16, ExtendThroughF32>(context);
    walkAndApplyPatterns(getOperation(), std::move(last));
  }
};
} // namespace
