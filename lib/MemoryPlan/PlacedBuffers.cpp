//===- PlacedBuffers.cpp - What is taken at which address -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/PlacedBuffers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

void PlacedBuffers::Chunk::span(const Placed &placed) {
  lower = std::min(lower, placed.lower);
  upper = std::max(upper, placed.upper);
}

void PlacedBuffers::splitChunk(size_t index) {
  Chunk low, high;
  std::vector<Placed> &all = chunks[index].buffers;
  auto middle = all.begin() + all.size() / 2;
  low.buffers.assign(all.begin(), middle);
  high.buffers.assign(middle, all.end());
  for (Chunk *half : {&low, &high})
    for (const Placed &placed : half->buffers)
      half->span(placed);
  chunks[index] = std::move(low);
  chunks.insert(chunks.begin() + index + 1, std::move(high));
}

void PlacedBuffers::insert(const PlanBuffer &buffer, Offset offset) {
  if (!buffer.size)
    return;
  Placed placed = {buffer.lower, buffer.upper, offset, offset + buffer.size};
  // The last chunk that begins at or below the offset, else the first.
  size_t index = partition_point(chunks,
                                 [&](const Chunk &chunk) {
                                   return chunk.buffers.front().begin <= offset;
                                 }) -
                 chunks.begin();
  if (chunks.empty())
    chunks.emplace_back();
  index -= index != 0;
  Chunk &chunk = chunks[index];
  auto position = partition_point(chunk.buffers, [&](const Placed &other) {
    return other.begin <= offset;
  });
  chunk.buffers.insert(position, placed);
  chunk.span(placed);
  if (chunk.buffers.size() > kChunkSize)
    splitChunk(index);
}

void PlacedBuffers::forEachTaken(Time lower, Time upper,
                                 function_ref<bool(Offset, Offset)> fn) const {
  for (const Chunk &chunk : chunks) {
    if (chunk.lower >= upper || chunk.upper <= lower)
      continue;
    for (const Placed &placed : chunk.buffers)
      if (placed.lower < upper && placed.upper > lower &&
          !fn(placed.begin, placed.end))
        return;
  }
}

Offset PlacedBuffers::firstFit(const PlanBuffer &buffer) const {
  Offset offset = 0;
  if (!buffer.size)
    return offset;
  forEachTaken(buffer.lower, buffer.upper, [&](Offset begin, Offset end) {
    if (offset + buffer.size <= begin)
      return false;
    if (end > offset)
      offset = alignTo(end, buffer.alignment);
    return true;
  });
  return offset;
}

Offset PlacedBuffers::bestFit(const PlanBuffer &buffer) const {
  Offset free = 0; // the least offset above the buffers seen so far
  if (!buffer.size)
    return free;
  std::optional<Offset> best;
  int64_t tightest = INT64_MAX;
  forEachTaken(buffer.lower, buffer.upper, [&](Offset begin, Offset end) {
    int64_t gap = begin - free;
    if (gap >= buffer.size && gap < tightest) {
      tightest = gap;
      best = free;
    }
    if (end > free)
      free = alignTo(end, buffer.alignment);
    return true;
  });
  return best.value_or(free);
}
