//===- LoopRange.h - The iterations of a loop as an affine range ----*- C++
//-*-===//
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

#ifndef STAX_LIB_TRANSFORMS_VECTORIZE_LOOPRANGE_H
#define STAX_LIB_TRANSFORMS_VECTORIZE_LOOPRANGE_H

#include "mlir/Dialect/Affine/IR/AffineOps.h"

#include <optional>

namespace mlir::stax {

/// The integers from a constant to an affine bound. Bounds of new loops are
/// maps of `operands`, which may be preceded by one more dimension.
class LoopRange {
public:
  LoopRange(int64_t lower, AffineMap upper, ValueRange operands)
      : lower(lower), upper(upper), operands(operands) {}

  int64_t getLower() const { return lower; }
  /// The number of iterations, where it is constant.
  std::optional<int64_t> getCount() const;

  /// The bound.
  AffineExpr getUpper() const { return upper.getResult(0); }
  /// Where the last whole step of `step` iterations ends; below `lower` if the
  /// bound is.
  AffineExpr getWholeEnd(int64_t step) const {
    AffineExpr end = getUpper();
    return (end - lower).floorDiv(step) * step + lower;
  }

  ArrayRef<Value> getOperands() const { return operands; }
  /// A map of the operands.
  AffineMap getMap(ArrayRef<AffineExpr> results) const;
  AffineMap getConstantMap(int64_t value) const;
  /// A map of `first` and the operands; `getFirst` is that dimension.
  AffineMap getMapAfter(ArrayRef<AffineExpr> results) const;
  SmallVector<Value> getOperandsAfter(Value first) const;
  AffineExpr getFirst() const;
  /// `expr` of the operands as one of `getMapAfter`.
  AffineExpr moveAfter(AffineExpr expr) const;

private:
  int64_t lower;
  AffineMap upper;
  SmallVector<Value> operands;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VECTORIZE_LOOPRANGE_H
