//===- Monoids.cpp - The monoids of reductions and scans ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Identity, combination and algebraic facts of each monoid; those of more than
// one scalar are in TupleMonoids.cpp. Nothing else says what combining means in
// generated code; the reference interpreter has its own, independent
// definition.
//
//===----------------------------------------------------------------------===//

#include "MonoidSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Shared by all monoids
//===----------------------------------------------------------------------===//

bool stax::isOperand(Type type, Operands operands) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type))
    return operands != Operands::Integers;
  return (type.isIndex() || type.isSignlessInteger()) &&
         operands != Operands::Floats;
}

LogicalResult stax::verifyArity(Attribute monoid,
                                function_ref<InFlightDiagnostic()> emitError,
                                TypeRange types, unsigned arity) {
  if (types.size() == arity)
    return success();
  return emitError() << monoid << " combines " << arity
                     << (arity == 1 ? " value" : " values") << ", but got "
                     << types.size();
}

SmallVector<Type> stax::widenShortFloats(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) -> Type {
    if (isa<Float16Type, BFloat16Type>(type))
      return Float32Type::get(type.getContext());
    return type;
  });
}

unsigned stax::getIntegerBits(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

TypedAttr stax::getInfinity(Type type, bool isNegative) {
  return FloatAttr::get(
      type,
      APFloat::getInf(cast<FloatType>(type).getFloatSemantics(), isNegative));
}

//===----------------------------------------------------------------------===//
// Shared by monoids of one scalar
//===----------------------------------------------------------------------===//

static LogicalResult verifyScalar(Attribute monoid,
                                  function_ref<InFlightDiagnostic()> emitError,
                                  TypeRange types, Operands operands) {
  if (failed(verifyArity(monoid, emitError, types, 1)))
    return failure();
  if (isOperand(types[0], operands))
    return success();
  StringRef expected = operands == Operands::Floats     ? "a float"
                       : operands == Operands::Integers ? "an integer"
                                                        : "a float or integer";
  return emitError() << monoid << " combines " << expected << ", but got "
                     << types[0];
}

/// The float `value` or the integer of the same value.
static SmallVector<TypedAttr> getNumber(Type type, double value) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return {FloatAttr::get(floatType, value)};
  return {IntegerAttr::get(type, int64_t(value))};
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

#define STAX_EXACT(Monoid, OperandKind, Identity)                              \
  STAX_ONE_SCALAR(Monoid, OperandKind)                                         \
  bool Monoid##Attr::isExact(TypeRange) const { return true; }                 \
  SmallVector<TypedAttr> Monoid##Attr::getIdentity(TypeRange types) const {    \
    return {Identity(types[0])};                                               \
  }

#define STAX_EXACT_BY(Monoid, OperandKind, OpTy, Identity)                     \
  STAX_EXACT(Monoid, OperandKind, Identity)                                    \
  SmallVector<Value> Monoid##Attr::emitCombine(OpBuilder &builder,             \
                                               Location loc, ValueRange lhs,   \
                                               ValueRange rhs) const {         \
    return combineWith<arith::OpTy>(builder, loc, lhs, rhs);                   \
  }

#define STAX_EXTREME_BY(Monoid, OperandKind, OpTy, Identity)                   \
  STAX_EXACT_BY(Monoid, OperandKind, OpTy, Identity)                           \
  bool Monoid##Attr::allowsEmpty() const { return false; }

template <APInt (*get)(unsigned)>
static TypedAttr getInteger(Type type) {
  return IntegerAttr::get(type, get(getIntegerBits(type)));
}

static TypedAttr getLeast(Type type) {
  return getInfinity(type, /*isNegative=*/true);
}
static TypedAttr getGreatest(Type type) {
  return getInfinity(type, /*isNegative=*/false);
}

STAX_EXACT_BY(And, Integers, AndIOp, getInteger<APInt::getAllOnes>)
STAX_EXACT_BY(Or, Integers, OrIOp, getInteger<APInt::getZero>)
STAX_EXACT_BY(Xor, Integers, XOrIOp, getInteger<APInt::getZero>)

STAX_EXTREME_BY(Max, Floats, MaximumFOp, getLeast)
STAX_EXTREME_BY(Min, Floats, MinimumFOp, getGreatest)
STAX_EXTREME_BY(MaxS, Integers, MaxSIOp, getInteger<APInt::getSignedMinValue>)
STAX_EXTREME_BY(MinS, Integers, MinSIOp, getInteger<APInt::getSignedMaxValue>)
STAX_EXTREME_BY(MaxU, Integers, MaxUIOp, getInteger<APInt::getZero>)
STAX_EXTREME_BY(MinU, Integers, MinUIOp, getInteger<APInt::getAllOnes>)

// The extremes that ignore NaN start from NaN: an infinity would win over a
// range of nothing but NaN.
static TypedAttr getNaN(Type type) {
  return FloatAttr::get(
      type, APFloat::getNaN(cast<FloatType>(type).getFloatSemantics()));
}

/// The operand that is a number if one is NaN, else what `OpTy`, which keeps
/// NaN, makes of them. `arith.maxnumf` would leave open which zero is larger.
template <typename OpTy>
static SmallVector<Value> combineNumbers(OpBuilder &builder, Location loc,
                                         ValueRange lhs, ValueRange rhs) {
  auto isNaN = [&](Value value) -> Value {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO, value,
                                 value);
  };
  Value extreme = OpTy::create(builder, loc, lhs[0], rhs[0]);
  Value unlessRhsIsNaN =
      arith::SelectOp::create(builder, loc, isNaN(rhs[0]), lhs[0], extreme);
  return {arith::SelectOp::create(builder, loc, isNaN(lhs[0]), rhs[0],
                                  unlessRhsIsNaN)};
}

#define STAX_NUMBER_EXTREME(Monoid, OpTy)                                      \
  STAX_EXACT(Monoid, Floats, getNaN)                                           \
  bool Monoid##Attr::allowsEmpty() const { return false; }                     \
  SmallVector<Value> Monoid##Attr::emitCombine(OpBuilder &builder,             \
                                               Location loc, ValueRange lhs,   \
                                               ValueRange rhs) const {         \
    return combineNumbers<arith::OpTy>(builder, loc, lhs, rhs);                \
  }

STAX_NUMBER_EXTREME(MaxNum, MaximumFOp)
STAX_NUMBER_EXTREME(MinNum, MinimumFOp)
