//===- Passes.h - Passes on graphs, kernels and loops -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_PASSES_H
#define STAX_TRANSFORMS_PASSES_H

#include "mlir/Pass/Pass.h"
#include "stax/Transforms/PlanMode.h"

namespace mlir::stax {

/// What `stax-fuse` optimises with.
enum class FuseAlgorithm {
  None ///< a kernel for each node
};

/// Which kernels `stax-outline-kernels` puts into one function.
enum class OutlineGroup { Launch, Kernel };

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "stax/Transforms/Passes.h.inc"

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_PASSES_H
