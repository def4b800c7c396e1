//===- GuardedReads.h - Proofs that reads stay inside -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A guard is meant to keep a read inside its operand. Whether it does is a
// question about integer sets: is there a point of the domain where the guard
// holds and the index is outside? Extents and symbols that are not constants
// take part as unknowns, equal where they are the same buffer's extent or the
// same value, and sums of such.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_GUARDEDREADS_H
#define STAX_ANALYSIS_GUARDEDREADS_H

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::stax {

/// Answers about the reads of one kernel on buffers, in front of which all of
/// its operands are defined. The kernel must not change meanwhile.
class GuardedReads {
public:
  explicit GuardedReads(KernelOp kernel);

  /// Whether index `axis` of `read`, an access of `node` to an argument of the
  /// kernel, is inside the operand wherever the guard holds, as far as
  /// arithmetic does not wrap: neither that of map and guard nor the sums in
  /// `getAssumedSums`.
  bool staysInside(FusableOpInterface node, const OperandAccess &read,
                   unsigned axis);

  /// The sums that proofs so far took for exact.
  ArrayRef<arith::AddIOp> getAssumedSums() const { return sums.getArrayRef(); }

private:
  /// A value, or the extent of a buffer along an axis.
  using Term = std::pair<Value, int64_t>;

  /// As sums of unknowns.
  AffineExpr getExpr(OpFoldResult value);
  AffineExpr getExtent(Value buffer, int64_t axis);
  AffineExpr getSum(Term whole);
  /// The symbol that stands for `term`.
  AffineExpr getUnknown(Term term);
  bool isEmpty(ArrayRef<AffineExpr> inequalities);

  KernelOp kernel;
  SmallVector<AffineExpr> domain; ///< not negative where there are points
  /// Positions among the symbols.
  llvm::DenseMap<Term, unsigned> unknowns;
  llvm::SetVector<arith::AddIOp> sums;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_GUARDEDREADS_H
