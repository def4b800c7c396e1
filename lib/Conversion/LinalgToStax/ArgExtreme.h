//===- ArgExtreme.h - Extremes with their index -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. An argmax in linalg carries a value and an index, and
// replaces both where a value is better.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_LINALGTOSTAX_ARGEXTREME_H
#define STAX_LIB_CONVERSION_LINALGTOSTAX_ARGEXTREME_H

#include "StructuredOp.h"

namespace mlir::stax {

/// The step of two accumulators, an extreme and where it is.
struct ArgExtreme {
  MonoidAttrInterface monoid;
  Value value; ///< what a point compares with the accumulator
  SmallVector<linalg::IndexOp> indices; ///< what the place is computed from
  unsigned valueResult;                 ///< the place is the other result
  bool ignoresNaN;                      ///< whether a NaN is never better
};

/// The step of `op`, if its body replaces both accumulators where a value that
/// depends on none is strictly better, and the place follows from the index of
/// the one reduced loop. Then the first of equal values wins, as it does in
/// `monoid`.
std::optional<ArgExtreme> matchArgExtreme(linalg::LinalgOp op);

/// The results of `op`: a reduction without a start, and one more step of the
/// body, in which its result meets the destination. So whatever the destination
/// holds decides as it did.
SmallVector<Value> convertArgExtreme(OpBuilder &builder, linalg::LinalgOp op,
                                     const ArgExtreme &extreme,
                                     ArrayRef<OpFoldResult> loopExtents);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_LINALGTOSTAX_ARGEXTREME_H
