//===- LoopPlan.h - What of a loop becomes vector code ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Decides whether the body of a loop can run
// for several consecutive values of its induction variable at once, in vectors,
// and what its values become. Changes no IR.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_LOOPPLAN_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_LOOPPLAN_H

#include "LoopAccess.h"
#include "stax/IR/StaxOps.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::stax {

/// What a loop carries from iteration to iteration by combining.
struct CarriedReduction {
  MonoidAttrInterface monoid;
  /// Serial where association cannot be observed.
  Tree tree;
  /// Of the accumulators among the loop's iteration arguments.
  SmallVector<unsigned> positions;
  /// Tuples that an iteration combines with the accumulators, in order.
  SmallVector<SmallVector<Value>> steps;
  /// Whether the program leaves open how steps associate.
  bool isReassociable = false;
  /// For extremes whose index is the iteration, in 32 bits: the first one.
  std::optional<int64_t> firstPosition;
};

/// A combination whose state the iterations use, in order.
struct CarriedScan {
  CombineOp combine; ///< in the loop's body
  /// Of the accumulators among the loop's iteration arguments.
  SmallVector<unsigned> positions;
};

/// Why a loop stays scalar.
struct Refusal {
  Operation *op = nullptr; ///< what does not fit
  std::string reason;
};

struct LoopPlan {
  Value iv;
  Block *body = nullptr;
  SmallVector<CarriedReduction> reductions;
  SmallVector<CarriedScan> scans;
  /// Operations that combine `reductions`; their results are not computed. Also
  /// accesses that whoever uses the plan does for several iterations at once.
  DenseSet<Operation *> combiners;
  /// Values that differ between iterations. All others are computed once.
  DenseSet<Value> varying;
  /// For loads and stores of memory.
  DenseMap<Operation *, AccessKind> accesses;
  /// Widest element that a vector holds, in bits.
  unsigned widestElement = 8;
  /// Narrowest element in memory that a vector holds, in bits.
  unsigned narrowestAccess = 64;
  unsigned numOps = 0;        ///< that a vector step repeats
  unsigned numContiguous = 0; ///< accesses, forwards or backwards
  unsigned numScattered = 0;  ///< accesses that are strided or irregular
  /// Whether to replace divisions by what is invariant; the target must have
  /// fused multiply-adds.
  bool usesReciprocals = false;
  /// Loads that also prefetch what they load where `row`, an induction variable
  /// around the loop, is `nextRow`.
  DenseSet<Operation *> prefetched;
  Value row, nextRow;
  /// Stores that pass by the caches where a step begins at a whole vector.
  DenseSet<Operation *> streamed;

  /// Whether every access of a vector is one vector in memory, so that masks
  /// can cut off iterations.
  bool isMaskable() const { return numScattered == 0; }
  bool isVarying(Value value) const { return varying.contains(value); }
};

/// A plan to run iterations of a sequential loop at once, or why not. Float
/// sums and products of plain `arith` count as reductions where all steps may
/// be reassociated. Where trees have points in several loops, `outermost` is
/// the first of a nest that carries the same values in the same order.
FailureOr<LoopPlan> planLoop(affine::AffineForOp loop, Refusal &refusal,
                             affine::AffineForOp outermost = {});

/// The same for the last dimension of a parallel loop, whatever loops are in
/// it. `elsewhere` are loads and stores that are not the plan's to do.
FailureOr<LoopPlan> planLoop(affine::AffineParallelOp loop, Refusal &refusal,
                             ArrayRef<Operation *> elsewhere = {});

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_LOOPPLAN_H
