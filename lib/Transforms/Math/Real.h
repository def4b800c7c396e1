//===- Real.h - Formulas that emit arith -------------------------*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Handles of SSA values whose operators emit `arith` and `math` operations, so
// that an expansion reads like its formula. All work alike on scalars and on
// vectors of any shape; a constant becomes a splat. Nothing here contracts,
// reassociates or carries fast-math flags.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_MATH_REAL_H
#define STAX_LIB_TRANSFORMS_MATH_REAL_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::stax {

/// A handle of an SSA value and of where its users are emitted.
class Handle {
public:
  Handle(ImplicitLocOpBuilder &builder, Value value)
      : builder(&builder), value(value) {}
  Value getValue() const { return value; }
  ImplicitLocOpBuilder &getBuilder() const { return *builder; }

protected:
  ImplicitLocOpBuilder *builder;
  Value value;
};

/// A truth value, i1.
class Bool : public Handle {
public:
  using Handle::Handle;
};
Bool operator&(Bool lhs, Bool rhs);
Bool operator|(Bool lhs, Bool rhs);
Bool operator!(Bool operand);

/// An integer of 32 or 64 bits, two's complement.
class Int : public Handle {
public:
  using Handle::Handle;
  unsigned getWidth() const;
  Int constant(int64_t number) const;
};
Int operator+(Int lhs, Int rhs);
Int operator-(Int lhs, Int rhs);
Int operator+(Int lhs, int64_t rhs);
Int operator-(Int lhs, int64_t rhs);
Int operator&(Int lhs, int64_t rhs);
Int shiftLeft(Int operand, unsigned count);
/// Division by a power of two that rounds down.
Int shiftRight(Int operand, unsigned count);
Bool isZero(Int operand);

/// A float, f32 or f64.
class Real : public Handle {
public:
  using Handle::Handle;
  bool isDouble() const;
  /// `number`, rounded to this one's type.
  Real constant(double number) const;
};
Real operator+(Real lhs, Real rhs);
Real operator-(Real lhs, Real rhs);
Real operator*(Real lhs, Real rhs);
Real operator/(Real lhs, Real rhs);
Real operator-(Real operand);
Real operator+(Real lhs, double rhs);
Real operator-(Real lhs, double rhs);
Real operator-(double lhs, Real rhs);
Real operator*(Real lhs, double rhs);
Real operator/(double lhs, Real rhs);

/// a * b + c with one rounding.
Real fma(Real a, Real b, Real c);
Real fma(Real a, double b, Real c);
Real fma(Real a, Real b, double c);
Real fma(Real a, double b, double c);
Real abs(Real operand);
Real sqrt(Real operand);
Real floor(Real operand);
Real roundEven(Real operand);
Real copySign(Real magnitude, Real sign);

// Ordered comparisons: false where an operand is NaN.
Bool operator<(Real lhs, double rhs);
Bool operator>(Real lhs, double rhs);
Bool operator>(Real lhs, Real rhs);
Bool operator==(Real lhs, double rhs);
Bool operator==(Real lhs, Real rhs);
Bool isNaN(Real operand);

Real select(Bool condition, Real onTrue, Real onFalse);
Real select(Bool condition, double onTrue, Real onFalse);
Real select(Bool condition, Real onTrue, double onFalse);

/// The smaller of `operand` and `bound`; NaN stays NaN.
Real atMost(Real operand, double bound);
/// The larger of the two; NaN stays NaN.
Real atLeast(Real operand, double bound);

/// The float's bits, and the float of bits.
Int toBits(Real operand);
Real fromBits(Int operand);
/// The integer as a float of the same width.
Real toReal(Int operand);
/// f32 -> f64, exact.
Real widen(Real operand);
/// f64 -> f32, rounded to nearest.
Real narrow(Real operand);

/// coefficients[0] + coefficients[1] x + ..., by Horner's rule.
Real evaluate(ArrayRef<double> coefficients, Real x);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_MATH_REAL_H
