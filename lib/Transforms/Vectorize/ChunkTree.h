//===- ChunkTree.h - Combines the chunks of a reduction by pairs ----*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. What scalar and vector code of combining
// trees share.
//
// Chunks combine by `pairs` while they are made: a binary counter, in which
// chunk q combines with a pending tree for each trailing one bit of q, so that
// f(m) = f(h) + f(m - h) with h the largest power of two below m.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_CHUNKTREE_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_CHUNKTREE_H

#include "LoopRange.h"
#include "stax/IR/StaxOps.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// `types`, vectors as what they hold.
SmallVector<Type> getElementTypes(TypeRange types);

/// Whether `values` are constants that change nothing they are combined with.
bool areIdentity(MonoidAttrInterface monoid, ValueRange values);

/// The identity of `monoid` for accumulators of `types`, scalars or vectors.
SmallVector<Value> createIdentity(OpBuilder &builder, Location loc,
                                  MonoidAttrInterface monoid, TypeRange types);

/// Stack arrays of `size` elements of each type, for code in `loop`: at the
/// start of the outermost parallel loop around it, or of the function, so that
/// each thread has its own and no loop allocates again.
SmallVector<Value> allocateOnStack(OpBuilder &builder, Operation *loop,
                                   TypeRange types, int64_t size);

SmallVector<Value> loadTuple(OpBuilder &builder, Location loc,
                             ArrayRef<Value> arrays, Value position);
void storeTuple(OpBuilder &builder, Location loc, ValueRange values,
                ArrayRef<Value> arrays, Value position);

/// How many chunks of `chunk` points the iterations of `range`, which starts at
/// 0, are.
Value createNumChunks(OpBuilder &builder, Location loc, const LoopRange &range,
                      int64_t chunk);

/// Trees of chunks that wait for their other half.
class PendingChunks {
public:
  /// For a reduction in `loop` with chunks of `chunk` points.
  PendingChunks(OpBuilder &builder, Operation *loop, MonoidAttrInterface monoid,
                TypeRange types, int64_t chunk);

  /// Adds chunk number `number`, after all smaller ones.
  void push(OpBuilder &builder, ValueRange values, Value number);

  /// Combines what is pending after `numChunks` chunks; the identity if there
  /// were none.
  SmallVector<Value> fold(OpBuilder &builder, Value numChunks);

private:
  Location loc;
  MonoidAttrInterface monoid;
  SmallVector<Type> types;
  SmallVector<Value> arrays; ///< by level, one for each member of the tuple
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_CHUNKTREE_H
