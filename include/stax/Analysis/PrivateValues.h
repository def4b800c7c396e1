//===- PrivateValues.h - Where private values live --------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private value that crosses loops of its kernel has no place by itself. Here
// is decided whether it gets one. The decision changes no result, only time and
// memory.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_PRIVATEVALUES_H
#define STAX_ANALYSIS_PRIVATEVALUES_H

#include "stax/Analysis/KernelStructure.h"

namespace mlir::stax {

enum class PrivatePlace {
  /// Computed again by its readers.
  Recomputed,
  /// In scratch of each thread, a row for a point of the parallel dimensions.
  Scratch,
  /// In a buffer of its own, as a further result of the kernel.
  Result
};

struct PrivateValue {
  NodeValue value;
  PrivatePlace place = PrivatePlace::Recomputed;
  /// Bytes of its row in scratch; nothing if dynamic.
  std::optional<int64_t> rowBytes;
  /// Scalar operations and reads that computing it again takes at a point, a
  /// function counting as many; nothing if it cannot be computed again.
  std::optional<int64_t> cost;
};

/// Decides about the private values of `structure`'s kernel that cross loops
/// and have no place yet, in order of nodes. A value that is cheap to compute
/// again has none; others share the `maxScratch` bytes of a thread, first come,
/// first served.
SmallVector<PrivateValue> placePrivateValues(const KernelStructure &structure,
                                             int64_t maxScratch);

/// What kernels are allocated beside their operands.
struct PrivateBufferOptions {
  int64_t maxScratch = 65536; ///< bytes that a thread has for one kernel
  int64_t threads = 64;       ///< that scratch is allocated for
};

/// The scratch of a private value: a row for each thread, in elements. Rows
/// begin at multiples of 64 bytes, so that no cache line has elements of two
/// threads.
struct ScratchShape {
  int64_t rows = 1, elements = 1;
};
ScratchShape getScratchShape(const KernelStructure &structure,
                             const PrivateValue &value, int64_t threads);

/// The bytes of all buffers that `kernel` gets for its private values, each
/// rounded up to `alignment`; nothing if one has a dynamic size.
std::optional<int64_t> getPrivateBytes(KernelOp kernel,
                                       const PrivateBufferOptions &options,
                                       int64_t alignment);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_PRIVATEVALUES_H
