//===- CombiningNest.h - Loops that carry a combination ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops whose iteration arguments one `stax.combine` with a tree combines, and
// what turns them into scalar code that combines along the tree: reductions,
// whose accumulators nothing sees before the end, and scans, whose state is
// used at every point.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_COMBININGNEST_H
#define STAX_LIB_TRANSFORMS_COMBININGNEST_H

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// A nest of loops from 0 in steps of 1 whose only purpose for some of its
/// iteration arguments is to be combined by one `stax.combine`.
struct CombiningNest {
  CombineOp combine;
  SmallVector<affine::AffineForOp> loops; ///< outermost first
  /// For each loop, which of its iteration arguments are the accumulators.
  SmallVector<SmallVector<unsigned>> positions;
};

/// The nest around `combine`, or a failure with a diagnostic that says what
/// does not fit. The accumulators of a scan, and what it yields, may have other
/// uses in the innermost loop, and may start from any value.
FailureOr<CombiningNest> matchCombiningNest(CombineOp combine);

/// Rewrites `nest` into scalar code: lanes and pending chunks of a reduction,
/// prefixes and carries of a scan are arrays on the stack, allocated at the
/// start of the outermost parallel loop around the nest or of the function. The
/// loops lose the accumulators' iteration arguments.
void realizeTree(RewriterBase &rewriter, const CombiningNest &nest);

/// The two kinds of it.
void realizeReduction(RewriterBase &rewriter, const CombiningNest &nest);
void realizeScan(RewriterBase &rewriter, const CombiningNest &nest);

/// What both rewrites need. All members that emit do so at the builder's
/// insertion point.
class NestEmitter {
protected:
  NestEmitter(RewriterBase &rewriter, const CombiningNest &nest)
      : rewriter(rewriter), nest(nest), combine(nest.combine),
        monoid(combine.getMonoid()), loc(combine.getLoc()),
        types(combine.getAccumulators().getTypes()) {}

  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  SmallVector<Value> identity();

  /// Arrays on the stack, one for each member of the tuple, where each thread
  /// gets its own and no loop allocates again.
  SmallVector<Value> allocate(int64_t size);
  SmallVector<Value> load(ArrayRef<Value> arrays, Value position);
  void store(ValueRange values, ArrayRef<Value> arrays, Value position);

  /// Number k of the current point, in row-major order of the loops.
  Value getPointNumber();
  /// Number of all points; to be asked for outside of the loops.
  Value getPointCount();

  /// Lets `values` take the place of what the nest yields.
  void replaceResults(ValueRange values);
  /// Rebuilds the loops without the accumulators, innermost first.
  void dropAccumulators();

  RewriterBase &rewriter;
  const CombiningNest &nest;
  CombineOp combine;
  MonoidAttrInterface monoid;
  Location loc;
  SmallVector<Type> types;

private:
  Value getUpperBound(affine::AffineForOp loop);
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_COMBININGNEST_H
