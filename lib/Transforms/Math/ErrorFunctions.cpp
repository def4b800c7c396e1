//===- ErrorFunctions.cpp - erf and erfc
//--------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Functions.h"

using namespace mlir;
using namespace mlir::stax;

Real stax::expandErf(Real x) {
  Real a = abs(x);
  Real p =
      evaluate({0x1.06eba8p-3, -0x1.812742p-2, 0x1.ce2e24p-4, -0x1.b8136cp-6,
                0x1.5500b8p-8, -0x1.ac527cp-11, 0x1.63b632p-14},
               a * a);
  Real small = fma(a, p, a);
  // -log erfc a, up to where erf a rounds to 1.
  Real q =
      evaluate({-0x1.68a716p-13, 0x1.212708p+0, 0x1.44498ap-1, 0x1.bb64f4p-4,
                -0x1.9b3de0p-6, 0x1.10df44p-8, -0x1.c5f4ccp-12, 0x1.5fa856p-16},
               atMost(a, 3.95));
  Real large = 1.0 - expInRange(-q);
  return copySign(select(a < 0.92, small, large), x);
}

Real stax::expandErfc(Real narrowX) {
  Real x = widen(narrowX);
  Real a = atMost(abs(x), 10.3); // where the result has become 0
  // (1 + 2a) exp(a^2) erfc a as a polynomial of (a - 4) / (a + 4).
  Real t = (a - 4.0) / (a + 4.0);
  Real p = evaluate(
      {0x1.3ba5916e9f8dfp+0, -0x1.1df1ad1649d41p-3, 0x1.f7f5df88a6d6ep-7,
       0x1.16ecf0794fcefp-4, -0x1.9ddb23fe6b860p-4, 0x1.7fedf02ecb18fp-4,
       -0x1.0fb077694ee7bp-4, 0x1.307b734aff24ap-5, -0x1.095a428846ae4p-6,
       0x1.49cd02e0ed960p-8, -0x1.90a9289bb7c2bp-11, -0x1.c2c1e6b8a82f8p-13,
       0x1.11ad2af53bf94p-13, -0x1.5d6dd097a0e03p-15, -0x1.82973cb4c7f81p-16},
      t);
  Real value = expWide(-(a * a)) * p / fma(a, 2.0, 1.0);
  return narrow(select(x < 0.0, 2.0 - value, value));
}
