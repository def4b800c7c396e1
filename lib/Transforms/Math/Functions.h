//===- Functions.h - Functions of f32 as formulas ----------------*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function takes and returns f32, is right over the whole range, special
// values, signed zeros and subnormals included, and has no branches. Errors are
// at most 1 unit in the last place for exp, log, sin and cos and 2 for the
// rest; `benchmarks/ulp` measures them. What f32 alone cannot reach cheaply is
// computed in f64, whose fixed formulas are far more exact than f32 can show.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_MATH_FUNCTIONS_H
#define STAX_LIB_TRANSFORMS_MATH_FUNCTIONS_H

#include "Real.h"

namespace mlir::stax {

//===----------------------------------------------------------------------===//
// f32 -> f32
//===----------------------------------------------------------------------===//

Real expandExp(Real x);
Real expandExp2(Real x);
Real expandExpM1(Real x);
Real expandTanh(Real x);
Real expandSinh(Real x);
Real expandCosh(Real x);
Real expandLog(Real x);
Real expandLog2(Real x);
Real expandLog10(Real x);
Real expandLog1p(Real x);
Real expandAsinh(Real x);
Real expandAcosh(Real x);
Real expandAtanh(Real x);
Real expandErf(Real x);
Real expandErfc(Real x);
Real expandSin(Real x);
Real expandCos(Real x);
Real expandTan(Real x);
Real expandAsin(Real x);
Real expandAcos(Real x);
Real expandAtan(Real x);
Real expandAtan2(Real y, Real x);
Real expandCbrt(Real x);
/// x^y, y an f32 or an f64.
Real expandPow(Real x, Real y);

//===----------------------------------------------------------------------===//
// What they share
//===----------------------------------------------------------------------===//

/// exp(x) of f32 in [-104, 89], or NaN.
Real expInRange(Real x);

/// exp(x) of f64, relative error 2^-38; x is taken to be in [-690, 690], beyond
/// what an f32 can hold.
Real expWide(Real x);

/// exp(x) - 1 of f64 in [-690, 690], relative error 2^-38.
Real expM1Wide(Real x);

/// log(x) of f64 that is not subnormal, relative error 2^-44.
Real logWide(Real x);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_MATH_FUNCTIONS_H
