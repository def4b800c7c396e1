//===- ShapeChecks.h - Checks of dynamic shapes of kernels ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. What must hold of the operands' shapes
// before a kernel may run, as far as the types do not show it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_SHAPECHECKS_H
#define STAX_LIB_TRANSFORMS_SHAPECHECKS_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// A condition to be checked in front of a kernel.
struct ShapeCheck {
  Value condition; ///< an i1, false where the kernel must not run
  int32_t code;    ///< a stax_status of the C interface
  std::string message;
  Location loc; ///< the operation that owes the check
};

/// A read of which every point has to check that it is inside.
struct PointCheck {
  FusableOpInterface node;
  unsigned input; ///< the number of the access among the node's
  SmallVector<unsigned> axes;
};

/// Emits the conditions that `kernel`, on buffers, needs at `builder`'s
/// insertion point, where all its operands are defined. What can only be
/// checked point by point is left in `pointChecks`.
SmallVector<ShapeCheck>
emitShapeChecks(OpBuilder &builder, KernelOp kernel,
                SmallVectorImpl<PointCheck> &pointChecks);

/// Extent `axis` of `buffer`, an attribute if static; reuses the value that it
/// was allocated with.
OpFoldResult getBufferExtent(OpBuilder &builder, Location loc, Value buffer,
                             int64_t axis);

/// Whether both extents are the same value by construction.
bool isSameExtent(OpFoldResult lhs, OpFoldResult rhs);

/// Whether one of the extents is 0, an i1.
Value emitIsEmpty(OpBuilder &builder, Location loc,
                  ArrayRef<OpFoldResult> range);

/// `inner`, a scalar outside of the nodes of `kernel`, in front of it.
Value getValueOutside(OpBuilder &builder, KernelOp kernel, Value inner);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_SHAPECHECKS_H
