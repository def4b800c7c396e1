//===- FusionPeak.h - Fusion that keeps the peak memory low -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel reads all its inputs and makes all its results at one time, so that
// fusion can make values wait. The peak is estimated for the blocks in the
// order that FusionGraph::sortBlocks gives them, which is the program's where
// the blocks leave a choice.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONPEAK_H
#define STAX_LIB_SCHEDULING_FUSIONPEAK_H

#include "FusionGraph.h"
#include "stax/Scheduling/FusionAlgorithms.h"

namespace mlir::stax {

class FusionPeak {
public:
  /// Lets the peak rise over that of single nodes as `options` say.
  FusionPeak(const FusionGraph &graph, const FusionOptions &options);

  int64_t limit() const { return most; }
  bool isLimited() const { return limited; }

  /// FusionProblem::peak of the blocks.
  int64_t peak(llvm::ArrayRef<unsigned> blockOf) const;
  /// The same with block `b` merged into `a`, which closes no cycle.
  int64_t peakIfMerged(llvm::ArrayRef<unsigned> blockOf, unsigned a,
                       unsigned b) const;

  /// Splits blocks, the gravest first, until the peak obeys the limit, and
  /// fuses what still fits under it. Single nodes always obey.
  void enforce(const FusionOptions &options,
               std::vector<unsigned> &blockOf) const;

private:
  void split(std::vector<unsigned> &blockOf, double share) const;
  void fuseAgain(const FusionOptions &options,
                 std::vector<unsigned> &blockOf) const;

  const FusionGraph &graph;
  bool limited;
  int64_t most = std::numeric_limits<int64_t>::max();
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONPEAK_H
