//===- Exponentials.cpp - exp and what it gives
//-------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cody and Waite's reduction: x = n ln 2 + r with |r| at most half of ln 2, a
// minimax polynomial of r, and 2^n made from bits.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

static constexpr double kLog2E = 0x1.71547652b82fep0;
static constexpr double kLn2 = 0x1.62e42fefa39efp-1;
// The first has so few digits that its product with a small integer is exact.
static constexpr double kLn2High = 0x1.62e4p-1, kLn2Low = 0x1.7f7d1cp-20;

namespace {
/// An integer, as float and as integer.
struct Rounded {
  Real real;
  Int integer;
};

/// x = n ln 2 + r
struct Reduced {
  Real r;
  Int n;
};
} // namespace

/// The integer nearest to x * factor, which is well below 2^22. Adding a number
/// so large that its last digit is one rounds, and leaves the integer in the
/// last bits.
static Rounded roundProduct(Real x, double factor) {
  Real shift = x.constant(x.isDouble() ? 0x1.8p52 : 0x1.8p23);
  Real sum = fma(x, x.constant(factor), shift);
  return {sum - shift, toBits(sum) - toBits(shift)};
}

/// 2^n, in the range of normal numbers.
static Real makePowerOfTwo(Int n) {
  return n.getWidth() == 64 ? fromBits(shiftLeft(n + 1023, 52))
                            : fromBits(shiftLeft(n + 127, 23));
}

/// x 2^n, rounded once, where neither half of n leaves the normal range.
static Real scale(Real x, Int n) {
  Int half = shiftRight(n, 1);
  return x * makePowerOfTwo(half) * makePowerOfTwo(n - half);
}

static Reduced reduce(Real x) {
  auto [real, n] = roundProduct(x, kLog2E);
  if (x.isDouble())
    return {fma(real, -kLn2, x), n};
  return {fma(real, -kLn2Low, fma(real, -kLn2High, x)), n};
}

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

Real stax::expInRange(Real x) {
  auto [r, n] = reduce(x);
  Real q = evaluate({0x1.fffffcp-2, 0x1.55548cp-3, 0x1.55585ap-5, 0x1.123d52p-7,
                     0x1.6ab5c2p-10},
                    r);
  // As r * (1 + r q) + 1, not 1 + (r + r^2 q): where the result is below 1, the
  // sum in parentheses would be rounded to no more digits than the result.
  return scale(fma(fma(q, r, 1.0), r, 1.0), n);
}

Real stax::expandExp(Real x) {
  // Beyond, the result is infinite or rounds to zero.
  return expInRange(atLeast(atMost(x, 89.0), -104.0));
}

Real stax::expandExp2(Real x) {
  x = atLeast(atMost(x, 129.0), -151.0);
  auto [real, n] = roundProduct(x, 1.0);
  Real r = x - real;
  Real p = evaluate({0x1.62e430p-1, 0x1.ebfbe0p-3, 0x1.c6afdcp-5, 0x1.3b29b2p-7,
                     0x1.5ee59cp-10, 0x1.45f87ap-13},
                    r);
  return scale(fma(p, r, 1.0), n);
}

Real stax::expandExpM1(Real x) {
  auto [r, n] = reduce(atLeast(atMost(x, 89.0), -20.0));
  Real q = evaluate({0.5, 0x1.555554p-3, 0x1.5554eap-5, 0x1.1115eap-7,
                     0x1.6d3fdap-10, 0x1.988152p-13},
                    r);
  Real m = fma(r * r, q, r);
  // 2^n overflows before the result does, its half does not.
  Real power = makePowerOfTwo(n - 1);
  Real half = fma(power, m, power - 0.5);
  return copySign(select(isZero(n), m, half + half), x);
}

Real stax::expandTanh(Real x) {
  Real a = abs(x);
  Real z = a * a;
  Real p = evaluate({-0x1.555530p-2, 0x1.110684p-3, -0x1.b8262ap-5,
                     0x1.519058p-6, -0x1.732c5ap-8},
                    z);
  Real small = fma(a * z, p, a);
  Real bounded = atMost(a, 10.0); // where the result has become 1
  Real large = 1.0 - 2.0 / (expInRange(bounded + bounded) + 1.0);
  return copySign(select(a < 0.625, small, large), x);
}

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

/// (exp(r) - 1) / r
static Real evaluateQuotient(Real r) {
  return evaluate({0x1.ffffffffd382fp-1, 0x1.000000000dabep-1,
                   0x1.555555a58d1bbp-3, 0x1.555555710a5d0p-5,
                   0x1.1110797a9325fp-7, 0x1.6c1588571f9adp-10,
                   0x1.a1b73ca0c4a08p-13, 0x1.a30aa1eecfb6cp-16},
                  r);
}

Real stax::expWide(Real x) {
  auto [r, n] = reduce(atLeast(atMost(x, 690.0), -690.0));
  return fma(r, evaluateQuotient(r), 1.0) * makePowerOfTwo(n);
}

Real stax::expM1Wide(Real x) {
  auto [r, n] = reduce(x);
  Real power = makePowerOfTwo(n);
  return fma(power, r * evaluateQuotient(r), power - 1.0);
}

Real stax::expandSinh(Real x) {
  Real m = expM1Wide(atMost(abs(widen(x)), 100.0));
  return copySign(narrow((m + m / (m + 1.0)) * 0.5), x);
}

Real stax::expandCosh(Real x) {
  Real e = expWide(atMost(abs(widen(x)), 100.0));
  return narrow((e + 1.0 / e) * 0.5);
}
