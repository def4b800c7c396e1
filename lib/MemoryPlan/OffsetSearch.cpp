//===- OffsetSearch.cpp - Branch and bound at a capacity ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OffsetSearch.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace llvm;
using namespace mlir::stax;

OffsetSearch::OffsetSearch(ArrayRef<PlanBuffer> buffers)
    : buffers(buffers), sections(buffers), neighbours(buffers.size()),
      byFirstSection(buffers.size()) {
  std::iota(byFirstSection.begin(), byFirstSection.end(), 0);
  llvm::sort(byFirstSection, [&](unsigned a, unsigned b) {
    return std::pair(sections.first(a), a) < std::pair(sections.first(b), b);
  });
  for (unsigned a = 0; a < buffers.size(); ++a)
    for (unsigned b = 0; b < a; ++b)
      if (sections.meet(a, b)) {
        neighbours[a].push_back(b);
        neighbours[b].push_back(a);
      }
}

void OffsetSearch::reset() {
  unsigned size = buffers.size();
  nodes = 0;
  trail.clear();
  frames.clear();
  marked.clear();
  isMarked.assign(sections.size(), false);
  isPlaced.assign(size, false);
  placedAt.assign(size, 0);
  least.assign(size, 0);
  unplacedBytes.assign(sections.size(), 0);
  for (auto [i, buffer] : enumerate(buffers)) {
    least[i] = buffer.fixedOffset.value_or(0);
    for (unsigned s = sections.first(i); s < sections.end(i); ++s)
      unplacedBytes[s] += buffer.size;
  }
  byLeast.clear();
  for (unsigned s = 0; s < sections.size(); ++s)
    byLeast.push_back(sections.buffersOf(s).vec());
}

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

void OffsetSearch::markSections(unsigned begin, unsigned end) {
  for (unsigned s = begin; s < end; ++s)
    if (!isMarked[s]) {
      isMarked[s] = true;
      marked.push_back(s);
    }
}

/// Sorts by least offset. Few have changed since the last time, so that
/// insertion is nearly linear.
void OffsetSearch::sortByLeast(std::vector<unsigned> &members) const {
  for (size_t i = 1; i < members.size(); ++i) {
    unsigned member = members[i];
    size_t hole = i;
    for (; hole && least[members[hole - 1]] > least[member]; --hole)
      members[hole] = members[hole - 1];
    members[hole] = member;
  }
}

bool OffsetSearch::fits(unsigned section) {
  if (!unplacedBytes[section])
    return true;
  std::vector<unsigned> &members = byLeast[section];
  Offset highest = 0;
  for (unsigned i : members)
    if (!isPlaced[i])
      highest = std::max(highest, least[i]);
  if (highest + unplacedBytes[section] <= capacity)
    return true;
  sortByLeast(members);
  Offset top = 0;
  for (unsigned i : members)
    if (!isPlaced[i])
      top = std::max(top, least[i]) + buffers[i].size;
  return top <= capacity;
}

/// Unmarks the marked sections and, if everything fits so far, checks them;
/// remembers one that does not fit.
bool OffsetSearch::checkSections(bool allFit) {
  for (unsigned section : marked) {
    isMarked[section] = false;
    if (allFit && !fits(section)) {
      allFit = false;
      failedSection = section;
    }
  }
  marked.clear();
  return allFit;
}

void OffsetSearch::countFailure() {
  for (unsigned i : sections.buffersOf(failedSection))
    if (!isPlaced[i])
      preference->failures[i] += 1;
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

/// Raises the least offset of an unplaced buffer to `offset`, rounded up.
bool OffsetSearch::raise(unsigned buffer, Offset offset) {
  const PlanBuffer &raised = buffers[buffer];
  offset = alignTo(offset, raised.alignment);
  if (offset <= least[buffer])
    return true;
  trail.push_back({buffer, least[buffer], false});
  least[buffer] = offset;
  if (offset + raised.size <= capacity &&
      (!raised.fixedOffset || offset == *raised.fixedOffset))
    return true;
  failedSection = sections.first(buffer);
  return false;
}

/// Puts `buffer` at its least offset and everything that meets it above.
bool OffsetSearch::place(unsigned buffer) {
  isPlaced[buffer] = true;
  trail.push_back({buffer, least[buffer], true});
  placedAt[buffer] = least[buffer];
  for (unsigned s = sections.first(buffer); s < sections.end(buffer); ++s)
    unplacedBytes[s] -= buffers[buffer].size;
  // In its own sections the buffer was the lowest of the stack and the others
  // now begin above it: the bound is the same.
  unsigned begin = sections.first(buffer), end = sections.end(buffer);
  Offset top = least[buffer] + buffers[buffer].size;
  bool possible = true;
  for (unsigned other : neighbours[buffer]) {
    if (isPlaced[other] || least[other] >= top)
      continue;
    if (!(possible = raise(other, top)))
      break;
    markSections(sections.first(other), begin);
    markSections(end, sections.end(other));
  }
  return checkSections(possible);
}

/// `buffer` does not lie at its least offset, so it lies on another unplaced
/// one.
bool OffsetSearch::raiseAboveOthers(unsigned buffer) {
  if (buffers[buffer].fixedOffset)
    return false;
  Offset lowestTop = INT64_MAX;
  for (unsigned other : neighbours[buffer])
    if (!isPlaced[other])
      lowestTop = std::min(lowestTop, least[other] + buffers[other].size);
  if (lowestTop == INT64_MAX)
    return false;
  bool possible = raise(buffer, std::max(lowestTop, least[buffer] + 1));
  markSections(sections.first(buffer), sections.end(buffer));
  return checkSections(possible);
}

void OffsetSearch::undo(size_t mark) {
  while (trail.size() > mark) {
    Change change = trail.back();
    trail.pop_back();
    unsigned buffer = change.buffer;
    if (!change.isPlacement) {
      least[buffer] = change.oldLeast;
      continue;
    }
    isPlaced[buffer] = false;
    for (unsigned s = sections.first(buffer); s < sections.end(buffer); ++s)
      unplacedBytes[s] += buffers[buffer].size;
  }
}

unsigned OffsetSearch::select(ArrayRef<unsigned> candidates) const {
  auto score = [&](unsigned i) {
    return preference->scores[i] +
           preference->failureScale * preference->failures[i];
  };
  unsigned best = candidates.front();
  for (unsigned i : candidates.drop_front())
    if (least[i] < least[best] ||
        (least[i] == least[best] && score(i) > score(best)))
      best = i;
  return best;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

void OffsetSearch::push(ArrayRef<unsigned> candidates) {
  Frame &frame = frames.emplace_back();
  frame.entryMark = trail.size();
  for (unsigned i : candidates)
    if (!isPlaced[i])
      frame.buffers.push_back(i);
}

void OffsetSearch::pop(bool success) {
  if (!success)
    undo(frames.back().entryMark);
  frames.pop_back();
  succeeded = success;
}

/// Cuts where no buffer of the frame lives on both sides; small parts first.
void OffsetSearch::splitByTime(Frame &frame) const {
  unsigned reach = 0;
  for (unsigned i : frame.buffers) {
    if (frame.components.empty() || sections.first(i) >= reach)
      frame.components.emplace_back();
    frame.components.back().push_back(i);
    reach = std::max(reach, sections.end(i));
  }
  llvm::sort(frame.components, [](const auto &a, const auto &b) {
    return std::pair(a.size(), a.front()) < std::pair(b.size(), b.front());
  });
}

void OffsetSearch::enter(Frame &frame) {
  if (frame.buffers.empty())
    return pop(true);
  splitByTime(frame);
  bool isOne = frame.components.size() == 1;
  frame.phase = isOne ? Frame::Phase::Choose : Frame::Phase::Components;
  succeeded = true;
}

void OffsetSearch::continueComponents(Frame &frame) {
  // The parts are independent: one that fails fails with any placement of
  // those before it.
  if (!succeeded || frame.nextComponent == frame.components.size())
    return pop(succeeded);
  push(frame.components[frame.nextComponent++]);
}

void OffsetSearch::choose(Frame &frame) {
  frame.chosen = select(frame.buffers);
  frame.choiceMark = trail.size();
  if (place(frame.chosen)) {
    frame.phase = Frame::Phase::Placed;
    return push(frame.buffers);
  }
  countFailure();
  exclude(frame);
}

void OffsetSearch::exclude(Frame &frame) {
  undo(frame.choiceMark);
  frame.phase = Frame::Phase::Choose;
  if (raiseAboveOthers(frame.chosen))
    return;
  countFailure();
  pop(false);
}

OffsetSearch::Outcome OffsetSearch::run(int64_t newCapacity,
                                        Preference &newPreference,
                                        uint64_t nodeLimit,
                                        const Deadline &deadline) {
  capacity = newCapacity;
  preference = &newPreference;
  reset();
  for (unsigned section = 0; section < sections.size(); ++section)
    if (!fits(section))
      return Outcome::Infeasible;
  push(byFirstSection);
  while (!frames.empty()) {
    Frame &frame = frames.back();
    switch (frame.phase) {
    case Frame::Phase::Enter:
      enter(frame);
      break;
    case Frame::Phase::Components:
      continueComponents(frame);
      break;
    case Frame::Phase::Choose:
      if (++nodes > nodeLimit || (nodes % 256 == 0 && deadline.passed()))
        return Outcome::LimitReached;
      choose(frame);
      break;
    case Frame::Phase::Placed:
      if (succeeded)
        pop(true);
      else
        exclude(frame);
      break;
    }
  }
  return succeeded ? Outcome::Found : Outcome::Infeasible;
}
