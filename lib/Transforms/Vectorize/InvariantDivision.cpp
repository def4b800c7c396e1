//===- InvariantDivision.cpp - Many quotients by one divisor --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InvariantDivision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;

/// With a dividend and a divisor in these ranges the quotient is normal, and
/// what q * d misses is a multiple of the smallest float.
static constexpr int kMaxDividendExponent = 100;
static constexpr int kMaxDivisorExponent = 25;

/// The bits of 2^exponent.
static constexpr uint32_t getPowerOfTwo(int exponent) {
  return uint32_t(127 + exponent) << 23;
}

static Value createSplat(ImplicitLocOpBuilder &b, VectorType type,
                         Attribute value) {
  return arith::ConstantOp::create(b, DenseElementsAttr::get(type, value));
}

static Value createInteger(ImplicitLocOpBuilder &b, VectorType type,
                           uint32_t value) {
  return createSplat(b, type, b.getI32IntegerAttr(int32_t(value)));
}

/// Whether `magnitude` is neither large nor small.
static Value isDivisorInRange(ImplicitLocOpBuilder &b, Value magnitude) {
  auto compare = [&](arith::CmpFPredicate predicate, int exponent) -> Value {
    Value limit = arith::ConstantOp::create(
        b, b.getF32FloatAttr(llvm::bit_cast<float>(getPowerOfTwo(exponent))));
    return arith::CmpFOp::create(b, predicate, magnitude, limit);
  };
  return arith::AndIOp::create(
      b, compare(arith::CmpFPredicate::OGE, -kMaxDivisorExponent),
      compare(arith::CmpFPredicate::OLE, kMaxDivisorExponent));
}

/// In which lanes `dividend` is large, small or not a number.
static Value isOutOfRange(ImplicitLocOpBuilder &b, Value dividend) {
  auto type = cast<VectorType>(dividend.getType());
  auto bitsType = cast<VectorType>(type.clone(b.getI32Type()));
  // Without the sign, which leaves at the top.
  constexpr uint32_t low = getPowerOfTwo(-kMaxDividendExponent) << 1;
  constexpr uint32_t high = getPowerOfTwo(kMaxDividendExponent) << 1;
  Value bits = arith::BitcastOp::create(b, bitsType, dividend);
  Value magnitude = arith::AddIOp::create(b, bits, bits);
  Value offset =
      arith::SubIOp::create(b, magnitude, createInteger(b, bitsType, low));
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ugt, offset,
                               createInteger(b, bitsType, high - low));
}

static Value isAnySet(ImplicitLocOpBuilder &b, ArrayRef<Value> masks) {
  Value any = masks.front();
  for (Value mask : masks.drop_front())
    any = arith::OrIOp::create(b, any, mask);
  return vector::ReductionOp::create(b, vector::CombiningKind::OR, any);
}

/// Whether any lane of `dividends` is out of range, zeros excepted: they need
/// no division, and may be many.
static Value needsDivision(ImplicitLocOpBuilder &b, ArrayRef<Value> dividends) {
  SmallVector<Value> masks = llvm::map_to_vector(
      dividends, [&](Value dividend) { return isOutOfRange(b, dividend); });
  auto branch = scf::IfOp::create(b, b.getI1Type(), isAnySet(b, masks),
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  for (auto [mask, dividend] : llvm::zip_equal(masks, dividends)) {
    auto type = cast<VectorType>(dividend.getType());
    Value zero = createSplat(b, type, b.getF32FloatAttr(0));
    mask = arith::AndIOp::create(
        b, mask,
        arith::CmpFOp::create(b, arith::CmpFPredicate::UNE, dividend, zero));
  }
  scf::YieldOp::create(b, isAnySet(b, masks));
  b.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(
      b, Value(arith::ConstantOp::create(b, b.getBoolAttr(false))));
  return branch.getResult(0);
}

bool stax::isWorthReciprocal(Type element, Value divisor) {
  if (!element.isF32())
    return false;
  APFloat constant(0.0f);
  return !matchPattern(divisor, m_ConstantFloat(&constant)) ||
         !constant.getExactInverse(nullptr);
}

namespace {
/// What is computed once from a divisor d; vectors of one value.
struct InvariantDivisor {
  Value flip;       ///< the sign bit where d is positive, else zero
  Value magnitude;  ///< |d|
  Value reciprocal; ///< -1 / |d|
};
} // namespace

/// With y = -x for positive divisors and x for negative ones, y * (-1 / |d|) is
/// x / d, and the product that corrects a zero is -0.0, which changes no sign.
static Value multiply(ImplicitLocOpBuilder &b, Value x,
                      const InvariantDivisor &divisor) {
  Value bits = arith::BitcastOp::create(b, divisor.flip.getType(), x);
  Value y = arith::BitcastOp::create(
      b, x.getType(), arith::XOrIOp::create(b, bits, divisor.flip));
  Value q = arith::MulFOp::create(b, y, divisor.reciprocal);
  Value excess = math::FmaOp::create(b, q, divisor.magnitude, y);
  return math::FmaOp::create(b, excess, divisor.reciprocal, q);
}

SmallVector<Value> stax::divideByInvariant(OpBuilder &builder, Location loc,
                                           ArrayRef<Value> dividends,
                                           Value divisor) {
  ImplicitLocOpBuilder b(loc, builder);
  auto type = cast<VectorType>(dividends.front().getType());
  Value zero = arith::ConstantOp::create(b, b.getF32FloatAttr(0));
  Value isPositive =
      arith::CmpFOp::create(b, arith::CmpFPredicate::OGT, divisor, zero);
  Value magnitude = math::AbsFOp::create(b, divisor);
  Value minusOne = arith::ConstantOp::create(b, b.getF32FloatAttr(-1));
  Value reciprocal = arith::DivFOp::create(b, minusOne, magnitude);
  auto createBits = [&](int32_t bits) -> Value {
    return arith::ConstantOp::create(b, b.getI32IntegerAttr(bits));
  };
  Value flip = arith::SelectOp::create(
      b, isPositive, createBits(std::numeric_limits<int32_t>::min()),
      createBits(0));
  auto splat = [&](VectorType vector, Value value) -> Value {
    return vector::BroadcastOp::create(b, vector, value);
  };
  InvariantDivisor invariant{
      splat(cast<VectorType>(type.clone(b.getI32Type())), flip),
      splat(type, magnitude), splat(type, reciprocal)};
  Value always = arith::ConstantOp::create(b, b.getBoolAttr(true));
  Value isRegular = arith::AndIOp::create(
      b, isDivisorInRange(b, magnitude),
      arith::XOrIOp::create(b, needsDivision(b, dividends), always));

  auto branch =
      scf::IfOp::create(b, ValueRange(dividends).getTypes(), isRegular,
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(b, llvm::map_to_vector(dividends, [&](Value dividend) {
                         return multiply(b, dividend, invariant);
                       }));
  b.setInsertionPointToStart(branch.elseBlock());
  Value divisors = splat(type, divisor);
  scf::YieldOp::create(
      b, llvm::map_to_vector(dividends, [&](Value dividend) -> Value {
        return arith::DivFOp::create(b, dividend, divisors);
      }));
  return llvm::to_vector_of<Value>(branch.getResults());
}
