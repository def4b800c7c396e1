//===- SerialChunks.h - Reductions in chunks of serial steps ----*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_SERIALCHUNKS_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_SERIALCHUNKS_H

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Realises the trees of `loop` if all that it carries are reductions whose
/// chunks are points in order, or reductions without a tree: chunks become
/// loops that carry what they combine, of scalars or vectors. A loop that is no
/// longer than a chunk stays. Returns whether it did; else nothing has changed.
bool realizeSerialChunks(RewriterBase &rewriter, affine::AffineForOp loop);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_SERIALCHUNKS_H
