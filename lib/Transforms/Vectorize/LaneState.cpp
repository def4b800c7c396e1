//===- LaneState.cpp - Accumulators of vector loops -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaneState.h"
#include "ArgExtremes.h"
#include "ChunkTree.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

void LaneState::clear(OpBuilder &builder, Location loc) {
  SmallVector<Type> vectorTypes = llvm::map_to_vector(
      types, [&](Type type) -> Type { return VectorType::get(lanes, type); });
  SmallVector<Value> identity =
      createIdentity(builder, loc, reduction->monoid, vectorTypes);
  values.clear();
  for (unsigned i = 0; i < count; ++i) {
    llvm::append_range(values, identity);
    // Those that have no better point are the first one of their lane. A lane
    // without points has a position that is greater than that of some point.
    if (reduction->firstPosition) {
      SmallVector<int32_t> positions = llvm::to_vector(
          llvm::map_range(llvm::seq<int64_t>(0, lanes), [&](int64_t lane) {
            return int32_t(*reduction->firstPosition + i * lanes + lane);
          }));
      values.back() = arith::ConstantOp::create(
          builder, loc, builder.getI32VectorAttr(positions));
    }
  }
}

void LaneState::combine(OpBuilder &builder, Location loc,
                        RegionWidener &widener, unsigned parts,
                        ArrayRef<Value> masks) {
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<Value> old(getTuple(part % count));
    SmallVector<Value> tuple = old;
    for (ArrayRef<Value> step : reduction->steps)
      tuple = reduction->firstPosition
                  ? combineRising(builder, loc, reduction->monoid, tuple,
                                  widener.getParts(step, part))
                  : reduction->monoid.emitCombine(builder, loc, tuple,
                                                  widener.getParts(step, part));
    if (!masks.empty())
      for (auto [combined, unchanged] : llvm::zip_equal(tuple, old))
        combined = arith::SelectOp::create(builder, loc, masks[part], combined,
                                           unchanged);
    setTuple(part % count, tuple);
  }
}

/// `size` elements of each vector from `offset` on, scalars if that is one.
static SmallVector<Value> slice(OpBuilder &builder, Location loc,
                                ArrayRef<Value> tuple, int64_t offset,
                                int64_t size) {
  return llvm::map_to_vector(tuple, [&](Value vector) -> Value {
    if (size == 1)
      return vector::ExtractOp::create(builder, loc, vector, offset);
    return vector::ExtractStridedSliceOp::create(
        builder, loc, vector, ArrayRef(offset), ArrayRef(size),
        ArrayRef<int64_t>(1));
  });
}

SmallVector<Value> LaneState::fold(OpBuilder &builder, Location loc) const {
  MonoidAttrInterface monoid = reduction->monoid;
  SmallVector<SmallVector<Value>> tuples;
  for (unsigned i = 0; i < count; ++i)
    tuples.emplace_back(getTuple(i));
  // Those of a tree are a power of two; others may be any number.
  for (unsigned left = count; left > 1; left = llvm::divideCeil(left, 2))
    for (unsigned half = llvm::divideCeil(left, 2), i = half; i < left; ++i)
      tuples[i - half] =
          monoid.emitCombine(builder, loc, tuples[i - half], tuples[i]);
  SmallVector<Value> tuple = tuples[0];
  if (lanes == 1)
    return slice(builder, loc, tuple, 0, 1);
  for (int64_t half = lanes / 2; half > 0; half /= 2)
    tuple =
        monoid.emitCombine(builder, loc, slice(builder, loc, tuple, 0, half),
                           slice(builder, loc, tuple, half, half));
  return tuple;
}
