//===- MemoryPlanProblem.h - The offset planning problem --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where each buffer of a fixed order of steps lives in one arena:
//
//   address
//      ^      +-----+
//      |      |  b  |        buffers whose lives overlap
//      |  +---+---+-+---+    must not overlap in address;
//      |  |   a   |  c  |    the height is to be least
//      |  +-------+-----+--> time
//
//===----------------------------------------------------------------------===//

#ifndef STAX_MEMORYPLAN_MEMORYPLANPROBLEM_H
#define STAX_MEMORYPLAN_MEMORYPLANPROBLEM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::stax {

using Offset = int64_t; // bytes from the start of the arena
using Time = int64_t;   // a step of the program

/// A buffer that is live in [lower, upper).
struct PlanBuffer {
  std::string id;
  Time lower = 0;
  Time upper = 0;
  int64_t size = 0;      ///< bytes; a buffer of 0 bytes overlaps nothing
  int64_t alignment = 1; ///< bytes; its offset is a multiple
  std::optional<Offset> fixedOffset;
};

/// The most bytes that are live at once, and the first moment when they are.
struct LivePeak {
  int64_t bytes = 0;
  Time time = 0;
};

struct MemoryPlanProblem {
  std::vector<PlanBuffer> buffers;
  std::optional<int64_t> capacity; ///< that a plan should fit in

  /// Validity of the input: ids, intervals, sizes, fixed offsets that do not
  /// overlap each other, and sums that fit 64 bits. Everything below needs a
  /// problem that passes.
  llvm::Error check() const;

  LivePeak livePeak() const;

  /// A height that no plan can undercut: the peak, and the end of every fixed
  /// buffer.
  int64_t lowerBound() const;

  /// The end of the highest buffer; `offsets` holds one for each buffer.
  int64_t height(llvm::ArrayRef<Offset> offsets) const;

  /// Fails, naming the buffers, unless every offset is aligned, where it is
  /// fixed to be, and no two buffers overlap in life and address. Does not look
  /// at the capacity. O(n log n).
  llvm::Error verify(llvm::ArrayRef<Offset> offsets) const;

  /// "a, b, c": the buffers of more than 0 bytes that are live at `time`.
  std::string describeLive(Time time) const;
};

} // namespace mlir::stax

#endif // STAX_MEMORYPLAN_MEMORYPLANPROBLEM_H
