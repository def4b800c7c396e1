//===- MemoryTimeline.h - Memory over the time of a function ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function has in memory at each step: the views of its arenas at their
// addresses, and the allocations beside them.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_MEMORYTIMELINE_H
#define STAX_ANALYSIS_MEMORYTIMELINE_H

#include "stax/Analysis/BufferLifetimes.h"

namespace mlir::stax {

/// A buffer of known size.
struct TimelineBuffer {
  std::string name;    ///< the operation that writes it, and its place
  unsigned number = 0; ///< in the order in which buffers are made
  LiveInterval life;
  int64_t bytes = 0;
  /// In its arena; nothing for an allocation.
  std::optional<int64_t> offset;
};

/// An operation at which buffers begin or cease to live.
struct TimelineStep {
  Time time = 0;
  std::string name;
  int64_t before = 0; ///< bytes that are live just before the operation,
  int64_t during = 0; ///< while it runs,
  int64_t after = 0;  ///< and just after it
};

struct MemoryTimeline {
  std::string function;
  SmallVector<TimelineBuffer, 0> buffers; ///< in the order of their lives
  SmallVector<TimelineStep, 0> steps;     ///< in the order of time
  int64_t arenaBytes = 0;
  int64_t peak = 0;  ///< bytes that are live at once
  Time peakTime = 0; ///< the first time when they are
  /// Buffers that are left out, as their size is known only at run time.
  int64_t numDynamic = 0;

  /// The buffers at the peak, largest first.
  SmallVector<const TimelineBuffer *> getPeakBuffers() const;
};

/// The timeline of `function`. An allocation whose life is not known lives from
/// its first use to the end.
MemoryTimeline getMemoryTimeline(FunctionOpInterface function,
                                 const CallSummaries *summaries);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_MEMORYTIMELINE_H
