//===- RestartingSearch.h - Searches with different preferences -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_MEMORYPLAN_RESTARTINGSEARCH_H
#define STAX_LIB_MEMORYPLAN_RESTARTINGSEARCH_H

#include "OffsetSearch.h"
#include "stax/Support/Random.h"

namespace mlir::stax {

/// Runs OffsetSearch again and again, with few nodes each time: the time that
/// one run needs is heavy-tailed, so that luck in its first decisions is worth
/// more than patience. Runs prefer, by turns, buffers of long lives and of
/// great size * life, with some noise; but before all, those that runs before
/// left over where a section did not fit (as the weighted degrees of Boussemart
/// et al., ECAI 2004). Node limits grow, so that small problems are decided.
class RestartingSearch {
public:
  explicit RestartingSearch(llvm::ArrayRef<PlanBuffer> buffers);

  /// Looks for offsets below `capacity` until the limit is reached.
  OffsetSearch::Outcome run(int64_t capacity, WorkLimit &limit);

  /// One for each buffer, after `Found`.
  llvm::ArrayRef<Offset> offsets() const { return search.offsets(); }

private:
  // Tuned on MiniMalloc's instances; failures that weigh less than the scores
  // leave three of them unsolved.
  static constexpr double kFailureWeight = 10; ///< of the most failures, where
                                               ///< scores are at most 1
  static constexpr double kMemory = 0.95; ///< what a run keeps of old failures
  static constexpr double kNoise = 0.1;
  static constexpr double kFirstLimit = 1.5; ///< nodes for each buffer
  static constexpr double kGrowth = 1.02;    ///< of the limit, each round

  OffsetSearch::Outcome attempt(int64_t capacity, llvm::ArrayRef<double> order,
                                uint64_t nodeLimit, WorkLimit &limit);
  double noise();

  OffsetSearch search;
  std::vector<std::vector<double>> orders; ///< scores in [0, 1]
  std::vector<double> failures;
  Random random{1};
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_RESTARTINGSEARCH_H
