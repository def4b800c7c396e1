//===- PlacedBuffers.h - What is taken at which address ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_MEMORYPLAN_PLACEDBUFFERS_H
#define STAX_MEMORYPLAN_PLACEDBUFFERS_H

#include "stax/MemoryPlan/MemoryPlanProblem.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::stax {

/// The buffers of a plan so far, by offset, for rules that place one at a time.
/// They are kept in chunks, each with the time that its buffers span: inserting
/// moves one chunk at most, and a search skips chunks of other times.
class PlacedBuffers {
public:
  /// Adds `buffer` at `offset`. Buffers of 0 bytes take no place.
  void insert(const PlanBuffer &buffer, Offset offset);

  /// Calls `fn` with the address range of each buffer that lives in some of
  /// [lower, upper), by offset, until it returns false.
  void forEachTaken(Time lower, Time upper,
                    llvm::function_ref<bool(Offset, Offset)> fn) const;

  /// The least offset where `buffer` overlaps nothing.
  Offset firstFit(const PlanBuffer &buffer) const;

  /// The least offset in the tightest gap between other buffers of its time
  /// that holds `buffer`, or, if none does, the least one above them all.
  Offset bestFit(const PlanBuffer &buffer) const;

private:
  struct Placed {
    Time lower, upper;
    Offset begin, end;
  };
  struct Chunk {
    Time lower = INT64_MAX, upper = INT64_MIN; ///< that the buffers span
    std::vector<Placed> buffers;               ///< by offset

    void span(const Placed &placed);
  };
  static constexpr size_t kChunkSize = 256;

  void splitChunk(size_t index);

  std::vector<Chunk> chunks; ///< none is empty
};

} // namespace mlir::stax

#endif // STAX_MEMORYPLAN_PLACEDBUFFERS_H
