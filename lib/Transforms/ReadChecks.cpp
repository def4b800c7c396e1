//===- ReadChecks.cpp - Checks of the reads of kernels --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a map's result is a plain dimension that no guard restricts, extents
// agree. Any other index is inside if interval arithmetic says so, or if a
// proof about integer sets does, guards included. Else the ends of its range
// are checked in front of the kernel, provided that the range is exact and the
// whole of it is read; and else every point checks.
//
// All of this is about integers that do not wrap, so where they might, that is
// one more condition in front of the kernel.
//
//===----------------------------------------------------------------------===//

#include "ReadChecks.h"

#include "stax-c/Runtime.h"
#include "stax/IR/AffineRange.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;

/// An access of a node as one of its kernel: over the space, on values in front
/// of it.
struct stax::LiftedRead {
  FusableOpInterface node;
  unsigned input;
  const OperandAccess &read;
  Location loc;
  Value buffer;
  AffineMap map;
  /// What points compute and no condition in front of the kernel covers.
  SmallVector<AffineExpr> computed;
  SmallVector<Value> symbols;
  SmallVector<IndexRange> dimRanges, symbolRanges;

  std::optional<IndexRange> getRange(AffineExpr expr) const {
    return stax::getRange(expr, dimRanges, symbolRanges);
  }
  std::string describe(unsigned axis) const {
    FusableOpInterface op = node;
    bool isCarry = input >= op.getOperandAccesses().size();
    return "dimension " + std::to_string(axis) + " of " +
           (isCarry ? "the carry" : "input #" + std::to_string(input));
  }
};

namespace {
/// Smallest and largest value of an index, if there are points.
struct Bounds {
  Value low, high;

  bool isSingle() const { return low == high; }
};

/// Emits the bounds of expressions over a box, and whether they fit in 64 bits.
class BoundsEmitter {
public:
  BoundsEmitter(OpBuilder &builder, Location loc, const LiftedRead &access,
                ArrayRef<OpFoldResult> extents)
      : builder(builder), loc(loc), access(access), extents(extents) {}

  Bounds emit(AffineExpr expr);
  /// Emits the sum, which must not wrap.
  Value add(Value lhs, Value rhs);
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return builder.createOrFold<arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }

  /// Whether nothing that must not wrap has; null if nothing can.
  Value fits;

private:
  void require(Value condition);
  Value multiply(Value lhs, Value rhs);
  Bounds emitProduct(AffineExpr expr, Bounds lhs, Bounds rhs);
  Bounds emitRemainder(Bounds lhs, Value divisor);

  OpBuilder &builder;
  Location loc;
  const LiftedRead &access;
  ArrayRef<OpFoldResult> extents;
};
} // namespace

void BoundsEmitter::require(Value condition) {
  if (matchPattern(condition, m_One()))
    return;
  fits = fits ? builder.createOrFold<arith::AndIOp>(loc, fits, condition)
              : condition;
}

Value BoundsEmitter::add(Value lhs, Value rhs) {
  Value sum = builder.createOrFold<arith::AddIOp>(loc, lhs, rhs);
  // The sign of both operands differs from the sum's exactly where it wraps.
  Value differs = builder.createOrFold<arith::AndIOp>(
      loc, builder.createOrFold<arith::XOrIOp>(loc, lhs, sum),
      builder.createOrFold<arith::XOrIOp>(loc, rhs, sum));
  require(compare(arith::CmpIPredicate::sge, differs, constant(0)));
  return sum;
}

Value BoundsEmitter::multiply(Value lhs, Value rhs) {
  if (matchPattern(rhs, m_Constant()) &&
      getConstantIntValue(rhs) == int64_t(-1)) {
    Value least = constant(std::numeric_limits<int64_t>::min());
    require(compare(arith::CmpIPredicate::ne, lhs, least));
    return builder.createOrFold<arith::SubIOp>(loc, constant(0), lhs);
  }
  Type wide = builder.getI64Type();
  auto product = arith::MulSIExtendedOp::create(
      builder, loc, builder.createOrFold<arith::IndexCastOp>(loc, wide, lhs),
      builder.createOrFold<arith::IndexCastOp>(loc, wide, rhs));
  Value sign = arith::ShRSIOp::create(
      builder, loc, product.getLow(),
      arith::ConstantIntOp::create(builder, loc, 63, /*width=*/64));
  require(compare(arith::CmpIPredicate::eq, product.getHigh(), sign));
  return arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                    product.getLow());
}

// One factor is the same at both ends; its sign decides which end is which.
Bounds BoundsEmitter::emitProduct(AffineExpr expr, Bounds lhs, Bounds rhs) {
  bool mayWrap = !access.getRange(expr);
  auto product = [&](Value l, Value r) {
    return mayWrap ? multiply(l, r)
                   : builder.createOrFold<arith::MulIOp>(loc, l, r);
  };
  Value low = product(lhs.low, rhs.low);
  if (lhs.isSingle() && rhs.isSingle())
    return {low, low};
  Value high = product(lhs.high, rhs.high);
  return {builder.createOrFold<arith::MinSIOp>(loc, low, high),
          builder.createOrFold<arith::MaxSIOp>(loc, low, high)};
}

// All remainders occur as soon as the range crosses a multiple.
Bounds BoundsEmitter::emitRemainder(Bounds lhs, Value divisor) {
  Value low = arith::FloorDivSIOp::create(builder, loc, lhs.low, divisor);
  Value high = arith::FloorDivSIOp::create(builder, loc, lhs.high, divisor);
  Value crosses =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne, low, high);
  Value multiple = arith::MulIOp::create(builder, loc, low, divisor);
  auto remainder = [&](Value value, Value otherwise) -> Value {
    return arith::SelectOp::create(
        builder, loc, crosses, otherwise,
        arith::SubIOp::create(builder, loc, value, multiple));
  };
  Value last = builder.createOrFold<arith::SubIOp>(loc, divisor, constant(1));
  return {remainder(lhs.low, constant(0)), remainder(lhs.high, last)};
}

Bounds BoundsEmitter::emit(AffineExpr expr) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr)) {
    Value value = constant(number.getValue());
    return {value, value};
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    Value value = access.symbols[symbol.getPosition()];
    return {value, value};
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    Value extent = getValueOrCreateConstantIndexOp(builder, loc,
                                                   extents[dim.getPosition()]);
    return {constant(0),
            builder.createOrFold<arith::SubIOp>(loc, extent, constant(1))};
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  Bounds lhs = emit(binary.getLHS()), rhs = emit(binary.getRHS());
  auto apply = [&](auto create) {
    Value low = create(lhs.low, rhs.low);
    return Bounds{low, lhs.isSingle() && rhs.isSingle()
                           ? low
                           : create(lhs.high, rhs.high)};
  };
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return apply([&](Value l, Value r) -> Value {
      return access.getRange(expr)
                 ? builder.createOrFold<arith::AddIOp>(loc, l, r)
                 : add(l, r);
    });
  case AffineExprKind::Mul:
    return emitProduct(expr, lhs, rhs);
  case AffineExprKind::FloorDiv:
    return apply([&](Value l, Value r) -> Value {
      return arith::FloorDivSIOp::create(builder, loc, l, r);
    });
  case AffineExprKind::CeilDiv:
    return apply([&](Value l, Value r) -> Value {
      return arith::CeilDivSIOp::create(builder, loc, l, r);
    });
  default:
    return emitRemainder(lhs, rhs.low);
  }
}

ReadChecker::ReadChecker(OpBuilder &builder, KernelOp kernel)
    : builder(builder), kernel(kernel), extents(kernel.getExtents()),
      proofs(kernel) {}

/// What `symbol`, in front of the kernel, may be.
static IndexRange getSymbolRange(Value symbol) {
  if (std::optional<int64_t> constant = getConstantIntValue(symbol))
    return {*constant, *constant};
  return symbol.getDefiningOp<memref::DimOp>() ? IndexRange::ofAnyExtent()
                                               : IndexRange();
}

/// Where index `axis` has to run over all of the operand, checks that it does.
bool ReadChecker::checkExtent(const LiftedRead &access, unsigned axis) {
  auto inner = dyn_cast<AffineDimExpr>(access.read.map.getResult(axis));
  auto dim = dyn_cast<AffineDimExpr>(access.map.getResult(axis));
  if (!inner || !dim || restrictsDim(access.read.guard, inner.getPosition()))
    return false;
  OpFoldResult size = getBufferExtent(builder, access.loc, access.buffer, axis);
  OpFoldResult extent = extents[dim.getPosition()];
  if (isSameExtent(size, extent))
    return true;
  Value same = arith::CmpIOp::create(
      builder, access.loc, arith::CmpIPredicate::eq,
      getValueOrCreateConstantIndexOp(builder, access.loc, size),
      getValueOrCreateConstantIndexOp(builder, access.loc, extent));
  checks.push_back({same, STAX_SHAPE_MISMATCH,
                    "the extent of " + access.describe(axis) +
                        " does not agree with the other shapes",
                    access.loc});
  return true;
}

/// Whether index `axis` is inside if nothing wraps.
bool ReadChecker::isKnownInside(const LiftedRead &access, unsigned axis) {
  auto type = cast<MemRefType>(access.buffer.getType());
  std::optional<IndexRange> range = access.getRange(access.map.getResult(axis));
  if (range && !type.isDynamicDim(axis) &&
      range->isIn(0, type.getDimSize(axis)))
    return true;
  bool canCheckInFront = !IntegerSet(access.read.guard) &&
                         attainsBounds(access.map.getResult(axis));
  return !canCheckInFront && proofs.staysInside(access.node, access.read, axis);
}

/// Checks the ends of the range of index `axis` in front of the kernel.
void ReadChecker::checkBounds(const LiftedRead &access, unsigned axis) {
  AffineExpr expr = access.map.getResult(axis);
  BoundsEmitter emitter(builder, access.loc, access, extents);
  Value size = getValueOrCreateConstantIndexOp(
      builder, access.loc,
      getBufferExtent(builder, access.loc, access.buffer, axis));
  Bounds bounds = emitter.emit(expr);
  Value inside = arith::AndIOp::create(
      builder, access.loc,
      emitter.compare(arith::CmpIPredicate::sge, bounds.low,
                      emitter.constant(0)),
      emitter.compare(arith::CmpIPredicate::slt, bounds.high, size));
  if (emitter.fits)
    inside = arith::AndIOp::create(builder, access.loc, inside, emitter.fits);
  inside = arith::OrIOp::create(builder, access.loc, inside,
                                emitIsEmpty(builder, access.loc, extents));
  checks.push_back(
      {inside, STAX_OUT_OF_BOUNDS,
       "an index of " + access.describe(axis) + " is out of bounds",
       access.loc});
}

/// Checks that what points compute for `access`, and what proofs about it took
/// for granted, does not wrap.
void ReadChecker::checkOverflow(const LiftedRead &access) {
  BoundsEmitter emitter(builder, access.loc, access, extents);
  for (AffineExpr expr : access.computed)
    if (!access.getRange(expr))
      emitter.emit(expr);
  for (arith::AddIOp sum : proofs.getAssumedSums().drop_front(numCheckedSums))
    emitter.add(sum.getLhs(), sum.getRhs());
  numCheckedSums = proofs.getAssumedSums().size();
  if (!emitter.fits)
    return;
  Value condition =
      arith::OrIOp::create(builder, access.loc, emitter.fits,
                           emitIsEmpty(builder, access.loc, extents));
  checks.push_back({condition, STAX_OUT_OF_BOUNDS,
                    "an index of input #" + std::to_string(access.input) +
                        " does not fit in 64 bits",
                    access.loc});
}

void ReadChecker::check(FusableOpInterface node, unsigned input,
                        const OperandAccess &read) {
  AffineMap nodeMap = getNodeMap(kernel, node);
  LiftedRead access{node,
                    input,
                    read,
                    node.getLoc(),
                    kernel.getOuterValue(cast<BlockArgument>(read.operand)),
                    read.map.compose(nodeMap),
                    {},
                    {},
                    {},
                    {}};
  for (AffineExpr bound : IntegerSet(read.guard) ? read.guard.getConstraints()
                                                 : ArrayRef<AffineExpr>())
    access.computed.push_back(bound.replaceDims(nodeMap.getResults()));
  for (Value symbol : read.symbols)
    access.symbols.push_back(getValueOutside(builder, kernel, symbol));
  for (OpFoldResult extent : extents)
    access.dimRanges.push_back(IndexRange::ofExtent(
        getConstantIntValue(extent).value_or(ShapedType::kDynamic)));
  access.symbolRanges = llvm::map_to_vector(access.symbols, getSymbolRange);

  PointCheck pointCheck{node, input, {}};
  for (auto [axis, index] : llvm::enumerate(access.map.getResults())) {
    if (checkExtent(access, axis))
      continue;
    bool isKnown = isKnownInside(access, axis);
    if (!isKnown && !IntegerSet(read.guard) && attainsBounds(index)) {
      checkBounds(access, axis);
      continue;
    }
    access.computed.push_back(index);
    if (!isKnown)
      pointCheck.axes.push_back(axis);
  }
  checkOverflow(access);
  if (!pointCheck.axes.empty())
    pointChecks.push_back(std::move(pointCheck));
}
