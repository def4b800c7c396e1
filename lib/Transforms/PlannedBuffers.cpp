//===- PlannedBuffers.cpp - Buffers of a function that a plan may place ---===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlannedBuffers.h"
#include "stax/Analysis/BufferSizes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

/// For dynamic extents, where a problem needs sizes.
static constexpr int64_t kExampleExtent = 64;
static constexpr int64_t kMaxExampleBytes = int64_t{1} << 30;

/// Why `alloc` cannot be part of an arena; empty if nothing speaks against it.
static std::string findObstacle(memref::AllocOp alloc, EntryValues &values,
                                bool allowsDynamic) {
  MemRefType type = alloc.getType();
  if (!type.getLayout().isIdentity())
    return "its layout is not the identity";
  if (!getElementStorage(type.getElementType()))
    return "the size of its elements is not known";
  if (!allowsDynamic && !type.hasStaticShape())
    return "its size is not a constant";
  if (!alloc.getSymbolOperands().empty() ||
      !llvm::all_of(alloc.getDynamicSizes(),
                    [&](Value extent) { return values.isKnown(extent); }))
    return "its size does not follow from the arguments of the function";
  if (!getStaticStorage(type))
    return "no address space holds it";
  return "";
}

MemoryPlanProblem PlannedSpace::getProblem() const {
  MemoryPlanProblem problem;
  for (auto [number, buffer] : llvm::enumerate(buffers)) {
    PlanBuffer planned;
    planned.id = ("#" + Twine(number) + " " + buffer.name).str();
    planned.lower = buffer.life.interval.begin;
    planned.upper = buffer.life.interval.end;
    planned.size = buffer.bytes;
    planned.alignment = buffer.alignment;
    problem.buffers.push_back(std::move(planned));
  }
  return problem;
}

static PlannedBuffer makeBuffer(const BufferLifetime &life, int64_t alignment) {
  auto alloc = life.buffer.getDefiningOp<memref::AllocOp>();
  MemRefType type = alloc.getType();
  PlannedBuffer buffer;
  buffer.life = life;
  buffer.name = describeBuffer(life);
  buffer.unitBytes = *getStaticStorage(type);
  buffer.sizeAlignment = alignment;
  buffer.bytes = buffer.unitBytes;
  for (int64_t dim = 0; dim < type.getNumDynamicDims(); ++dim)
    buffer.bytes = std::min(buffer.bytes, kMaxExampleBytes) * kExampleExtent;
  buffer.bytes = alignUp(buffer.bytes, alignment);
  // Loads and stores assume the alignment of the element.
  int64_t natural = llvm::bit_floor(
      static_cast<uint64_t>(*getElementStorage(type.getElementType())));
  buffer.alignment =
      std::max({alignment, natural, int64_t(alloc.getAlignment().value_or(1))});
  return buffer;
}

void stax::selectBuffers(const BufferLifetimes &lifetimes, EntryValues &values,
                         int64_t alignment, bool allowsDynamic,
                         SmallVectorImpl<PlannedSpace> &spaces,
                         SmallVectorImpl<UnplannedBuffer> &others) {
  llvm::SmallMapVector<Attribute, unsigned, 1> numbers;
  for (const BufferLifetime &life : lifetimes.getBuffers()) {
    auto alloc = life.buffer.getDefiningOp<memref::AllocOp>();
    if (!alloc)
      continue;
    std::string obstacle = life.isKnown()
                               ? findObstacle(alloc, values, allowsDynamic)
                               : describeEscape(life.escape).str();
    if (!obstacle.empty()) {
      others.push_back({alloc, obstacle});
      continue;
    }
    Attribute space = alloc.getType().getMemorySpace();
    auto [place, isNew] = numbers.insert({space, spaces.size()});
    if (isNew)
      spaces.push_back({space, {}});
    spaces[place->second].buffers.push_back(makeBuffer(life, alignment));
  }
}
