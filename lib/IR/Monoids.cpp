//===- Monoids.cpp - The monoids of reductions and scans ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identity, combination and algebraic facts of each monoid. This is the only
// place that says what combining means in generated code; the reference
// interpreter has its own, independent definition.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Shared by monoids of one scalar
//===----------------------------------------------------------------------===//

namespace {
/// What a monoid combines.
enum class Operands { Floats, Integers, Numbers };
} // namespace

static LogicalResult verifyScalar(Attribute monoid,
                                  function_ref<InFlightDiagnostic()> emitError,
                                  TypeRange types, Operands operands) {
  if (types.size() != 1)
    return emitError() << monoid << " combines one value, but got "
                       << types.size();
  bool isFloat =
      isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(types[0]);
  bool isInteger = types[0].isIndex() || types[0].isSignlessInteger();
  if ((isFloat && operands != Operands::Integers) ||
      (isInteger && operands != Operands::Floats))
    return success();
  StringRef expected = operands == Operands::Floats     ? "a float"
                       : operands == Operands::Integers ? "an integer"
                                                        : "a float or integer";
  return emitError() << monoid << " combines " << expected << ", but got "
                     << types[0];
}

/// Sums and products of f16 and bf16 are rounded once, from f32.
static SmallVector<Type> widenShortFloats(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type {
    if (isa<Float16Type, BFloat16Type>(type))
      return Float32Type::get(type.getContext());
    return type;
  });
}

static unsigned getWidth(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

static SmallVector<TypedAttr> getInteger(Type type, const APInt &value) {
  return {IntegerAttr::get(type, value)};
}

static SmallVector<TypedAttr> getFloat(Type type, const APFloat &value) {
  return {FloatAttr::get(type, value)};
}

/// The float `value` or the integer of the same value.
static SmallVector<TypedAttr> getNumber(Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return {FloatAttr::get(floatType, value)};
  return {IntegerAttr::get(type, int64_t(value))};
}

static SmallVector<TypedAttr> getInfinity(Type type, bool isNegative) {
  return getFloat(
      type,
      APFloat::getInf(cast<FloatType>(type).getFloatSemantics(), isNegative));
}

template <typename OpTy>
static SmallVector<Value> combineWith(OpBuilder &builder, Location loc,
                                      ValueRange lhs, ValueRange rhs) {
  return {OpTy::create(builder, loc, lhs[0], rhs[0])};
}

static bool isFloatTuple(ValueRange values) {
  return isa<FloatType>(getElementTypeOrSelf(values[0].getType()));
}

//===----------------------------------------------------------------------===//
// Sum and product
//===----------------------------------------------------------------------===//

#define STAX_ONE_SCALAR(Monoid, OperandKind)                                   \
  unsigned Monoid##Attr::getArity() const { return 1; }                        \
  bool Monoid##Attr::isCommutative() const { return true; }                    \
  LogicalResult Monoid##Attr::verifyTypes(                                     \
      function_ref<InFlightDiagnostic()> emitError, TypeRange types) const {   \
    return verifyScalar(*this, emitError, types, Operands::OperandKind);       \
  }

STAX_ONE_SCALAR(Add, Numbers)
STAX_ONE_SCALAR(Mul, Numbers)

SmallVector<Type> AddAttr::getAccumulatorTypes(TypeRange types) const {
  return widenShortFloats(types);
}
SmallVector<Type> MulAttr::getAccumulatorTypes(TypeRange types) const {
  return widenShortFloats(types);
}
SmallVector<TypedAttr> AddAttr::getIdentity(TypeRange types) const {
  return getNumber(types[0], -0.0);
}
SmallVector<TypedAttr> AddAttr::getInit(TypeRange types) const {
  return getNumber(types[0], 0.0);
}
SmallVector<TypedAttr> MulAttr::getIdentity(TypeRange types) const {
  return getNumber(types[0], 1.0);
}
bool AddAttr::isExact(TypeRange types) const {
  return !isa<FloatType>(types[0]);
}
bool MulAttr::isExact(TypeRange types) const {
  return !isa<FloatType>(types[0]);
}
SmallVector<Value> AddAttr::emitCombine(OpBuilder &builder, Location loc,
                                        ValueRange lhs, ValueRange rhs) const {
  return isFloatTuple(lhs) ? combineWith<arith::AddFOp>(builder, loc, lhs, rhs)
                           : combineWith<arith::AddIOp>(builder, loc, lhs, rhs);
}
SmallVector<Value> MulAttr::emitCombine(OpBuilder &builder, Location loc,
                                        ValueRange lhs, ValueRange rhs) const {
  return isFloatTuple(lhs) ? combineWith<arith::MulFOp>(builder, loc, lhs, rhs)
                           : combineWith<arith::MulIOp>(builder, loc, lhs, rhs);
}

//===----------------------------------------------------------------------===//
// Exact monoids of one scalar: bitwise operations and extremes
//===----------------------------------------------------------------------===//

#define STAX_EXACT(Monoid, OperandKind, OpTy, Identity)                        \
  STAX_ONE_SCALAR(Monoid, OperandKind)                                         \
  bool Monoid##Attr::isExact(TypeRange) const { return true; }                 \
  SmallVector<TypedAttr> Monoid##Attr::getIdentity(TypeRange types) const {    \
    Type type = types[0];                                                      \
    return Identity;                                                           \
  }                                                                            \
  SmallVector<Value> Monoid##Attr::emitCombine(OpBuilder &builder,             \
                                               Location loc, ValueRange lhs,   \
                                               ValueRange rhs) const {         \
    return combineWith<arith::OpTy>(builder, loc, lhs, rhs);                   \
  }

#define STAX_EXTREME(Monoid, OperandKind, OpTy, Identity)                      \
  STAX_EXACT(Monoid, OperandKind, OpTy, Identity)                              \
  bool Monoid##Attr::allowsEmpty() const { return false; }

STAX_EXACT(And, Integers, AndIOp,
           getInteger(type, APInt::getAllOnes(getWidth(type))))
STAX_EXACT(Or, Integers, OrIOp,
           getInteger(type, APInt::getZero(getWidth(type))))
STAX_EXACT(Xor, Integers, XOrIOp,
           getInteger(type, APInt::getZero(getWidth(type))))

STAX_EXTREME(Max, Floats, MaximumFOp, getInfinity(type, /*isNegative=*/true))
STAX_EXTREME(Min, Floats, MinimumFOp, getInfinity(type, /*isNegative=*/false))
STAX_EXTREME(MaxS, Integers, MaxSIOp,
             getInteger(type, APInt::getSignedMinValue(getWidth(type))))
STAX_EXTREME(MinS, Integers, MinSIOp,
             getInteger(type, APInt::getSignedMaxValue(getWidth(type))))
STAX_EXTREME(MaxU, Integers, MaxUIOp,
             getInteger(type, APInt::getZero(getWidth(type))))
STAX_EXTREME(MinU, Integers, MinUIOp,
             getInteger(type, APInt::getAllOnes(getWidth(type))))

// The extremes that ignore NaN start from NaN: an infinity would win over a
// range of nothing but NaN.
static SmallVector<TypedAttr> getNaN(Type type) {
  return getFloat(type,
                  APFloat::getNaN(cast<FloatType>(type).getFloatSemantics()));
}

STAX_EXTREME(MaxNum, Floats, MaxNumFOp, getNaN(type))
STAX_EXTREME(MinNum, Floats, MinNumFOp, getNaN(type))
