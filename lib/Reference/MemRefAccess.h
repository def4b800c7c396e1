//===- MemRefAccess.h - Loads and stores ---------------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores are steps among scalar ones. Their indices are cells, or
// affine expressions of cells.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_MEMREFACCESS_H
#define STAX_LIB_REFERENCE_MEMREFACCESS_H

#include "AccessMap.h"
#include "Compiler.h"

namespace mlir::stax::reference {

/// Affine expressions of the cells of their operands.
struct AffineCells {
  AffineCells(const Compiler &compiler, ArrayRef<AffineExpr> exprs,
              unsigned numDims, mlir::ValueRange operands);

  /// Evaluates the expressions with `evaluator`. Returns the mark of their
  /// values; nothing if one has no value.
  std::optional<Mark> evaluate(const Frame &frame);

  unsigned numDims;
  SmallVector<CellId> cells;
  AffineEvaluator evaluator;
};

/// Steps without indices yet: they go to `indices`, or as AffineCells to
/// `data`.
Step makeLoad(Compiler &compiler, Operation *op, Value memref, Value result);
Step makeStore(Compiler &compiler, Operation *op, Value memref, Value value);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_MEMREFACCESS_H
