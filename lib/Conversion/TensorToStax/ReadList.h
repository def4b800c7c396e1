//===- ReadList.h - Reads through offsets, strides and guards ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_TENSORTOSTAX_READLIST_H
#define STAX_LIB_CONVERSION_TENSORTOSTAX_READLIST_H

#include "stax/IR/StaxOps.h"

#include "llvm/ADT/SetVector.h"

namespace mlir::stax {

/// The reads of one `stax.pointwise`, whose maps and guards share symbols.
/// Values become symbols as expressions ask for them.
class ReadList {
public:
  using BodyBuilder = function_ref<void(OpBuilder &, Location, ValueRange)>;

  explicit ReadList(MLIRContext *context) : context(context) {}

  /// `value` as a constant if it is known, else as a symbol.
  AffineExpr getExpr(OpFoldResult value);

  /// `value` as a symbol, even if it is known.
  AffineExpr getSymbol(Value value);

  /// Reads `input` at `position`, where all of `bounds` are at least 0 if there
  /// are any; elsewhere the element is `padding`.
  void add(Value input, ArrayRef<AffineExpr> position,
           ArrayRef<AffineExpr> bounds = {}, Value padding = {});

  /// The operation over `extents` that has these reads. Without `body` it
  /// yields the element of its only read.
  PointwiseOp create(OpBuilder &builder, Location loc, RankedTensorType type,
                     ArrayRef<OpFoldResult> extents,
                     BodyBuilder body = nullptr) const;

private:
  struct Read {
    Value input;
    SmallVector<AffineExpr> position, bounds;
    Value padding; ///< null if there are no bounds
  };

  MLIRContext *context;
  SetVector<Value> symbols;
  SmallVector<Read> reads;
};

/// Extents of a value of `type`: attributes where it is static, else what
/// `getExtent` says about the dimension, as a value.
SmallVector<OpFoldResult>
getResultExtents(OpBuilder &builder, Location loc, RankedTensorType type,
                 function_ref<OpFoldResult(unsigned)> getExtent);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_TENSORTOSTAX_READLIST_H
