//===- SerialScans.h - Scans in chunks of serial steps ----------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_SERIALSCANS_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_SERIALSCANS_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Realises the trees of `loop` if they are column scans, of scalars or
/// vectors: chunks become loops that carry their prefix in registers. Combining
/// steps without a tree must have become arithmetic. Returns whether it did;
/// else nothing has changed.
bool realizeSerialScans(RewriterBase &rewriter, affine::AffineForOp loop);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_SERIALSCANS_H
