//===- Extents.cpp - Extents that are equal by construction ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes from an extent to what defines it, one producer at a time.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/Extents.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::stax;

// A chain of operations whose extents are each asked of the one before would
// otherwise make every query walk the whole chain.
static constexpr unsigned kMaxSteps = 64;

/// One step back from `origin`, which is no constant; nothing if there is none.
static std::optional<ExtentOrigin> stepBack(const ExtentOrigin &origin) {
  auto ofExtent = [](OpFoldResult extent) -> ExtentOrigin {
    if (std::optional<int64_t> constant = getConstantIntValue(extent))
      return {constant};
    return {std::nullopt, cast<Value>(extent)};
  };
  Operation *producer = origin.value.getDefiningOp();
  if (origin.axis < 0) {
    auto dim = dyn_cast_if_present<tensor::DimOp>(producer);
    std::optional<int64_t> axis =
        dim ? dim.getConstantIndex() : std::optional<int64_t>();
    if (!axis || !isa<RankedTensorType>(dim.getSource().getType()))
      return std::nullopt;
    return ExtentOrigin{std::nullopt, dim.getSource(), *axis};
  }
  auto type = cast<RankedTensorType>(origin.value.getType());
  if (origin.axis < type.getRank() && !type.isDynamicDim(origin.axis))
    return ExtentOrigin{type.getDimSize(origin.axis)};
  if (!producer || origin.axis >= type.getRank())
    return std::nullopt;
  if (auto cast = dyn_cast<tensor::CastOp>(producer))
    return isa<RankedTensorType>(cast.getSource().getType())
               ? std::optional(
                     ExtentOrigin{std::nullopt, cast.getSource(), origin.axis})
               : std::nullopt;
  if (auto empty = dyn_cast<tensor::EmptyOp>(producer))
    return ofExtent(empty.getMixedSizes()[origin.axis]);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(producer)) {
    llvm::SmallBitVector isDropped = slice.getDroppedDims();
    isDropped.flip();
    auto sourceAxis = std::next(isDropped.set_bits().begin(), origin.axis);
    return ofExtent(slice.getMixedSizes()[*sourceAxis]);
  }
  auto result = cast<OpResult>(origin.value);
  if (auto node = dyn_cast<FusableOpInterface>(producer)) {
    AffineMap map = node.getResultMap(result.getResultNumber());
    return ofExtent(
        node.getIterationExtents()[map.getDimPosition(origin.axis)]);
  }
  if (auto destination = dyn_cast<DestinationStyleOpInterface>(producer))
    return ExtentOrigin{
        std::nullopt, destination.getTiedOpOperand(result)->get(), origin.axis};
  return std::nullopt;
}

static ExtentOrigin follow(ExtentOrigin origin) {
  for (unsigned step = 0; step < kMaxSteps && !origin.constant; ++step) {
    std::optional<ExtentOrigin> before = stepBack(origin);
    if (!before)
      break;
    origin = *before;
  }
  return origin;
}

ExtentOrigin stax::getExtentOrigin(OpFoldResult extent) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return {constant};
  return follow({std::nullopt, cast<Value>(extent)});
}

ExtentOrigin stax::getExtentOrigin(Value tensor, int64_t axis) {
  return follow({std::nullopt, tensor, axis});
}

bool stax::resolveDim(RewriterBase &rewriter, tensor::DimOp op) {
  auto result = dyn_cast<OpResult>(op.getSource());
  auto node = result ? dyn_cast<FusableOpInterface>(result.getOwner())
                     : FusableOpInterface();
  std::optional<int64_t> axis = op.getConstantIndex();
  if (!node || !axis || *axis < 0 ||
      *axis >= cast<RankedTensorType>(result.getType()).getRank())
    return false;
  AffineMap map = node.getResultMap(result.getResultNumber());
  OpFoldResult extent = node.getIterationExtents()[map.getDimPosition(*axis)];
  OpBuilder::InsertionGuard insertion(rewriter);
  rewriter.setInsertionPoint(op);
  auto value = dyn_cast<Value>(extent);
  if (!value)
    value = arith::ConstantIndexOp::create(rewriter, op.getLoc(),
                                           *getConstantIntValue(extent));
  rewriter.replaceOp(op, value);
  return true;
}
