//===- PartialPlan.cpp - Offsets decided so far ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PartialPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

PartialPlan::PartialPlan(ArrayRef<PlanBuffer> buffers)
    : buffers(buffers), sections(buffers), neighbours(buffers.size()) {
  for (unsigned a = 0; a < buffers.size(); ++a)
    for (unsigned b = 0; b < a; ++b)
      if (sections.meet(a, b)) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
      }
}

bool PartialPlan::reset(int64_t newCapacity) {
  capacity = newCapacity;
  trail.clear();
  marked.clear();
  isMarked.assign(sections.size(), false);
  placed.assign(buffers.size(), false);
  placedAt.assign(buffers.size(), 0);
  least.assign(buffers.size(), 0);
  unplacedBytes.assign(sections.size(), 0);
  for (auto [i, buffer] : enumerate(buffers)) {
    least[i] = buffer.fixedOffset.value_or(0);
    for (unsigned s = sections.first(i); s < sections.end(i); ++s)
      unplacedBytes[s] += buffer.size;
  }
  byLeast.clear();
  for (unsigned s = 0; s < sections.size(); ++s)
    byLeast.push_back(sections.buffersOf(s).vec());
  markSections(0, sections.size());
  return checkSections(/*allFit=*/true);
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

void PartialPlan::markSections(unsigned begin, unsigned end) {
  for (unsigned s = begin; s < end; ++s)
    if (!isMarked[s]) {
      isMarked[s] = true;
      marked.push_back(s);
    }
}

/// Sorts by least offset. Few have changed since the last time, so that
/// insertion is nearly linear.
void PartialPlan::sortByLeast(std::vector<unsigned> &members) const {
  for (size_t i = 1; i < members.size(); ++i) {
    unsigned member = members[i];
    size_t hole = i;
    for (; hole && least[members[hole - 1]] > least[member]; --hole)
      members[hole] = members[hole - 1];
    members[hole] = member;
  }
}

bool PartialPlan::fits(unsigned section) {
  if (!unplacedBytes[section])
    return true;
  std::vector<unsigned> &members = byLeast[section];
  work += members.size();
  Offset highest = 0;
  for (unsigned i : members)
    if (!placed[i])
      highest = std::max(highest, least[i]);
  if (highest + unplacedBytes[section] <= capacity)
    return true;
  sortByLeast(members);
  Offset top = 0;
  for (unsigned i : members)
    if (!placed[i])
      top = std::max(top, least[i]) + buffers[i].size;
  return top <= capacity;
}

/// Unmarks the marked sections and, if everything fits so far, checks them;
/// remembers one that does not fit.
bool PartialPlan::checkSections(bool allFit) {
  for (unsigned section : marked) {
    isMarked[section] = false;
    if (allFit && !fits(section)) {
      allFit = false;
      failed = section;
    }
  }
  marked.clear();
  return allFit;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Raises the least offset of an unplaced buffer to `offset`, rounded up.
bool PartialPlan::raise(unsigned buffer, Offset offset) {
  const PlanBuffer &raised = buffers[buffer];
  offset = alignTo(offset, raised.alignment);
  if (offset <= least[buffer])
    return true;
  trail.push_back({buffer, least[buffer], false});
  least[buffer] = offset;
  if (offset + raised.size <= capacity &&
      (!raised.fixedOffset || offset == *raised.fixedOffset))
    return true;
  failed = sections.first(buffer);
  return false;
}

bool PartialPlan::place(unsigned buffer) {
  placed[buffer] = true;
  trail.push_back({buffer, least[buffer], true});
  placedAt[buffer] = least[buffer];
  for (unsigned s = sections.first(buffer); s < sections.end(buffer); ++s)
    unplacedBytes[s] -= buffers[buffer].size;
  // In its own sections the buffer was the lowest of the stack and the others
  // now begin above it: the bound is the same.
  unsigned begin = sections.first(buffer), end = sections.end(buffer);
  Offset top = least[buffer] + buffers[buffer].size;
  bool possible = true;
  work += neighbours[buffer].size();
  for (unsigned other : neighbours[buffer]) {
    if (placed[other] || least[other] >= top)
      continue;
    if (!(possible = raise(other, top)))
      break;
    markSections(sections.first(other), begin);
    markSections(end, sections.end(other));
  }
  return checkSections(possible);
}

bool PartialPlan::raiseAboveOthers(unsigned buffer) {
  if (buffers[buffer].fixedOffset)
    return false;
  work += neighbours[buffer].size();
  Offset lowestTop = INT64_MAX;
  for (unsigned other : neighbours[buffer])
    if (!placed[other])
      lowestTop = std::min(lowestTop, least[other] + buffers[other].size);
  if (lowestTop == INT64_MAX)
    return false;
  bool possible = raise(buffer, std::max(lowestTop, least[buffer] + 1));
  markSections(sections.first(buffer), sections.end(buffer));
  return checkSections(possible);
}

void PartialPlan::undo(size_t mark) {
  while (trail.size() > mark) {
    Change change = trail.back();
    trail.pop_back();
    unsigned buffer = change.buffer;
    if (!change.isPlacement) {
      least[buffer] = change.oldLeast;
      continue;
    }
    placed[buffer] = false;
    for (unsigned s = sections.first(buffer); s < sections.end(buffer); ++s)
      unplacedBytes[s] += buffers[buffer].size;
  }
}
