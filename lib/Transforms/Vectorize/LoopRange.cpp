//===- LoopRange.cpp - The iterations of a loop as an affine range --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopRange.h"

using namespace mlir;
using namespace mlir::stax;

std::optional<int64_t> LoopRange::getCount() const {
  if (auto constant = dyn_cast<AffineConstantExpr>(getUpper()))
    return std::max<int64_t>(constant.getValue() - lower, 0);
  return std::nullopt;
}

AffineMap LoopRange::getMap(ArrayRef<AffineExpr> results) const {
  return AffineMap::get(upper.getNumDims(), upper.getNumSymbols(), results,
                        upper.getContext());
}

AffineMap LoopRange::getConstantMap(int64_t value) const {
  return getMap(getAffineConstantExpr(value, upper.getContext()));
}

AffineExpr LoopRange::getFirst() const {
  return getAffineDimExpr(0, upper.getContext());
}

AffineExpr LoopRange::moveAfter(AffineExpr expr) const {
  return expr.shiftDims(upper.getNumDims(), /*shift=*/1);
}

AffineMap LoopRange::getMapAfter(ArrayRef<AffineExpr> results) const {
  return AffineMap::get(upper.getNumDims() + 1, upper.getNumSymbols(), results,
                        upper.getContext());
}

SmallVector<Value> LoopRange::getOperandsAfter(Value first) const {
  SmallVector<Value> all{first};
  llvm::append_range(all, operands);
  return all;
}
