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
// top of a buffer that is not placed yet, which raises its least offset. A
// branch is cut when some section (buffers that live at once and so must be
// stacked) cannot fit any more: stacking its unplaced buffers in the order of
// their least offsets is the best case. Groups of buffers that no unplaced
// buffer joins in time are solved apart.
//
// The scheme of placing at the least offset follows MiniMalloc (Moffitt, ASPLOS
// 2023); the bound is that of one machine with release times (Jackson 1955).
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H
#define STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H

#include "Sections.h"
#include "stax/Support/Deadline.h"
#include <deque>

namespace mlir::stax {

class OffsetSearch {
public:
  /// Buffers of more than 0 bytes; they must outlive the search.
  explicit OffsetSearch(llvm::ArrayRef<PlanBuffer> buffers);

  enum class Outcome {
    Found,       ///< `offsets` fit the capacity
    Infeasible,  ///< proved: no offsets do
    LimitReached ///< nodes or time were used up
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
              const Deadline &deadline);

  /// One for each buffer, after `Found`.
  llvm::ArrayRef<Offset> offsets() const { return placedAt; }

  const Sections &getSections() const { return sections; }

private:
  /// A set of buffers to place, or independent ones after each other.
  struct Frame {
    enum class Phase { Enter, Components, Choose, Placed };
    Phase phase = Phase::Enter;
    std::vector<unsigned> buffers; ///< unplaced on entry, by first section
    std::vector<std::vector<unsigned>> components;
    size_t nextComponent = 0;
    size_t entryMark = 0;  ///< of the trail, before anything in the frame
    size_t choiceMark = 0; ///< of the trail, before `chosen` was placed
    unsigned chosen = 0;
  };
  struct Change {
    unsigned buffer;
    Offset oldLeast;
    bool isPlacement;
  };

  void reset();
  void push(llvm::ArrayRef<unsigned> buffers);
  void pop(bool success);
  void enter(Frame &frame);
  void continueComponents(Frame &frame);
  void choose(Frame &frame);
  void exclude(Frame &frame);
  void splitByTime(Frame &frame) const;
  unsigned select(llvm::ArrayRef<unsigned> buffers) const;
  bool place(unsigned buffer);
  bool raise(unsigned buffer, Offset least);
  bool raiseAboveOthers(unsigned buffer);
  void undo(size_t mark);
  void markSections(unsigned begin, unsigned end);
  bool checkSections(bool allFit);
  void sortByLeast(std::vector<unsigned> &members) const;
  bool fits(unsigned section);
  void countFailure();

  llvm::ArrayRef<PlanBuffer> buffers;
  Sections sections;
  std::vector<std::vector<unsigned>> neighbours;
  std::vector<unsigned> byFirstSection;

  int64_t capacity = 0;
  Preference *preference = nullptr;
  uint64_t nodes = 0;
  std::vector<Offset> least; ///< no canonical plan has a lower offset
  std::vector<Offset> placedAt;
  std::vector<bool> isPlaced;
  std::vector<int64_t> unplacedBytes; ///< by section
  std::vector<Change> trail;
  std::deque<Frame> frames; ///< a deque, so that pushing moves none
  bool succeeded = false;   ///< the frame popped last
  std::vector<unsigned> marked;
  std::vector<bool> isMarked;
  unsigned failedSection = 0;
  std::vector<std::vector<unsigned>> byLeast; ///< the buffers of each section,
                                              ///< nearly sorted
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_OFFSETSEARCH_H
