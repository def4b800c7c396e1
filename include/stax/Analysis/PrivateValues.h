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

} // namespace mlir::stax

#endif // STAX_ANALYSIS_PRIVATEVALUES_H
