//===- LoopTree.h - Builds the loops of a kernel ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Analysis library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_LOOPTREE_H
#define STAX_LIB_ANALYSIS_LOOPTREE_H

#include "stax/Analysis/KernelStructure.h"

namespace mlir::stax {

/// What the loops of a kernel are; see KernelStructure for the members.
struct LoopTree {
  KernelBody body;
  SmallVector<NodeInstance> instances;
  SmallVector<CrossingValue> crossing;
};

/// Puts the live nodes into loops, level by level from the outside. Of
/// `structure` only nodes and where values are stored are asked.
LoopTree buildLoopTree(const KernelStructure &structure);

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_LOOPTREE_H
