//===- ExtentClasses.cpp - Which extents are equal ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/ExtentClasses.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

/// What a dynamic extent is taken for where nothing is known of it.
static constexpr int64_t kUnknownExtent = 64;

unsigned ExtentClasses::find(unsigned id) const {
  while (classes[id].parent != id) {
    classes[id].parent = classes[classes[id].parent].parent;
    id = classes[id].parent;
  }
  return id;
}

void ExtentClasses::unify(unsigned lhs, unsigned rhs) {
  lhs = find(lhs);
  rhs = find(rhs);
  if (lhs == rhs || (classes[lhs].constant && classes[rhs].constant))
    return;
  if (rhs < lhs)
    std::swap(lhs, rhs);
  classes[rhs].parent = lhs;
  if (!classes[lhs].constant)
    classes[lhs].constant = classes[rhs].constant;
  if (!classes[lhs].example)
    classes[lhs].example = classes[rhs].example;
}

int64_t ExtentClasses::estimate(unsigned id) const {
  const Class &known = classes[find(id)];
  return known.constant.value_or(known.example.value_or(kUnknownExtent));
}

unsigned ExtentClasses::getConstantClass(int64_t constant) {
  auto [it, isNew] = constants.try_emplace(constant, classes.size());
  if (isNew)
    classes.push_back({unsigned(classes.size()), constant, std::nullopt});
  return it->second;
}

/// What `stax.example` says of the extent `axis` of `argument`.
static std::optional<int64_t> getExample(BlockArgument argument, int64_t axis) {
  auto function = dyn_cast_if_present<FunctionOpInterface>(
      argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return std::nullopt;
  auto example = dyn_cast_if_present<ArrayAttr>(
      function.getArgAttr(argument.getArgNumber(), kExampleAttr));
  if (!example || axis >= int64_t(example.size()))
    return std::nullopt;
  return cast<IntegerAttr>(example[axis]).getInt();
}

/// The extent that the one of `axis` of `value` was taken from, one step back;
/// nothing if it is not known from where.
static OpFoldResult stepBack(Value value, int64_t axis,
                             std::pair<Value, int64_t> &shape) {
  Operation *producer = value.getDefiningOp();
  if (axis < 0) {
    auto dim = dyn_cast_if_present<ShapedDimOpInterface>(producer);
    std::optional<int64_t> position =
        dim ? getConstantIntValue(dim.getDimension()) : std::nullopt;
    auto type = dim ? dyn_cast<ShapedType>(dim.getShapedValue().getType())
                    : ShapedType();
    if (position && type && type.hasRank() && *position >= 0 &&
        *position < type.getRank())
      shape = {dim.getShapedValue(), *position};
    return {};
  }
  if (auto cast = dyn_cast_if_present<tensor::CastOp>(producer)) {
    if (isa<RankedTensorType>(cast.getSource().getType()))
      shape = {cast.getSource(), axis};
    return {};
  }
  if (auto empty = dyn_cast_if_present<tensor::EmptyOp>(producer))
    return empty.getMixedSizes()[axis];
  if (auto node = dyn_cast_if_present<FusableOpInterface>(producer)) {
    AffineMap map = node.getResultMap(cast<OpResult>(value).getResultNumber());
    return node.getIterationExtents()[map.getDimPosition(axis)];
  }
  if (auto dps = dyn_cast_if_present<DestinationStyleOpInterface>(producer))
    shape = {dps.getTiedOpOperand(cast<OpResult>(value))->get(), axis};
  return {};
}

unsigned ExtentClasses::getPlaceClass(Place place) {
  // Chains of shapes are long: a loop, and each place is looked at once.
  SmallVector<Place> path;
  std::optional<unsigned> found;
  while (!found) {
    if (auto known = places.find(place); known != places.end()) {
      found = known->second;
      break;
    }
    path.push_back(place);
    auto type = dyn_cast<ShapedType>(place.first.getType());
    if (place.second >= 0 && !type.isDynamicDim(place.second)) {
      found = getConstantClass(type.getDimSize(place.second));
      break;
    }
    Place before;
    OpFoldResult extent = stepBack(place.first, place.second, before);
    if (std::optional<int64_t> constant =
            extent ? getConstantIntValue(extent) : std::nullopt) {
      found = getConstantClass(*constant);
    } else if (extent) {
      place = {cast<Value>(extent), -1};
    } else if (before.first) {
      place = before;
    } else {
      found = classes.size();
      auto argument = dyn_cast<BlockArgument>(place.first);
      classes.push_back({*found, std::nullopt,
                         argument && place.second >= 0
                             ? getExample(argument, place.second)
                             : std::nullopt});
    }
  }
  for (Place visited : path)
    places[visited] = *found;
  return *found;
}

unsigned ExtentClasses::get(OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return getConstantClass(*constant);
  return getPlaceClass({cast<Value>(extent), -1});
}

unsigned ExtentClasses::get(Value shaped, unsigned axis) {
  return getPlaceClass({shaped, int64_t(axis)});
}
