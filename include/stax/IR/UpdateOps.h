//===- UpdateOps.h - Operations that update destinations --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scatters and calls of functions of other libraries: nothing is known about
// the elements of the destinations that they touch, so they are in no kernel
// and are bufferized as they are.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_UPDATEOPS_H
#define STAX_IR_UPDATEOPS_H

#include "mlir/IR/SymbolTable.h"
#include "stax/IR/StaxOps.h"

#define GET_OP_CLASSES
#include "stax/IR/UpdateOps.h.inc"

namespace mlir::stax {

/// Whether `op`, if any, has a region of scalars that it runs at each point of
/// its domain: a fusable operation or a scatter.
bool hasPointBody(Operation *op);

} // namespace mlir::stax

#endif // STAX_IR_UPDATEOPS_H
