//===- ArgExtremes.h - Extremes with their index in vectors -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Indices are often of 64 bits, which halves
// the lanes, and combining in any order compares them, too. Where the index
// follows the loop, the loop carries the iteration, in 32 bits, and a later one
// wins only if its value is better.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_ARGEXTREMES_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_ARGEXTREMES_H

#include "LoopPlan.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Whether `monoid` is of extremes with their index.
bool isArgExtreme(MonoidAttrInterface monoid);

/// Where `loop` combines `value` as the index of an extreme and that is the
/// iteration: the first iteration, if all are known to fit 32 bits.
std::optional<int64_t> getFirstPosition(affine::AffineForOp loop, Value index);

/// Whether `reduction` of `loop` should carry iterations instead of indices.
bool hasRisingIndex(affine::AffineForOp loop,
                    const CarriedReduction &reduction);

/// Replaces `loop`, whose reductions are those of `plan`, by one in which
/// iterations stand for indices that rise with them.
affine::AffineForOp carryPositions(RewriterBase &rewriter,
                                   affine::AffineForOp loop,
                                   const LoopPlan &plan);

/// The better of `tuple` and `values`, whose index is greater unless `tuple` is
/// of no point.
SmallVector<Value> combineRising(OpBuilder &builder, Location loc,
                                 MonoidAttrInterface monoid, ValueRange tuple,
                                 ValueRange values);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_ARGEXTREMES_H
