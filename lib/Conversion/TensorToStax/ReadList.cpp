//===- ReadList.cpp - Reads through offsets, strides and guards -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReadList.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

AffineExpr ReadList::getExpr(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, context);
  return getSymbol(cast<Value>(value));
}

AffineExpr ReadList::getSymbol(Value value) {
  symbols.insert(value);
  unsigned position = llvm::find(symbols, value) - symbols.begin();
  return getAffineSymbolExpr(position, context);
}

void ReadList::add(Value input, ArrayRef<AffineExpr> position,
                   ArrayRef<AffineExpr> bounds, Value padding) {
  reads.push_back({input, llvm::to_vector(position), llvm::to_vector(bounds),
                   bounds.empty() ? Value() : padding});
}

PointwiseOp ReadList::create(OpBuilder &builder, Location loc,
                             RankedTensorType type,
                             ArrayRef<OpFoldResult> extents,
                             BodyBuilder body) const {
  SmallVector<Value> inputs, paddings;
  SmallVector<AffineMap> maps;
  SmallVector<Attribute> guards;
  for (const Read &read : reads) {
    inputs.push_back(read.input);
    maps.push_back(
        AffineMap::get(extents.size(), symbols.size(), read.position, context));
    if (!read.padding) {
      guards.push_back(builder.getUnitAttr());
      continue;
    }
    paddings.push_back(read.padding);
    SmallVector<bool> isEquality(read.bounds.size(), false);
    guards.push_back(IntegerSetAttr::get(IntegerSet::get(
        extents.size(), symbols.size(), read.bounds, isEquality)));
  }
  auto op = PointwiseOp::create(builder, loc, TypeRange{type}, inputs, maps,
                                extents, body);
  op.getSymbolsMutable().assign(symbols.getArrayRef());
  if (paddings.empty())
    return op;
  op.getPaddingsMutable().assign(paddings);
  op.setGuardsAttr(builder.getArrayAttr(guards));
  return op;
}

SmallVector<OpFoldResult>
stax::getResultExtents(OpBuilder &builder, Location loc, RankedTensorType type,
                       function_ref<OpFoldResult(unsigned)> getExtent) {
  SmallVector<OpFoldResult> extents;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(size))
      extents.push_back(
          getValueOrCreateConstantIndexOp(builder, loc, getExtent(dim)));
    else
      extents.push_back(builder.getIndexAttr(size));
  }
  return extents;
}
