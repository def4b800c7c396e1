//===- InPlace.h - Which inputs a kernel may overwrite ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_INPLACE_H
#define STAX_ANALYSIS_INPLACE_H

#include "stax/Analysis/KernelStructure.h"

namespace mlir::stax {

/// Whether a destination may have the buffer of an input, or why not.
enum class InPlaceVerdict {
  Allowed,
  /// A read is at another element than the write of the same point.
  ReadElsewhere,
  /// A read is guarded.
  Guarded,
  /// A region reads elements at computed indices.
  Captured,
  /// A read happens after elements are written, in a later loop.
  ReadLater
};

/// Whether `structure`'s kernel may write destination `out` over the tensor
/// that `in`, an argument of its region, stands for. Lowerings write at the end
/// of a point, so what is read there is read before.
InPlaceVerdict getInPlaceVerdict(const KernelStructure &structure, unsigned out,
                                 BlockArgument in);

/// The reason why a kernel may not do it, to follow "but".
StringRef describe(InPlaceVerdict verdict);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_INPLACE_H
