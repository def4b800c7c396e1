//===- KernelOpSupport.h - Parts of stax.kernel -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the IR library: what the files of `stax.kernel` share.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_IR_KERNELOPSUPPORT_H
#define STAX_LIB_IR_KERNELOPSUPPORT_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// The tensor that a memref `type` is inside a kernel; other types stay.
Type getBodyType(Type type);

/// Checks the map of `node` against the space of `kernel` and the node's domain
/// (C4, C5, C10).
LogicalResult verifyNodeMap(KernelOp kernel, FusableOpInterface node);

/// Checks the scratch operands that `node` names (C11). `keepers` has for each
/// operand the node that names it, and gets those of `node`.
LogicalResult verifyScratch(KernelOp kernel, FusableOpInterface node,
                            MutableArrayRef<Operation *> keepers);

} // namespace mlir::stax

#endif // STAX_LIB_IR_KERNELOPSUPPORT_H
