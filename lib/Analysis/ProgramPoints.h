//===- ProgramPoints.h - The operations of a function in time ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Numbers operations in the order in which they run: an
// operation comes before those in its regions, blocks of one region come in
// reverse post-order.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_PROGRAMPOINTS_H
#define STAX_LIB_ANALYSIS_PROGRAMPOINTS_H

#include "stax/Analysis/BufferLifetimes.h"

namespace mlir::stax {

/// What is known about a block of the function.
struct BlockInfo {
  /// Loops around the block. A region whose blocks form a cycle is one, too.
  unsigned loopDepth = 0;
  /// Whether the block's operations run one after the other, as far as is
  /// known: not so in a parallel loop.
  bool isSequential = true;
};

/// Times of the operations in one function. What is in regions isolated from
/// above has none: no buffer of the function is seen there.
class ProgramPoints {
public:
  explicit ProgramPoints(FunctionOpInterface function);

  /// When `op`, with all that is nested in it, runs.
  LiveInterval getInterval(Operation *op) const { return intervals.at(op); }

  /// The time after the last operation.
  Time getEnd() const { return now; }

  const BlockInfo &getInfo(Block *block) const { return blocks.at(block); }

  /// When `user` may run as seen from `block`, which encloses it: at its
  /// ancestor in the block's region, or anywhere in that region if the blocks
  /// of it form a cycle and the ancestor is in another one.
  LiveInterval getInterval(Operation *user, Block *block) const;

  /// Whether the blocks of the region that holds `op` form a cycle.
  bool isInCyclicRegion(Operation *op) const {
    return regions.at(op->getParentRegion()).isCyclic;
  }

private:
  struct RegionInfo {
    bool isCyclic = false;
    LiveInterval interval;
  };

  void number(Region &region, BlockInfo info);

  Time now = 0;
  DenseMap<Operation *, LiveInterval> intervals;
  DenseMap<Block *, BlockInfo> blocks;
  DenseMap<Region *, RegionInfo> regions;
};

/// Whether regions of `op` may run more than once each time that it runs.
bool isRepetitive(Operation *op);

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_PROGRAMPOINTS_H
