//===- FormKernels.h - Nodes into kernels -----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrites of fusion. What shares a kernel, and over which space, is
// decided elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_FORMKERNELS_H
#define STAX_LIB_TRANSFORMS_FORMKERNELS_H

#include "KernelLayout.h"
#include "stax/IR/StaxOps.h"
#include "stax/Scheduling/FusionProblem.h"

namespace mlir {
class RewriterBase;
} // namespace mlir

namespace mlir::stax {

/// Moves the operations of a block so that the nodes of each part of
/// `partition` follow each other, in an order that obeys all dependences of
/// `graph`. Operations keep their order where they can. The parts form no
/// cycle.
void gatherNodes(Block &block, const DependenceGraph &graph,
                 const FusionPartition &partition);

/// Lets `kernel`, on tensors, yield the values that its loops have to read back
/// from memory. Returns the kernel that replaces it, or itself.
KernelOp yieldMissingValues(RewriterBase &rewriter, KernelOp kernel);

/// Puts `nodes`, which follow each other in one block, into one kernel in front
/// of the last of them, and erases them. `layout` has a map for each. Values
/// that nothing outside uses stay inside.
KernelOp formKernel(RewriterBase &rewriter, ArrayRef<FusableOpInterface> nodes,
                    const KernelLayout &layout);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_FORMKERNELS_H
