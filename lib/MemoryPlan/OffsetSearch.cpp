//===- OffsetSearch.cpp - Branch and bound at a capacity ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OffsetSearch.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace mlir::stax;

OffsetSearch::OffsetSearch(ArrayRef<PlanBuffer> buffers)
    : plan(buffers), byFirstSection(buffers.size()) {
  const Sections &sections = plan.getSections();
  std::iota(byFirstSection.begin(), byFirstSection.end(), 0);
  llvm::sort(byFirstSection, [&](unsigned a, unsigned b) {
    return std::pair(sections.first(a), a) < std::pair(sections.first(b), b);
  });
}

void OffsetSearch::countFailure() {
  for (unsigned i : plan.getSections().buffersOf(plan.failedSection()))
    if (!plan.isPlaced(i))
      preference->failures[i] += 1;
}

unsigned OffsetSearch::select(ArrayRef<unsigned> candidates) const {
  auto score = [&](unsigned i) {
    return preference->scores[i] +
           preference->failureScale * preference->failures[i];
  };
  unsigned best = candidates.front();
  for (unsigned i : candidates.drop_front())
    if (plan.leastOffset(i) < plan.leastOffset(best) ||
        (plan.leastOffset(i) == plan.leastOffset(best) &&
         score(i) > score(best)))
      best = i;
  return best;
}

void OffsetSearch::push(ArrayRef<unsigned> candidates) {
  Frame &frame = frames.emplace_back();
  frame.entryMark = plan.mark();
  for (unsigned i : candidates)
    if (!plan.isPlaced(i))
      frame.buffers.push_back(i);
}

void OffsetSearch::pop(bool success) {
  if (!success)
    plan.undo(frames.back().entryMark);
  frames.pop_back();
  succeeded = success;
}

/// Cuts where no buffer of the frame lives on both sides; small parts first.
void OffsetSearch::splitByTime(Frame &frame) const {
  const Sections &sections = plan.getSections();
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
  frame.choiceMark = plan.mark();
  if (plan.place(frame.chosen)) {
    frame.phase = Frame::Phase::Placed;
    return push(frame.buffers);
  }
  countFailure();
  exclude(frame);
}

void OffsetSearch::exclude(Frame &frame) {
  plan.undo(frame.choiceMark);
  frame.phase = Frame::Phase::Choose;
  if (plan.raiseAboveOthers(frame.chosen))
    return;
  countFailure();
  pop(false);
}

OffsetSearch::Outcome OffsetSearch::run(int64_t capacity,
                                        Preference &newPreference,
                                        uint64_t nodeLimit, WorkLimit &limit) {
  preference = &newPreference;
  frames.clear();
  if (!plan.reset(capacity))
    return Outcome::Infeasible;
  uint64_t nodes = 0;
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
      limit.spend(frame.buffers.size() + plan.takeWork());
      if (++nodes > nodeLimit || limit.isReached())
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
