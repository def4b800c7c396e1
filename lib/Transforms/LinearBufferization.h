//===- LinearBufferization.h - Buffers of functions of kernels --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. In a function of nothing but kernels every
// destination is overwritten whole, so that each can have a buffer of its own
// and no analysis is needed. What is updated, by a scatter or a call outside,
// is updated in place if nothing uses it any more, else in a copy.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_LINEARBUFFERIZATION_H
#define STAX_LIB_TRANSFORMS_LINEARBUFFERIZATION_H

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Alignment of every buffer, in bytes.
inline constexpr int64_t kBufferAlignment = 64;

/// Makes the kernel, scatter or call outside `op` anew on `operands`, buffers
/// where it has tensors, and moves its region there. `op` is left for the
/// caller to replace.
Operation *moveOntoBuffers(RewriterBase &rewriter, Operation *op,
                           ValueRange operands);

/// Whether `function` has one block, no calls, and no operation on tensors but
/// kernels, scatters, calls outside, empty tensors, constants and extents.
bool isLinearlyBufferizable(func::FuncOp function);

/// Bufferizes such a function in time linear in its operations and uses.
LogicalResult bufferizeLinearly(RewriterBase &rewriter, func::FuncOp function);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_LINEARBUFFERIZATION_H
