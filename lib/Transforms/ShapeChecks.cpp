//===- ShapeChecks.cpp - Checks of dynamic shapes of kernels --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Owed is that extents are not negative; that where a map's result is a plain
// dimension, the operand's extent is the space's; that any other index stays
// inside the operand; that destinations fit what is written; that a reduction
// without a value for no points has points; and that a tensor which is read at
// computed indices has elements. Extents that are
// the same by construction, such as those of a buffer allocated with them, are
// not checked.
//
//===----------------------------------------------------------------------===//

#include "ShapeChecks.h"

#include "stax-c/Runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// Extent `axis` of `buffer`, an attribute if static; reuses the value that it
/// was allocated with.
static OpFoldResult getExtent(OpBuilder &builder, Location loc, Value buffer,
                              int64_t axis) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(axis))
    return builder.getIndexAttr(type.getDimSize(axis));
  if (auto alloc = buffer.getDefiningOp<memref::AllocOp>())
    return alloc.getDynamicSizes()[type.getDynamicDimIndex(axis)];
  return memref::DimOp::create(builder, loc, buffer, axis).getResult();
}

/// Whether both extents are the same value by construction.
static bool isSame(OpFoldResult lhs, OpFoldResult rhs) {
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

  SmallVector<ShapeCheck> run();

private:
  struct Bounds {
    Value low, high;
  };

  Value materialize(Location loc, OpFoldResult extent) {
    return getValueOrCreateConstantIndexOp(builder, loc, extent);
  }
  Value outside(Value inner);
  Value isEmpty(Location loc, ArrayRef<OpFoldResult> range);
  Bounds getBounds(Location loc, AffineExpr expr, ValueRange symbols);
  void checkRead(FusableOpInterface node, unsigned input,
                 const OperandAccess &read);
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

/// The value outside the kernel of one that a node uses.
Value ShapeChecker::outside(Value inner) {
  if (auto argument = dyn_cast<BlockArgument>(inner))
    return kernel.getOuterValue(argument);
  OpBuilder::InsertionGuard guard(builder);
  return builder.clone(*inner.getDefiningOp())->getResult(0);
}

/// Whether one of the extents is 0.
Value ShapeChecker::isEmpty(Location loc, ArrayRef<OpFoldResult> range) {
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value empty = arith::ConstantIntOp::create(builder, loc, 0, /*width=*/1);
  for (OpFoldResult extent : range)
    empty = arith::OrIOp::create(builder, loc, empty,
                                 compare(builder, loc, arith::CmpIPredicate::eq,
                                         materialize(loc, extent), zero));
  return empty;
}

/// Smallest and largest value of `expr` over the space, if that is not empty.
ShapeChecker::Bounds ShapeChecker::getBounds(Location loc, AffineExpr expr,
                                             ValueRange symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    Value value =
        arith::ConstantIndexOp::create(builder, loc, constant.getValue());
    return {value, value};
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Value value = symbols[symbol.getPosition()];
    return {value, value};
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value extent = materialize(loc, extents[dim.getPosition()]);
    return {arith::ConstantIndexOp::create(builder, loc, 0),
            arith::SubIOp::create(builder, loc, extent, one)};
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bounds lhs = getBounds(loc, binary.getLHS(), symbols);
  Bounds rhs = getBounds(loc, binary.getRHS(), symbols);
  auto apply = [&](auto create) {
    return Bounds{create(lhs.low, rhs.low), create(lhs.high, rhs.high)};
  };
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return apply([&](Value l, Value r) -> Value {
      return arith::AddIOp::create(builder, loc, l, r);
    });
  case AffineExprKind::Mul: {
    // One factor is the same at both ends; its sign decides which end is which.
    Bounds product = apply([&](Value l, Value r) -> Value {
      return arith::MulIOp::create(builder, loc, l, r);
    });
    return {arith::MinSIOp::create(builder, loc, product.low, product.high),
            arith::MaxSIOp::create(builder, loc, product.low, product.high)};
  }
  case AffineExprKind::FloorDiv:
    return apply([&](Value l, Value r) -> Value {
      return arith::FloorDivSIOp::create(builder, loc, l, r);
    });
  case AffineExprKind::CeilDiv:
    return apply([&](Value l, Value r) -> Value {
      return arith::CeilDivSIOp::create(builder, loc, l, r);
    });
  default: {
    // A remainder runs over all of its values as soon as the range wraps.
    Value one = arith::ConstantIndexOp::create(builder, loc, 1);
    Value top = arith::SubIOp::create(builder, loc, rhs.high, one);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value fits = arith::AndIOp::create(
        builder, loc,
        compare(builder, loc, arith::CmpIPredicate::sge, lhs.low, zero),
        compare(builder, loc, arith::CmpIPredicate::sle, lhs.high, top));
    return {arith::SelectOp::create(builder, loc, fits, lhs.low, zero),
            arith::SelectOp::create(builder, loc, fits, lhs.high, top)};
  }
  }
}

/// Whether the guard of `read` keeps the index of `axis` inside; that is its
/// author's promise about everything but the dimensions that it leaves alone.
static bool isKeptInside(const OperandAccess &read, unsigned axis) {
  if (!IntegerSet(read.guard))
    return false;
  auto dim = dyn_cast<AffineDimExpr>(read.map.getResult(axis));
  return !dim || restrictsDim(read.guard, dim.getPosition());
}

void ShapeChecker::checkRead(FusableOpInterface node, unsigned input,
                             const OperandAccess &read) {
  auto argument = dyn_cast<BlockArgument>(read.operand);
  if (!argument)
    return;
  Location loc = node.getLoc();
  Value buffer = kernel.getOuterValue(argument);
  AffineMap map = read.map.compose(getNodeMap(kernel, node));
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    if (isKeptInside(read, axis))
      continue;
    OpFoldResult size = getExtent(builder, loc, buffer, axis);
    std::string place = "dimension " + std::to_string(axis) + " of input #" +
                        std::to_string(input);
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      OpFoldResult extent = extents[dim.getPosition()];
      if (isSame(size, extent))
        continue;
      Value same = compare(builder, loc, arith::CmpIPredicate::eq,
                           materialize(loc, size), materialize(loc, extent));
      checks.push_back(
          {same, STAX_SHAPE_MISMATCH,
           "the extent of " + place + " does not agree with the other shapes",
           loc});
      continue;
    }
    bool isStatic = isa<Attribute>(size) && map.getNumSymbols() == 0 &&
                    llvm::all_of(extents, llvm::IsaPred<Attribute>);
    if (isStatic)
      continue; // the verifier has seen it
    SmallVector<Value> symbols = llvm::map_to_vector(
        read.symbols, [&](Value symbol) { return outside(symbol); });
    Bounds bounds = getBounds(loc, expr, symbols);
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value inside = arith::AndIOp::create(
        builder, loc,
        compare(builder, loc, arith::CmpIPredicate::sge, bounds.low, zero),
        compare(builder, loc, arith::CmpIPredicate::slt, bounds.high,
                materialize(loc, size)));
    inside = arith::OrIOp::create(builder, loc, inside, isEmpty(loc, extents));
    checks.push_back({inside, STAX_OUT_OF_BOUNDS,
                      "an index of " + place + " is out of bounds", loc});
  }
}

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
      OpFoldResult size = getExtent(builder, loc, buffer, axis);
      if (!dim || isSame(size, extents[dim.getPosition()]))
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
  if (!monoid || monoid.allowsEmpty() || node.isPartial())
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
        return getExtent(builder, loc, buffer, axis);
      });
  Value hasElements = arith::XOrIOp::create(
      builder, loc, isEmpty(loc, sizes),
      arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1));
  checks.push_back(
      {arith::OrIOp::create(builder, loc, hasElements, isEmpty(loc, extents)),
       STAX_OUT_OF_BOUNDS, "an index of an empty tensor is out of bounds",
       loc});
}

SmallVector<ShapeCheck> ShapeChecker::run() {
  checkExtents();
  checkWrites();
  for (FusableOpInterface node : kernel.getNodes()) {
    for (auto [input, read] : llvm::enumerate(node.getOperandAccesses()))
      checkRead(node, input, read);
    checkNotEmpty(node);
    node->walk(
        [&](tensor::ExtractOp extract) { checkCaptured(node, extract); });
  }
  return std::move(checks);
}

SmallVector<ShapeCheck> stax::emitShapeChecks(OpBuilder &builder,
                                              KernelOp kernel) {
  return ShapeChecker(builder, kernel).run();
}
