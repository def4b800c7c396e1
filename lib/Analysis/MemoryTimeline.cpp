//===- MemoryTimeline.cpp - Memory over the time of a function ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/MemoryTimeline.h"
#include "stax/Analysis/BufferSizes.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

#include <map>

using namespace mlir;
using namespace mlir::stax;

SmallVector<const TimelineBuffer *> MemoryTimeline::getPeakBuffers() const {
  SmallVector<const TimelineBuffer *> live;
  for (const TimelineBuffer &buffer : buffers)
    if (buffer.bytes > 0 && buffer.life.begin <= peakTime &&
        peakTime < buffer.life.end)
      live.push_back(&buffer);
  llvm::sort(live, [](const TimelineBuffer *lhs, const TimelineBuffer *rhs) {
    return std::make_tuple(-lhs->bytes, lhs->number) <
           std::make_tuple(-rhs->bytes, rhs->number);
  });
  return live;
}

/// Nothing if the size or place depends on the running program.
static std::optional<TimelineBuffer> makeBuffer(const BufferLifetime &life,
                                                Time end) {
  auto type = cast<MemRefType>(life.buffer.getType());
  std::optional<int64_t> bytes = getStaticStorage(type);
  if (!bytes || !type.hasStaticShape())
    return std::nullopt;
  TimelineBuffer buffer;
  buffer.name = describeBuffer(life);
  buffer.life = life.interval;
  buffer.bytes = *bytes;
  if (!life.isKnown())
    buffer.life.end = end;
  auto view = life.buffer.getDefiningOp<memref::ViewOp>();
  if (!view)
    return buffer;
  buffer.offset = getConstantIntValue(view.getByteShift());
  if (!buffer.offset)
    return std::nullopt;
  auto arena = view.getSource().getDefiningOp<memref::AllocOp>();
  // Callers pass arenas that are aligned to 64 bytes.
  buffer.bytes = alignUp(*bytes, arena ? arena.getAlignment().value_or(1) : 64);
  return buffer;
}

/// Names of the operations at which something changes.
static std::map<Time, std::string>
getStepNames(const BufferLifetimes &lifetimes) {
  std::map<Time, std::string> names;
  for (const BufferLifetime &life : lifetimes.getBuffers())
    names[life.interval.begin] = describeBuffer(life);
  return names;
}

/// Fills in steps and peak from the buffers.
static void addSteps(MemoryTimeline &timeline,
                     const std::map<Time, std::string> &names) {
  std::map<Time, int64_t> changes;
  for (const TimelineBuffer &buffer : timeline.buffers) {
    changes[buffer.life.begin] += buffer.bytes;
    changes[buffer.life.end] -= buffer.bytes;
  }
  int64_t live = 0;
  for (auto next = changes.begin(); next != changes.end(); ++next) {
    TimelineStep step;
    step.time = next->first;
    auto name = names.find(step.time);
    step.name = name == names.end() ? "" : name->second;
    step.before = live;
    live += next->second;
    step.during = live;
    // What an operation ends is gone at the moment after it.
    auto after = changes.find(step.time + 1);
    step.after = after == changes.end() ? live : live + after->second;
    if (live > timeline.peak) {
      timeline.peak = live;
      timeline.peakTime = step.time;
    }
    timeline.steps.push_back(std::move(step));
  }
}

MemoryTimeline stax::getMemoryTimeline(FunctionOpInterface function,
                                       const CallSummaries *summaries) {
  MemoryTimeline timeline;
  timeline.function = function.getName().str();
  BufferLifetimes lifetimes(function, summaries);
  for (const BufferLifetime &life : lifetimes.getBuffers()) {
    std::optional<TimelineBuffer> buffer = makeBuffer(life, lifetimes.getEnd());
    if (!buffer) {
      ++timeline.numDynamic;
      continue;
    }
    buffer->number = timeline.buffers.size();
    timeline.buffers.push_back(std::move(*buffer));
  }
  llvm::sort(timeline.buffers,
             [](const TimelineBuffer &lhs, const TimelineBuffer &rhs) {
               return std::make_tuple(lhs.life.begin, lhs.number) <
                      std::make_tuple(rhs.life.begin, rhs.number);
             });
  for (Value argument : function.getArguments())
    if (isArena(argument))
      timeline.arenaBytes +=
          getStaticStorage(cast<MemRefType>(argument.getType())).value_or(0);
  function.walk([&](memref::AllocOp alloc) {
    if (isArena(alloc) && alloc.getType().hasStaticShape())
      timeline.arenaBytes += alloc.getType().getNumElements();
  });
  addSteps(timeline, getStepNames(lifetimes));
  return timeline;
}
