//===- LoopDomain.h - Loops of linalg as a domain of Stax -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_LINALGTOSTAX_LOOPDOMAIN_H
#define STAX_LIB_CONVERSION_LINALGTOSTAX_LOOPDOMAIN_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::stax {

/// The loops of a structured operation as the domain of a Stax operation.
struct LoopDomain {
  AffineMap toLoops;                 ///< from dimensions to loops
  SmallVector<OpFoldResult> extents; ///< of the dimensions
  SmallVector<int64_t> reduced;      ///< dimensions
  SmallVector<int64_t> shape;        ///< of results

  /// Extents of the dimensions that results have.
  SmallVector<OpFoldResult> getParallelExtents() const;
};

/// Extents of the loops of `op`: known ones as attributes, the others from the
/// first operand that a loop runs over by itself.
SmallVector<OpFoldResult> getLoopExtents(OpBuilder &builder,
                                         linalg::LinalgOp op);

/// The domain of results whose output map is `map` and whose shape is `shape`:
/// parallel loops in the order of `map`, in the places of parallel loops. Where
/// `map` is constant a dimension of one point follows the one before.
LoopDomain getDomain(OpBuilder &builder, linalg::LinalgOp op, AffineMap map,
                     ArrayRef<int64_t> shape,
                     ArrayRef<OpFoldResult> loopExtents);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_LINALGTOSTAX_LOOPDOMAIN_H
