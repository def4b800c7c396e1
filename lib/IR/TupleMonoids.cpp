//===- TupleMonoids.cpp - Monoids of several scalars ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extremes with their index, moments, and sums of exponentials. What is emitted
// is total: sides that must not take part are computed and not selected.
//
//===----------------------------------------------------------------------===//

#include "MonoidSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

static SmallVector<Value> selectTuple(OpBuilder &builder, Location loc,
                                      Value condition, ValueRange ifTrue,
                                      ValueRange ifFalse) {
  return llvm::map_to_vector(
      llvm::zip_equal(ifTrue, ifFalse), [&](auto members) -> Value {
        auto [first, second] = members;
        return arith::SelectOp::create(builder, loc, condition, first, second);
      });
}

//===----------------------------------------------------------------------===//
// Extremes with their index
//===----------------------------------------------------------------------===//

static LogicalResult
verifyArgTypes(Attribute monoid, function_ref<InFlightDiagnostic()> emitError,
               TypeRange types, Operands operands) {
  if (failed(verifyArity(monoid, emitError, types, 2)))
    return failure();
  if (isOperand(types[0], operands) && isOperand(types[1], Operands::Integers))
    return success();
  return emitError() << monoid << " combines "
                     << (operands == Operands::Floats ? "a float"
                                                      : "an integer")
                     << " and its index, an integer, but got " << types[0]
                     << " and " << types[1];
}

/// `value` at the largest index.
static SmallVector<TypedAttr> getWorst(TypedAttr value, Type index) {
  return {value,
          IntegerAttr::get(index, APInt::getAllOnes(getIntegerBits(index)))};
}

static Value compareIndices(OpBuilder &builder, Location loc, ValueRange lhs,
                            ValueRange rhs) {
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule, lhs[1],
                               rhs[1]);
}

/// `better` is the unordered predicate of a value that wins.
static SmallVector<Value> combineArgFloats(OpBuilder &builder, Location loc,
                                           ValueRange lhs, ValueRange rhs,
                                           arith::CmpFPredicate better) {
  auto compare = [&](arith::CmpFPredicate predicate, Value a,
                     Value b) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  };
  Value isFirst = compareIndices(builder, loc, lhs, rhs);
  Value isLhsNaN = compare(arith::CmpFPredicate::UNO, lhs[0], lhs[0]);
  Value isRhsNaN = compare(arith::CmpFPredicate::UNO, rhs[0], rhs[0]);
  Value isEqual = compare(arith::CmpFPredicate::OEQ, lhs[0], rhs[0]);
  Value isBetter = compare(better, lhs[0], rhs[0]);
  Value winsTie = arith::AndIOp::create(builder, loc, isEqual, isFirst);
  Value wins = arith::OrIOp::create(builder, loc, isBetter, winsTie);
  Value winsOverNaN = arith::AndIOp::create(builder, loc, isLhsNaN, isFirst);
  Value isLhs =
      arith::SelectOp::create(builder, loc, isRhsNaN, winsOverNaN, wins);
  return selectTuple(builder, loc, isLhs, lhs, rhs);
}

static SmallVector<Value> combineArgIntegers(OpBuilder &builder, Location loc,
                                             ValueRange lhs, ValueRange rhs,
                                             arith::CmpIPredicate better) {
  auto compare = [&](arith::CmpIPredicate predicate) -> Value {
    return arith::CmpIOp::create(builder, loc, predicate, lhs[0], rhs[0]);
  };
  Value isFirst = compareIndices(builder, loc, lhs, rhs);
  Value isEqual = compare(arith::CmpIPredicate::eq);
  Value isBetter = compare(better);
  Value winsTie = arith::AndIOp::create(builder, loc, isEqual, isFirst);
  Value isLhs = arith::OrIOp::create(builder, loc, isBetter, winsTie);
  return selectTuple(builder, loc, isLhs, lhs, rhs);
}

#define STAX_ARG_EXTREME(Monoid, OperandKind, combineArgs, Better, Worst)      \
  unsigned Monoid##Attr::getArity() const { return 2; }                        \
  bool Monoid##Attr::isCommutative() const { return true; }                    \
  bool Monoid##Attr::isExact(TypeRange) const { return true; }                 \
  bool Monoid##Attr::allowsEmpty() const { return false; }                     \
  LogicalResult Monoid##Attr::verifyTypes(                                     \
      function_ref<InFlightDiagnostic()> emitError, TypeRange types) const {   \
    return verifyArgTypes(*this, emitError, types, Operands::OperandKind);     \
  }                                                                            \
  SmallVector<TypedAttr> Monoid##Attr::getIdentity(TypeRange types) const {    \
    Type type = types[0];                                                      \
    return getWorst(Worst, types[1]);                                          \
  }                                                                            \
  SmallVector<Value> Monoid##Attr::emitCombine(OpBuilder &builder,             \
                                               Location loc, ValueRange lhs,   \
                                               ValueRange rhs) const {         \
    return combineArgs(builder, loc, lhs, rhs, arith::Better);                 \
  }

#define STAX_ARG_INTEGERS(Monoid, predicate, getValue)                         \
  STAX_ARG_EXTREME(                                                            \
      Monoid, Integers, combineArgIntegers, CmpIPredicate::predicate,          \
      IntegerAttr::get(type, APInt::getValue(getIntegerBits(type))))

STAX_ARG_EXTREME(ArgMax, Floats, combineArgFloats, CmpFPredicate::UGT,
                 getInfinity(type, /*isNegative=*/true))
STAX_ARG_EXTREME(ArgMin, Floats, combineArgFloats, CmpFPredicate::ULT,
                 getInfinity(type, /*isNegative=*/false))
STAX_ARG_INTEGERS(ArgMaxS, sgt, getSignedMinValue)
STAX_ARG_INTEGERS(ArgMinS, slt, getSignedMaxValue)
STAX_ARG_INTEGERS(ArgMaxU, ugt, getZero)
STAX_ARG_INTEGERS(ArgMinU, ult, getAllOnes)

//===----------------------------------------------------------------------===//
// Shared by tuples of floats
//===----------------------------------------------------------------------===//

static LogicalResult verifyFloats(Attribute monoid,
                                  function_ref<InFlightDiagnostic()> emitError,
                                  TypeRange types, unsigned arity) {
  if (failed(verifyArity(monoid, emitError, types, arity)))
    return failure();
  if (isOperand(types[0], Operands::Floats) && llvm::all_equal(types))
    return success();
  InFlightDiagnostic diagnostic = emitError();
  diagnostic << monoid << " combines " << arity << " floats of one type, but "
             << "got " << types;
  return diagnostic;
}

static SmallVector<TypedAttr> getFloats(TypeRange types,
                                        ArrayRef<double> values) {
  return llvm::map_to_vector(llvm::zip_equal(types, values),
                             [](auto member) -> TypedAttr {
                               auto [type, value] = member;
                               return FloatAttr::get(type, value);
                             });
}

using CombineFloats = SmallVector<Value>(OpBuilder &builder, Location loc,
                                         ValueRange lhs, ValueRange rhs);

/// Combines short floats in f32 and rounds what comes out.
static SmallVector<Value> combineWide(OpBuilder &builder, Location loc,
                                      ValueRange lhs, ValueRange rhs,
                                      CombineFloats combine) {
  Type type = lhs[0].getType();
  if (!isa<Float16Type, BFloat16Type>(getElementTypeOrSelf(type)))
    return combine(builder, loc, lhs, rhs);
  Type wide = builder.getF32Type();
  if (auto vector = dyn_cast<VectorType>(type))
    wide = vector.clone(wide);
  auto extend = [&](Value value) -> Value {
    return arith::ExtFOp::create(builder, loc, wide, value);
  };
  auto truncate = [&](Value value) -> Value {
    return arith::TruncFOp::create(builder, loc, type, value);
  };
  SmallVector<Value> left = llvm::map_to_vector(lhs, extend);
  SmallVector<Value> right = llvm::map_to_vector(rhs, extend);
  SmallVector<Value> combined = combine(builder, loc, left, right);
  return llvm::map_to_vector(combined, truncate);
}

#define STAX_FLOATS(Monoid, Arity, IsCommutative, combineFloats, ...)          \
  unsigned Monoid##Attr::getArity() const { return Arity; }                    \
  bool Monoid##Attr::isCommutative() const { return IsCommutative; }           \
  bool Monoid##Attr::isExact(TypeRange) const { return false; }                \
  LogicalResult Monoid##Attr::verifyTypes(                                     \
      function_ref<InFlightDiagnostic()> emitError, TypeRange types) const {   \
    return verifyFloats(*this, emitError, types, Arity);                       \
  }                                                                            \
  SmallVector<Type> Monoid##Attr::getAccumulatorTypes(TypeRange types) const { \
    return widenShortFloats(types);                                            \
  }                                                                            \
  SmallVector<TypedAttr> Monoid##Attr::getIdentity(TypeRange types) const {    \
    return getFloats(types, __VA_ARGS__);                                      \
  }                                                                            \
  SmallVector<Value> Monoid##Attr::emitCombine(OpBuilder &builder,             \
                                               Location loc, ValueRange lhs,   \
                                               ValueRange rhs) const {         \
    return combineWide(builder, loc, lhs, rhs, combineFloats);                 \
  }

//===----------------------------------------------------------------------===//
// Moments
//===----------------------------------------------------------------------===//

static SmallVector<Value> combineMoments(OpBuilder &builder, Location loc,
                                         ValueRange lhs, ValueRange rhs) {
  auto add = [&](Value a, Value b) -> Value {
    return arith::AddFOp::create(builder, loc, a, b);
  };
  auto multiply = [&](Value a, Value b) -> Value {
    return arith::MulFOp::create(builder, loc, a, b);
  };
  Value count = add(lhs[2], rhs[2]);
  Value delta = arith::SubFOp::create(builder, loc, rhs[0], lhs[0]);
  Value ratio = arith::DivFOp::create(builder, loc, rhs[2], count);
  Value mean = add(lhs[0], multiply(delta, ratio));
  Value within = add(lhs[1], rhs[1]);
  Value square = multiply(delta, delta);
  Value between = multiply(square, multiply(lhs[2], ratio));
  SmallVector<Value> both{mean, add(within, between), count};

  Value zero = arith::ConstantOp::create(builder, loc,
                                         builder.getZeroAttr(count.getType()));
  auto isEmpty = [&](ValueRange side) -> Value {
    return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OEQ,
                                 side[2], zero);
  };
  Value isLhsEmpty = isEmpty(lhs), isRhsEmpty = isEmpty(rhs);
  // Of two empty sides neither is taken: either may be the identity.
  SmallVector<Value> neither{add(lhs[0], rhs[0]), within, count};
  SmallVector<Value> ifLhsIsEmpty =
      selectTuple(builder, loc, isRhsEmpty, neither, rhs);
  SmallVector<Value> ifLhsIsFull =
      selectTuple(builder, loc, isRhsEmpty, lhs, both);
  return selectTuple(builder, loc, isLhsEmpty, ifLhsIsEmpty, ifLhsIsFull);
}

// Means do not commute bit for bit.
STAX_FLOATS(Welford, 3, /*IsCommutative=*/false, combineMoments,
            {-0.0, -0.0, -0.0})

SmallVector<TypedAttr> WelfordAttr::getInit(TypeRange types) const {
  return getFloats(types, {0.0, 0.0, 0.0});
}

//===----------------------------------------------------------------------===//
// Sums of exponentials
//===----------------------------------------------------------------------===//

static SmallVector<Value> combineExponentials(OpBuilder &builder, Location loc,
                                              ValueRange lhs, ValueRange rhs) {
  Value max = arith::MaximumFOp::create(builder, loc, lhs[0], rhs[0]);
  // The side of the maximum keeps its sum: of infinities the difference would
  // be NaN. So do both where one is NaN, which the maximum carries on alone.
  auto rescale = [&](ValueRange side) -> Value {
    Value isMax = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UEQ,
                                        side[0], max);
    Value exponent = arith::SubFOp::create(builder, loc, side[0], max);
    Value factor = math::ExpOp::create(builder, loc, exponent);
    Value scaled = arith::MulFOp::create(builder, loc, side[1], factor);
    return arith::SelectOp::create(builder, loc, isMax, side[1], scaled);
  };
  Value left = rescale(lhs), right = rescale(rhs);
  return {max, arith::AddFOp::create(builder, loc, left, right)};
}

STAX_FLOATS(LogSumExp, 2, /*IsCommutative=*/true, combineExponentials,
            {-HUGE_VAL, -0.0})

SmallVector<TypedAttr> LogSumExpAttr::getInit(TypeRange types) const {
  return getFloats(types, {-HUGE_VAL, 0.0});
}
