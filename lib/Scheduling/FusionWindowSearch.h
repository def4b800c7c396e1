//===- FusionWindowSearch.h - Improve the blocks of a window ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Local search with restarts: merges by gain, then moves of single nodes after
// Fiduccia and Mattheyses ("A linear-time heuristic for improving network
// partitions", 1982): a series of moves goes on through worse states for a
// while and is cut back to its best one. A restart dissolves some blocks of the
// best partition and merges by gains with noise.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONWINDOWSEARCH_H
#define STAX_LIB_SCHEDULING_FUSIONWINDOWSEARCH_H

#include "FusionWindow.h"
#include "stax/Support/Random.h"

namespace mlir::stax {

class WindowSearch {
public:
  WindowSearch(const FusionWindow &window, int64_t minSharedBytes,
               uint64_t seed);

  /// The best partition found from `start`, which is legal, with `restarts`
  /// restarts.
  WindowBlocks run(const WindowBlocks &start, unsigned restarts);

  /// Moves and pairs looked at so far: the same on every machine.
  uint64_t work() const { return steps; }

private:
  struct Pair {
    double key;
    unsigned a, b;
  };
  struct Move {
    int64_t gain;
    unsigned node, from, to;
  };

  void improve(WindowBlocks &blocks);
  void perturb(WindowBlocks &blocks);
  void mergeByGain(WindowBlocks &blocks, unsigned noisePercent);
  void addPairs(const WindowBlocks &blocks, unsigned a, unsigned noisePercent,
                bool both, std::vector<Pair> &pairs);
  bool moveNodes(WindowBlocks &blocks);
  bool findMove(WindowBlocks &blocks, NodeMask locked, Move &best);
  NodeMask findTargets(const WindowBlocks &blocks, unsigned node) const;
  bool shareEnough(unsigned node, NodeMask members) const;
  bool isLegal(WindowBlocks &blocks, unsigned node, unsigned to) const;

  const FusionWindow &window;
  int64_t minSharedBytes;
  Random random;
  uint64_t steps = 0;
  std::vector<unsigned> stamps; ///< of buffers
  unsigned stamp = 0;
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONWINDOWSEARCH_H
