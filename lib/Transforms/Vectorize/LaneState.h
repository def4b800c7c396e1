//===- LaneState.h - Accumulators of vector loops ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. The accumulators of a loop's reductions,
// each a number of vectors, as the flat list of values that loops carry.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_LANESTATE_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_LANESTATE_H

#include "LoopPlan.h"
#include "RegionWidener.h"

namespace mlir::stax {

/// The accumulators of one reduction: `count` vectors for each member of its
/// tuple. Lane l of vector v holds the points k with k mod (count * lanes)
/// equal to v * lanes + l.
class LaneState {
public:
  LaneState(const CarriedReduction &reduction, TypeRange types, int64_t lanes,
            unsigned count)
      : reduction(&reduction), types(types), lanes(lanes), count(count) {}

  const CarriedReduction &getReduction() const { return *reduction; }
  ArrayRef<Type> getTypes() const { return types; }
  int64_t getNumLanes() const { return count * lanes; }
  unsigned getNumVectors() const { return count; }
  bool hasTree() const { return reduction->tree != Tree::Serial; }

  /// All vectors, those of a tuple together.
  ArrayRef<Value> getValues() const { return values; }
  size_t getNumValues() const { return count * types.size(); }
  void setValues(ValueRange newValues) { values = llvm::to_vector(newValues); }
  /// The tuple of vector `index`.
  ArrayRef<Value> getTuple(unsigned index) const {
    return ArrayRef(values).slice(index * types.size(), types.size());
  }
  void setTuple(unsigned index, ValueRange tuple) {
    llvm::copy(tuple, values.begin() + index * types.size());
  }

  /// Starts from the identity.
  void clear(OpBuilder &builder, Location loc);

  /// Combines with what the iterations of `widener` yield. Lanes whose bit in
  /// `masks` is not set, if there are masks, stay as they are.
  void combine(OpBuilder &builder, Location loc, RegionWidener &widener,
               unsigned parts, ArrayRef<Value> masks);

  /// Combines lane l with lane l + half, half = n/2, n/4, ..., 1 for n lanes.
  /// Returns what is left, a tuple of scalars.
  SmallVector<Value> fold(OpBuilder &builder, Location loc) const;

private:
  const CarriedReduction *reduction;
  SmallVector<Type> types; ///< of scalars
  int64_t lanes;
  unsigned count;
  SmallVector<Value> values;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_LANESTATE_H
