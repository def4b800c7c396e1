//===- ArgExtreme.cpp - Extremes with their index -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgExtreme.h"
#include "BodyCopy.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether `compare` has the operands `lhs` and `rhs`, in the other order if
/// `isSwapped`.
template <typename CompareOp>
static bool hasOperands(CompareOp compare, Value lhs, Value rhs,
                        bool isSwapped) {
  return compare.getLhs() == (isSwapped ? rhs : lhs) &&
         compare.getRhs() == (isSwapped ? lhs : rhs);
}

/// The monoid of integers that replace an accumulator where `compare` holds
/// between `value` and it.
static MonoidAttrInterface getMonoid(arith::CmpIOp compare, Value value,
                                     Value accumulator) {
  MLIRContext *context = compare.getContext();
  for (bool isSwapped : {false, true}) {
    if (!hasOperands(compare, value, accumulator, isSwapped))
      continue;
    using Predicate = arith::CmpIPredicate;
    Predicate predicate = compare.getPredicate();
    if (predicate == (isSwapped ? Predicate::slt : Predicate::sgt))
      return ArgMaxSAttr::get(context);
    if (predicate == (isSwapped ? Predicate::sgt : Predicate::slt))
      return ArgMinSAttr::get(context);
    if (predicate == (isSwapped ? Predicate::ult : Predicate::ugt))
      return ArgMaxUAttr::get(context);
    if (predicate == (isSwapped ? Predicate::ugt : Predicate::ult))
      return ArgMinUAttr::get(context);
  }
  return {};
}

/// The same for floats, of which `compare` is ordered or not.
static MonoidAttrInterface getMonoid(arith::CmpFOp compare, bool isOrdered,
                                     Value value, Value accumulator) {
  MLIRContext *context = compare.getContext();
  using Predicate = arith::CmpFPredicate;
  Predicate greater = isOrdered ? Predicate::OGT : Predicate::UGT;
  Predicate less = isOrdered ? Predicate::OLT : Predicate::ULT;
  for (bool isSwapped : {false, true}) {
    if (!hasOperands(compare, value, accumulator, isSwapped))
      continue;
    if (compare.getPredicate() == (isSwapped ? less : greater))
      return ArgMaxAttr::get(context);
    if (compare.getPredicate() == (isSwapped ? greater : less))
      return ArgMinAttr::get(context);
  }
  return {};
}

/// Whether `value` is true where `accumulator` is no NaN.
static bool isOrderedTest(Value value, Value accumulator) {
  auto compare = value.getDefiningOp<arith::CmpFOp>();
  return compare && compare.getPredicate() == arith::CmpFPredicate::ORD &&
         compare.getLhs() == accumulator && compare.getRhs() == accumulator;
}

/// Sets the monoid of `extreme` if accumulators are replaced on `condition`.
/// Two kinds of steps on floats do not depend on the order of points: a NaN is
/// never better, or it is better than all and stays.
static void matchCondition(Value condition, Value accumulator,
                           ArgExtreme &extreme) {
  if (auto compare = condition.getDefiningOp<arith::CmpIOp>()) {
    extreme.monoid = getMonoid(compare, extreme.value, accumulator);
    return;
  }
  if (auto compare = condition.getDefiningOp<arith::CmpFOp>()) {
    extreme.ignoresNaN = true;
    extreme.monoid =
        getMonoid(compare, /*isOrdered=*/true, extreme.value, accumulator);
    return;
  }
  auto both = condition.getDefiningOp<arith::AndIOp>();
  if (!both)
    return;
  Value better = both.getLhs(), isNumber = both.getRhs();
  if (!isOrderedTest(isNumber, accumulator))
    std::swap(better, isNumber);
  auto compare = better.getDefiningOp<arith::CmpFOp>();
  if (compare && isOrderedTest(isNumber, accumulator))
    extreme.monoid =
        getMonoid(compare, /*isOrdered=*/false, extreme.value, accumulator);
}

/// Collects the indices that `place` is computed from. Fails unless they are
/// all of `loop`, there is one, and any index has a place.
static LogicalResult matchPlace(Block &block, Value place, int64_t loop,
                                SmallVectorImpl<linalg::IndexOp> &indices) {
  BodySlice slice = getSlice(block, place);
  for (Operation *op : slice.ops) {
    if (auto index = dyn_cast<linalg::IndexOp>(op))
      indices.push_back(index);
    else if (isa<tensor::ExtractOp>(op) || !isSpeculatable(op))
      return failure();
  }
  return success(slice.arguments.none() && !indices.empty() &&
                 llvm::all_of(indices, [&](linalg::IndexOp index) {
                   return int64_t(index.getDim()) == loop;
                 }));
}

/// Matches the step with result `valueResult` as the extreme.
static std::optional<ArgExtreme> matchStep(linalg::LinalgOp op,
                                           unsigned valueResult) {
  Block *block = op.getBlock();
  unsigned placeResult = 1 - valueResult;
  Operation *yield = block->getTerminator();
  auto select = yield->getOperand(valueResult).getDefiningOp<arith::SelectOp>();
  auto selectPlace =
      yield->getOperand(placeResult).getDefiningOp<arith::SelectOp>();
  ArrayRef<BlockArgument> accumulators = op.getRegionOutputArgs();
  if (!select || !selectPlace ||
      select.getCondition() != selectPlace.getCondition() ||
      select.getFalseValue() != accumulators[valueResult] ||
      selectPlace.getFalseValue() != accumulators[placeResult])
    return std::nullopt;
  ArgExtreme extreme{/*monoid=*/{}, select.getTrueValue(), /*indices=*/{},
                     valueResult, /*ignoresNaN=*/false};
  matchCondition(select.getCondition(), accumulators[valueResult], extreme);
  SmallVector<unsigned> loops;
  op.getReductionDims(loops);
  if (!extreme.monoid || !dependsOnNoAccumulator(op, extreme.value) ||
      failed(matchPlace(*block, selectPlace.getTrueValue(), loops.front(),
                        extreme.indices)))
    return std::nullopt;
  return extreme;
}

std::optional<ArgExtreme> stax::matchArgExtreme(linalg::LinalgOp op) {
  if (op.getNumReductionLoops() != 1 || op.getNumDpsInits() != 2)
    return std::nullopt;
  OpOperand *first = op.getDpsInitOperand(0), *second = op.getDpsInitOperand(1);
  if (op.getMatchingIndexingMap(first) != op.getMatchingIndexingMap(second) ||
      op.getShape(first) != op.getShape(second))
    return std::nullopt;
  for (unsigned valueResult : {0, 1})
    if (std::optional<ArgExtreme> extreme = matchStep(op, valueResult))
      return extreme;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

/// `value`, or if that is a NaN the worst value of `monoid`.
static Value replaceNaN(OpBuilder &builder, Location loc, Value value,
                        TypedAttr worst) {
  Value isNaN = arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::UNO,
                                      value, value);
  Value replacement = arith::ConstantOp::create(builder, loc, worst);
  return arith::SelectOp::create(builder, loc, isNaN, replacement, value);
}

/// The best value of each row, and its index.
static ReduceOp createReduce(OpBuilder &builder, linalg::LinalgOp op,
                             const ArgExtreme &extreme,
                             const LoopDomain &domain) {
  BodySlice slice = getSlice(*op.getBlock(), extreme.value);
  ElementReads reads = getReads(op, slice, domain);
  SmallVector<Type> elements{extreme.value.getType(), builder.getIndexType()};
  SmallVector<Type> types = llvm::map_to_vector(elements, [&](Type element) {
    return Type(RankedTensorType::get(domain.shape, element));
  });
  auto reduce = ReduceOp::create(
      builder, op.getLoc(), types, extreme.monoid, domain.reduced,
      reads.getInputs(), reads.getMaps(), domain.extents, /*isPartial=*/true,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        cloneSlice(nested, slice, domain, mapping);
        Value value = mapping.lookupOrDefault(extreme.value);
        if (extreme.ignoresNaN)
          value = replaceNaN(nested, loc, value,
                             extreme.monoid.getIdentity(elements).front());
        Value index = IndexOp::create(nested, loc, domain.reduced.front());
        YieldOp::create(nested, loc, {value, index});
      });
  copyPlacement(op, reduce);
  return reduce;
}

SmallVector<Value> stax::convertArgExtreme(OpBuilder &builder,
                                           linalg::LinalgOp op,
                                           const ArgExtreme &extreme,
                                           ArrayRef<OpFoldResult> loopExtents) {
  OpOperand *init = op.getDpsInitOperand(0);
  LoopDomain domain = getDomain(builder, op, op.getMatchingIndexingMap(init),
                                op.getShape(init), loopExtents);
  ReduceOp reduce = createReduce(builder, op, extreme, domain);

  Block *block = op.getBlock();
  Value firstIndex = ArrayRef(extreme.indices).front()->getResult(0);
  AffineMap point = builder.getMultiDimIdentityMap(domain.shape.size());
  ElementReads reads;
  SmallVector<Value> known{extreme.value};
  reads.add(extreme.value, reduce.getResult(0), point);
  reads.add(firstIndex, reduce.getResult(1), point);
  for (auto [accumulator, out] :
       llvm::zip_equal(op.getRegionOutputArgs(), op.getDpsInits())) {
    known.push_back(accumulator);
    reads.add(accumulator, out, point);
  }
  for (linalg::IndexOp index : extreme.indices)
    known.push_back(index);
  ValueRange yielded = block->getTerminator()->getOperands();
  BodySlice slice = getSlice(*block, yielded, known);
  auto step = PointwiseOp::create(
      builder, op.getLoc(), op->getResultTypes(), reads.getInputs(),
      reads.getMaps(), domain.getParallelExtents(),
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        for (linalg::IndexOp index : extreme.indices)
          mapping.map(index.getResult(), mapping.lookup(firstIndex));
        cloneSlice(nested, slice, domain, mapping);
        YieldOp::create(nested, loc,
                        llvm::map_to_vector(yielded, [&](Value value) {
                          return mapping.lookup(value);
                        }));
      });
  copyPlacement(op, step);
  return llvm::to_vector_of<Value>(step.getResults());
}
