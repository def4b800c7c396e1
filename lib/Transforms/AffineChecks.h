//===- AffineChecks.h - Whether accesses of affine are inside -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_AFFINECHECKS_H
#define STAX_LIB_TRANSFORMS_AFFINECHECKS_H

#include "mlir/IR/Operation.h"

namespace mlir::stax {

/// Whether the bounds of the loops around `op`, an `affine.load` or
/// `affine.store`, show that it touches nothing outside of its buffer. A
/// dynamic extent is known by a bound that is its `memref.dim`.
bool isKnownInside(Operation *op);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_AFFINECHECKS_H
