//===- Real.cpp - Formulas that emit arith --------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Real.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

/// `type` with elements of type `element`.
static Type withElement(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

static Value createConstant(ImplicitLocOpBuilder &builder, Type type,
                            TypedAttr value) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    value = DenseElementsAttr::get(shaped, value);
  return arith::ConstantOp::create(builder, value);
}

/// The handle of a new operation on `operand` and `others`.
template <typename OpTy, typename HandleTy, typename... Others>
static HandleTy emit(HandleTy operand, Others... others) {
  return {operand.getBuilder(),
          OpTy::create(operand.getBuilder(), operand.getValue(),
                       others.getValue()...)};
}

/// The handle of a new conversion of `operand` to `element`.
template <typename OpTy, typename ResultTy>
static ResultTy convert(Handle operand, Type element) {
  Type type = withElement(operand.getValue().getType(), element);
  return {operand.getBuilder(),
          OpTy::create(operand.getBuilder(), type, operand.getValue())};
}

static Bool compare(arith::CmpFPredicate predicate, Real lhs, Real rhs) {
  return {lhs.getBuilder(),
          arith::CmpFOp::create(lhs.getBuilder(), predicate, lhs.getValue(),
                                rhs.getValue())};
}

//===----------------------------------------------------------------------===//
// Truth values and integers
//===----------------------------------------------------------------------===//

Bool stax::operator&(Bool lhs, Bool rhs) {
  return emit<arith::AndIOp>(lhs, rhs);
}
Bool stax::operator|(Bool lhs, Bool rhs) {
  return emit<arith::OrIOp>(lhs, rhs);
}
Bool stax::operator!(Bool operand) {
  ImplicitLocOpBuilder &builder = operand.getBuilder();
  Bool yes{builder, createConstant(builder, operand.getValue().getType(),
                                   builder.getBoolAttr(true))};
  return emit<arith::XOrIOp>(operand, yes);
}

unsigned Int::getWidth() const {
  return getElementTypeOrSelf(value).getIntOrFloatBitWidth();
}
Int Int::constant(int64_t number) const {
  auto attr = IntegerAttr::get(getElementTypeOrSelf(value), number);
  return {*builder, createConstant(*builder, value.getType(), attr)};
}

Int stax::operator+(Int lhs, Int rhs) { return emit<arith::AddIOp>(lhs, rhs); }
Int stax::operator-(Int lhs, Int rhs) { return emit<arith::SubIOp>(lhs, rhs); }
Int stax::operator+(Int lhs, int64_t rhs) { return lhs + lhs.constant(rhs); }
Int stax::operator-(Int lhs, int64_t rhs) { return lhs - lhs.constant(rhs); }
Int stax::operator&(Int lhs, int64_t rhs) {
  return emit<arith::AndIOp>(lhs, lhs.constant(rhs));
}
Int stax::shiftLeft(Int operand, unsigned count) {
  return emit<arith::ShLIOp>(operand, operand.constant(count));
}
Int stax::shiftRight(Int operand, unsigned count) {
  return emit<arith::ShRSIOp>(operand, operand.constant(count));
}
Bool stax::isZero(Int operand) {
  return {operand.getBuilder(),
          arith::CmpIOp::create(operand.getBuilder(), arith::CmpIPredicate::eq,
                                operand.getValue(),
                                operand.constant(0).getValue())};
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

bool Real::isDouble() const { return getElementTypeOrSelf(value).isF64(); }
Real Real::constant(double number) const {
  auto attr = FloatAttr::get(getElementTypeOrSelf(value), number);
  return {*builder, createConstant(*builder, value.getType(), attr)};
}

Real stax::operator+(Real lhs, Real rhs) {
  return emit<arith::AddFOp>(lhs, rhs);
}
Real stax::operator-(Real lhs, Real rhs) {
  return emit<arith::SubFOp>(lhs, rhs);
}
Real stax::operator*(Real lhs, Real rhs) {
  return emit<arith::MulFOp>(lhs, rhs);
}
Real stax::operator/(Real lhs, Real rhs) {
  return emit<arith::DivFOp>(lhs, rhs);
}
Real stax::operator-(Real operand) { return emit<arith::NegFOp>(operand); }
Real stax::operator+(Real lhs, double rhs) { return lhs + lhs.constant(rhs); }
Real stax::operator-(Real lhs, double rhs) { return lhs - lhs.constant(rhs); }
Real stax::operator-(double lhs, Real rhs) { return rhs.constant(lhs) - rhs; }
Real stax::operator*(Real lhs, double rhs) { return lhs * lhs.constant(rhs); }
Real stax::operator/(double lhs, Real rhs) { return rhs.constant(lhs) / rhs; }

Real stax::fma(Real a, Real b, Real c) { return emit<math::FmaOp>(a, b, c); }
Real stax::fma(Real a, double b, Real c) { return fma(a, a.constant(b), c); }
Real stax::fma(Real a, Real b, double c) { return fma(a, b, a.constant(c)); }
Real stax::fma(Real a, double b, double c) {
  return fma(a, a.constant(b), a.constant(c));
}
Real stax::abs(Real operand) { return emit<math::AbsFOp>(operand); }
Real stax::sqrt(Real operand) { return emit<math::SqrtOp>(operand); }
Real stax::floor(Real operand) { return emit<math::FloorOp>(operand); }
Real stax::roundEven(Real operand) { return emit<math::RoundEvenOp>(operand); }
Real stax::copySign(Real magnitude, Real sign) {
  return emit<math::CopySignOp>(magnitude, sign);
}

Bool stax::operator<(Real lhs, double rhs) {
  return compare(arith::CmpFPredicate::OLT, lhs, lhs.constant(rhs));
}
Bool stax::operator>(Real lhs, double rhs) { return lhs > lhs.constant(rhs); }
Bool stax::operator>(Real lhs, Real rhs) {
  return compare(arith::CmpFPredicate::OGT, lhs, rhs);
}
Bool stax::operator==(Real lhs, double rhs) { return lhs == lhs.constant(rhs); }
Bool stax::operator==(Real lhs, Real rhs) {
  return compare(arith::CmpFPredicate::OEQ, lhs, rhs);
}
Bool stax::isNaN(Real operand) {
  return compare(arith::CmpFPredicate::UNO, operand, operand);
}

Real stax::select(Bool condition, Real onTrue, Real onFalse) {
  return {onTrue.getBuilder(),
          arith::SelectOp::create(onTrue.getBuilder(), condition.getValue(),
                                  onTrue.getValue(), onFalse.getValue())};
}
Real stax::select(Bool condition, double onTrue, Real onFalse) {
  return select(condition, onFalse.constant(onTrue), onFalse);
}
Real stax::select(Bool condition, Real onTrue, double onFalse) {
  return select(condition, onTrue, onTrue.constant(onFalse));
}

Real stax::atMost(Real operand, double bound) {
  return select(operand > bound, bound, operand);
}
Real stax::atLeast(Real operand, double bound) {
  return select(operand < bound, bound, operand);
}

Int stax::toBits(Real operand) {
  unsigned width = operand.isDouble() ? 64 : 32;
  return convert<arith::BitcastOp, Int>(
      operand, operand.getBuilder().getIntegerType(width));
}

/// The float type of the width of `operand`.
static Type getFloatType(Int operand) {
  Builder &builder = operand.getBuilder();
  return operand.getWidth() == 64 ? Type(builder.getF64Type())
                                  : Type(builder.getF32Type());
}
Real stax::fromBits(Int operand) {
  return convert<arith::BitcastOp, Real>(operand, getFloatType(operand));
}
Real stax::toReal(Int operand) {
  return convert<arith::SIToFPOp, Real>(operand, getFloatType(operand));
}
Real stax::widen(Real operand) {
  return convert<arith::ExtFOp, Real>(operand,
                                      operand.getBuilder().getF64Type());
}
Real stax::narrow(Real operand) {
  return convert<arith::TruncFOp, Real>(operand,
                                        operand.getBuilder().getF32Type());
}

Real stax::evaluate(ArrayRef<double> coefficients, Real x) {
  Real result = x.constant(coefficients.back());
  for (double coefficient : llvm::reverse(coefficients.drop_back()))
    result = fma(result, x, coefficient);
  return result;
}
