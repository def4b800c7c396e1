//===- ReductionTree.h - Combining trees in scalar loops --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Finds loop nests that carry a reduction
// whose `stax.combine` has a tree, and rewrites them to combine in its order.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_REDUCTIONTREE_H
#define STAX_LIB_TRANSFORMS_REDUCTIONTREE_H

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// A nest of loops from 0 in steps of 1 whose only purpose for some of its
/// iteration arguments is to be combined by one `stax.combine`.
struct ReductionNest {
  CombineOp combine;
  SmallVector<affine::AffineForOp> loops; ///< outermost first
  /// For each loop, which of its iteration arguments are the accumulators.
  SmallVector<SmallVector<unsigned>> positions;
};

/// The nest around `combine`, or a failure with a diagnostic that says what
/// does not fit.
FailureOr<ReductionNest> matchReductionNest(CombineOp combine);

/// Rewrites `nest` into scalar code: lanes and pending chunks are arrays on the
/// stack, allocated at the start of the outermost parallel loop around the nest
/// or of the function. The loops lose the accumulators' iteration arguments.
void realizeTree(RewriterBase &rewriter, const ReductionNest &nest);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_REDUCTIONTREE_H
