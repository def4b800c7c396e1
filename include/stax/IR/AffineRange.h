//===- AffineRange.h - Values of affine expressions over boxes --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interval arithmetic: which indices an access map can give. Exact for the maps
// that occur in practice, and `attainsBounds` says whether it is.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_AFFINERANGE_H
#define STAX_IR_AFFINERANGE_H

#include "mlir/IR/AffineExpr.h"

#include <limits>
#include <optional>

namespace mlir::stax {

/// Integers from `low` to `high`, both included.
struct IndexRange {
  int64_t low = std::numeric_limits<int64_t>::min();
  int64_t high = std::numeric_limits<int64_t>::max();

  /// The coordinates of a dimension of `extent` points, of any number if it is
  /// dynamic. An extent of 0 counts as 1.
  static IndexRange ofExtent(int64_t extent);
  /// What an extent that is known to nobody may be.
  static IndexRange ofAnyExtent() {
    return {0, std::numeric_limits<int64_t>::max()};
  }

  bool isIn(int64_t begin, int64_t end) const {
    return low >= begin && high < end;
  }
};

/// A range that holds all values of `expr`; nothing if it, or a part of it, may
/// leave 64 bits, or a divisor may not be positive.
std::optional<IndexRange> getRange(AffineExpr expr, ArrayRef<IndexRange> dims,
                                   ArrayRef<IndexRange> symbols);

/// Whether `expr` takes both ends of the range that interval arithmetic gives
/// for it over any box, symbols being fixed.
bool attainsBounds(AffineExpr expr);

/// `expr` without the quotients and remainders, by positive constants, that the
/// ranges decide: with d1 in [0, 8), (d0 * 8 + d1) mod 8 is d1.
AffineExpr simplifyInRanges(AffineExpr expr, ArrayRef<IndexRange> dims,
                            ArrayRef<IndexRange> symbols);

} // namespace mlir::stax

#endif // STAX_IR_AFFINERANGE_H
