//===- KernelLayout.h - The space of a kernel and its node maps -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_KERNELLAYOUT_H
#define STAX_LIB_TRANSFORMS_KERNELLAYOUT_H

#include "stax/Analysis/LoopAxes.h"

namespace mlir::stax {

/// The loops of a kernel and where those of its nodes are among them.
struct KernelLayout {
  /// Extents of the space as the nodes give them.
  SmallVector<OpFoldResult> par, seq;
  /// Of each node, from the space to its domain.
  SmallVector<AffineMap> nodeMaps;

  /// The layout of `members`, nodes of a graph that may share a kernel by a
  /// FusionModel over `axes`, in execution order. Not empty.
  static KernelLayout get(const DependenceGraph &graph, const LoopAxes &axes,
                          ArrayRef<unsigned> members);

  /// The layout of a kernel of one node.
  static KernelLayout get(FusableOpInterface node);
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_KERNELLAYOUT_H
