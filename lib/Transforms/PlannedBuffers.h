//===- PlannedBuffers.h - Buffers of a function that a plan may place -*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. What stax-plan-memory decides about: the allocations
// whose life is known, with their sizes, as problems of the offset planner.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_PLANNEDBUFFERS_H
#define STAX_LIB_TRANSFORMS_PLANNEDBUFFERS_H

#include "EntryValues.h"
#include "stax/Analysis/BufferLifetimes.h"
#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"

namespace mlir::stax {

/// An allocation that a plan may place.
struct PlannedBuffer {
  BufferLifetime life;
  std::string name; ///< of the operation that writes it, and its place
  /// Rounded up to `sizeAlignment`; an example where extents are dynamic.
  int64_t bytes = 0;
  int64_t unitBytes = 0; ///< with dynamic extents of 1, not rounded
  int64_t sizeAlignment = 1;
  int64_t alignment = 1; ///< of its offset

  memref::AllocOp getAlloc() const {
    return life.buffer.getDefiningOp<memref::AllocOp>();
  }
  bool isDynamic() const { return !getAlloc().getType().hasStaticShape(); }
};

/// Those of one memory space, which share an arena.
struct PlannedSpace {
  Attribute memorySpace; ///< null for the default
  SmallVector<PlannedBuffer, 0> buffers;

  bool isDynamic() const {
    return llvm::any_of(buffers, [](const PlannedBuffer &buffer) {
      return buffer.isDynamic();
    });
  }

  /// Bytes that the arena must be aligned to.
  int64_t getAlignment() const {
    int64_t alignment = 1;
    for (const PlannedBuffer &buffer : buffers)
      alignment = std::max(alignment, buffer.alignment);
    return alignment;
  }

  /// The planner's problem; its buffers are in the same order.
  MemoryPlanProblem getProblem() const;
};

/// Why a buffer has to stay an allocation, as an end of a sentence.
struct UnplannedBuffer {
  memref::AllocOp alloc;
  std::string reason;
};

/// Sorts the allocations of `lifetimes` into those that can be placed, by
/// memory space, and others. Sizes are multiples of `alignment`, a power of
/// two, and known when the function starts, by `values`, or, without
/// `allowsDynamic`, constant.
void selectBuffers(const BufferLifetimes &lifetimes, EntryValues &values,
                   int64_t alignment, bool allowsDynamic,
                   SmallVectorImpl<PlannedSpace> &spaces,
                   SmallVectorImpl<UnplannedBuffer> &others);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_PLANNEDBUFFERS_H
