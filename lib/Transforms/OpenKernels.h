//===- OpenKernels.h - Kernels back into operations -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The inverse of FormKernels: for those who want to know what a partition
// consists of, without knowing who made it.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_OPENKERNELS_H
#define STAX_LIB_TRANSFORMS_OPENKERNELS_H

#include "stax/IR/StaxOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::stax {

/// Replaces every kernel on tensors inside `root` by its nodes. Returns for
/// each of these which kernel it was in, counted from 0 in the order of the
/// text.
llvm::DenseMap<Operation *, unsigned> openKernels(Operation *root);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_OPENKERNELS_H
