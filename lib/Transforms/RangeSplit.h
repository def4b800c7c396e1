//===- RangeSplit.h - Ranges cut at the chunks of a tree --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A long reduction or scan becomes one of each chunk of its tree, and one of
// what these give. Cuts are where the tree has its chunks, so no bit changes.
// The points after the last full chunk, if there are any, are an operation of
// their own: the others need no test for the end.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_RANGESPLIT_H
#define STAX_LIB_TRANSFORMS_RANGESPLIT_H

#include "DomainChange.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// The range of points that an operation combines: one dimension of a domain.
struct CombinedRange {
  PointComputation computation;
  unsigned dim;
};

/// Whether the extent of `input` along `axis` is `extent` whatever shapes the
/// program gets.
bool isExtentOf(OpFoldResult extent, Value input, unsigned axis);

/// The range of `op` as one dimension; dimensions that are neighbours in the
/// domain and in every input are collapsed, and inputs with them. Nothing if
/// that is not possible without divisions.
std::optional<CombinedRange> getCombinedRange(RewriterBase &rewriter,
                                              ReduceOp op);

/// Points that a chunk of `tree` has; nothing for one that cannot be cut.
std::optional<int64_t> getChunkPoints(Tree tree, TypeRange accumulatorTypes);

/// The types that `op`, a reduction or scan by `monoid`, accumulates in.
SmallVector<Type> getAccumulatorTypes(Operation *op,
                                      MonoidAttrInterface monoid);

/// Replaces `op`, whose points are `range`, by reductions of chunks of `chunk`
/// points and one of their results.
void splitReduction(RewriterBase &rewriter, ReduceOp op,
                    const CombinedRange &range, int64_t chunk);

/// Replaces `op` by reductions of chunks, a serial scan of their results and
/// scans of the chunks.
void splitScan(RewriterBase &rewriter, ScanOp op, int64_t chunk);

//===----------------------------------------------------------------------===//
// Shared by both
//===----------------------------------------------------------------------===//

/// Where a range is cut, from its first point on or, in reverse, from its last.
struct RangeCut {
  RangeCut(OpBuilder &builder, Location loc, OpFoldResult extent, int64_t chunk,
           bool isReverse);

  int64_t chunk;
  OpFoldResult fullChunks; ///< chunks of `chunk` points
  OpFoldResult fullPoints; ///< points of these
  OpFoldResult chunks;     ///< with the one of the other points, if any
  OpFoldResult places; ///< full chunks, and one whether it has points or not
  OpFoldResult rest;   ///< points outside of full chunks
  OpFoldResult headOffset; ///< index of the first point of full chunks
  OpFoldResult restOffset; ///< index of the first of the other points
  bool mayHaveRest;        ///< unless it is known that there are none
};

/// Builds the operations that one is split into.
class SplitBuilder {
protected:
  SplitBuilder(RewriterBase &rewriter, Operation *op,
               MonoidAttrInterface monoid, Tree tree,
               const CombinedRange &range, int64_t chunk, bool isReverse);

  /// The computation over full chunks: the range is replaced by dimensions of
  /// the chunk, and of the point in it, from the last on if `isFlipped`.
  PointComputation getHead(bool isFlipped = false);
  /// The computation over the other points.
  PointComputation getRest();
  /// Accumulators of `dim`, reduced for each point of the other dimensions.
  SmallVector<Value> reducePart(const PointComputation &computation,
                                unsigned dim);
  /// The domain of the whole with `extent` in place of the range.
  SmallVector<OpFoldResult> getExtentsWith(OpFoldResult extent);
  /// `constants`, one for each member of the tuple.
  SmallVector<Value> createConstants(ArrayRef<TypedAttr> constants);
  /// `value`, a float or a tensor of floats, with elements of `type`.
  Value convert(Value value, Type type);
  /// Keeps the placement of the operation that is split.
  void keepAttributes(Operation *part);
  RankedTensorType getTensorType(ArrayRef<OpFoldResult> extents, Type element);

  RewriterBase &rewriter;
  MLIRContext *context;
  Operation *op;
  Location loc;
  MonoidAttrInterface monoid;
  Tree tree;
  SmallVector<Type> types; ///< of accumulators
  CombinedRange range;
  RangeCut cut;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_RANGESPLIT_H
