//===- FusionSolvers.h - The parts of the fusion solvers --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A solver gives each node the number of its block.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONSOLVERS_H
#define STAX_LIB_SCHEDULING_FUSIONSOLVERS_H

#include "FusionBlocks.h"
#include "stax/Scheduling/FusionAlgorithms.h"

namespace mlir::stax {

/// fuseGreedily.
std::vector<unsigned> mergeInRounds(const FusionGraph &graph,
                                    const FusionOptions &options,
                                    FusionLog *log);

/// Merges the pair of the greatest gain until no merge gains anything.
void mergeByGain(FusionBlocks &blocks, const FusionGraph &graph,
                 const FusionOptions &options);

/// fuseByGain without the search for the optimum.
std::vector<unsigned> solveByGain(const FusionGraph &graph,
                                  const FusionOptions &options);

/// Improves `blockOf` in windows of the graph. Deterministic unless
/// `timeLimit` stops it.
void refine(const FusionGraph &graph, const FusionOptions &options,
            std::vector<unsigned> &blockOf);

/// Makes `blockOf` optimal, or as good as found after `maxSteps` steps of
/// ExactSearch. For graphs of at most FusionWindow::kMaxNodes nodes.
void optimise(const FusionGraph &graph, const FusionRules &rules,
              uint64_t maxSteps, std::vector<unsigned> &blockOf);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONSOLVERS_H
