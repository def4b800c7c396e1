//===- ImportSupport.cpp - What conversions into Stax share ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/ImportSupport.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::stax;

/// Whether the dialect has a storage format for elements of `type`.
static bool isSupportedElement(Type type) {
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type, IndexType>(type))
    return true;
  return type.isSignlessInteger() &&
         llvm::is_contained({1, 8, 16, 32, 64}, type.getIntOrFloatBitWidth());
}

std::optional<std::string> stax::findTypeObstacle(Type type) {
  Type element = type;
  if (isa<ShapedType>(type)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getEncoding())
      return llvm::formatv("{0} is not a plain ranked tensor", type).str();
    element = tensor.getElementType();
  }
  if (!isSupportedElement(element))
    return llvm::formatv("element type {0} is not supported", element).str();
  return std::nullopt;
}

std::optional<std::string> stax::findBodyObstacle(Operation &op) {
  auto isShaped = llvm::IsaPred<ShapedType>;
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op))
    return llvm::formatv("its body holds '{0}', which has a region or effects",
                         op.getName())
        .str();
  if (llvm::any_of(op.getResultTypes(), isShaped) ||
      (!isa<tensor::ExtractOp, tensor::DimOp>(op) &&
       llvm::any_of(op.getOperandTypes(), isShaped)))
    return llvm::formatv("its body holds '{0}', which is not on scalars",
                         op.getName())
        .str();
  return std::nullopt;
}

/// The attribute of a constant `scalar`, else `scalar` itself.
static OpFoldResult getScalar(Value scalar) {
  TypedAttr constant;
  if (matchPattern(scalar, m_Constant(&constant)))
    return constant;
  return scalar;
}

/// The scalar that `op` yields at all of its points, if it reads nothing and
/// computes nothing.
static OpFoldResult getYieldedScalar(OpResult result, PointwiseOp op) {
  Block *block = op.getBodyBlock();
  Value value = block->getTerminator()->getOperand(result.getResultNumber());
  OpFoldResult scalar = getScalar(value);
  bool isOutside = value.getParentBlock() != block;
  return isa<Attribute>(scalar) || isOutside ? scalar : OpFoldResult();
}

/// The scalar that `op` repeats, if it is only one.
static OpFoldResult getRepeated(tensor::FromElementsOp op) {
  if (op.getElements().empty() || !llvm::all_equal(op.getElements()))
    return {};
  return getScalar(op.getElements().front());
}

OpFoldResult stax::getUniformElement(Value tensor) {
  Operation *producer = tensor.getDefiningOp();
  if (!producer)
    return {};
  SplatElementsAttr splat;
  if (matchPattern(producer, m_Constant(&splat)))
    return splat.getSplatValue<TypedAttr>();
  if (auto op = dyn_cast<PointwiseOp>(producer))
    return getYieldedScalar(cast<OpResult>(tensor), op);
  if (auto op = dyn_cast<tensor::SplatOp>(producer))
    return getScalar(op.getInput());
  if (auto op = dyn_cast<tensor::FromElementsOp>(producer))
    return getRepeated(op);
  if (auto op = dyn_cast<linalg::FillOp>(producer))
    return getScalar(op.value());
  return {};
}

OpFoldResult stax::getExtent(OpBuilder &builder, Location loc, Value tensor,
                             int64_t dim) {
  while (true) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(dim))
      return builder.getIndexAttr(type.getDimSize(dim));
    Operation *producer = tensor.getDefiningOp();
    if (auto op = dyn_cast_if_present<DestinationStyleOpInterface>(producer)) {
      tensor = op.getTiedOpOperand(cast<OpResult>(tensor))->get();
      continue;
    }
    auto op = dyn_cast_if_present<tensor::CastOp>(producer);
    if (!op || !isa<RankedTensorType>(op.getSource().getType()))
      break;
    tensor = op.getSource();
  }
  auto result = dyn_cast<OpResult>(tensor);
  if (result && isa<tensor::EmptyOp, PointwiseOp, ReduceOp>(result.getOwner()))
    return *cast<ReifyRankedShapedTypeOpInterface>(result.getOwner())
                .reifyDimOfResult(builder, result.getResultNumber(), dim);
  return builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
}

SmallVector<OpFoldResult> stax::getExtents(OpBuilder &builder, Location loc,
                                           RankedTensorType type,
                                           Value source) {
  SmallVector<OpFoldResult> extents;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    if (ShapedType::isDynamic(size))
      extents.push_back(getValueOrCreateConstantIndexOp(
          builder, loc, getExtent(builder, loc, source, dim)));
    else
      extents.push_back(builder.getIndexAttr(size));
  }
  return extents;
}

void stax::copyPlacement(Operation *from, Operation *to) {
  for (StringRef name : {kDeviceAttr, kStreamAttr})
    if (Attribute placement = from->getDiscardableAttr(name))
      to->setDiscardableAttr(name, placement);
}

void ElementReads::add(Value key, Value operand, AffineMap map) {
  if (!isa<RankedTensorType>(operand.getType())) {
    scalarKeys.emplace_back(key, getScalar(operand));
    return;
  }
  if (OpFoldResult scalar = getUniformElement(operand)) {
    scalarKeys.emplace_back(key, scalar);
    return;
  }
  for (unsigned input = 0; input < inputs.size(); ++input)
    if (inputs[input] == operand && maps[input] == map) {
      inputKeys.emplace_back(key, input);
      return;
    }
  inputKeys.emplace_back(key, inputs.size());
  inputs.push_back(operand);
  maps.push_back(map);
}

void ElementReads::bind(OpBuilder &builder, Location loc, ValueRange args,
                        IRMapping &mapping) const {
  for (auto [key, input] : inputKeys)
    mapping.map(key, args[input]);
  for (auto [key, scalar] : scalarKeys) {
    auto constant = dyn_cast<Attribute>(scalar);
    mapping.map(key, constant ? arith::ConstantOp::create(
                                    builder, loc, cast<TypedAttr>(constant))
                              : cast<Value>(scalar));
  }
}

/// Whether `op` only provides a scalar, an extent or a destination.
static bool isSource(Operation *op) {
  if (auto pointwise = dyn_cast<PointwiseOp>(op))
    return pointwise.getInputs().empty();
  return isa<arith::ConstantOp, tensor::DimOp, tensor::EmptyOp,
             tensor::FromElementsOp, tensor::SplatOp, linalg::FillOp>(op);
}

void stax::eraseDeadSources(Operation *root) {
  // Users come before what they use.
  root->walk<WalkOrder::PostOrder, ReverseIterator>([](Operation *op) {
    if (isSource(op) && isOpTriviallyDead(op))
      op->erase();
  });
}

void stax::reportNotConverted(Operation *op, StringRef reason) {
  remark::missed(op->getLoc(),
                 remark::RemarkOpts::name("NotConverted").category("stax"))
      << remark::metric("op", op->getName().getStringRef())
      << remark::reason("{0}", reason.str());
}
