//===- LoopAccess.h - How accesses move with a loop -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. What vectorisation asks about the memory
// accesses of a loop.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_LOOPACCESS_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_LOOPACCESS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include <optional>

namespace mlir::stax {

/// How the address of an access moves when an induction variable steps.
enum class AccessKind {
  Uniform,    ///< it stays
  Contiguous, ///< by one element
  Reversed,   ///< by one element, backwards
  Strided,    ///< by a constant number of elements
  Irregular   ///< otherwise
};

/// Whether consecutive iterations access consecutive elements.
inline bool isVectorInMemory(AccessKind kind) {
  return kind == AccessKind::Contiguous || kind == AccessKind::Reversed;
}

/// An affine map and its operands, none of which is an `affine.apply`.
struct ComposedMap {
  AffineMap map;
  SmallVector<Value> operands;

  ComposedMap(AffineMap map, ValueRange operands);

  /// The coefficient of `value` in result `index`, if that is linear in it.
  std::optional<int64_t> getCoefficient(unsigned index, Value value) const;

  /// The same map with `value` replaced by `value + shift`.
  AffineMap shift(Value value, int64_t shift) const;
};

/// The coefficient of dimension `dim` in `expr`, if that is linear in it.
std::optional<int64_t> getCoefficient(AffineExpr expr, unsigned dim);

AccessKind classifyAccess(MemRefType type, const ComposedMap &access, Value iv);

/// Whether both operations access memory, of memrefs that are views of one.
bool hasSameRoot(Operation *lhs, Operation *rhs);

/// Contiguous stores in `body` to memory that nothing in `nest`, which `body`
/// is in, loads from, and whose strides are constant.
SmallVector<Operation *> findWriteOnlyStores(Block &body, Operation *nest);

/// An access in the body of `loop` that may touch an element which another
/// iteration stores, or null. Memrefs with different roots are taken to be
/// disjoint, as elsewhere in the affine dialect.
Operation *findCarriedDependence(affine::AffineForOp loop);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_LOOPACCESS_H
