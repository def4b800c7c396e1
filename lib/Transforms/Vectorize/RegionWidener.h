//===- RegionWidener.h - Repeats a loop's body in vectors -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Emits the body of a loop for several
// consecutive values of its induction variable: every value that varies becomes
// `parts` vectors of `lanes` elements, every other one stays a scalar.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_REGIONWIDENER_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_REGIONWIDENER_H

#include "LoopPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::stax {

/// `memref` with bytes in place of booleans: vectors of i1 are packed into bits
/// in memory, but booleans are bytes of 0 and 1. Both types are the same to the
/// LLVM dialect, which drops the cast.
Value asBytes(OpBuilder &builder, Location loc, Value memref);

/// How many iterations run at once: `parts` vectors of `lanes` each.
struct VectorShape {
  int64_t lanes = 1;
  unsigned parts = 1;

  int64_t getStep() const { return lanes * parts; }
};

/// Emits at the builder's insertion point. Part p, lane l is the iteration with
/// the induction variable `first + p * lanes + l`.
class RegionWidener {
public:
  /// `mapping` has the new induction variable, a valid dimension of affine
  /// maps, and other values around the body that have changed. Lanes whose bit
  /// in `masks`, one vector a part, is not set touch no memory; without masks
  /// all take part.
  RegionWidener(OpBuilder &builder, const LoopPlan &plan, VectorShape shape,
                const IRMapping &mapping, ArrayRef<Value> masks = {})
      : builder(builder), plan(plan), shape(shape), masks(masks),
        scalars(mapping) {}

  /// Emits the body, except what `plan.reductions` combine. For the steps of
  /// `plan.scans` it calls `widenScan`, which defines their state.
  void widenBody(function_ref<void(const CarriedScan &)> widenScan = nullptr) {
    this->widenScan = widenScan;
    widen(*plan.body);
  }

  /// Says what `value` of the body is, one vector a part.
  void define(Value value, ArrayRef<Value> parts) { bind(value, parts); }

  /// Part `part` of a value in or above the body, as a vector.
  Value getPart(Value value, unsigned part);
  SmallVector<Value> getParts(ArrayRef<Value> values, unsigned part);

private:
  // Values.
  VectorType getVectorType(Type element) const {
    return VectorType::get(shape.lanes, element);
  }
  Value getScalar(Value value) { return scalars.lookupOrDefault(value); }
  SmallVector<Value> getScalars(ValueRange values);
  Value getLane(Value value, unsigned part, int64_t lane);
  Value createSplat(Location loc, TypedAttr value);
  Value createZero(Location loc, Type type);
  Value createLinear(Location loc, Value start, int64_t coefficient);
  Value createIteration(Location loc, unsigned part);
  SmallVector<Value> flatten(ValueRange keys, ValueRange values);
  void bind(ValueRange keys, ValueRange values);
  SmallVector<Type> flattenTypes(ValueRange keys);

  // Affine maps of the original body, moved to the new induction variable.
  std::pair<AffineMap, SmallVector<Value>> rebase(const ComposedMap &access,
                                                  int64_t shift);
  Value createApply(Location loc, const ComposedMap &access, unsigned result,
                    int64_t shift);
  Value createConstraint(Location loc, const ComposedMap &constraints,
                         unsigned index, bool isEquality, unsigned part);
  Value createSetMask(affine::AffineIfOp ifOp, unsigned part);

  // Memory; in RegionWidenerMemory.cpp.
  void widenAffineLoad(affine::AffineLoadOp op);
  void widenAffineStore(affine::AffineStoreOp op);
  void widenIrregularLoad(memref::LoadOp op);
  void widenIrregularStore(memref::StoreOp op);
  void widenAtomicOr(memref::AtomicRMWOp op);
  Value reverse(Location loc, Value vector);
  Value getAccessMask(Operation *op, unsigned part);
  std::pair<AffineMap, SmallVector<Value>>
  getVectorAddress(Operation *op, const ComposedMap &access, unsigned part);
  Value loadContiguous(affine::AffineLoadOp op, const ComposedMap &access,
                       unsigned part);
  void prefetchNextRow(affine::AffineLoadOp op, const ComposedMap &access,
                       unsigned part);
  Value getStoredVector(affine::AffineStoreOp op, unsigned part);
  void storeContiguous(affine::AffineStoreOp op, const ComposedMap &access,
                       unsigned part);
  void stream(affine::AffineStoreOp op, const ComposedMap &access);
  Value gatherLanes(Operation *op, Type element, unsigned part,
                    function_ref<Value(OpBuilder &, int64_t lane)> emit);
  void scatterLanes(Operation *op, unsigned part,
                    function_ref<void(OpBuilder &, int64_t lane)> emit);
  Value loadUnderMask(Operation *op);
  Value createAny(Location loc);

  // Operations.
  void widen(Block &block);
  void widenOp(Operation &op);
  void widenLoop(affine::AffineForOp loop);
  void widenUniformIf(Operation &op);
  void widenVaryingIf(Operation &op);
  SmallVector<Value> getCondition(Operation &op);
  void widenApply(affine::AffineApplyOp op);
  bool widenIterationCast(arith::IndexCastOp op);
  void widenCombine(CombineOp op);
  void widenElementwise(Operation &op);
  bool widenInvariantDivision(Operation &op);

  OpBuilder &builder;
  const LoopPlan &plan;
  const VectorShape shape;
  SmallVector<Value> masks; ///< of the lanes that take part; empty for all
  /// Whether lanes may be cut off by a condition of the program, so that not
  /// even one of them need take part.
  bool isConditional = false;
  function_ref<void(const CarriedScan &)> widenScan;
  IRMapping scalars;
  DenseMap<Value, SmallVector<Value>> vectors;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_REGIONWIDENER_H
