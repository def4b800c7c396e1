//===- AffineChecks.cpp - Whether accesses of affine are inside -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineChecks.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mlir::stax;
using presburger::BoundType;
using presburger::IntegerRelation;
using presburger::PresburgerSpace;
using presburger::VarKind;

/// The symbol of `points` that is extent `axis` of `memref`.
static std::optional<unsigned> findExtent(const IntegerRelation &points,
                                          Value memref, int64_t axis) {
  for (unsigned symbol = 0; symbol < points.getNumSymbolVars(); ++symbol) {
    presburger::Identifier id =
        points.getSpace().getId(VarKind::Symbol, symbol);
    if (!id.hasValue())
      continue;
    FailureOr<bool> areEqual = ValueBoundsConstraintSet::areEqual(
        {id.getValue<Value>()}, {memref, axis});
    if (succeeded(areEqual) && *areEqual)
      return symbol;
  }
  return std::nullopt;
}

/// Whether no point of `points` is below 0 on `axis`, or behind its end.
static bool isKnownInside(const IntegerRelation &points, Value memref,
                          int64_t axis) {
  unsigned place = points.getVarKindOffset(VarKind::Range) + axis;
  IntegerRelation below = points;
  below.addBound(BoundType::UB, place, -1);
  if (!below.isEmpty())
    return false;
  IntegerRelation behind = points;
  int64_t extent = cast<MemRefType>(memref.getType()).getDimSize(axis);
  if (!ShapedType::isDynamic(extent)) {
    behind.addBound(BoundType::LB, place, extent);
    return behind.isEmpty();
  }
  std::optional<unsigned> symbol = findExtent(points, memref, axis);
  if (!symbol)
    return false;
  SmallVector<int64_t> isBehind(points.getNumCols());
  isBehind[place] = 1;
  isBehind[points.getVarKindOffset(VarKind::Symbol) + *symbol] = -1;
  behind.addInequality(isBehind);
  return behind.isEmpty();
}

bool stax::isKnownInside(Operation *op) {
  affine::MemRefAccess access(op);
  IntegerRelation points(PresburgerSpace::getRelationSpace());
  if (failed(access.getAccessRelation(points)))
    return false;
  return llvm::all_of(llvm::seq<int64_t>(access.getRank()), [&](int64_t axis) {
    return ::isKnownInside(points, access.memref, axis);
  });
}
