//===- OffsetSearch.h - Branch and bound at a capacity ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for offsets below a given capacity. A plan may be pushed down until
// every buffer lies at the bottom or on another one, so that two branches are
// enough for the buffer of the least possible offset: it lies there, or else on
// top of a buffer that is not placed yet. Groups of buffers that no unplaced
// buffer joins in time are solved apart.
//
// The scheme of placing at the least offset follows MiniMalloc (Moffitt, ASPLOS
// 2023).
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H
#define STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H

#include "PartialPlan.h"
#include "stax/Support/WorkLimit.h"
#include <deque>

namespace mlir::stax {

class OffsetSearch {
public:
  /// Buffers of more than 0 bytes; they must outlive the search.
  explicit OffsetSearch(llvm::ArrayRef<PlanBuffer> buffers);

  enum class Outcome {
    Found,       ///< `offsets` fit the capacity
    Infeasible,  ///< proved: no offsets do
    LimitReached ///< nodes or work were used up
  };

  /// Which buffer goes first among those of equal least offset: the one of the
  /// greatest score plus `failureScale` times its failures.
  struct Preference {
    std::vector<double> scores;
    std::vector<double> failures; ///< how often a buffer was left over where a
                                  ///< section did not fit; `run` adds to it
    double failureScale = 0;
  };

  Outcome run(int64_t capacity, Preference &preference, uint64_t nodeLimit,
              WorkLimit &limit);

  /// One for each buffer, after `Found`.
  llvm::ArrayRef<Offset> offsets() const { return plan.offsets(); }

private:
  /// A set of buffers to place, or independent ones after each other.
  struct Frame {
    enum class Phase { Enter, Components, Choose, Placed };
    Phase phase = Phase::Enter;
    std::vector<unsigned> buffers; ///< unplaced on entry, by first section
    std::vector<std::vector<unsigned>> components;
    size_t nextComponent = 0;
    size_t entryMark = 0;  ///< of the plan, before anything in the frame
    size_t choiceMark = 0; ///< of the plan, before `chosen` was placed
    unsigned chosen = 0;
  };

  void push(llvm::ArrayRef<unsigned> buffers);
  void pop(bool success);
  void enter(Frame &frame);
  void continueComponents(Frame &frame);
  void choose(Frame &frame);
  void exclude(Frame &frame);
  void splitByTime(Frame &frame) const;
  unsigned select(llvm::ArrayRef<unsigned> buffers) const;
  void countFailure();

  PartialPlan plan;
  std::vector<unsigned> byFirstSection;
  Preference *preference = nullptr;
  std::deque<Frame> frames; ///< a deque, so that pushing moves none
  bool succeeded = false;   ///< the frame popped last
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H
