//===- ShapeChecks.cpp - Checks of dynamic shapes of kernels --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owed is that extents are not negative; that reads stay inside; that
// destinations fit what is written; that a reduction without a value for no
// points has points; and that a tensor which is read at computed indices has
// elements. Extents that are the same by construction, such as those of a
// buffer allocated with them, are not checked.
//
//===----------------------------------------------------------------------===//

#include "ShapeChecks.h"

#include "ReadChecks.h"
#include "stax-c/Runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::stax;

OpFoldResult stax::getBufferExtent(OpBuilder &builder, Location loc,
                                   Value buffer, int64_t axis) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(axis))
    return builder.getIndexAttr(type.getDimSize(axis));
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return alloc.getDynamicSizes()[type.getDynamicDimIndex(axis)];
  return memref::DimOp::create(builder, loc, buffer, axis).getResult();
}

bool stax::isSameExtent(OpFoldResult lhs, OpFoldResult rhs) {
  if (isEqualConstantIntOrValue(lhs, rhs))
    return true;
  auto getDim = [](OpFoldResult extent) {
    auto value = dyn_cast<Value>(extent);
    return value ? value.getDefiningOp<memref::DimOp>() : memref::DimOp();
  };
  memref::DimOp lhsDim = getDim(lhs), rhsDim = getDim(rhs);
  return lhsDim && rhsDim && lhsDim.getSource() == rhsDim.getSource() &&
         lhsDim.getConstantIndex() &&
         lhsDim.getConstantIndex() == rhsDim.getConstantIndex();
}

Value stax::emitIsEmpty(OpBuilder &builder, Location loc,
                        ArrayRef<OpFoldResult> range) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value empty = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/1);
  for (OpFoldResult extent : range) {
    Value isZero = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq,
        getValueOrCreateConstantIndexOp(builder, loc, extent), zero);
    empty = arith::OrIOp::create(builder, loc, empty, isZero);
  }
  return empty;
}

/// The operations of `kernel` outside of its nodes that `inner` is made of.
static llvm::SmallDenseSet<Operation *> getScalarSlice(KernelOp kernel,
                                                       Value inner) {
  llvm::SmallDenseSet<Operation *> slice;
  SmallVector<Value> values = {inner};
  while (!values.empty()) {
    Operation *op = values.pop_back_val().getDefiningOp();
    if (op && op->getBlock() == kernel.getBodyBlock() &&
        slice.insert(op).second)
      llvm::append_range(values, op->getOperands());
  }
  return slice;
}

Value stax::getValueOutside(OpBuilder &builder, KernelOp kernel, Value inner) {
  IRMapping mapping;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments())
    mapping.map(argument, kernel.getOuterValue(argument));
  llvm::SmallDenseSet<Operation *> slice = getScalarSlice(kernel, inner);
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (!slice.contains(&op))
      continue;
    if (auto dim = dyn_cast<tensor::DimOp>(op))
      mapping.map(dim.getResult(),
                  memref::DimOp::create(builder, dim.getLoc(),
                                        mapping.lookup(dim.getSource()),
                                        mapping.lookupOrDefault(dim.getIndex()))
                      .getResult());
    else
      builder.clone(op, mapping);
  }
  return mapping.lookupOrDefault(inner);
}

static Value compare(OpBuilder &builder, Location loc,
                     arith::CmpIPredicate predicate, Value lhs, Value rhs) {
  return arith::CmpIOp::create(builder, loc, predicate, lhs, rhs);
}

namespace {
/// Emits the checks of one kernel.
class ShapeChecker {
public:
  ShapeChecker(OpBuilder &builder, KernelOp kernel)
      : builder(builder), kernel(kernel), extents(kernel.getExtents()) {}

  SmallVector<ShapeCheck> run(SmallVectorImpl<PointCheck> &pointChecks);

private:
  Value materialize(Location loc, OpFoldResult extent) {
    return getValueOrCreateConstantIndexOp(builder, loc, extent);
  }
  Value isEmpty(Location loc, ArrayRef<OpFoldResult> range) {
    return emitIsEmpty(builder, loc, range);
  }
  void checkWrites();
  void checkExtents();
  void checkNotEmpty(FusableOpInterface node);
  void checkCaptured(FusableOpInterface node, tensor::ExtractOp extract);

  OpBuilder &builder;
  KernelOp kernel;
  SmallVector<OpFoldResult> extents;
  SmallVector<ShapeCheck> checks;
};
} // namespace

/// A destination has the extents of what is written to it.
void ShapeChecker::checkWrites() {
  for (auto [number, value] : llvm::enumerate(kernel.getYield().getValues())) {
    auto node = value.getDefiningOp<FusableOpInterface>();
    AffineMap map = node.getResultMap(cast<OpResult>(value).getResultNumber())
                        .compose(getNodeMap(kernel, node));
    Location loc = node.getLoc();
    Value buffer = kernel.getOuts()[number];
    for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      OpFoldResult size = getBufferExtent(builder, loc, buffer, axis);
      if (!dim || isSameExtent(size, extents[dim.getPosition()]))
        continue;
      Value same = compare(builder, loc, arith::CmpIPredicate::eq,
                           materialize(loc, size),
                           materialize(loc, extents[dim.getPosition()]));
      checks.push_back({same, STAX_SHAPE_MISMATCH,
                        "the extent of dimension " + std::to_string(axis) +
                            " of destination #" + std::to_string(number) +
                            " does not agree with the other shapes",
                        loc});
    }
  }
}

/// Extents that are not those of a buffer may be negative.
void ShapeChecker::checkExtents() {
  Location loc = kernel.getLoc();
  for (Value extent : kernel.getDynamicExtents()) {
    if (extent.getDefiningOp<memref::DimOp>())
      continue;
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    checks.push_back(
        {compare(builder, loc, arith::CmpIPredicate::sge, extent, zero),
         STAX_SHAPE_MISMATCH, "an extent is negative", loc});
  }
}

void ShapeChecker::checkNotEmpty(FusableOpInterface node) {
  MonoidAttrInterface monoid = node.getCombiner();
  if (!monoid || monoid.allowsEmpty() || node.isPartial() || node.getScanInfo())
    return;
  Location loc = node.getLoc();
  SmallVector<OpFoldResult> kept, reduced;
  for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds())) {
    AffineExpr expr = getNodeMap(kernel, node).getResult(dim);
    for (unsigned position = 0; position < extents.size(); ++position)
      if (expr.isFunctionOfDim(position))
        (kind == IteratorKind::Reduction ? reduced : kept)
            .push_back(extents[position]);
  }
  bool hasPoints = llvm::all_of(reduced, [](OpFoldResult extent) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    return constant && *constant > 0;
  });
  if (hasPoints)
    return;
  Value isFilled = arith::XOrIOp::create(
      builder, loc, isEmpty(loc, reduced),
      arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1));
  Value condition =
      arith::OrIOp::create(builder, loc, isFilled, isEmpty(loc, kept));
  std::string name;
  llvm::raw_string_ostream(name) << monoid;
  checks.push_back({condition, STAX_EMPTY_REDUCTION,
                    "reduction by " + name + " over an empty dimension", loc});
}

/// An element at a computed index is looked for in a tensor that has elements.
void ShapeChecker::checkCaptured(FusableOpInterface node,
                                 tensor::ExtractOp extract) {
  auto argument = dyn_cast<BlockArgument>(extract.getTensor());
  if (!argument || argument.getOwner() != kernel.getBodyBlock())
    return;
  Location loc = extract.getLoc();
  Value buffer = kernel.getOuterValue(argument);
  auto type = cast<MemRefType>(buffer.getType());
  if (llvm::all_of(type.getShape(), [](int64_t extent) {
        return !ShapedType::isDynamic(extent) && extent > 0;
      }))
    return;
  SmallVector<OpFoldResult> sizes =
      llvm::map_to_vector(llvm::seq(type.getRank()), [&](int64_t axis) {
        return getBufferExtent(builder, loc, buffer, axis);
      });
  Value hasElements = arith::XOrIOp::create(
      builder, loc, isEmpty(loc, sizes),
      arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1));
  checks.push_back(
      {arith::OrIOp::create(builder, loc, hasElements, isEmpty(loc, extents)),
       STAX_OUT_OF_BOUNDS, "an index of an empty tensor is out of bounds",
       loc});
}

SmallVector<ShapeCheck>
ShapeChecker::run(SmallVectorImpl<PointCheck> &pointChecks) {
  checkExtents();
  checkWrites();
  ReadChecker reads(builder, kernel);
  for (FusableOpInterface node : kernel.getNodes()) {
    for (auto [input, read] : llvm::enumerate(getTensorReads(node)))
      if (isa<BlockArgument>(read.operand))
        reads.check(node, input, read);
    llvm::append_range(checks, reads.checks);
    reads.checks.clear();
    checkNotEmpty(node);
    node->walk(
        [&](tensor::ExtractOp extract) { checkCaptured(node, extract); });
  }
  llvm::append_range(pointChecks, reads.pointChecks);
  return std::move(checks);
}

SmallVector<ShapeCheck>
stax::emitShapeChecks(OpBuilder &builder, KernelOp kernel,
                      SmallVectorImpl<PointCheck> &pointChecks) {
  return ShapeChecker(builder, kernel).run(pointChecks);
}
