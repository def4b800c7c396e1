//===- TilePlan.h - Which loops run in tiles --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Decides whether a parallel loop whose
// accesses are contiguous along different dimensions, as those of a transpose,
// runs in tiles of the two. Changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_TILEPLAN_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_TILEPLAN_H

#include "LoopPlan.h"
#include "VectorTarget.h"

namespace mlir::stax {

struct TilePlan {
  LoopPlan plan;    ///< for the last dimension, without what is transposed
  unsigned row = 0; ///< dimension along which `transposed` are contiguous
  /// Loads and stores in the body that tiles of registers transpose.
  SmallVector<Operation *> transposed;
  int64_t lanes = 0; ///< points along each side of a tile of registers
  int64_t side = 0;  ///< points along each side of a tile of the cache
};

/// Points along each side of a square tile whose elements have `bytes`: two
/// tiles take at most half of a data cache of `l1` bytes, and a side at least a
/// cache line.
int64_t getTileSide(int64_t bytes, int64_t l1);

/// A plan for `loop`, which has no loops in it, if it should run in tiles.
std::optional<TilePlan> planTiles(affine::AffineParallelOp loop,
                                  const VectorTarget &target);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_TILEPLAN_H
