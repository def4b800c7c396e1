//===- RegionWidenerMemory.cpp - Memory accesses in vectors ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionWidener.h"
#include "StreamingStores.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;

Value stax::asBytes(OpBuilder &builder, Location loc, Value memref) {
  auto type = cast<MemRefType>(memref.getType());
  if (!type.getElementType().isInteger(1))
    return memref;
  Type bytes = MemRefType::Builder(type).setElementType(builder.getI8Type());
  return UnrealizedConversionCastOp::create(builder, loc, bytes, memref)
      .getResult(0);
}

/// Whether any lane takes part.
Value RegionWidener::createAny(Location loc) {
  Value any = masks.front();
  for (Value mask : ArrayRef(masks).drop_front())
    any = arith::OrIOp::create(builder, loc, any, mask);
  return vector::ReductionOp::create(builder, loc, vector::CombiningKind::OR,
                                     any);
}

//===----------------------------------------------------------------------===//
// Consecutive elements
//===----------------------------------------------------------------------===//

/// Bytes that come into the caches together.
static constexpr int64_t kLineBytes = 64;

/// Asks for what `op` loads when the row around the loop is the next one.
void RegionWidener::prefetchNextRow(affine::AffineLoadOp op,
                                    const ComposedMap &access, unsigned part) {
  int64_t offset = part * shape.lanes;
  // Vectors in one line are asked for once.
  if (offset * getElementBytes(op.getType()) % kLineBytes != 0)
    return;
  Location loc = op.getLoc();
  auto [map, operands] = rebase(access, offset);
  llvm::replace(operands, plan.row, plan.nextRow);
  auto indices = affine::expandAffineMap(builder, loc, map, operands);
  memref::PrefetchOp::create(builder, loc, getScalar(op.getMemRef()), *indices,
                             /*isWrite=*/false, /*localityHint=*/3,
                             /*isDataCache=*/true);
}

/// The elements of `vector`, last one first.
Value RegionWidener::reverse(Location loc, Value vector) {
  SmallVector<int64_t> order = llvm::to_vector(llvm::reverse(llvm::seq<int64_t>(
      0, cast<VectorType>(vector.getType()).getNumElements())));
  return vector::ShuffleOp::create(builder, loc, vector, vector, order);
}

/// Where the vector of part `part` starts in memory.
std::pair<AffineMap, SmallVector<Value>>
RegionWidener::getVectorAddress(Operation *op, const ComposedMap &access,
                                unsigned part) {
  bool isReversed = plan.accesses.lookup(op) == AccessKind::Reversed;
  int64_t first = isReversed ? shape.lanes - 1 : 0;
  return rebase(access, part * shape.lanes + first);
}

/// The mask of part `part` in the order of memory.
Value RegionWidener::getAccessMask(Operation *op, unsigned part) {
  bool isReversed = plan.accesses.lookup(op) == AccessKind::Reversed;
  return isReversed ? reverse(op->getLoc(), masks[part]) : masks[part];
}

Value RegionWidener::loadContiguous(affine::AffineLoadOp op,
                                    const ComposedMap &access, unsigned part) {
  Location loc = op.getLoc();
  auto [map, operands] = getVectorAddress(op, access, part);
  Value memref = asBytes(builder, loc, getScalar(op.getMemRef()));
  VectorType type =
      getVectorType(cast<MemRefType>(memref.getType()).getElementType());
  Value loaded;
  if (masks.empty()) {
    if (plan.prefetched.contains(op))
      prefetchNextRow(op, access, part);
    loaded = affine::AffineVectorLoadOp::create(builder, loc, type, memref, map,
                                                operands);
  } else {
    auto indices = affine::expandAffineMap(builder, loc, map, operands);
    loaded = vector::MaskedLoadOp::create(builder, loc, type, memref, *indices,
                                          getAccessMask(op, part),
                                          createZero(loc, type));
  }
  if (plan.accesses.lookup(op) == AccessKind::Reversed)
    loaded = reverse(loc, loaded);
  if (!op.getType().isInteger(1))
    return loaded;
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, loaded,
                               createZero(loc, type));
}

/// What `op` stores of part `part`, in the order of memory.
Value RegionWidener::getStoredVector(affine::AffineStoreOp op, unsigned part) {
  Location loc = op.getLoc();
  Value value = getPart(op.getValueToStore(), part);
  if (plan.accesses.lookup(op) == AccessKind::Reversed)
    value = reverse(loc, value);
  if (op.getValueToStore().getType().isInteger(1))
    value = arith::ExtUIOp::create(builder, loc,
                                   getVectorType(builder.getI8Type()), value);
  return value;
}

/// Stores all parts at once, past the caches.
void RegionWidener::stream(affine::AffineStoreOp op,
                           const ComposedMap &access) {
  SmallVector<VectorStore> stores;
  for (unsigned part = 0; part < shape.parts; ++part) {
    auto [map, operands] = getVectorAddress(op, access, part);
    stores.push_back({getStoredVector(op, part), map, operands});
  }
  createStreamingStores(
      builder, op.getLoc(),
      asBytes(builder, op.getLoc(), getScalar(op.getMemRef())), stores);
}

void RegionWidener::storeContiguous(affine::AffineStoreOp op,
                                    const ComposedMap &access, unsigned part) {
  Location loc = op.getLoc();
  auto [map, operands] = getVectorAddress(op, access, part);
  Value memref = asBytes(builder, loc, getScalar(op.getMemRef()));
  Value value = getStoredVector(op, part);
  if (masks.empty()) {
    affine::AffineVectorStoreOp::create(builder, loc, value, memref, map,
                                        operands);
    return;
  }
  auto indices = affine::expandAffineMap(builder, loc, map, operands);
  vector::MaskedStoreOp::create(builder, loc, memref, *indices,
                                getAccessMask(op, part), value);
}

//===----------------------------------------------------------------------===//
// Elements one by one
//===----------------------------------------------------------------------===//

/// A vector of what `emit` gives for each lane that takes part.
Value RegionWidener::gatherLanes(
    Operation *op, Type element, unsigned part,
    function_ref<Value(OpBuilder &, int64_t lane)> emit) {
  Location loc = op->getLoc();
  SmallVector<Value> elements;
  for (int64_t lane = 0; lane < shape.lanes; ++lane) {
    if (masks.empty()) {
      elements.push_back(emit(builder, lane));
      continue;
    }
    Value takesPart =
        vector::ExtractOp::create(builder, loc, masks[part], lane);
    auto branch = scf::IfOp::create(builder, loc, element, takesPart,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(builder, loc, emit(builder, lane));
    builder.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(builder, loc, createZero(loc, element));
    elements.push_back(branch.getResult(0));
  }
  return vector::FromElementsOp::create(builder, loc, getVectorType(element),
                                        elements);
}

/// Runs `emit` for each lane that takes part, in order.
void RegionWidener::scatterLanes(
    Operation *op, unsigned part,
    function_ref<void(OpBuilder &, int64_t lane)> emit) {
  Location loc = op->getLoc();
  for (int64_t lane = 0; lane < shape.lanes; ++lane) {
    OpBuilder::InsertionGuard guard(builder);
    if (!masks.empty()) {
      Value takesPart =
          vector::ExtractOp::create(builder, loc, masks[part], lane);
      auto branch = scf::IfOp::create(builder, loc, takesPart,
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    emit(builder, lane);
  }
}

/// A load of one element for all lanes, if any of them takes part.
Value RegionWidener::loadUnderMask(Operation *op) {
  Location loc = op->getLoc();
  auto branch =
      scf::IfOp::create(builder, loc, op->getResultTypes(), createAny(loc),
                        /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  scf::YieldOp::create(builder, loc, builder.clone(*op, scalars)->getResults());
  builder.setInsertionPointToStart(branch.elseBlock());
  scf::YieldOp::create(builder, loc,
                       createZero(loc, op->getResult(0).getType()));
  return branch.getResult(0);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

void RegionWidener::widenAffineLoad(affine::AffineLoadOp op) {
  ComposedMap access(op.getAffineMap(), op.getMapOperands());
  AccessKind kind = plan.accesses.lookup(op);
  if (kind == AccessKind::Uniform) {
    // The induction variable cancels out, but may be written in the map.
    auto [map, operands] = rebase(access, 0);
    if (isConditional) {
      scalars.map(op.getResult(), loadUnderMask(op));
      return;
    }
    scalars.map(op.getResult(), affine::AffineLoadOp::create(
                                    builder, op.getLoc(),
                                    getScalar(op.getMemRef()), map, operands));
    return;
  }
  SmallVector<Value> parts;
  for (unsigned part = 0; part < shape.parts; ++part) {
    if (isVectorInMemory(kind)) {
      parts.push_back(loadContiguous(op, access, part));
      continue;
    }
    parts.push_back(gatherLanes(
        op, op.getType(), part, [&](OpBuilder &b, int64_t lane) -> Value {
          auto [map, operands] = rebase(access, part * shape.lanes + lane);
          return affine::AffineLoadOp::create(
              b, op.getLoc(), getScalar(op.getMemRef()), map, operands);
        }));
  }
  bind(op->getResults(), parts);
}

void RegionWidener::widenAffineStore(affine::AffineStoreOp op) {
  ComposedMap access(op.getAffineMap(), op.getMapOperands());
  Type element = op.getValueToStore().getType();
  if (plan.streamed.contains(op) && masks.empty() &&
      canStream(
          getVectorType(element.isInteger(1) ? builder.getI8Type() : element)))
    return stream(op, access);
  for (unsigned part = 0; part < shape.parts; ++part) {
    if (isVectorInMemory(plan.accesses.lookup(op))) {
      storeContiguous(op, access, part);
      continue;
    }
    scatterLanes(op, part, [&](OpBuilder &b, int64_t lane) {
      auto [map, operands] = rebase(access, part * shape.lanes + lane);
      affine::AffineStoreOp::create(b, op.getLoc(),
                                    getLane(op.getValueToStore(), part, lane),
                                    getScalar(op.getMemRef()), map, operands);
    });
  }
}

void RegionWidener::widenIrregularLoad(memref::LoadOp op) {
  if (plan.accesses.lookup(op) == AccessKind::Uniform) {
    if (isConditional)
      scalars.map(op.getResult(), loadUnderMask(op));
    else
      builder.clone(*op, scalars);
    return;
  }
  SmallVector<Value> parts;
  for (unsigned part = 0; part < shape.parts; ++part)
    parts.push_back(gatherLanes(
        op, op.getType(), part, [&](OpBuilder &b, int64_t lane) -> Value {
          SmallVector<Value> indices =
              llvm::map_to_vector(op.getIndices(), [&](Value index) {
                return getLane(index, part, lane);
              });
          return memref::LoadOp::create(b, op.getLoc(),
                                        getScalar(op.getMemRef()), indices);
        }));
  bind(op->getResults(), parts);
}

void RegionWidener::widenIrregularStore(memref::StoreOp op) {
  for (unsigned part = 0; part < shape.parts; ++part)
    scatterLanes(op, part, [&](OpBuilder &b, int64_t lane) {
      SmallVector<Value> indices =
          llvm::map_to_vector(op.getIndices(), [&](Value index) {
            return getLane(index, part, lane);
          });
      memref::StoreOp::create(b, op.getLoc(),
                              getLane(op.getValue(), part, lane),
                              getScalar(op.getMemRef()), indices);
    });
}

/// memory |= the bits of all lanes that take part
void RegionWidener::widenAtomicOr(memref::AtomicRMWOp op) {
  Location loc = op.getLoc();
  Value bits;
  for (unsigned part = 0; part < shape.parts; ++part) {
    Value value = getPart(op.getValue(), part);
    if (!masks.empty())
      value = arith::SelectOp::create(builder, loc, masks[part], value,
                                      createZero(loc, value.getType()));
    bits = bits ? arith::OrIOp::create(builder, loc, bits, value).getResult()
                : value;
  }
  Value united = vector::ReductionOp::create(builder, loc,
                                             vector::CombiningKind::OR, bits);
  scalars.map(op.getResult(),
              memref::AtomicRMWOp::create(builder, loc, op.getKind(), united,
                                          getScalar(op.getMemref()),
                                          getScalars(op.getIndices()))
                  .getResult());
}
