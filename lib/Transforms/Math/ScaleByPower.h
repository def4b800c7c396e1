//===- ScaleByPower.h - Products with powers of two in AVX-512 --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_MATH_SCALEBYPOWER_H
#define STAX_LIB_TRANSFORMS_MATH_SCALEBYPOWER_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Replaces what exponentials end with, x times both halves of 2^n, by the one
/// instruction that AVX-512 has for it, in vectors of 16 f32. Both round once.
void populateScaleByPowerPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_MATH_SCALEBYPOWER_H
