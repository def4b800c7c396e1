//===- Logarithms.cpp - log and what it gives
//---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^k m with m between the roots of 1/2 and 2, read from bits.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include <limits>

using namespace mlir;
using namespace mlir::stax;

static constexpr double kInfinity = std::numeric_limits<double>::infinity();
static constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
static constexpr double kLn2 = 0x1.62e42fefa39efp-1;

namespace {
/// x = 2^k m
struct Parts {
  Int k;
  Real m;
};
} // namespace

/// Takes apart a normal number.
static Parts takeApart(Real x) {
  Int bits = toBits(x);
  unsigned digits = x.isDouble() ? 52 : 23;
  int64_t rootOfHalf = x.isDouble() ? 0x3fe6a09e667f3bcd : 0x3f3504f3;
  Int k = shiftRight(bits - rootOfHalf, digits);
  return {k, fromBits(bits - shiftLeft(k, digits))};
}

/// `value` where x is positive and finite, else what the logarithm is there.
static Real selectSpecial(Real x, Real value) {
  value = select(x < kInfinity, value, x); // infinity and NaN
  value = select(x < 0.0, kNaN, value);
  return select(x == 0.0, -kInfinity, value);
}

Real stax::expandLog(Real x) {
  Bool isSubnormal = x < 0x1p-126;
  auto [k, m] = takeApart(select(isSubnormal, x * 0x1p23, x));
  Real e = toReal(k);
  e = select(isSubnormal, e - 23.0, e);
  Real f = m - 1.0;
  Real p = evaluate({0x1.555548p-2, -0x1.000008p-2, 0x1.99a460p-3,
                     -0x1.555b44p-3, 0x1.233e60p-3, -0x1.fc5088p-4,
                     0x1.e69430p-4, -0x1.dcbccep-4, 0x1.136440p-4},
                    f);
  // f - f^2 / 2 + f^3 p + e ln 2, the small terms first.
  Real z = f * f;
  Real tail = fma(e, -0x1.bd0106p-13, p * z * f);
  Real value = fma(e, 0x1.63p-1, f + fma(z, -0.5, tail));
  return selectSpecial(x, value);
}

Real stax::logWide(Real x) {
  auto [k, m] = takeApart(x);
  // log m = 2 artanh s
  Real s = (m - 1.0) / (m + 1.0);
  Real z = s * s;
  Real p = evaluate({0x1.555555561f37bp-1, 0x1.999996a66ccbep-2,
                     0x1.2494133d55de6p-2, 0x1.c62a9ddb3e008p-3,
                     0x1.911cb9a5e17d9p-3},
                    z);
  return selectSpecial(x, fma(toReal(k), kLn2, fma(s * z, p, s + s)));
}

/// log(1 + x) of f64, with the digits that 1 + x loses.
static Real log1pWide(Real x) {
  Real sum = x + 1.0;
  Real logarithm = logWide(sum);
  Real value = logarithm + (x - (sum - 1.0)) / sum;
  Bool isFinite = abs(x) < kInfinity;
  return select(isFinite & !(sum == 0.0), value, logarithm);
}

Real stax::expandLog1p(Real x) {
  return copySign(narrow(log1pWide(widen(x))), x);
}
Real stax::expandLog2(Real x) {
  return narrow(logWide(widen(x)) * 0x1.71547652b82fep0);
}
Real stax::expandLog10(Real x) {
  return narrow(logWide(widen(x)) * 0x1.bcb7b1526e50ep-2);
}

Real stax::expandAsinh(Real x) {
  Real a = abs(widen(x));
  Real value = log1pWide(a + a * a / (sqrt(fma(a, a, 1.0)) + 1.0));
  return copySign(narrow(select(a < kInfinity, value, a)), x);
}

Real stax::expandAcosh(Real x) {
  Real t = widen(x) - 1.0;
  Real value = log1pWide(t + sqrt(t * (t + 2.0)));
  return narrow(select(t < 0.0, kNaN, value));
}

Real stax::expandAtanh(Real x) {
  Real a = abs(widen(x));
  Real value = log1pWide((a + a) / (1.0 - a)) * 0.5;
  return copySign(narrow(select(a > 1.0, kNaN, value)), x);
}
