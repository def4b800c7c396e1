//===- ParallelDepth.h - How many loops threads share -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_PARALLELTOOPENMP_PARALLELDEPTH_H
#define STAX_LIB_CONVERSION_PARALLELTOOPENMP_PARALLELDEPTH_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>

namespace mlir::stax {

/// Iterations of each loop of a parallel nest, outermost first; nothing where
/// they are not constant.
using LoopExtents = llvm::ArrayRef<std::optional<int64_t>>;

/// Products of iterations stop here, far above what decides anything.
inline constexpr int64_t kManyIterations = int64_t(1) << 40;

/// The rule of textbooks, over numbers of iterations alone: a loop more as long
/// as the ones before it have fewer than twice as many iterations as there are
/// threads, and not just as many, and a thread gets at least `minIterations`.
/// Each iteration of the nest has `innerIterations` of serial loops. Extents
/// that are not constant are taken to be large.
unsigned chooseTextbookDepth(LoopExtents extents, int64_t innerIterations,
                             int64_t threads, int64_t minIterations);

/// The fewest loops whose iterations keep nine of ten threads busy, as long as
/// an iteration is worth the division that finds its place among collapsed
/// loops. 0 if all together take less than `minNanoseconds`. Where extents are
/// not constant all loops but the last. `nanoseconds` is the time of one
/// iteration of the innermost loop.
unsigned chooseDepth(LoopExtents extents, int64_t threads, double nanoseconds,
                     double minNanoseconds);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_PARALLELTOOPENMP_PARALLELDEPTH_H
