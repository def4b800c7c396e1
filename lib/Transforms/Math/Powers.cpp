//===- Powers.cpp - Powers and roots
//------------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include <limits>

using namespace mlir;
using namespace mlir::stax;

Real stax::expandCbrt(Real x) {
  return copySign(narrow(expWide(logWide(abs(widen(x))) * (1.0 / 3))), x);
}

Real stax::expandPow(Real narrowX, Real exponent) {
  Real x = widen(narrowX);
  Real y = exponent.isDouble() ? exponent : widen(exponent);
  Real a = abs(x);
  Real value = expWide(y * logWide(a));
  // 0 * infinity above
  value = select((a == 1.0) & !isNaN(y), 1.0, value);
  Bool isInteger = floor(y) == y;
  Real half = y * 0.5;
  Bool isOdd = isInteger & !(floor(half) == half);
  value = select(isOdd, copySign(value, x), value);
  Bool isFinite = a < std::numeric_limits<double>::infinity();
  Bool isUndefined = (x < 0.0) & isFinite & !isInteger & !isNaN(y);
  value = select(isUndefined, std::numeric_limits<double>::quiet_NaN(), value);
  // Whatever the other is, NaN included.
  return narrow(select((y == 0.0) | (x == 1.0), 1.0, value));
}
