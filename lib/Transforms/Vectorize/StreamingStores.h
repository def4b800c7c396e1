//===- StreamingStores.h - Stores that pass by the caches -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Non-temporal instructions need addresses
// that are multiples of the vector, which only the running program knows: the
// caller may own the memory. So each group of stores is a branch. Threads do
// not see such stores in order; `stax-fence-streams` sees to that.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_STREAMINGSTORES_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_STREAMINGSTORES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mlir::stax {

/// A vector and where it is stored.
struct VectorStore {
  Value vector;
  AffineMap map;
  SmallVector<Value> operands;
};

/// Whether there are instructions to stream vectors of `type`.
bool canStream(VectorType type);

/// Stores `stores`, vectors of one type that `canStream`, into `memref`, whose
/// strides are constant, past the caches if the first one is aligned. All
/// others are whole vectors away from it.
void createStreamingStores(OpBuilder &builder, Location loc, Value memref,
                           ArrayRef<VectorStore> stores);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_STREAMINGSTORES_H
