//===- ScatterNode.h - Updates at computed indices --------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_SCATTERNODE_H
#define STAX_LIB_REFERENCE_SCATTERNODE_H

#include "Compiler.h"
#include "stax/IR/UpdateOps.h"

namespace mlir::stax::reference {

/// Adds the node of `op`.
LogicalResult compileScatter(Compiler &compiler, ScatterOp op);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_SCATTERNODE_H
