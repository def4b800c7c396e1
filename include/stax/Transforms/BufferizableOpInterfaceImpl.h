//===- BufferizableOpInterfaceImpl.h - Buffers of kernels -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
#define STAX_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::stax {

/// Registers how `stax.kernel` becomes one on buffers. Its region stays on
/// tensors, so bufferization must be told to leave the operations in it alone,
/// as `stax-bufferize` does.
void registerBufferizableOpInterfaceExternalModels(DialectRegistry &registry);

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_BUFFERIZABLEOPINTERFACEIMPL_H
