//===- ShapeValues.cpp - Extents and indices that arguments decide --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ShapeValues.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

Shape ShapeValues::getShape(Value value) const {
  auto known = shapes.find(value);
  if (known != shapes.end())
    return known->second;
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() ? Shape(type.getShape()) : Shape();
}

std::optional<int64_t> ShapeValues::getIndex(OpFoldResult value) const {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  Attribute known = scalars.lookup(dyn_cast<Value>(value));
  if (auto integer = dyn_cast_if_present<IntegerAttr>(known))
    return integer.getInt();
  return std::nullopt;
}

Shape ShapeValues::fillIn(ArrayRef<int64_t> shape, ValueRange sizes) const {
  Shape filled(shape);
  auto next = sizes.begin();
  for (int64_t &extent : filled)
    if (ShapedType::isDynamic(extent))
      extent = getIndex(OpFoldResult(*next++)).value_or(ShapedType::kDynamic);
  return filled;
}

void ShapeValues::inferScalar(Operation *op) {
  if (op->getNumResults() != 1 ||
      !op->getResult(0).getType().isIntOrIndexOrFloat())
    return;
  Value result = op->getResult(0);
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    std::optional<int64_t> number = getIndex(dim.getDimension());
    Shape shape = getShape(dim.getShapedValue());
    if (number && *number >= 0 && *number < int64_t(shape.size()) &&
        ShapedType::isStatic(shape[*number]))
      scalars[result] = IntegerAttr::get(result.getType(), shape[*number]);
    return;
  }
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    Attribute value = scalars.lookup(operand);
    if (!value && !matchPattern(operand, m_Constant(&value)))
      return;
    operands.push_back(value);
  }
  SmallVector<OpFoldResult> folded;
  if (operands.empty() || failed(op->fold(operands, folded)) ||
      folded.size() != 1)
    return;
  if (auto value = dyn_cast<Attribute>(folded.front()))
    scalars[result] = value;
  else if (Attribute value = scalars.lookup(cast<Value>(folded.front())))
    scalars[result] = value;
}
