//===- NestVectorizer.h - Trees of several loops in vectors -----*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_NESTVECTORIZER_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_NESTVECTORIZER_H

#include "LoopPlan.h"
#include "VectorTarget.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// The loops around `innermost` and itself, outermost first, that carry the
/// same values in the same order and do nothing else that may not be repeated.
/// All but the first have a constant number of iterations.
SmallVector<affine::AffineForOp>
getReductionNest(affine::AffineForOp innermost);

/// Replaces `nest` by loops whose innermost one, planned as `plan`, takes steps
/// of several vectors. The trees of `plan` have the points of the whole nest.
void vectorizeNest(RewriterBase &rewriter, ArrayRef<affine::AffineForOp> nest,
                   const LoopPlan &plan, const VectorTarget &target);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_NESTVECTORIZER_H
