//===- ScatterChecks.h - Checks of dynamic shapes of scatters ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_SCATTERCHECKS_H
#define STAX_LIB_TRANSFORMS_SCATTERCHECKS_H

#include "ShapeChecks.h"
#include "stax/IR/UpdateOps.h"

namespace mlir::stax {

/// Emits the conditions that `scatter`, on buffers, needs at `builder`'s
/// insertion point. Its indices are checked at each point.
SmallVector<ShapeCheck> emitScatterChecks(OpBuilder &builder,
                                          ScatterOp scatter);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_SCATTERCHECKS_H
