//===- ScanState.cpp - Scans in registers ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rotating and selecting beats shifting in an identity: the processor combines
// under a mask of lanes, while a shift becomes an expansion.
//
//===----------------------------------------------------------------------===//

#include "ScanState.h"
#include "ChunkTree.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Lanes
//===----------------------------------------------------------------------===//

static VectorType getVectorType(Value vector) {
  return cast<VectorType>(vector.getType());
}

/// Lane l of the result is lane `source(l)` of `vector`.
static Value shuffle(OpBuilder &builder, Location loc, Value vector,
                     function_ref<int64_t(int64_t)> source) {
  auto lanes = llvm::seq<int64_t>(0, getVectorType(vector).getNumElements());
  return vector::ShuffleOp::create(builder, loc, vector, vector,
                                   llvm::map_to_vector(lanes, source));
}

/// Lane l of the result is lane l - `distance`, those before the first one from
/// the end.
static SmallVector<Value> rotate(OpBuilder &builder, Location loc,
                                 ArrayRef<Value> vectors, int64_t distance) {
  return llvm::map_to_vector(vectors, [&](Value vector) {
    int64_t lanes = getVectorType(vector).getNumElements();
    return shuffle(builder, loc, vector, [&](int64_t lane) {
      return (lane + lanes - distance) % lanes;
    });
  });
}

/// `rest` from lane `first` on, `vectors` before it.
static SmallVector<Value> selectFrom(OpBuilder &builder, Location loc,
                                     int64_t first, ArrayRef<Value> rest,
                                     ArrayRef<Value> vectors) {
  int64_t lanes = getVectorType(vectors.front()).getNumElements();
  SmallVector<bool> bits(lanes, true);
  std::fill_n(bits.begin(), first, false);
  Value mask = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(VectorType::get(lanes, builder.getI1Type()),
                             ArrayRef<bool>(bits)));
  SmallVector<Value> selected;
  for (auto [after, before] : llvm::zip_equal(rest, vectors))
    selected.push_back(
        arith::SelectOp::create(builder, loc, mask, after, before));
  return selected;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

ScanState::ScanState(OpBuilder &builder, const CarriedScan &scan,
                     ValueRange start)
    : scan(&scan), monoid(CombineOp(scan.combine).getMonoid()),
      loc(CombineOp(scan.combine).getLoc()),
      lanes(getScanShape(Tree::ScanRow).block) {
  for (Value value : start)
    chunk.push_back(vector::BroadcastOp::create(
        builder, loc, VectorType::get(lanes, value.getType()), value));
}

SmallVector<Value> ScanState::combine(OpBuilder &builder, ArrayRef<Value> lhs,
                                      ArrayRef<Value> rhs) const {
  return monoid.emitCombine(builder, loc, lhs, rhs);
}

void ScanState::enterChunk(OpBuilder &builder) {
  block = createIdentity(builder, loc, monoid, ValueRange(chunk).getTypes());
}

void ScanState::leaveChunk(OpBuilder &builder) {
  chunk = combine(builder, chunk, block);
}

SmallVector<Value> ScanState::getPrefixes(OpBuilder &builder,
                                          SmallVector<Value> values) const {
  for (int64_t distance = 1; distance < lanes; distance *= 2)
    values = selectFrom(
        builder, loc, distance,
        combine(builder, rotate(builder, loc, values, distance), values),
        values);
  return values;
}

/// What an exclusive scan has at each point.
SmallVector<Value> ScanState::getBefore(OpBuilder &builder,
                                        ArrayRef<Value> carry,
                                        ArrayRef<Value> prefixes) const {
  return selectFrom(builder, loc, /*first=*/1,
                    combine(builder, carry, rotate(builder, loc, prefixes, 1)),
                    carry);
}

/// Adds a block with these prefixes, which has `count` points, all if null.
void ScanState::addBlock(OpBuilder &builder, ArrayRef<Value> prefixes,
                         Value count) {
  if (!count) {
    block = combine(builder, block,
                    llvm::map_to_vector(prefixes, [&](Value prefix) {
                      return shuffle(builder, loc, prefix,
                                     [&](int64_t) { return lanes - 1; });
                    }));
    return;
  }
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value last = arith::SubIOp::create(builder, loc, count, index(1));
  Value hasPoints = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::sge, last, index(0));
  last = arith::MaxSIOp::create(builder, loc, last, index(0));
  last = arith::MinSIOp::create(builder, loc, last, index(lanes - 1));
  SmallVector<Value> totals = llvm::map_to_vector(prefixes, [&](Value prefix) {
    Value total = vector::ExtractOp::create(builder, loc, prefix, last);
    return Value(
        vector::BroadcastOp::create(builder, loc, prefix.getType(), total));
  });
  for (auto [old, next] :
       llvm::zip_equal(block, combine(builder, block, totals)))
    old = arith::SelectOp::create(builder, loc, hasPoints, next, old);
}

void ScanState::step(OpBuilder &builder, RegionWidener &widener, unsigned parts,
                     ArrayRef<Value> counts) {
  CombineOp op = scan->combine;
  size_t size = chunk.size();
  // By member of the tuple, the vectors of all parts.
  SmallVector<SmallVector<Value>> states(size), before(size);
  bool isExclusive = llvm::any_of(
      op.getAccumulators(), [](Value value) { return !value.hasOneUse(); });
  for (unsigned part = 0; part < parts; ++part) {
    SmallVector<Value> prefixes = getPrefixes(
        builder, widener.getParts(llvm::to_vector(op.getValues()), part));
    SmallVector<Value> carry = combine(builder, chunk, block);
    SmallVector<Value> state = combine(builder, carry, prefixes);
    for (auto [all, value] : llvm::zip_equal(states, state))
      all.push_back(value);
    if (isExclusive)
      for (auto [all, value] :
           llvm::zip_equal(before, getBefore(builder, carry, prefixes)))
        all.push_back(value);
    addBlock(builder, prefixes, counts.empty() ? Value() : counts[part]);
  }
  for (auto [result, all] : llvm::zip_equal(op.getResults(), states))
    widener.define(result, all);
  if (isExclusive)
    for (auto [accumulator, all] :
         llvm::zip_equal(op.getAccumulators(), before))
      widener.define(accumulator, all);
}

SmallVector<Value> ScanState::getTotal(OpBuilder &builder) const {
  return llvm::map_to_vector(chunk, [&](Value vector) {
    return Value(vector::ExtractOp::create(builder, loc, vector, 0));
  });
}
