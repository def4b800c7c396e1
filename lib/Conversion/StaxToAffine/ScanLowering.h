//===- ScanLowering.h - The step of a scan in a loop ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan is a loop that carries accumulators from its start, combined by one
// `stax.combine` with the scan's tree, and stores its state at every point:
// what the combination gives, or what it is given if the scan is exclusive. In
// a reverse scan the loop counts upwards and visits the last point first.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_STAXTOAFFINE_SCANLOWERING_H
#define STAX_LIB_CONVERSION_STAXTOAFFINE_SCANLOWERING_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// The index of the point that step `step` of a reverse loop visits, out of
/// `extent`, a constant or a value that affine expressions may name.
Value emitReverseIndex(OpBuilder &builder, Location loc, Value step,
                       OpFoldResult extent);

/// What the scan `node` starts from, accumulators of `types`: its carries, or
/// the monoid's init. `read` reads a tensor at the current line, `lookUp` gives
/// a scalar's value.
SmallVector<Value>
emitScanStart(OpBuilder &builder, FusableOpInterface node, TypeRange types,
              function_ref<Value(const OperandAccess &)> read,
              function_ref<Value(Value)> lookUp);

/// What a step of a scan leaves.
struct ScanStep {
  SmallVector<Value> next;  ///< accumulators of the next step
  SmallVector<Value> state; ///< what the scan has at this point
};

/// Combines `accumulators` with `values`, the tuple of the current point.
ScanStep emitScanStep(OpBuilder &builder, FusableOpInterface node,
                      ValueRange accumulators, ValueRange values);

/// `value` as a float of another width; itself where that is its type.
Value convertFloat(OpBuilder &builder, Location loc, Value value, Type type);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_STAXTOAFFINE_SCANLOWERING_H
