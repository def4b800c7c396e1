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

/// Runs OffsetSearch in rounds: in each round with several orders of preference
/// (wide, contended, large buffers first), alone, with the failures learned so
/// far, and with noise; each round has half as many nodes again as the one
/// before. Luck in the first decisions matters more than patience.
class RestartingSearch {
public:
  explicit RestartingSearch(llvm::ArrayRef<PlanBuffer> buffers);

  /// Looks for offsets below `capacity` until the deadline.
  OffsetSearch::Outcome run(int64_t capacity, const Deadline &deadline);

  /// One for each buffer, after `Found`.
  llvm::ArrayRef<Offset> offsets() const { return search.offsets(); }

private:
  enum class Mode { Plain, Learned, Noisy };

  OffsetSearch::Outcome attempt(int64_t capacity, unsigned order, Mode mode,
                                bool isFirstRound, const Deadline &deadline);
  double noise(double amount);

  OffsetSearch search;
  std::vector<std::vector<double>> orders; ///< scores in [0, 1]
  std::vector<double> learned;
  uint64_t nodeLimit = 0;
  Random random{1};
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_RESTARTINGSEARCH_H
