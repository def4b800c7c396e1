//===- FusionExactSearch.h - The best blocks of a window --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound: nodes in their order join a block that fits or open one.
// The bound is the traffic that is certain: what the placed nodes move, one
// read of each input, and a write and a read of each buffer of which a reader
// never shares its producer's block.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONEXACTSEARCH_H
#define STAX_LIB_SCHEDULING_FUSIONEXACTSEARCH_H

#include "FusionWindow.h"

namespace mlir::stax {

class ExactSearch {
public:
  explicit ExactSearch(const FusionWindow &window);

  /// A partition of the least traffic, or the best found after `maxSteps`
  /// placements. `start` is legal and the answer if nothing is better.
  WindowBlocks run(const WindowBlocks &start, uint64_t maxSteps);

  /// Placements tried by the last run.
  uint64_t work() const { return steps; }

private:
  struct Choice {
    int64_t cost;
    unsigned block;
  };

  void place(unsigned node, int64_t cost);
  void listChoices(unsigned node, llvm::SmallVectorImpl<Choice> &choices) const;
  int64_t costOf(unsigned node, unsigned block) const;
  void keep(int64_t cost);

  const FusionWindow &window;
  std::vector<bool> prepaid; ///< of each buffer: a read is certain
  int64_t certain = 0;       ///< bytes of prepaid reads and writes
  WindowBlocks blocks, best;
  int64_t bestCost = 0;
  uint64_t steps = 0, stepLimit = 0;
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONEXACTSEARCH_H
