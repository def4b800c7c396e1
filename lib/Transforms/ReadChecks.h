//===- ReadChecks.h - Checks of the reads of kernels ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Decides for each read how it is known to
// be inside its operand: by proof, by a check in front of the kernel, or by one
// at each point.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_READCHECKS_H
#define STAX_LIB_TRANSFORMS_READCHECKS_H

#include "ShapeChecks.h"
#include "StatusWord.h"
#include "stax/Analysis/GuardedReads.h"

namespace mlir::stax {

struct LiftedRead;

/// Checks the reads of one kernel on buffers. Conditions are emitted at
/// `builder`'s insertion point, where all operands of the kernel are defined.
class ReadChecker {
public:
  ReadChecker(OpBuilder &builder, KernelOp kernel);

  /// Checks access number `input` of `node`, to an argument of the kernel.
  void check(FusableOpInterface node, unsigned input,
             const OperandAccess &read);

  /// Conditions to be checked in front of the kernel, and reads that its points
  /// have to check.
  SmallVector<ShapeCheck> checks;
  SmallVector<PointCheck> pointChecks;

private:
  bool checkExtent(const LiftedRead &access, unsigned axis);
  bool isKnownInside(const LiftedRead &access, unsigned axis);
  void checkBounds(const LiftedRead &access, unsigned axis);
  void checkOverflow(const LiftedRead &access);

  OpBuilder &builder;
  KernelOp kernel;
  SmallVector<OpFoldResult> extents;
  GuardedReads proofs;
  unsigned numCheckedSums = 0;
};

/// Lets the points of `check` look for themselves: where an index would be
/// outside, the padding is read instead and the check `ordinal` fails. Sizes
/// that this needs become inputs of the kernel, defined at `builder`'s
/// insertion point in front of it. Fails with a diagnostic where the node has
/// no guards.
LogicalResult emitPointCheck(OpBuilder &builder, const PointCheck &check,
                             int64_t ordinal);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_READCHECKS_H
