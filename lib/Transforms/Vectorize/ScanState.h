//===- ScanState.h - Scans in registers -------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. A vector holds one block of a row scan
// (see ScanShape). Its prefixes take log steps within it: step s rotates by s
// lanes and combines those that nothing has wrapped around to. What came before
// is the same in all lanes:
//
//   chunk                 everything before this chunk
//   block                 the complete blocks of this chunk
//   state of a point    = (chunk * block) * its prefix
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_SCANSTATE_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_SCANSTATE_H

#include "LoopPlan.h"
#include "RegionWidener.h"

namespace mlir::stax {

/// One scan of a loop in vectors. Everything is emitted at the builder's
/// insertion point.
class ScanState {
public:
  /// `start` are scalars, what the scan begins with.
  ScanState(OpBuilder &builder, const CarriedScan &scan, ValueRange start);

  const CarriedScan &getScan() const { return *scan; }

  /// What loops over chunks carry.
  ArrayRef<Value> getChunk() const { return chunk; }
  void setChunk(ValueRange values) { chunk = llvm::to_vector(values); }
  /// What loops within a chunk carry.
  ArrayRef<Value> getBlock() const { return block; }
  void setBlock(ValueRange values) { block = llvm::to_vector(values); }

  /// Begins a chunk, without blocks yet, and ends it.
  void enterChunk(OpBuilder &builder);
  void leaveChunk(OpBuilder &builder);

  /// Takes the points of `widener`, a block a part, and defines the state that
  /// each has. `counts`, unless empty, are the points of each part: lanes
  /// beyond them have none.
  void step(OpBuilder &builder, RegionWidener &widener, unsigned parts,
            ArrayRef<Value> counts);

  /// All points combined, after the last chunk: scalars.
  SmallVector<Value> getTotal(OpBuilder &builder) const;

private:
  SmallVector<Value> combine(OpBuilder &builder, ArrayRef<Value> lhs,
                             ArrayRef<Value> rhs) const;
  SmallVector<Value> getPrefixes(OpBuilder &builder,
                                 SmallVector<Value> values) const;
  SmallVector<Value> getBefore(OpBuilder &builder, ArrayRef<Value> carry,
                               ArrayRef<Value> prefixes) const;
  void addBlock(OpBuilder &builder, ArrayRef<Value> prefixes, Value count);

  const CarriedScan *scan;
  MonoidAttrInterface monoid;
  Location loc;
  int64_t lanes; ///< points a block
  SmallVector<Value> chunk, block;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_SCANSTATE_H
