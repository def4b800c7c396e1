//===- StreamingStores.cpp - Stores that pass by the caches ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamingStores.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;

static int64_t getBytes(VectorType type) {
  return type.getNumElements() * type.getElementTypeBitWidth() / 8;
}

bool stax::canStream(VectorType type) {
  int64_t bytes = getBytes(type);
  return bytes == 16 || bytes == 32 || bytes == 64;
}

/// Whether the address of `store` is a multiple of `alignment` bytes.
static Value createIsAligned(OpBuilder &builder, Location loc, Value memref,
                             const VectorStore &store, int64_t alignment) {
  auto type = cast<MemRefType>(memref.getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  [[maybe_unused]] LogicalResult hasStrides =
      type.getStridesAndOffset(strides, offset);
  assert(succeeded(hasStrides) && "expected memory with strides");
  AffineExpr element = builder.getAffineConstantExpr(offset);
  for (auto [index, stride] : llvm::zip_equal(store.map.getResults(), strides))
    element = element + index * stride;
  AffineMap bytes = AffineMap::get(
      store.map.getNumDims(), store.map.getNumSymbols(),
      element * (type.getElementTypeBitWidth() / 8), builder.getContext());
  Value distance =
      affine::AffineApplyOp::create(builder, loc, bytes, store.operands);
  Value base =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, memref);
  Value address = arith::AddIOp::create(builder, loc, base, distance);
  Value low = arith::AndIOp::create(
      builder, loc, address,
      arith::ConstantIndexOp::create(builder, loc, alignment - 1));
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, low,
                               arith::ConstantIndexOp::create(builder, loc, 0));
}

void stax::createStreamingStores(OpBuilder &builder, Location loc, Value memref,
                                 ArrayRef<VectorStore> stores) {
  int64_t bytes = getBytes(cast<VectorType>(stores.front().vector.getType()));
  Value isAligned =
      createIsAligned(builder, loc, memref, stores.front(), bytes);
  auto branch = scf::IfOp::create(builder, loc, isAligned,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(branch.thenBlock());
  for (const VectorStore &store : stores) {
    auto indices =
        affine::expandAffineMap(builder, loc, store.map, store.operands);
    // Without the alignment LLVM would split them into scalars.
    vector::StoreOp::create(builder, loc, store.vector, memref, *indices,
                            /*nontemporal=*/true, llvm::MaybeAlign(bytes));
  }
  builder.setInsertionPointToStart(branch.elseBlock());
  for (const VectorStore &store : stores)
    affine::AffineVectorStoreOp::create(builder, loc, store.vector, memref,
                                        store.map, store.operands);
}
