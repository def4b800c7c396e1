//===- KernelNodes.h - The nodes of a kernel as loops see them --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What follows from one node and its producers alone: which sequential
// dimensions of the space it runs over, in which order, and which of these its
// results vary over. How nodes share loops is in KernelStructure.h.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_KERNELNODES_H
#define STAX_ANALYSIS_KERNELNODES_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// The sequential loops that a node needs: positions of dimensions in the
/// space, outermost first. Dimensions that the node keeps come before those
/// along which it carries accumulators, so that a reduction has one accumulator
/// at a time, whatever it reduces.
struct NodeNest {
  SmallVector<unsigned, 4> dims;
  /// Loops from this one on carry the node's accumulators.
  unsigned carryLevel = 0;
  /// The results vary over the loops before this one: for a reduction
  /// `carryLevel`, else all of them.
  unsigned valueLevel = 0;
  /// Loops that carry run from the last point to the first.
  bool isReverse = false;

  bool carries(unsigned level) const {
    return level >= carryLevel && level < dims.size();
  }
};

/// A result of a node that another one reads.
struct NodeValue {
  unsigned node = 0;
  unsigned result = 0;
};

struct KernelNode {
  FusableOpInterface op;
  /// From the space to the node's domain.
  AffineMap map;
  NodeNest nest;
  /// Values of other nodes that it reads, in order of its accesses.
  SmallVector<NodeValue> reads;
  /// Whether what the kernel yields depends on it.
  bool isLive = false;
};

/// The nodes of `kernel`, in the order of its body.
SmallVector<KernelNode> getKernelNodes(KernelOp kernel);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_KERNELNODES_H
