//===- FusionAlgorithms.h - The fusion solvers by name ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver minimises FusionProblem::traffic under the rules. It is
// deterministic, and its answer passes FusionProblem::verify.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_FUSIONALGORITHMS_H
#define STAX_SCHEDULING_FUSIONALGORITHMS_H

#include "stax/Scheduling/FusionLog.h"
#include "stax/Scheduling/FusionProblem.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

struct FusionOptions {
  FusionRules rules;
  unsigned rounds = 10;       ///< of greedy-textbook, and again for templates
  int64_t minSharedBytes = 1; ///< that two blocks share if greedy steps and
                              ///< refinement are to fuse them
  int64_t peakGuard = 0;      ///< a fusion of two blocks keeps at most so many
                              ///< bytes alive for longer for each byte that it
                              ///< saves; 0 for any. Binds greedy steps only
  int64_t peakRise = -1;    ///< percent by which fuseByGain may raise the peak
                            ///< of the problem; -1 for any
  int64_t peakFloor = 0;    ///< bytes up to which that limit does not bind
  unsigned exactLimit = 14; ///< nodes up to which a solver may search for the
                            ///< optimum; 0 for never
  double timeLimit = 0;     ///< seconds of refinement, counted as work so that
                            ///< results do not depend on the machine; 0 for
                            ///< as many as it wants
};

/// One solver. `problem` has passed `check`. Fails only if the problem is
/// beyond the solver's limits.
struct FusionAlgorithm {
  llvm::StringLiteral name;
  llvm::StringLiteral summary; ///< one line, for help texts
  FusionSpace defaultSpace;
  llvm::Expected<FusionPartition> (*solve)(const FusionProblem &problem,
                                           const FusionOptions &options);
};

/// All solvers; the first is the default.
llvm::ArrayRef<FusionAlgorithm> fusionAlgorithms();

/// The solver called `name`, or null.
const FusionAlgorithm *findFusionAlgorithm(llvm::StringRef name);

/// Every node its own kernel, in the original order if that is one.
FusionPartition fuseNothing(const FusionProblem &problem);

/// In each of some rounds takes the pairs of blocks that share a buffer and
/// may be fused, by descending score, and fuses those of which neither part
/// was fused in this round and which close no cycle. Two alike blocks come
/// first unless others share more than 16 times their bytes. Templates are
/// fused in rounds of their own at the end. Writes to `log` if there is one.
///
/// Of a buffer with many readers only some pairs are candidates: the producer
/// with the first 16, each reader with the 8 before and after it.
FusionPartition fuseGreedily(const FusionProblem &problem,
                             const FusionOptions &options,
                             FusionLog *log = nullptr);

/// For each pair of blocks of a legal answer that are candidates of
/// fuseGreedily what speaks against fusing them: a decision of round 0 whose
/// reason is None if nothing does.
std::vector<FusionDecision> explainFusion(const FusionProblem &problem,
                                          const FusionOptions &options,
                                          const FusionPartition &partition);

/// Fuses the pair that saves the most traffic, again and again, and refines
/// the better of this and the greedy answer; optimal up to `exactLimit` nodes.
/// Without a limit on the peak never above `fuseGreedily` under the same rules.
FusionPartition fuseByGain(const FusionProblem &problem,
                           const FusionOptions &options);

/// An optimal partition. Fails above `exactLimit` or 64 nodes.
llvm::Expected<FusionPartition> fuseExactly(const FusionProblem &problem,
                                            const FusionOptions &options);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_FUSIONALGORITHMS_H
