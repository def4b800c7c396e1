//===- CheckAccesses.h - Checks of accesses outside of kernels --*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_CHECKACCESSES_H
#define STAX_LIB_TRANSFORMS_CHECKACCESSES_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::stax {

/// Guards what the functions of `module` access outside of outlined kernels, as
/// far as it is not known to fit. Fails with a diagnostic where a function that
/// gets a status word is used other than in calls.
LogicalResult checkAccesses(ModuleOp module);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_CHECKACCESSES_H
