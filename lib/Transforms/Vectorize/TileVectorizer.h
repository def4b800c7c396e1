//===- TileVectorizer.h - Parallel loops in tiles ---------------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_TILEVECTORIZER_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_TILEVECTORIZER_H

#include "TilePlan.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Replaces two dimensions of `loop` by tiles, as `tiles` says. Tiles that are
/// not whole are masked where the target has masks for the elements, else their
/// points run one by one.
void vectorizeInTiles(RewriterBase &rewriter, affine::AffineParallelOp loop,
                      const TilePlan &tiles, const VectorTarget &target);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_TILEVECTORIZER_H
