//===- SameSizeReuse.h - Reuse of buffers of one size -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The textbook's rule: a buffer takes over the storage of one of its kind that
// is dead, unless keeping that storage until then raises the peak. So storages
// stay what was allocated, and only shapes change.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_MEMORYPLAN_SAMESIZEREUSE_H
#define STAX_MEMORYPLAN_SAMESIZEREUSE_H

#include "stax/MemoryPlan/MemoryPlanProblem.h"

namespace mlir::stax {

/// A buffer that is live in [lower, upper).
struct ReusableBuffer {
  Time lower = 0;
  Time upper = 0;
  int64_t size = 0;
  unsigned kind = 0; ///< Buffers of one kind can stand in for each other.
};

struct SameSizeReuse {
  /// For each buffer the one whose storage it uses: itself, or one whose
  /// storage is its own.
  std::vector<unsigned> storage;
  /// The most bytes of storages that are held at once, each from the first life
  /// in it to the last: that of the buffers alone.
  int64_t peak = 0;
};

/// Buffers of one kind have one size. O(n log n).
SameSizeReuse reuseSameSize(llvm::ArrayRef<ReusableBuffer> buffers);

} // namespace mlir::stax

#endif // STAX_MEMORYPLAN_SAMESIZEREUSE_H
