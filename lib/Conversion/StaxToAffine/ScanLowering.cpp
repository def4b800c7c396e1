//===- ScanLowering.cpp - The step of a scan in a loop --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScanLowering.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

Value stax::convertFloat(OpBuilder &builder, Location loc, Value value,
                         Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(builder, loc, type, value);
  return arith::TruncFOp::create(builder, loc, type, value);
}

Value stax::emitReverseIndex(OpBuilder &builder, Location loc, Value step,
                             OpFoldResult extent) {
  AffineExpr dim = builder.getAffineDimExpr(0);
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return affine::AffineApplyOp::create(
        builder, loc, AffineMap::get(1, 0, *constant - 1 - dim), step);
  return affine::AffineApplyOp::create(
      builder, loc,
      AffineMap::get(1, 1, builder.getAffineSymbolExpr(0) - 1 - dim),
      ValueRange{step, cast<Value>(extent)});
}

SmallVector<Value>
stax::emitScanStart(OpBuilder &builder, FusableOpInterface node,
                    TypeRange types,
                    function_ref<Value(const OperandAccess &)> read,
                    function_ref<Value(Value)> lookUp) {
  Location loc = node.getLoc();
  SmallVector<Value> start;
  ScanInfo scan = *node.getScanInfo();
  if (scan.carryIn.empty()) {
    for (TypedAttr init : node.getCombiner().getInit(types))
      start.push_back(arith::ConstantOp::create(builder, loc, init));
    return start;
  }
  SmallVector<OperandAccess> reads = getTensorReads(node);
  auto tensorCarry = reads.begin() + node.getOperandAccesses().size();
  for (auto [carry, type] : llvm::zip_equal(scan.carryIn, types)) {
    Value value =
        isa<ShapedType>(carry.getType()) ? read(*tensorCarry++) : lookUp(carry);
    start.push_back(convertFloat(builder, loc, value, type));
  }
  return start;
}

ScanStep stax::emitScanStep(OpBuilder &builder, FusableOpInterface node,
                            ValueRange accumulators, ValueRange values) {
  auto combine = CombineOp::create(
      builder, node.getLoc(), accumulators.getTypes(), node.getCombiner(),
      node.getCombiningTree(), accumulators, values);
  ScanStep step;
  step.next = llvm::to_vector_of<Value>(combine.getResults());
  step.state = node.getScanInfo()->isExclusive
                   ? llvm::to_vector_of<Value>(accumulators)
                   : step.next;
  return step;
}
