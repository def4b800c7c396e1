//===- Scratch.h - Scratch of threads in kernels ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scratch operand of a kernel has one row for each thread that runs points of
// its parallel dimensions. In the row is a private value of the kernel: the
// elements that it has at one such point.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_SCRATCH_H
#define STAX_IR_SCRATCH_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "stax/IR/StaxDialect.h"

#define GET_OP_CLASSES
#include "stax/IR/ScratchOps.h.inc"

namespace mlir::stax {

/// The discardable attribute of a node that has for each result the position of
/// the scratch operand that keeps it, or -1.
inline constexpr llvm::StringLiteral kScratchAttr = "stax.scratch";

} // namespace mlir::stax

#endif // STAX_IR_SCRATCH_H
