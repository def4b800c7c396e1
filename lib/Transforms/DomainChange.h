//===- DomainChange.h - Operations over another domain ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same computation over other dimensions: maps, guards and coordinates in
// the region follow from what each old dimension is in terms of the new ones.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_DOMAINCHANGE_H
#define STAX_LIB_TRANSFORMS_DOMAINCHANGE_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// What a node over a domain computes at a point, apart from the node.
struct PointComputation {
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<IntegerSet> guards; ///< one for each input, null for none
  SmallVector<Value> paddings;    ///< one for each guard
  SmallVector<Value> symbols;
  SmallVector<OpFoldResult> extents;
  Block *body; ///< borrowed from the operation
  /// Each dimension that the body asks for, in terms of the domain's.
  SmallVector<AffineExpr> coordinates;

  /// The computation of `op`, a ReduceOp or ScanOp.
  template <typename OpTy>
  static PointComputation get(OpTy op) {
    PointComputation computation;
    for (OperandAccess &access : op.getOperandAccesses())
      computation.addInput(access.operand, access.map, access.guard,
                           access.padding);
    computation.symbols = llvm::to_vector_of<Value>(op.getSymbols());
    computation.extents = op.getExtents();
    computation.body = op.getBodyBlock();
    for (unsigned dim = 0; dim < computation.extents.size(); ++dim)
      computation.coordinates.push_back(getAffineDimExpr(dim, op.getContext()));
    return computation;
  }

  void addInput(Value input, AffineMap map, IntegerSet guard, Value padding);

  /// A symbol for the index `value`.
  AffineExpr addSymbol(Value value);
  /// The same for a value that is not known; a constant otherwise.
  AffineExpr getExpr(OpFoldResult value, MLIRContext *context);

  /// The same over a domain of `newExtents`: old dimension i is `dims[i]`, an
  /// expression of the new dimensions and of the symbols.
  PointComputation over(ArrayRef<AffineExpr> dims,
                        ArrayRef<OpFoldResult> newExtents) const;

  /// Emits the body with `indices` as coordinates of the point and `args` as
  /// elements of the inputs; yields what it yields.
  void emitBody(OpBuilder &builder, Location loc, ValueRange args) const;

  /// Gives `op`, which was built over the same inputs, maps and extents, the
  /// symbols and guards.
  template <typename OpTy>
  void setSymbolsAndGuards(OpTy op) const {
    op.getSymbolsMutable().assign(symbols);
    op.getPaddingsMutable().assign(paddings);
    if (!paddings.empty())
      op.setGuardsAttr(getGuardsAttr(op.getContext()));
  }

private:
  ArrayAttr getGuardsAttr(MLIRContext *context) const;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_DOMAINCHANGE_H
