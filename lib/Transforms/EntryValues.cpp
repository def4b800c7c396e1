//===- EntryValues.cpp - Indices that are known when a function starts ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryValues.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

/// Longer computations of a size are taken for unknown.
static constexpr unsigned kMaxDepth = 64;

/// Where the extents of `memref` come from: an argument or allocation, if
/// nothing but casts is in between.
static Value findShapeSource(Value memref) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  return memref;
}

/// Whether the operands of `op` give the dynamic extents of its result.
static bool hasSizeOperands(Operation *op) {
  return op && isa<memref::AllocOp, memref::ViewOp>(op);
}

/// The extent of the result of `op`, which has size operands, as one of these;
/// null if static.
static Value getSizeOperand(Operation *op, int64_t dim) {
  auto type = cast<MemRefType>(op->getResult(0).getType());
  if (!type.isDynamicDim(dim))
    return nullptr;
  unsigned number = type.getDynamicDimIndex(dim);
  if (auto alloc = dyn_cast<memref::AllocOp>(op))
    return alloc.getDynamicSizes()[number];
  return cast<memref::ViewOp>(op).getSizes()[number];
}

bool EntryValues::isKnown(Value value, unsigned depth) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return argument.getOwner() == &function.getFunctionBody().front();
  auto place = known.find(value);
  if (place != known.end())
    return place->second;
  bool result = depth < kMaxDepth && isKnownOp(value.getDefiningOp(), depth);
  known[value] = result;
  return result;
}

bool EntryValues::isKnownOp(Operation *op, unsigned depth) {
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    std::optional<int64_t> number = dim.getConstantIndex();
    Value source = findShapeSource(dim.getSource());
    auto type = dyn_cast<MemRefType>(source.getType());
    if (!type || !number || *number < 0 || *number >= type.getRank())
      return false;
    Operation *origin = source.getDefiningOp();
    if (!hasSizeOperands(origin))
      return isa<BlockArgument>(source) && isKnown(source, depth);
    Value size = getSizeOperand(origin, *number);
    return !size || isKnown(size, depth + 1);
  }
  return op->getNumResults() == 1 && op->getNumRegions() == 0 && isPure(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return operand.getType().isIntOrIndex() &&
                  isKnown(operand, depth + 1);
         });
}

Value EntryValues::computeExtent(OpBuilder &builder, memref::DimOp dim) {
  Value source = findShapeSource(dim.getSource());
  int64_t number = *dim.getConstantIndex();
  auto type = cast<MemRefType>(source.getType());
  if (!type.isDynamicDim(number))
    return arith::ConstantIndexOp::create(builder, dim.getLoc(),
                                          type.getDimSize(number));
  if (hasSizeOperands(source.getDefiningOp()))
    return compute(builder, getSizeOperand(source.getDefiningOp(), number));
  Value &extent = extents[{source, number}];
  if (!extent)
    extent = memref::DimOp::create(builder, dim.getLoc(), source, number);
  return extent;
}

Value EntryValues::compute(OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return value;
  if (Value done = computed.lookup(value))
    return done;
  Value result;
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    result = computeExtent(builder, dim);
  } else {
    IRMapping mapping;
    for (Value operand : op->getOperands())
      mapping.map(operand, compute(builder, operand));
    result = builder.clone(*op, mapping)->getResult(0);
  }
  computed[value] = result;
  return result;
}
