//===- FusionCandidate.h - A pair of blocks and its score -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What decisions about a pair rest on, kept apart from the blocks because a
// log still names them when they are gone.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONCANDIDATE_H
#define STAX_LIB_SCHEDULING_FUSIONCANDIDATE_H

#include "FusionBlocks.h"
#include "stax/Scheduling/FusionAlgorithms.h"

namespace mlir::stax {

struct FusionCandidate {
  FusionCandidate(const FusionBlocks &blocks, unsigned a, unsigned b);

  /// None, or the rule or limit against it; leaves out cycles.
  FusionReason check(const FusionBlocks &blocks,
                     const FusionOptions &options) const;

  /// For a log; `third` closes a cycle, if that is the reason. `blocks` still
  /// has both blocks if the reason is a forbidden pair, peak memory or lost
  /// parallelism.
  FusionDecision describe(const FusionGraph &graph, const FusionBlocks &blocks,
                          const FusionOptions &options, FusionReason reason,
                          unsigned third = 0) const;

  uint64_t weight;         ///< bytes shared, 16 times if the blocks are alike
  unsigned a, b;           ///< blocks
  unsigned firstA, firstB; ///< their least nodes, firstA < firstB
  unsigned numNodes;       ///< of both
  FusionSharing sharing;
  bool alike; ///< both have a reduction or neither has
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONCANDIDATE_H
