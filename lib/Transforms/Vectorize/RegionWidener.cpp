//===- RegionWidener.cpp - Repeats a loop's body in vectors ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RegionWidener.h"
#include "InvariantDivision.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

SmallVector<Value> RegionWidener::getScalars(ValueRange values) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getScalar(value); });
}

Value RegionWidener::createSplat(Location loc, TypedAttr value) {
  return arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(getVectorType(value.getType()), value));
}

Value RegionWidener::createZero(Location loc, Type type) {
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// The vector start + coefficient * lane, of integers.
Value RegionWidener::createLinear(Location loc, Value start,
                                  int64_t coefficient) {
  Type type = start.getType();
  unsigned width = type.isIndex() ? IndexType::kInternalStorageBitWidth
                                  : type.getIntOrFloatBitWidth();
  SmallVector<APInt> steps;
  for (int64_t lane = 0; lane < shape.lanes; ++lane)
    steps.push_back(
        APInt(64, coefficient * lane, /*isSigned=*/true).sextOrTrunc(width));
  VectorType vectorType = getVectorType(type);
  Value offsets = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(vectorType, steps));
  Value splat = vector::BroadcastOp::create(builder, loc, vectorType, start);
  return arith::AddIOp::create(builder, loc, splat, offsets);
}

/// The first iteration of part `part`.
Value RegionWidener::createIteration(Location loc, unsigned part) {
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(1, builder.getContext());
  return createApply(loc, ComposedMap(identity, plan.iv), /*result=*/0,
                     part * shape.lanes);
}

Value RegionWidener::getPart(Value value, unsigned part) {
  auto found = vectors.find(value);
  if (found != vectors.end())
    return found->second[part];
  Location loc = value.getLoc();
  if (value == plan.iv)
    return createLinear(loc, createIteration(loc, part), /*coefficient=*/1);
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return createSplat(loc, constant);
  return vector::BroadcastOp::create(
      builder, loc, getVectorType(value.getType()), getScalar(value));
}

SmallVector<Value> RegionWidener::getParts(ArrayRef<Value> values,
                                           unsigned part) {
  return llvm::map_to_vector(values,
                             [&](Value value) { return getPart(value, part); });
}

/// One lane of `value`, as a scalar.
Value RegionWidener::getLane(Value value, unsigned part, int64_t lane) {
  if (!plan.isVarying(value))
    return getScalar(value);
  return vector::ExtractOp::create(builder, value.getLoc(),
                                   getPart(value, part), lane);
}

/// The new values for `values`, where the keys say which of them vary.
SmallVector<Value> RegionWidener::flatten(ValueRange keys, ValueRange values) {
  SmallVector<Value> flat;
  for (auto [key, value] : llvm::zip_equal(keys, values)) {
    if (!plan.isVarying(key)) {
      flat.push_back(getScalar(value));
      continue;
    }
    for (unsigned part = 0; part < shape.parts; ++part)
      flat.push_back(getPart(value, part));
  }
  return flat;
}

SmallVector<Type> RegionWidener::flattenTypes(ValueRange keys) {
  SmallVector<Type> types;
  for (Value key : keys) {
    if (plan.isVarying(key))
      types.append(shape.parts, getVectorType(key.getType()));
    else
      types.push_back(key.getType());
  }
  return types;
}

void RegionWidener::bind(ValueRange keys, ValueRange values) {
  for (Value key : keys) {
    unsigned count = plan.isVarying(key) ? shape.parts : 1;
    if (plan.isVarying(key))
      vectors[key] = llvm::to_vector(values.take_front(count));
    else
      scalars.map(key, values.front());
    values = values.drop_front(count);
  }
}

//===----------------------------------------------------------------------===//
// Affine maps
//===----------------------------------------------------------------------===//

/// `access` at the iteration `shift` after the first one.
std::pair<AffineMap, SmallVector<Value>>
RegionWidener::rebase(const ComposedMap &access, int64_t shift) {
  return {access.shift(plan.iv, shift), getScalars(access.operands)};
}

Value RegionWidener::createApply(Location loc, const ComposedMap &access,
                                 unsigned result, int64_t shift) {
  auto [map, operands] = rebase(access, shift);
  return affine::makeComposedAffineApply(
      builder, loc, map.getSubMap({result}),
      llvm::map_to_vector(
          operands, [](Value operand) -> OpFoldResult { return operand; }));
}

void RegionWidener::widenApply(affine::AffineApplyOp op) {
  Location loc = op.getLoc();
  ComposedMap access(op.getAffineMap(), op.getMapOperands());
  std::optional<int64_t> coefficient = access.getCoefficient(0, plan.iv);
  SmallVector<Value> parts;
  for (unsigned part = 0; part < shape.parts; ++part) {
    int64_t first = part * shape.lanes;
    if (coefficient) {
      parts.push_back(
          createLinear(loc, createApply(loc, access, 0, first), *coefficient));
      continue;
    }
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < shape.lanes; ++lane)
      elements.push_back(createApply(loc, access, 0, first + lane));
    parts.push_back(vector::FromElementsOp::create(
        builder, loc, getVectorType(op.getType()), elements));
  }
  bind(op->getResults(), parts);
}

/// The iterations as integers, cast before they are a vector: those of indices
/// are wide. Returns whether `op` casts them.
bool RegionWidener::widenIterationCast(arith::IndexCastOp op) {
  if (op.getIn() != plan.iv)
    return false;
  Location loc = op.getLoc();
  SmallVector<Value> parts;
  for (unsigned part = 0; part < shape.parts; ++part)
    parts.push_back(
        createLinear(loc,
                     arith::IndexCastOp::create(builder, loc, op.getType(),
                                                createIteration(loc, part)),
                     /*coefficient=*/1));
  bind(op->getResults(), parts);
  return true;
}

/// In which lanes constraint `index` holds.
Value RegionWidener::createConstraint(Location loc,
                                      const ComposedMap &constraints,
                                      unsigned index, bool isEquality,
                                      unsigned part) {
  int64_t first = part * shape.lanes;
  auto predicate =
      isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
  std::optional<int64_t> coefficient =
      constraints.getCoefficient(index, plan.iv);
  int64_t reach;
  bool isShort =
      coefficient &&
      !llvm::MulOverflow(std::abs(*coefficient), shape.lanes, reach) &&
      reach < (int64_t(1) << 30);
  Value values;
  if (isShort) {
    // Past the reach of a vector, no lane is at the border; one step further
    // all lanes are on the same side, even where they do not differ.
    ++reach;
    Value start = createApply(loc, constraints, index, first);
    Value low = arith::ConstantIndexOp::create(builder, loc, -reach);
    Value high = arith::ConstantIndexOp::create(builder, loc, reach);
    start = arith::MaxSIOp::create(builder, loc, start, low);
    start = arith::MinSIOp::create(builder, loc, start, high);
    start =
        arith::IndexCastOp::create(builder, loc, builder.getI32Type(), start);
    values = createLinear(loc, start, *coefficient);
  } else {
    SmallVector<Value> elements;
    for (int64_t lane = 0; lane < shape.lanes; ++lane)
      elements.push_back(createApply(loc, constraints, index, first + lane));
    values = vector::FromElementsOp::create(
        builder, loc, getVectorType(builder.getIndexType()), elements);
  }
  return arith::CmpIOp::create(builder, loc, predicate, values,
                               createZero(loc, values.getType()));
}

Value RegionWidener::createSetMask(AffineIfOp ifOp, unsigned part) {
  Location loc = ifOp.getLoc();
  IntegerSet set = ifOp.getIntegerSet();
  ComposedMap constraints(AffineMap::get(set.getNumDims(), set.getNumSymbols(),
                                         set.getConstraints(),
                                         set.getContext()),
                          ifOp.getOperands());
  Value mask;
  for (unsigned i = 0; i < set.getNumConstraints(); ++i) {
    Value holds = createConstraint(loc, constraints, i, set.isEq(i), part);
    mask = mask ? arith::AndIOp::create(builder, loc, mask, holds).getResult()
                : holds;
  }
  return mask;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void RegionWidener::widen(Block &block) {
  for (Operation &op : block.without_terminator()) {
    const auto *scan = llvm::find_if(plan.scans, [&](const CarriedScan &scan) {
      return scan.combine == &op;
    });
    if (scan != plan.scans.end())
      widenScan(*scan);
    else if (!plan.combiners.contains(&op))
      widenOp(op);
  }
}

void RegionWidener::widenLoop(AffineForOp loop) {
  Location loc = loop.getLoc();
  auto widened = AffineForOp::create(
      builder, loc, getScalars(loop.getLowerBoundOperands()),
      loop.getLowerBoundMap(), getScalars(loop.getUpperBoundOperands()),
      loop.getUpperBoundMap(), loop.getStepAsInt(),
      flatten(loop.getResults(), loop.getInits()));
  scalars.map(loop.getInductionVar(), widened.getInductionVar());
  bind(loop.getRegionIterArgs(), widened.getRegionIterArgs());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(widened.getBody());
  widen(*loop.getBody());
  if (loop.getNumResults() != 0)
    affine::AffineYieldOp::create(
        builder, loc,
        flatten(loop.getResults(),
                loop.getBody()->getTerminator()->getOperands()));
  bind(loop.getResults(), widened.getResults());
}

/// A branch that all lanes take together.
void RegionWidener::widenUniformIf(Operation &op) {
  OperationState state(op.getLoc(), op.getName(), getScalars(op.getOperands()),
                       flattenTypes(op.getResults()), op.getAttrs());
  for (unsigned i = 0; i < op.getNumRegions(); ++i)
    state.addRegion();
  Operation *widened = builder.create(state);
  for (auto [region, widenedRegion] :
       llvm::zip_equal(op.getRegions(), widened->getRegions())) {
    if (region.empty())
      continue;
    OpBuilder::InsertionGuard guard(builder);
    builder.createBlock(&widenedRegion);
    widen(region.front());
    Operation *yield = region.front().getTerminator();
    OperationState yieldState(yield->getLoc(), yield->getName());
    yieldState.addOperands(flatten(op.getResults(), yield->getOperands()));
    builder.create(yieldState);
  }
  bind(op.getResults(), widened->getResults());
}

SmallVector<Value> RegionWidener::getCondition(Operation &op) {
  SmallVector<Value> condition;
  for (unsigned part = 0; part < shape.parts; ++part)
    condition.push_back(isa<AffineIfOp>(op)
                            ? createSetMask(cast<AffineIfOp>(op), part)
                            : getPart(op.getOperand(0), part));
  return condition;
}

/// Whether `block` has effects that masks of vectors cannot cut off.
static bool needsBranch(Block &block) {
  return block.walk([](memref::AtomicRMWOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// A branch that some lanes take: both sides run, each for its lanes.
void RegionWidener::widenVaryingIf(Operation &op) {
  Location loc = op.getLoc();
  SmallVector<Value> condition = getCondition(op);
  SmallVector<Value> outerMasks = masks;
  auto restrictMasks = [&](bool isElse) {
    masks = condition;
    for (auto [part, mask] : llvm::enumerate(masks)) {
      if (isElse)
        mask = arith::XOrIOp::create(
            builder, loc, mask, createSplat(loc, builder.getBoolAttr(true)));
      if (!outerMasks.empty())
        mask = arith::AndIOp::create(builder, loc, outerMasks[part], mask);
    }
  };
  SmallVector<SmallVector<Value>> sides;
  bool wasConditional = std::exchange(isConditional, true);
  for (auto [number, region] : llvm::enumerate(op.getRegions())) {
    if (region.empty())
      continue;
    restrictMasks(/*isElse=*/number == 1);
    OpBuilder::InsertionGuard guard(builder);
    if (needsBranch(region.front())) {
      auto branch = scf::IfOp::create(builder, loc, createAny(loc),
                                      /*withElseRegion=*/false);
      builder.setInsertionPointToStart(branch.thenBlock());
    }
    widen(region.front());
    SmallVector<Value> &side = sides.emplace_back();
    for (Value yielded : region.front().getTerminator()->getOperands())
      for (unsigned part = 0; part < shape.parts; ++part)
        side.push_back(getPart(yielded, part));
  }
  isConditional = wasConditional;
  masks = outerMasks;
  if (op.getNumResults() == 0)
    return;
  SmallVector<Value> results;
  for (auto [number, thenAndElse] :
       llvm::enumerate(llvm::zip_equal(sides[0], sides[1]))) {
    auto [thenValue, elseValue] = thenAndElse;
    results.push_back(arith::SelectOp::create(
        builder, loc, condition[number % shape.parts], thenValue, elseValue));
  }
  bind(op.getResults(), results);
}

//===----------------------------------------------------------------------===//
// Scalar operations
//===----------------------------------------------------------------------===//

void RegionWidener::widenCombine(CombineOp op) {
  SmallVector<SmallVector<Value>> parts;
  for (unsigned part = 0; part < shape.parts; ++part)
    parts.push_back(llvm::to_vector_of<Value>(
        CombineOp::create(builder, op.getLoc(),
                          llvm::map_to_vector(op.getResultTypes(),
                                              [&](Type type) -> Type {
                                                return getVectorType(type);
                                              }),
                          op.getMonoid(), op.getTree(),
                          getParts(llvm::to_vector(op.getAccumulators()), part),
                          getParts(llvm::to_vector(op.getValues()), part))
            .getResults()));
  for (auto [number, result] : llvm::enumerate(op.getResults()))
    for (unsigned part = 0; part < shape.parts; ++part)
      vectors[result].push_back(parts[part][number]);
}

static bool isIntegerDivision(Operation &op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Emits `op` if it divides all lanes by one value and needs no division for
/// that. Lanes that are masked off may hold anything, which would need one.
bool RegionWidener::widenInvariantDivision(Operation &op) {
  auto division = dyn_cast<arith::DivFOp>(op);
  if (!division || !plan.usesReciprocals || !masks.empty() ||
      plan.isVarying(division.getRhs()) ||
      !isWorthReciprocal(division.getType(), division.getRhs()))
    return false;
  SmallVector<Value> dividends;
  for (unsigned part = 0; part < shape.parts; ++part)
    dividends.push_back(getPart(division.getLhs(), part));
  bind(op.getResults(), divideByInvariant(builder, op.getLoc(), dividends,
                                          getScalar(division.getRhs())));
  return true;
}

void RegionWidener::widenElementwise(Operation &op) {
  if (widenInvariantDivision(op))
    return;
  Location loc = op.getLoc();
  SmallVector<Type> types =
      llvm::map_to_vector(op.getResultTypes(), [&](Type type) -> Type {
        return getVectorType(type);
      });
  for (Value result : op.getResults())
    vectors[result].clear();
  for (unsigned part = 0; part < shape.parts; ++part) {
    SmallVector<Value> operands =
        getParts(llvm::to_vector(op.getOperands()), part);
    // Lanes that take no part may hold any divisor.
    if (isIntegerDivision(op) && !masks.empty()) {
      Value one = createSplat(
          loc, builder.getIntegerAttr(op.getOperand(1).getType(), 1));
      operands[1] =
          arith::SelectOp::create(builder, loc, masks[part], operands[1], one);
    }
    Operation *widened = builder.create(loc, op.getName().getIdentifier(),
                                        operands, types, op.getAttrs());
    for (auto [result, value] :
         llvm::zip_equal(op.getResults(), widened->getResults()))
      vectors[result].push_back(value);
  }
}

void RegionWidener::widenOp(Operation &op) {
  bool isVarying = llvm::any_of(
      op.getOperands(), [&](Value operand) { return plan.isVarying(operand); });
  llvm::TypeSwitch<Operation *>(&op)
      .Case([&](affine::AffineLoadOp load) { widenAffineLoad(load); })
      .Case([&](affine::AffineStoreOp store) { widenAffineStore(store); })
      .Case([&](memref::LoadOp load) { widenIrregularLoad(load); })
      .Case([&](memref::StoreOp store) { widenIrregularStore(store); })
      .Case([&](AffineForOp loop) { widenLoop(loop); })
      .Case<AffineIfOp, scf::IfOp>(
          [&](auto) { isVarying ? widenVaryingIf(op) : widenUniformIf(op); })
      .Default([&](Operation *) {
        if (!isVarying) {
          builder.clone(op, scalars);
          return;
        }
        llvm::TypeSwitch<Operation *>(&op)
            .Case([&](memref::AtomicRMWOp atomic) { widenAtomicOr(atomic); })
            .Case([&](affine::AffineApplyOp apply) { widenApply(apply); })
            .Case([&](CombineOp combine) { widenCombine(combine); })
            .Case([&](arith::IndexCastOp cast) {
              if (!widenIterationCast(cast))
                widenElementwise(op);
            })
            .Default([&](Operation *) { widenElementwise(op); });
      });
}
