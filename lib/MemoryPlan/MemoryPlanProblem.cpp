//===- MemoryPlanProblem.cpp - The offset planning problem ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanProblem.h"

#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace llvm;
using namespace mlir::stax;

namespace {
/// A buffer begins or ends to live. At one time ends come first, because
/// intervals are half-open.
struct Event {
  Time time;
  bool begins;
  unsigned buffer;
  bool operator<(const Event &other) const {
    return std::tie(time, begins, buffer) <
           std::tie(other.time, other.begins, other.buffer);
  }
};
} // namespace

static std::vector<Event> sortedEvents(ArrayRef<PlanBuffer> buffers) {
  std::vector<Event> events;
  events.reserve(2 * buffers.size());
  for (auto [i, buffer] : enumerate(buffers)) {
    if (!buffer.size)
      continue;
    events.push_back({buffer.lower, true, unsigned(i)});
    events.push_back({buffer.upper, false, unsigned(i)});
  }
  llvm::sort(events);
  return events;
}

static Error checkBuffer(const PlanBuffer &buffer) {
  if (buffer.lower >= buffer.upper)
    return makeError("buffer '{0}' lives in [{1}, {2}), expected lower < upper",
                     buffer.id, buffer.lower, buffer.upper);
  if (buffer.size < 0)
    return makeError("buffer '{0}' has a size of {1}, expected at least 0",
                     buffer.id, buffer.size);
  if (buffer.alignment < 1)
    return makeError("buffer '{0}' has an alignment of {1}, expected at least "
                     "1",
                     buffer.id, buffer.alignment);
  if (!buffer.fixedOffset)
    return Error::success();
  int64_t end;
  if (*buffer.fixedOffset < 0 || *buffer.fixedOffset % buffer.alignment)
    return makeError("buffer '{0}' is fixed at offset {1}, expected a multiple "
                     "of {2} of at least 0",
                     buffer.id, *buffer.fixedOffset, buffer.alignment);
  if (AddOverflow(*buffer.fixedOffset, buffer.size, end))
    return makeError("buffer '{0}' of {1} bytes at offset {2} ends beyond 64 "
                     "bits",
                     buffer.id, buffer.size, *buffer.fixedOffset);
  return Error::success();
}

/// Every algorithm may stack all buffers above the fixed ones.
static Error checkSum(ArrayRef<PlanBuffer> buffers) {
  int64_t sum = 0;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.fixedOffset)
      sum = std::max(sum, *buffer.fixedOffset + buffer.size);
  for (const PlanBuffer &buffer : buffers)
    if (AddOverflow(sum, buffer.size, sum) ||
        AddOverflow(sum, buffer.alignment - 1, sum))
      return makeError("the sizes up to buffer '{0}' of {1} bytes exceed 64 "
                       "bits",
                       buffer.id, buffer.size);
  return Error::success();
}

/// Sweeps over time and keeps the live buffers by address. Until the first
/// overlap they are disjoint, so that comparing a new one with its neighbours
/// finds it. Buffers without an offset are left out.
static Error checkOverlaps(ArrayRef<PlanBuffer> buffers,
                           ArrayRef<std::optional<Offset>> offsets) {
  auto end = [&](unsigned i) { return *offsets[i] + buffers[i].size; };
  auto overlap = [&](unsigned a, unsigned b) {
    if (*offsets[a] > *offsets[b])
      std::swap(a, b);
    return makeError("buffers '{0}' at [{1}, {2}) and '{3}' at [{4}, {5}) "
                     "overlap while both live in [{6}, {7})",
                     buffers[a].id, *offsets[a], end(a), buffers[b].id,
                     *offsets[b], end(b),
                     std::max(buffers[a].lower, buffers[b].lower),
                     std::min(buffers[a].upper, buffers[b].upper));
  };
  std::map<Offset, unsigned> live;
  for (const Event &event : sortedEvents(buffers)) {
    if (!offsets[event.buffer])
      continue;
    Offset offset = *offsets[event.buffer];
    if (!event.begins) {
      live.erase(offset);
      continue;
    }
    auto above = live.lower_bound(offset);
    if (above != live.end() && above->first < end(event.buffer))
      return overlap(event.buffer, above->second);
    if (above != live.begin() && end(std::prev(above)->second) > offset)
      return overlap(event.buffer, std::prev(above)->second);
    live.emplace_hint(above, offset, event.buffer);
  }
  return Error::success();
}

Error MemoryPlanProblem::check() const {
  if (capacity && *capacity < 0)
    return makeError("the capacity is {0}, expected at least 0", *capacity);
  StringSet<> ids;
  std::vector<std::optional<Offset>> fixed;
  for (const PlanBuffer &buffer : buffers) {
    if (Error error = checkBuffer(buffer))
      return error;
    if (!ids.insert(buffer.id).second)
      return makeError("two buffers have the id '{0}'", buffer.id);
    fixed.push_back(buffer.fixedOffset);
  }
  if (Error error = checkSum(buffers))
    return error;
  return checkOverlaps(buffers, fixed);
}

LivePeak MemoryPlanProblem::livePeak() const {
  LivePeak peak;
  int64_t live = 0;
  for (const Event &event : sortedEvents(buffers)) {
    live +=
        event.begins ? buffers[event.buffer].size : -buffers[event.buffer].size;
    if (live > peak.bytes)
      peak = {live, event.time};
  }
  return peak;
}

int64_t MemoryPlanProblem::lowerBound() const {
  int64_t bound = livePeak().bytes;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.fixedOffset)
      bound = std::max(bound, *buffer.fixedOffset + buffer.size);
  return bound;
}

int64_t MemoryPlanProblem::height(ArrayRef<Offset> offsets) const {
  int64_t height = 0;
  for (auto [buffer, offset] : zip_equal(buffers, offsets))
    height = std::max(height, offset + buffer.size);
  return height;
}

Error MemoryPlanProblem::verify(ArrayRef<Offset> offsets) const {
  if (offsets.size() != buffers.size())
    return makeError("the plan has {0} offsets for {1} buffers", offsets.size(),
                     buffers.size());
  std::vector<std::optional<Offset>> placed;
  for (auto [buffer, offset] : zip_equal(buffers, offsets)) {
    int64_t end;
    if (offset < 0 || offset % buffer.alignment ||
        AddOverflow(offset, buffer.size, end))
      return makeError("buffer '{0}' is at offset {1}, expected a multiple of "
                       "{2} of at least 0",
                       buffer.id, offset, buffer.alignment);
    if (buffer.fixedOffset && offset != *buffer.fixedOffset)
      return makeError("buffer '{0}' is at offset {1}, but fixed at {2}",
                       buffer.id, offset, *buffer.fixedOffset);
    placed.emplace_back(offset);
  }
  return checkOverlaps(buffers, placed);
}

std::string MemoryPlanProblem::describeLive(Time time) const {
  std::string text;
  raw_string_ostream os(text);
  ListSeparator separator;
  for (const PlanBuffer &buffer : buffers)
    if (buffer.size && buffer.lower <= time && time < buffer.upper)
      os << separator << buffer.id;
  return text;
}
