//===- NestVectorizer.cpp - Trees of several loops in vectors -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a nest are numbered k in row-major order, and point k is in
// lane k mod L of its chunk of C (see TreeShape). A row of the innermost loop
// begins at any lane; steps begin at multiples of L, and those at either end of
// a row are masked. With rows of m points:
//
//   for b = 0 to n * m step C:
//     lanes = identity
//     for i = b / m to min(n, (b + C) / m, rounded up):
//       for k = max(b, i * m rounded down) to min(b + C, i * m + m) step L:
//         points k - i * m ... k - i * m + L of row i
//     push(fold(lanes))
//
//===----------------------------------------------------------------------===//

#include "NestVectorizer.h"
#include "ChunkTree.h"
#include "LaneState.h"
#include "LoopRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Whether `loop` carries through `inner` all that it carries, and nothing else
/// uses it.
static bool carriesThrough(AffineForOp loop, AffineForOp inner) {
  if (loop.getNumIterOperands() != inner.getNumIterOperands())
    return false;
  OperandRange yielded = loop.getBody()->getTerminator()->getOperands();
  for (auto [argument, init, result, next] :
       llvm::zip_equal(loop.getRegionIterArgs(), inner.getInits(),
                       inner.getResults(), yielded))
    if (argument != init || result != next || !argument.hasOneUse() ||
        !result.hasOneUse())
      return false;
  return true;
}

/// Whether all but `inner` in its block may run any number of times.
static bool areOthersRepeatable(AffineForOp inner) {
  return llvm::all_of(
      inner->getBlock()->without_terminator(), [&](Operation &op) {
        return &op == inner || (op.getNumRegions() == 0 &&
                                (isMemoryEffectFree(&op) ||
                                 isa<affine::AffineReadOpInterface>(op)));
      });
}

static bool countsFromZero(AffineForOp loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 &&
         loop.getUpperBoundMap().getNumResults() == 1;
}

SmallVector<AffineForOp> stax::getReductionNest(AffineForOp innermost) {
  SmallVector<AffineForOp> nest{innermost};
  while (innermost.getNumIterOperands() != 0) {
    AffineForOp inner = nest.back();
    auto loop = dyn_cast<AffineForOp>(inner->getParentOp());
    if (!loop || !inner.hasConstantUpperBound() ||
        inner.getConstantUpperBound() < 1 || !countsFromZero(inner) ||
        !countsFromZero(loop) || !carriesThrough(loop, inner) ||
        !areOthersRepeatable(inner))
      break;
    nest.push_back(loop);
  }
  std::reverse(nest.begin(), nest.end());
  return nest;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Emits the vector form of one nest in front of it.
class NestVectorizer {
public:
  NestVectorizer(RewriterBase &rewriter, ArrayRef<AffineForOp> nest,
                 const LoopPlan &plan, const VectorTarget &target);

  void run();

private:
  void createStates();
  SmallVector<Value> getInits(const CarriedReduction &reduction);
  SmallVector<Value> getState(bool acrossChunks = false);
  void setState(ValueRange values, bool acrossChunks = false);

  AffineForOp enterLoop(ArrayRef<AffineExpr> lower, ArrayRef<AffineExpr> upper,
                        int64_t step);
  void leaveLoop(AffineForOp loop);
  AffineForOp enterLevel(unsigned level);
  AffineForOp enterRow();
  void cloneAround(AffineForOp loop, AffineForOp inner);
  void emitStep(Value first, bool isWhole);
  void emitSteps(AffineForOp row);
  void emitChunk();
  void replaceResults(ArrayRef<SmallVector<Value>> tuples);

  RewriterBase &rewriter;
  ArrayRef<AffineForOp> nest;
  const LoopPlan &plan;
  const VectorTarget &target;
  Location loc;
  VectorShape shape;
  int64_t chunk = 0;
  SmallVector<int64_t>
      strides;      ///< numbers that an iteration of each loop takes
  LoopRange points; ///< numbers of all points
  SmallVector<LaneState> states;
  /// New loops around the insertion point: of chunks, unless there is one, then
  /// of the levels. Bounds are of these dimensions and the operands of
  /// `points`.
  SmallVector<Value> dims;
  bool isChunked = false;
  AffineExpr offset; ///< number of the first point of the current level
  IRMapping mapping;
};
} // namespace

/// Numbers that one iteration of each loop takes.
static SmallVector<int64_t> getStrides(ArrayRef<AffineForOp> nest) {
  SmallVector<int64_t> strides(nest.size(), 1);
  for (size_t level = nest.size() - 1; level > 0; --level)
    strides[level - 1] =
        strides[level] * AffineForOp(nest[level]).getConstantUpperBound();
  return strides;
}

/// The numbers of all points of `nest`.
static LoopRange getPoints(ArrayRef<AffineForOp> nest, int64_t stride) {
  AffineForOp outermost = nest.front();
  AffineMap upper = outermost.getUpperBoundMap();
  return {0,
          AffineMap::get(upper.getNumDims(), upper.getNumSymbols(),
                         upper.getResult(0) * stride),
          outermost.getUpperBoundOperands()};
}

NestVectorizer::NestVectorizer(RewriterBase &rewriter,
                               ArrayRef<AffineForOp> nest, const LoopPlan &plan,
                               const VectorTarget &target)
    : rewriter(rewriter), nest(nest), plan(plan), target(target),
      loc(AffineForOp(nest.back()).getLoc()), strides(getStrides(nest)),
      points(getPoints(nest, strides.front())),
      offset(rewriter.getAffineConstantExpr(0)) {}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

SmallVector<Value> NestVectorizer::getInits(const CarriedReduction &reduction) {
  return llvm::map_to_vector(reduction.positions, [&](unsigned position) {
    return Value(AffineForOp(nest.front()).getInits()[position]);
  });
}

void NestVectorizer::createStates() {
  shape.lanes = std::max<int64_t>(target.width * 32 / plan.widestElement, 1);
  int64_t longest = 0;
  SmallVector<int64_t> treeLanes;
  for (const CarriedReduction &reduction : plan.reductions) {
    int64_t &lanes = treeLanes.emplace_back(0);
    if (reduction.tree == Tree::Serial)
      continue;
    TreeShape tree = getTreeShape(reduction.tree,
                                  ValueRange(getInits(reduction)).getTypes());
    chunk = tree.chunk;
    lanes = tree.lanes;
    longest = std::max(longest, lanes);
    shape.lanes = std::min(shape.lanes, lanes);
  }
  shape.parts = longest / shape.lanes;
  for (auto [reduction, lanes] : llvm::zip_equal(plan.reductions, treeLanes)) {
    SmallVector<Value> inits = getInits(reduction);
    states.emplace_back(reduction, ValueRange(inits).getTypes(), shape.lanes,
                        lanes == 0 ? shape.parts : lanes / shape.lanes);
    states.back().clear(rewriter, loc);
  }
}

SmallVector<Value> NestVectorizer::getState(bool acrossChunks) {
  SmallVector<Value> values;
  for (const LaneState &state : states)
    if (!acrossChunks || !state.hasTree())
      llvm::append_range(values, state.getValues());
  return values;
}

void NestVectorizer::setState(ValueRange values, bool acrossChunks) {
  for (LaneState &state : states) {
    if (acrossChunks && state.hasTree())
      continue;
    state.setValues(values.take_front(state.getNumValues()));
    values = values.drop_front(state.getNumValues());
  }
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Opens a loop that carries the state. The greatest of `lower` and the
/// smallest of `upper` count.
AffineForOp NestVectorizer::enterLoop(ArrayRef<AffineExpr> lower,
                                      ArrayRef<AffineExpr> upper,
                                      int64_t step) {
  AffineMap bound = points.getMap(points.getUpper());
  auto getMap = [&](ArrayRef<AffineExpr> results) {
    return AffineMap::get(bound.getNumDims() + dims.size(),
                          bound.getNumSymbols(), results,
                          rewriter.getContext());
  };
  SmallVector<Value> operands(dims);
  llvm::append_range(operands, points.getOperands());
  auto loop = AffineForOp::create(rewriter, loc, operands, getMap(lower),
                                  operands, getMap(upper), step, getState());
  setState(loop.getRegionIterArgs());
  rewriter.setInsertionPointToStart(loop.getBody());
  dims.push_back(loop.getInductionVar());
  return loop;
}

void NestVectorizer::leaveLoop(AffineForOp loop) {
  affine::AffineYieldOp::create(rewriter, loc, getState());
  rewriter.setInsertionPointAfter(loop);
  setState(loop.getResults());
  dims.pop_back();
}

/// Opens the loop of `level`, over what belongs to the current chunk.
AffineForOp NestVectorizer::enterLevel(unsigned level) {
  AffineForOp loop = nest[level];
  int64_t stride = strides[level];
  AffineMap bound = loop.getUpperBoundMap();
  SmallVector<AffineExpr> lower{rewriter.getAffineConstantExpr(0)};
  SmallVector<AffineExpr> upper{
      bound.getResult(0).shiftDims(bound.getNumDims(), dims.size())};
  if (isChunked) {
    AffineExpr first = rewriter.getAffineDimExpr(0) - offset;
    lower.push_back(first.floorDiv(stride));
    upper.push_back((first + chunk).ceilDiv(stride));
  }
  AffineExpr iv = rewriter.getAffineDimExpr(dims.size());
  AffineForOp widened = enterLoop(lower, upper, /*step=*/1);
  mapping.map(loop.getInductionVar(), widened.getInductionVar());
  offset = offset + iv * stride;
  return widened;
}

/// Opens the loop over the steps of a row, by their numbers.
AffineForOp NestVectorizer::enterRow() {
  int64_t step = shape.getStep();
  int64_t count = AffineForOp(nest.back()).getConstantUpperBound();
  SmallVector<AffineExpr> lower{offset.floorDiv(step) * step};
  SmallVector<AffineExpr> upper{offset + count};
  if (isChunked) {
    AffineExpr start = rewriter.getAffineDimExpr(0);
    lower.push_back(start);
    upper.push_back(start + chunk);
  }
  return enterLoop(lower, upper, step);
}

/// Repeats what is in `loop` besides `inner`.
void NestVectorizer::cloneAround(AffineForOp loop, AffineForOp inner) {
  for (Operation &op : loop.getBody()->without_terminator())
    if (&op != inner)
      rewriter.clone(op, mapping);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// The iterations from `first` on, of which those outside of the row are masked
/// unless it `isWhole`.
void NestVectorizer::emitStep(Value first, bool isWhole) {
  int64_t count = AffineForOp(nest.back()).getConstantUpperBound();
  auto type = VectorType::get(shape.lanes, rewriter.getI1Type());
  auto createMask = [&](int64_t end) -> Value {
    Value left = affine::makeComposedAffineApply(
        rewriter, loc, end - rewriter.getAffineDimExpr(0), OpFoldResult(first));
    return vector::CreateMaskOp::create(rewriter, loc, type, left);
  };
  SmallVector<Value> masks;
  for (unsigned part = 0; !isWhole && part < shape.parts; ++part) {
    int64_t start = part * shape.lanes;
    // Lanes before the row, and those before its end, which are no fewer.
    masks.push_back(arith::XOrIOp::create(rewriter, loc, createMask(-start),
                                          createMask(count - start)));
  }
  IRMapping atStep(mapping);
  atStep.map(plan.iv, first);
  RegionWidener widener(rewriter, plan, shape, atStep, masks);
  widener.widenBody();
  for (LaneState &state : states)
    state.combine(rewriter, loc, widener, shape.parts, masks);
}

/// The body of the loop over the steps of a row.
void NestVectorizer::emitSteps(AffineForOp row) {
  int64_t count = AffineForOp(nest.back()).getConstantUpperBound();
  int64_t step = shape.getStep();
  AffineExpr number = rewriter.getAffineDimExpr(dims.size() - 1);
  Value first = affine::AffineApplyOp::create(
      rewriter, loc, AffineMap::get(dims.size(), 0, number - offset), dims);
  if (count % step == 0)
    return emitStep(first, /*isWhole=*/true);
  AffineExpr inRow = rewriter.getAffineDimExpr(0);
  SmallVector<Value> before = getState();
  auto branch = AffineIfOp::create(
      rewriter, loc, ValueRange(before).getTypes(),
      IntegerSet::get(1, 0, {inRow, count - step - inRow}, {false, false}),
      first, /*withElseRegion=*/true);
  for (bool isWhole : {true, false}) {
    rewriter.setInsertionPointToStart(isWhole ? branch.getThenBlock()
                                              : branch.getElseBlock());
    setState(before);
    emitStep(first, isWhole);
    affine::AffineYieldOp::create(rewriter, loc, getState());
  }
  rewriter.setInsertionPointAfter(branch);
  setState(branch.getResults());
}

/// The points of the chunk of the current loop, of all if there is none.
void NestVectorizer::emitChunk() {
  SmallVector<AffineForOp> loops;
  for (unsigned level = 0; level + 1 < nest.size(); ++level) {
    loops.push_back(enterLevel(level));
    cloneAround(nest[level], nest[level + 1]);
  }
  loops.push_back(enterRow());
  emitSteps(loops.back());
  for (AffineForOp loop : llvm::reverse(loops))
    leaveLoop(loop);
}

/// Combines the vectors' result of each reduction with where it starts from.
void NestVectorizer::replaceResults(ArrayRef<SmallVector<Value>> tuples) {
  AffineForOp outermost = nest.front();
  SmallVector<Value> results(outermost.getNumResults());
  for (auto [reduction, tuple] : llvm::zip_equal(plan.reductions, tuples)) {
    SmallVector<Value> start = getInits(reduction);
    SmallVector<Value> combined =
        areIdentity(reduction.monoid, start)
            ? tuple
            : reduction.monoid.emitCombine(rewriter, loc, start, tuple);
    for (auto [position, value] :
         llvm::zip_equal(reduction.positions, combined))
      results[position] = value;
  }
  rewriter.replaceOp(outermost, results);
}

void NestVectorizer::run() {
  AffineForOp outermost = nest.front();
  rewriter.setInsertionPoint(outermost);
  createStates();
  std::optional<int64_t> count = points.getCount();
  isChunked = !count || *count > chunk;
  SmallVector<SmallVector<Value>> tuples;
  if (!isChunked) {
    emitChunk();
    for (const LaneState &state : states)
      tuples.push_back(state.fold(rewriter, loc));
    return replaceResults(tuples);
  }
  SmallVector<PendingChunks> pending;
  for (const LaneState &state : states)
    if (state.hasTree())
      pending.emplace_back(rewriter, outermost, state.getReduction().monoid,
                           state.getTypes(), chunk);
  auto chunks = AffineForOp::create(
      rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0),
      points.getOperands(), points.getMap(points.getUpper()), chunk,
      getState(/*acrossChunks=*/true));
  setState(chunks.getRegionIterArgs(), /*acrossChunks=*/true);
  rewriter.setInsertionPointToStart(chunks.getBody());
  dims.push_back(chunks.getInductionVar());
  emitChunk();
  Value number = affine::makeComposedAffineApply(
      rewriter, loc, rewriter.getAffineDimExpr(0).floorDiv(chunk),
      getAsOpFoldResult(ValueRange(chunks.getInductionVar())));
  PendingChunks *next = pending.begin();
  for (const LaneState &state : states)
    if (state.hasTree())
      (next++)->push(rewriter, state.fold(rewriter, loc), number);
  SmallVector<Value> carried = getState(/*acrossChunks=*/true);
  if (!carried.empty())
    affine::AffineYieldOp::create(rewriter, loc, carried);
  rewriter.setInsertionPointAfter(chunks);
  setState(chunks.getResults(), /*acrossChunks=*/true);

  Value numChunks = createNumChunks(rewriter, loc, points, chunk);
  next = pending.begin();
  for (const LaneState &state : states)
    tuples.push_back(state.hasTree() ? (next++)->fold(rewriter, numChunks)
                                     : state.fold(rewriter, loc));
  replaceResults(tuples);
}

void stax::vectorizeNest(RewriterBase &rewriter, ArrayRef<AffineForOp> nest,
                         const LoopPlan &plan, const VectorTarget &target) {
  NestVectorizer(rewriter, nest, plan, target).run();
}
