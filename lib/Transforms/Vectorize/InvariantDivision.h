//===- InvariantDivision.h - Many quotients by one divisor ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. A vector division takes 10 to 16 cycles,
// and none other can begin meanwhile. Where all lanes have one divisor its
// reciprocal r is computed once, and a quotient q = x * r corrected by what is
// left over:
//
//   q - (q * d - x) * r
//
// This is x / d, correctly rounded, where nothing overflows or underflows on
// the way: Markstein, "Computation of elementary functions on the IBM RISC
// System/6000 processor", 1990; Brisebarre, Muller and Raina, "Accelerating
// correctly rounded floating-point division when the divisor is known in
// advance", 2004. That is checked, and vectors with other lanes are divided.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_INVARIANTDIVISION_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_INVARIANTDIVISION_H

#include "mlir/IR/Builders.h"

namespace mlir::stax {

/// Whether quotients of vectors of `type` by the scalar `divisor` are found
/// faster than by dividing. Powers of two, if constant, are not: LLVM
/// multiplies by their reciprocals.
bool isWorthReciprocal(Type element, Value divisor);

/// The vectors `dividends` / `divisor`, with the bits of `arith.divf`. The
/// target has fused multiply-adds.
SmallVector<Value> divideByInvariant(OpBuilder &builder, Location loc,
                                     ArrayRef<Value> dividends, Value divisor);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_INVARIANTDIVISION_H
