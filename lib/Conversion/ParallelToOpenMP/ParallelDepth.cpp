//===- ParallelDepth.cpp - How many loops of a nest threads share ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ParallelDepth.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir::stax;

static int64_t multiply(int64_t lhs, int64_t rhs) {
  int64_t product;
  return llvm::MulOverflow(lhs, rhs, product)
             ? kManyIterations
             : std::min(product, kManyIterations);
}

unsigned mlir::stax::chooseTextbookDepth(LoopExtents extents,
                                         int64_t innerIterations,
                                         int64_t threads,
                                         int64_t minIterations) {
  int64_t sequential = innerIterations;
  for (std::optional<int64_t> extent : extents)
    sequential = multiply(sequential, extent.value_or(kManyIterations));
  int64_t parallel = 1;
  unsigned depth = 0;
  for (std::optional<int64_t> extent : extents) {
    if (parallel >= 2 * threads || parallel == threads ||
        sequential / threads < minIterations)
      break;
    ++depth;
    parallel = multiply(parallel, extent.value_or(kManyIterations));
    sequential /= std::max<int64_t>(extent.value_or(kManyIterations), 1);
  }
  return depth;
}

/// Below this an iteration costs little more than its place in a collapsed
/// nest.
static constexpr double kMinCollapsedNanoseconds = 50;

unsigned mlir::stax::chooseDepth(LoopExtents extents, int64_t threads,
                                 double nanoseconds, double minNanoseconds) {
  unsigned last = extents.size() - 1;
  double total = nanoseconds;
  for (std::optional<int64_t> extent : extents) {
    if (!extent)
      return std::max(last, 1u);
    total *= *extent;
  }
  if (total < minNanoseconds)
    return 0;
  int64_t parallel = 1;
  for (unsigned depth = 1; depth <= extents.size(); ++depth) {
    parallel = multiply(parallel, *extents[depth - 1]);
    int64_t rounds = llvm::divideCeil(parallel, threads);
    bool isBusy = 10.0 * parallel >= 9.0 * rounds * threads;
    if (isBusy || depth == extents.size())
      return depth;
    int64_t deeper = multiply(parallel, *extents[depth]);
    if (total / deeper < kMinCollapsedNanoseconds)
      return depth;
  }
  return last;
}
