//===- ScaleByPower.cpp - Products with powers of two in AVX-512 ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScaleByPower.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;

/// The lanes of an AVX-512 vector of f32.
static constexpr int64_t kLanes = 16;
/// The rounding that is in force.
static constexpr int32_t kCurrentRounding = 4;

/// `value` without the constant operand of `OpTy`, if that is `expected`; null
/// otherwise.
template <typename OpTy>
static Value stripConstant(Value value, int64_t expected) {
  auto op = value ? value.getDefiningOp<OpTy>() : OpTy();
  APInt constant;
  if (!op || !matchPattern(op.getRhs(), m_ConstantInt(&constant)) ||
      constant.getSExtValue() != expected)
    return nullptr;
  return op.getLhs();
}

/// The exponent of a power of two that is made from bits, or null.
static Value matchPowerOfTwo(Value value) {
  auto cast = value.getDefiningOp<arith::BitcastOp>();
  if (!cast)
    return nullptr;
  return stripConstant<arith::AddIOp>(
      stripConstant<arith::ShLIOp>(cast.getIn(), 23), 127);
}

namespace {
// x * 2^(n >> 1) * 2^(n - (n >> 1)) -> scalef(x, n)
struct UseScaleF : OpRewritePattern<arith::MulFOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::MulFOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<VectorType>(op.getType());
    if (!type || type != VectorType::get(kLanes, rewriter.getF32Type()))
      return rewriter.notifyMatchFailure(op, "not 16 f32");
    auto inner = op.getLhs().getDefiningOp<arith::MulFOp>();
    Value rest = matchPowerOfTwo(op.getRhs());
    Value half = inner ? matchPowerOfTwo(inner.getRhs()) : Value();
    auto difference =
        rest ? rest.getDefiningOp<arith::SubIOp>() : arith::SubIOp();
    if (!half || !difference || difference.getRhs() != half ||
        stripConstant<arith::ShRSIOp>(half, 1) != difference.getLhs())
      return rewriter.notifyMatchFailure(op, "not by both halves of a power");
    Location loc = op.getLoc();
    Value exponent =
        arith::SIToFPOp::create(rewriter, loc, type, difference.getLhs());
    Value all = arith::ConstantIntOp::create(rewriter, loc, -1, kLanes);
    Value rounding =
        arith::ConstantIntOp::create(rewriter, loc, kCurrentRounding, 32);
    // The operands are those of the intrinsic, though named as those of the
    // instruction: what is scaled, by what, and what masked lanes get.
    Value x = inner.getLhs();
    rewriter.replaceOpWithNewOp<x86vector::MaskScaleFOp>(op, type, x, exponent,
                                                         x, all, rounding);
    return success();
  }
};
} // namespace

void stax::populateScaleByPowerPatterns(RewritePatternSet &patterns) {
  patterns.add<UseScaleF>(patterns.getContext());
}
