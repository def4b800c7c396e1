//===- LowerExtern.h - Calls of functions of other libraries ----*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_LOWEREXTERN_H
#define STAX_LIB_TRANSFORMS_LOWEREXTERN_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::stax {

/// Turns every `stax.extern` of `module`, on buffers, into a call and a kernel
/// for its epilogue. Fails with a diagnostic for one on tensors, and where
/// calls of one function differ in type.
LogicalResult lowerExterns(ModuleOp module);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_LOWEREXTERN_H
