//===- FloatExtremes.h - Extremes of floats by integers ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Processors have no maximum of floats that
// keeps NaN and orders zeros; it takes six dependent instructions. Integers in
// the order of floats take two, and a maximum and a minimum of them one each:
//
//   -NaN < -inf < ... < -0.0 < +0.0 < ... < +inf < +NaN
//
// Both ends tell whether there was a NaN.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_FLOATEXTREMES_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_FLOATEXTREMES_H

#include "LoopPlan.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Whether `reduction` is `#stax.max` or `#stax.min` of f32.
bool isFloatExtreme(const CarriedReduction &reduction);

/// Replaces `loop`, whose reductions are those of `plan`, by one in which the
/// greatest and least integers stand for extremes of floats.
affine::AffineForOp carryExtremesAsIntegers(RewriterBase &rewriter,
                                            affine::AffineForOp loop,
                                            const LoopPlan &plan);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_FLOATEXTREMES_H
