//===- DomainChange.cpp - Operations over another domain ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DomainChange.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

void PointComputation::addInput(Value input, AffineMap map, IntegerSet guard,
                                Value padding) {
  inputs.push_back(input);
  maps.push_back(map);
  guards.push_back(guard);
  if (guard)
    paddings.push_back(padding);
}

AffineExpr PointComputation::addSymbol(Value value) {
  symbols.push_back(value);
  unsigned numSymbols = symbols.size();
  MLIRContext *context = value.getContext();
  for (AffineMap &map : maps)
    map =
        AffineMap::get(map.getNumDims(), numSymbols, map.getResults(), context);
  for (IntegerSet &guard : guards)
    if (guard)
      guard = IntegerSet::get(guard.getNumDims(), numSymbols,
                              guard.getConstraints(), guard.getEqFlags());
  return getAffineSymbolExpr(numSymbols - 1, context);
}

AffineExpr PointComputation::getExpr(OpFoldResult value, MLIRContext *context) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  return addSymbol(cast<Value>(value));
}

PointComputation
PointComputation::over(ArrayRef<AffineExpr> dims,
                       ArrayRef<OpFoldResult> newExtents) const {
  PointComputation changed = *this;
  unsigned rank = newExtents.size(), numSymbols = symbols.size();
  changed.extents.assign(newExtents.begin(), newExtents.end());
  for (AffineMap &map : changed.maps)
    map = map.replaceDimsAndSymbols(dims, {}, rank, numSymbols);
  for (IntegerSet &guard : changed.guards)
    if (guard)
      guard = guard.replaceDimsAndSymbols(dims, {}, rank, numSymbols);
  for (AffineExpr &coordinate : changed.coordinates)
    coordinate = coordinate.replaceDims(dims);
  return changed;
}

void PointComputation::emitBody(OpBuilder &builder, Location loc,
                                ValueRange args) const {
  IRMapping mapping;
  mapping.map(body->getArguments(), args);
  SmallVector<Value> point(extents.size());
  auto getCoordinate = [&](unsigned dim) -> Value {
    for (unsigned used = 0; used < point.size(); ++used)
      if (!point[used] && coordinates[dim].isFunctionOfDim(used))
        point[used] = IndexOp::create(builder, loc, used);
    return affine::expandAffineExpr(builder, loc, coordinates[dim], point,
                                    symbols);
  };
  for (Operation &op : body->without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(op))
      mapping.map(index.getResult(), getCoordinate(index.getDim()));
    else
      builder.clone(op, mapping);
  }
  builder.clone(*body->getTerminator(), mapping);
}

ArrayAttr PointComputation::getGuardsAttr(MLIRContext *context) const {
  SmallVector<Attribute> attributes;
  for (IntegerSet guard : guards)
    attributes.push_back(guard ? Attribute(IntegerSetAttr::get(guard))
                               : UnitAttr::get(context));
  return ArrayAttr::get(context, attributes);
}
