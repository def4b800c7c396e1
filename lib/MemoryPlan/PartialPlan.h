//===- PartialPlan.h - Offsets decided so far -------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state of a search below a capacity: which buffers lie where, and the
// least offset that each other one can have. Decisions fail when some section
// (buffers that live at once and so must be stacked) cannot fit any more:
// stacking its unplaced buffers in the order of their least offsets is the best
// case, the bound of one machine with release times (Jackson 1955). All changes
// can be undone.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_MEMORYPLAN_PARTIALPLAN_H
#define STAX_LIB_MEMORYPLAN_PARTIALPLAN_H

#include "Sections.h"
#include <utility>

namespace mlir::stax {

class PartialPlan {
public:
  /// Buffers of more than 0 bytes; they must outlive the plan.
  explicit PartialPlan(llvm::ArrayRef<PlanBuffer> buffers);

  /// Forgets everything. False if already the sections alone do not fit.
  bool reset(int64_t capacity);

  const Sections &getSections() const { return sections; }
  bool isPlaced(unsigned buffer) const { return placed[buffer]; }
  Offset leastOffset(unsigned buffer) const { return least[buffer]; }

  /// Of all buffers, once all are placed.
  llvm::ArrayRef<Offset> offsets() const { return placedAt; }

  /// Puts `buffer`, which no unplaced one can undercut, at its least offset and
  /// everything that meets it above. False if something does not fit then.
  bool place(unsigned buffer);

  /// Decides that `buffer` does not lie at its least offset, and so on another
  /// unplaced one. False if that is impossible.
  bool raiseAboveOthers(unsigned buffer);

  /// A section that did not fit, after a decision has failed.
  unsigned failedSection() const { return failed; }

  /// The number of changes so far, for `undo`.
  size_t mark() const { return trail.size(); }

  /// The number of buffers looked at since the last call.
  uint64_t takeWork() { return std::exchange(work, 0); }

  /// Takes back all changes since `mark`.
  void undo(size_t mark);

private:
  struct Change {
    unsigned buffer;
    Offset oldLeast;
    bool isPlacement;
  };

  bool raise(unsigned buffer, Offset offset);
  void markSections(unsigned begin, unsigned end);
  bool checkSections(bool allFit);
  bool fits(unsigned section);
  void sortByLeast(std::vector<unsigned> &members) const;

  llvm::ArrayRef<PlanBuffer> buffers;
  Sections sections;
  std::vector<std::vector<unsigned>> neighbours; ///< that live together
  int64_t capacity = 0;
  std::vector<Offset> least; ///< of unplaced buffers, in pushed-down plans
  std::vector<Offset> placedAt;
  std::vector<bool> placed;
  std::vector<int64_t> unplacedBytes;         ///< by section
  std::vector<std::vector<unsigned>> byLeast; ///< the buffers of each section,
                                              ///< nearly sorted
  std::vector<Change> trail;
  std::vector<unsigned> marked; ///< sections whose bound may have changed
  std::vector<bool> isMarked;
  unsigned failed = 0;
  uint64_t work = 0; ///< buffers looked at
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_PARTIALPLAN_H
