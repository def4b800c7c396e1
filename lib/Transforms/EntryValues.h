//===- EntryValues.h - Indices that are known when a function starts -*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_ENTRYVALUES_H
#define STAX_LIB_TRANSFORMS_ENTRYVALUES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::stax {

/// Computes index values of a function anew, from its arguments alone.
class EntryValues {
public:
  explicit EntryValues(FunctionOpInterface function) : function(function) {}

  /// Whether `value` follows from the arguments and their extents, by pure
  /// operations.
  bool isKnown(Value value) { return isKnown(value, /*depth=*/0); }

  /// The same value at the place of `builder`, which is at the start of the
  /// function. `value` is known. Equal extents give the same value.
  Value compute(OpBuilder &builder, Value value);

private:
  bool isKnown(Value value, unsigned depth);
  bool isKnownOp(Operation *op, unsigned depth);
  Value computeExtent(OpBuilder &builder, memref::DimOp dim);

  FunctionOpInterface function;
  DenseMap<Value, bool> known;
  DenseMap<Value, Value> computed;
  DenseMap<std::pair<Value, int64_t>, Value> extents;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ENTRYVALUES_H
