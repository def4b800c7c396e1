//===- LoopCost.h - What an iteration of a loop costs -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_PARALLELTOOPENMP_LOOPCOST_H
#define STAX_LIB_CONVERSION_PARALLELTOOPENMP_LOOPCOST_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::stax {

/// An estimate of the time that one iteration of a parallel loop takes, in
/// nanoseconds: a sum of times, each for every iteration of some loops inside
/// whose bounds are known in front of the parallel loop.
class LoopCost {
public:
  explicit LoopCost(scf::ParallelOp loop);

  /// With 256 iterations for each loop whose bounds are not constant.
  double getNanoseconds() const;

  /// Emits the condition that all iterations take at least `minNanoseconds`.
  Value emitIsWorth(OpBuilder &builder, double minNanoseconds);

private:
  struct Term {
    double nanoseconds;
    SmallVector<scf::ForOp, 2> loops;
  };

  void add(Region &region, Term scale);
  void addLoop(scf::ForOp inner, Term scale);

  scf::ParallelOp loop;
  SmallVector<Term, 2> terms; ///< the first one is for the body itself
};

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_PARALLELTOOPENMP_LOOPCOST_H
