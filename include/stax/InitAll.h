//===- InitAll.h - Registration of all of Stax ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_INITALL_H
#define STAX_INITALL_H

#include "mlir/IR/DialectRegistry.h"
#include "stax/Conversion/Passes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Pipelines/Pipelines.h"
#include "stax/Transforms/BufferizableOpInterfaceImpl.h"
#include "stax/Transforms/Passes.h"

namespace mlir::stax {

/// Registers the dialect and its external models.
inline void registerAllDialects(DialectRegistry &registry) {
  registry.insert<StaxDialect>();
  registerBufferizableOpInterfaceExternalModels(registry);
}

/// Registers all passes and pipelines.
inline void registerAllPasses() {
  registerStaxConversionPasses();
  registerStaxTransformsPasses();
  registerPipelines();
}

} // namespace mlir::stax

#endif // STAX_INITALL_H
