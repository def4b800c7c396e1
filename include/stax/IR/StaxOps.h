//===- StaxOps.h - Operations of the Stax dialect ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXOPS_H
#define STAX_IR_STAXOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/IR/StaxInterfaces.h"

#define GET_OP_CLASSES
#include "stax/IR/StaxOps.h.inc"

namespace mlir::stax {

/// The map from `kernel`'s dimensions to those of `node`, an operation directly
/// in its body: `stax.node_map`, or else the identity.
AffineMap getNodeMap(KernelOp kernel, FusableOpInterface node);

} // namespace mlir::stax

#endif // STAX_IR_STAXOPS_H
