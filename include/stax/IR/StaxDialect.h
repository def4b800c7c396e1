//===- StaxDialect.h - The Stax dialect -------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXDIALECT_H
#define STAX_IR_STAXDIALECT_H

#include "mlir/IR/Dialect.h"

#include "stax/IR/StaxDialect.h.inc"

namespace mlir::stax {

// Names of the discardable attributes that the dialect verifies.
inline constexpr llvm::StringLiteral kDeviceAttr = "stax.device";
inline constexpr llvm::StringLiteral kStreamAttr = "stax.stream";
inline constexpr llvm::StringLiteral kNodeMapAttr = "stax.node_map";
inline constexpr llvm::StringLiteral kTargetAttr = "stax.target";
inline constexpr llvm::StringLiteral kChecksAttr = "stax.checks";
inline constexpr llvm::StringLiteral kLaunchGroupAttr = "stax.launch_group";
inline constexpr llvm::StringLiteral kExampleAttr = "stax.example";
inline constexpr llvm::StringLiteral kStatusAttr = "stax.status";

} // namespace mlir::stax

#endif // STAX_IR_STAXDIALECT_H
