//===- KernelLowering.h - The loops of one kernel ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the StaxToAffine library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELLOWERING_H
#define STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELLOWERING_H

#include "stax/Analysis/KernelStructure.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Replaces the kernel of `structure`, which is outlined and on buffers, by
/// loops.
void lowerKernel(RewriterBase &rewriter, const KernelStructure &structure);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_STAXTOAFFINE_KERNELLOWERING_H
