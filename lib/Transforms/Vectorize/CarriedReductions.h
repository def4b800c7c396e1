//===- CarriedReductions.h - Finds what loops combine -----------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_CARRIEDREDUCTIONS_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_CARRIEDREDUCTIONS_H

#include "LoopPlan.h"

namespace mlir::stax {

/// The scans that `loop` carries. Their state is used in the loop, not before
/// the combining step, or the shape of their tree can be observed in its total.
SmallVector<CarriedScan> matchScans(affine::AffineForOp loop);

/// The reductions of `loop`, if those are all that it carries besides `scans`.
/// Adds the operations that combine to `combiners`.
std::optional<SmallVector<CarriedReduction>>
matchReductions(affine::AffineForOp loop, DenseSet<Operation *> &combiners,
                ArrayRef<CarriedScan> scans = {});

/// Whether `loop` is given constants that change nothing they are combined with
/// for the accumulators of `reduction`.
bool startsFromIdentity(affine::AffineForOp loop,
                        const CarriedReduction &reduction);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_CARRIEDREDUCTIONS_H
