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

#include "stax/Analysis/PrivateValues.h"

namespace mlir::stax {

/// Fails at `op`, naming `pass`, if there is no such number of threads or
/// bytes.
LogicalResult checkPrivateBufferOptions(Operation *op, StringRef pass,
                                        const PrivateBufferOptions &options);

/// Gives the private values of `kernel`, which is on buffers, the places that
/// placePrivateValues decides on: scratch with a row for each thread, or a
/// buffer that the kernel yields them to.
void allocatePrivateValues(OpBuilder &builder, KernelOp kernel,
                           const PrivateBufferOptions &options);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_PRIVATEBUFFERS_H
