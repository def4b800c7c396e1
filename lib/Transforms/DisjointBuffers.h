//===- DisjointBuffers.h - Which buffers share no byte ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_DISJOINTBUFFERS_H
#define STAX_LIB_TRANSFORMS_DISJOINTBUFFERS_H

#include "mlir/IR/Value.h"
#include "mlir/IR/ValueRange.h"

namespace mlir::stax {

/// Pairs of positions in `values`, one after the other and the smaller first,
/// of memrefs that share no byte: because the plan has them at disjoint places
/// of an arena, or because the function allocated one of them. Arguments of the
/// function may be the same memory. Nothing if there are so many values that
/// the facts would cost more than they give.
SmallVector<int64_t> findDisjointPairs(ValueRange values);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_DISJOINTBUFFERS_H
