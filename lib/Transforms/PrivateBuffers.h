//===- PrivateBuffers.h - Buffers for private values ------------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_PRIVATEBUFFERS_H
#define STAX_LIB_TRANSFORMS_PRIVATEBUFFERS_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// Gives the private values of `kernel`, which is on buffers, the places that
/// placePrivateValues decides on: scratch with a row for each of `threads`
/// threads, or a buffer that the kernel yields them to.
void allocatePrivateValues(OpBuilder &builder, KernelOp kernel,
                           int64_t maxScratch, int64_t threads);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_PRIVATEBUFFERS_H
