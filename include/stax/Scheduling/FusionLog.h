//===- FusionLog.h - Why two kernels were fused or not ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a solver decided about pairs of blocks, as data that a pass turns into
// remarks. A block is named by its least node.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_FUSIONLOG_H
#define STAX_SCHEDULING_FUSIONLOG_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace mlir::stax {

/// Why a pair was not fused.
enum class FusionReason {
  None,             ///< it was fused, or could be
  Domains,          ///< no iteration space holds both
  LosesParallelism, ///< too few parallel points would be left
  Ordered,          ///< both demand to meet their points in order
  Forbidden,        ///< the problem forbids a pair of their nodes
  MaxNodes,         ///< together they have more nodes than allowed
  MaxBuffers,       ///< or use more buffers
  MinSharedBytes,   ///< they share fewer bytes than asked for
  PeakMemory,       ///< it keeps more bytes alive for longer than it is worth
  PeakRise,         ///< it raises the peak by more than allowed
  Taken,            ///< one was fused with another in the same round
  Cycle             ///< a third node lies between them
};

/// "domains", "max-nodes", ...; "fused" for None.
llvm::StringRef spellFusionReason(FusionReason reason);

/// By which greedy fusion orders its candidates.
struct FusionScore {
  bool alike = false;         ///< both have a reduction or neither has
  int64_t sharedBytes = 0;    ///< of the buffers that both read or write
  unsigned sharedBuffers = 0; ///< their number
  unsigned distance = 0;      ///< between their least nodes, in the order
};

struct FusionDecision {
  unsigned round = 0; ///< from 1
  unsigned a = 0, b = 0;
  FusionReason reason = FusionReason::None;
  FusionScore score;
  int64_t gain = 0; ///< bytes of traffic that fusing saves or would save
  int64_t found = 0, limit = 0; ///< of the broken limit, where there is one
  unsigned third = 0;           ///< the node that closes the cycle
  std::pair<unsigned, unsigned> forbidden = {}; ///< the pair, the earlier first
};

/// One round: how many pairs were legal but for cycles, and how many fused.
struct FusionRound {
  unsigned candidates = 0;
  unsigned fused = 0;
};

/// A pair that stays rejected for the same reason is listed once.
struct FusionLog {
  std::vector<FusionRound> rounds;
  std::vector<FusionDecision> decisions;
};

/// "round 2: 3 + 7 rejected (cycle through 5), 4096 bytes shared, ...".
llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                              const FusionDecision &decision);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_FUSIONLOG_H
