//===- LoopVectorizer.h - Turns planned loops into vector loops ----*- C++
//-*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H

#include "LoopPlan.h"
#include "RegionWidener.h"
#include "VectorTarget.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// The vectors that a step of a loop without reduction trees is made of.
/// `count` is the number of iterations, where known.
VectorShape getVectorShape(const LoopPlan &plan, const VectorTarget &target,
                           std::optional<int64_t> count);

/// Replaces the last dimension of `loop` by steps of several vectors. What is
/// left at its end is done by masked vectors where the target has them, else
/// one by one.
void vectorizeParallel(RewriterBase &rewriter, affine::AffineParallelOp loop,
                       const LoopPlan &plan, const VectorTarget &target);

/// Replaces a sequential loop by vector loops that combine `plan.reductions` in
/// the order of their trees.
void vectorizeSequential(RewriterBase &rewriter, affine::AffineForOp loop,
                         const LoopPlan &plan, const VectorTarget &target);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_LOOPVECTORIZER_H
