//===- Trigonometry.cpp - Angles and their functions
//--------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All in f64: the reduction needs its digits.
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace mlir::stax;

static constexpr double kPi = 0x1.921fb54442d18p1;

//===----------------------------------------------------------------------===//
// sin, cos, tan
//===----------------------------------------------------------------------===//

namespace {
/// x = n pi/2 + r modulo 2 pi, |r| at most pi/4.
struct Reduced {
  Real r;
  Int n;
};
} // namespace

/// Payne and Hanek's reduction of an f32 that was widened. 2/pi is cut into
/// parts of 28 bits, whose products with 24 bits are exact; multiples of four
/// quadrants leave each of them at once, and the rest is added with its
/// rounding errors (Knuth's two-sum).
static Reduced reduce(Real x) {
  constexpr double twoOverPi[] = {
      0x1.45f306cp-1,   0x1.c9c882ap-29,  0x1.4fe13a8p-59, 0x1.f47d4d0p-86,
      0x1.bb81b6cp-113, 0x1.4acc9e0p-143, 0x1.0e4107cp-170};
  Real sum = x.constant(0), error = x.constant(0);
  for (double part : twoOverPi) {
    Real product = x * part;
    product = fma(roundEven(product * 0.25), -4.0, product);
    Real next = sum + product;
    Real added = next - sum;
    error = error + ((sum - (next - added)) + (product - added));
    sum = next;
  }
  Real shift = x.constant(0x1.8p52);
  Real shifted = sum + shift;
  Real n = shifted - shift;
  return {((sum - n) + error) * (kPi / 2), toBits(shifted) - toBits(shift)};
}

/// sin(r), |r| at most pi/4
static Real evaluateSin(Real r) {
  Real z = r * r;
  Real p = evaluate({-0x1.5555554cb2253p-3, 0x1.111108908d384p-7,
                     -0x1.a00f98f7358f1p-13, 0x1.6cd7370d9d04fp-19},
                    z);
  return fma(z * r, p, r);
}

/// cos(r), |r| at most pi/4
static Real evaluateCos(Real r) {
  Real z = r * r;
  Real p = evaluate({0x1.5555554f48a21p-5, -0x1.6c16b89293a69p-10,
                     0x1.a0111bfa5f6dep-16, -0x1.2429f60b0ada4p-22},
                    z);
  return fma(z * z, p, fma(z, -0.5, 1.0));
}

/// sin(x + quarters pi/2)
static Real expandWave(Real x, int64_t quarters) {
  auto [r, n] = reduce(widen(x));
  n = n + quarters;
  Real value = select(isZero(n & 1), evaluateSin(r), evaluateCos(r));
  return narrow(select(isZero(n & 2), value, -value));
}

Real stax::expandSin(Real x) {
  return select(x == 0.0, x, expandWave(x, 0)); // keeps the sign of zero
}
Real stax::expandCos(Real x) { return expandWave(x, 1); }

Real stax::expandTan(Real x) {
  auto [r, n] = reduce(widen(x));
  Real sine = evaluateSin(r), cosine = evaluateCos(r);
  Bool isEven = isZero(n & 1);
  Real value = select(isEven, sine, -cosine) / select(isEven, cosine, sine);
  return select(x == 0.0, x, narrow(value));
}

//===----------------------------------------------------------------------===//
// asin, acos, atan
//===----------------------------------------------------------------------===//

namespace {
/// An arc sine a = |x| that is `angle` where `isSmall`, else pi/2 - 2 `angle`.
struct ArcSine {
  Real angle;
  Bool isSmall;
};
} // namespace

static ArcSine evaluateArcSine(Real a) {
  Bool isLarge = a > 0.5;
  Real t = select(isLarge, sqrt(fma(a, -0.5, 0.5)), a);
  Real z = t * t;
  Real p = evaluate({0x1.555555478f116p-3, 0x1.333340c7afd09p-4,
                     0x1.6db24b40fa2ddp-5, 0x1.f283e9feeb288p-6,
                     0x1.662f73ad45832p-6, 0x1.52926b31f8bf4p-6,
                     0x1.fabea2c48cf74p-10, 0x1.0dfe9a0f08c54p-5},
                    z);
  return {fma(z * t, p, t), !isLarge};
}

Real stax::expandAsin(Real x) {
  auto [angle, isSmall] = evaluateArcSine(abs(widen(x)));
  return copySign(narrow(select(isSmall, angle, fma(angle, -2.0, kPi / 2))), x);
}

Real stax::expandAcos(Real x) {
  Real wide = widen(x);
  auto [angle, isSmall] = evaluateArcSine(abs(wide));
  Real value = select(isSmall, kPi / 2 - angle, angle + angle);
  return narrow(select(wide < 0.0, kPi - value, value));
}

/// atan(t), t in [0, 1]
static Real evaluateArcTangent(Real t) {
  Bool isLarge = t > 0x1.a827999fcef32p-2; // tan(pi/8)
  Real u = select(isLarge, (t - 1.0) / (t + 1.0), t);
  Real z = u * u;
  Real p = evaluate({-0x1.5555554ef535dp-2, 0x1.9999920e5a68cp-3,
                     -0x1.2490c58921b4cp-3, 0x1.c6d23cc88cdc0p-4,
                     -0x1.70854a24ad1cap-4, 0x1.1e667ca9e2076p-4,
                     -0x1.36cca8d639556p-5},
                    z);
  Real value = fma(z * u, p, u);
  return select(isLarge, value + kPi / 4, value);
}

Real stax::expandAtan(Real x) {
  Real a = abs(widen(x));
  Bool isSteep = a > 1.0;
  Real value = evaluateArcTangent(select(isSteep, 1.0 / a, a));
  return copySign(narrow(select(isSteep, kPi / 2 - value, value)), x);
}

Real stax::expandAtan2(Real y, Real x) {
  Real height = abs(widen(y)), width = abs(widen(x));
  Bool isSteep = height > width;
  Real low = select(isSteep, width, height);
  Real high = select(isSteep, height, width);
  // Two infinities are a diagonal, two zeros lie on the axis.
  Real ratio = select(low == high, 1.0, low / high);
  ratio = select((height == 0.0) & !isNaN(width), 0.0, ratio);
  Real value = evaluateArcTangent(ratio);
  value = select(isSteep, kPi / 2 - value, value);
  Bool isLeft = copySign(x.constant(1), x) < 0.0; // -0.0, too
  return copySign(narrow(select(isLeft, kPi - value, value)), y);
}
