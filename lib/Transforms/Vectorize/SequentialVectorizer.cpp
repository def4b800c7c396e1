//===- SequentialVectorizer.cpp - Sequential loops in vectors -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over n points runs in steps of several vectors, and its end is masked.
// Where it carries sums of floats the trees of those decide how: L lanes (see
// TreeShape) are L / lanes vectors, which all exist at once, in chunks of C
// points:
//
//   for b = 0 to n step C:
//     lanes = identity
//     for k = b to min(b + C, n - n mod L) step L: combine
//     if this chunk is the last, and n mod L != 0: combine, masked
//     push(fold(lanes))
//
// A scan takes the same steps, with blocks for vectors (see ScanState).
//
// Lanes that are masked off keep their value. Without masked loads the lanes
// are stored for the end of the last chunk and its points combined one by one.
//
//===----------------------------------------------------------------------===//

#include "ChunkTree.h"
#include "LaneState.h"
#include "LoopRange.h"
#include "LoopVectorizer.h"
#include "ScanState.h"

#include "mlir/Dialect/Affine/Analysis/LoopAnalysis.h"
#include "mlir/Dialect/Affine/LoopUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {
/// Emits the vector form of one loop in front of it.
class SequentialVectorizer {
public:
  SequentialVectorizer(RewriterBase &rewriter, AffineForOp loop,
                       const LoopPlan &plan, const VectorTarget &target)
      : rewriter(rewriter), loop(loop), plan(plan), target(target),
        loc(loop.getLoc()),
        range(loop.getConstantLowerBound(), loop.getUpperBoundMap(),
              loop.getUpperBoundOperands()),
        shape(getVectorShape(plan, target, range.getCount())) {}

  void run();

private:
  void createStates();
  bool isMasked() const {
    return plan.isMaskable() && target.hasMaskedAccess(plan.narrowestAccess);
  }
  bool hasTail() const {
    std::optional<int64_t> count = range.getCount();
    return !count || *count % shape.getStep() != 0;
  }
  SmallVector<Value> getInits(ArrayRef<unsigned> positions);
  bool isTotalUsed(const CarriedScan &scan);

  // The values that loops carry.
  SmallVector<Value> getState(bool acrossChunks = false);
  void setState(ValueRange values, bool acrossChunks = false);
  void widenBody(RegionWidener &widener, ArrayRef<Value> counts = {});
  void combineInto(RegionWidener &widener, unsigned parts,
                   ArrayRef<Value> masks);

  // Loops without trees.
  void unrollShortLoops();
  void runWithoutTrees();
  void emitMain(ValueRange lowerOperands, AffineMap lower,
                ValueRange upperOperands, AffineMap upper);
  void emitMaskedTail();
  SmallVector<Value> emitScalarTail();

  // Trees.
  void runTrees();
  void emitChunk(Value start);
  void emitTreeTail(Value start);
  void emitMaskedStep(Value first);
  void emitScalarSteps(Value first);

  void replaceResults(ValueRange starts, ArrayRef<SmallVector<Value>> tuples);

  RewriterBase &rewriter;
  AffineForOp loop;
  const LoopPlan &plan;
  const VectorTarget &target;
  Location loc;
  LoopRange range;
  VectorShape shape;
  SmallVector<LaneState> states;
  SmallVector<ScanState> scans;
  SmallVector<AffineForOp> mains; ///< over whole steps
  int64_t chunk = 0;              ///< points a chunk, 0 without trees
};
} // namespace

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

SmallVector<Value>
SequentialVectorizer::getInits(ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions, [&](unsigned position) {
    return Value(loop.getInits()[position]);
  });
}

bool SequentialVectorizer::isTotalUsed(const CarriedScan &scan) {
  return llvm::any_of(scan.positions, [&](unsigned position) {
    return !loop.getResult(position).use_empty();
  });
}

/// Chooses the vectors of a step, and those that hold each reduction.
void SequentialVectorizer::createStates() {
  int64_t longest = 0;
  int64_t shortest = shape.lanes;
  SmallVector<int64_t> treeLanes;
  for (const CarriedReduction &reduction : plan.reductions) {
    int64_t &lanes = treeLanes.emplace_back(0);
    if (reduction.tree == Tree::Serial)
      continue;
    TreeShape tree = getTreeShape(
        reduction.tree, ValueRange(getInits(reduction.positions)).getTypes());
    chunk = tree.chunk;
    lanes = tree.lanes;
    // Lanes that never have a point change nothing.
    if (std::optional<int64_t> count = range.getCount())
      lanes = std::min<int64_t>(lanes, llvm::PowerOf2Ceil(*count));
    if (!plan.scans.empty())
      lanes = std::max(lanes, shape.lanes);
    longest = std::max(longest, lanes);
    shortest = std::min(shortest, lanes);
  }
  if (longest != 0) {
    shape.lanes = std::max<int64_t>(shortest, 1);
    shape.parts = longest / shape.lanes;
  }
  for (auto [reduction, lanes] : llvm::zip_equal(plan.reductions, treeLanes)) {
    SmallVector<Type> types =
        llvm::to_vector(ValueRange(getInits(reduction.positions)).getTypes());
    states.emplace_back(reduction, types, shape.lanes,
                        lanes == 0 ? shape.parts : lanes / shape.lanes);
    states.back().clear(rewriter, loc);
  }
  for (const CarriedScan &scan : plan.scans) {
    chunk = getScanShape(Tree::ScanRow).chunk;
    scans.emplace_back(rewriter, scan, getInits(scan.positions));
  }
}

SmallVector<Value> SequentialVectorizer::getState(bool acrossChunks) {
  SmallVector<Value> values;
  for (const LaneState &state : states)
    if (!acrossChunks || !state.hasTree())
      llvm::append_range(values, state.getValues());
  for (const ScanState &scan : scans)
    llvm::append_range(values,
                       acrossChunks ? scan.getChunk() : scan.getBlock());
  return values;
}

void SequentialVectorizer::setState(ValueRange values, bool acrossChunks) {
  for (LaneState &state : states) {
    if (acrossChunks && state.hasTree())
      continue;
    state.setValues(values.take_front(state.getNumValues()));
    values = values.drop_front(state.getNumValues());
  }
  for (ScanState &scan : scans) {
    size_t size = scan.getChunk().size();
    acrossChunks ? scan.setChunk(values.take_front(size))
                 : scan.setBlock(values.take_front(size));
    values = values.drop_front(size);
  }
}

/// Emits the body in vectors. `counts` are the points of each part of an
/// incomplete step, else empty.
void SequentialVectorizer::widenBody(RegionWidener &widener,
                                     ArrayRef<Value> counts) {
  widener.widenBody([&](const CarriedScan &scan) {
    ScanState &state = scans[&scan - plan.scans.begin()];
    state.step(rewriter, widener, shape.parts,
               isTotalUsed(scan) ? counts : ArrayRef<Value>());
  });
}

void SequentialVectorizer::combineInto(RegionWidener &widener, unsigned parts,
                                       ArrayRef<Value> masks) {
  for (LaneState &state : states)
    state.combine(rewriter, loc, widener, parts, masks);
}

/// Ends the body of `loop` and moves behind it.
static void closeLoop(RewriterBase &rewriter, AffineForOp loop,
                      ValueRange values) {
  if (!values.empty())
    affine::AffineYieldOp::create(rewriter, loop.getLoc(), values);
  rewriter.setInsertionPointAfter(loop);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Whole steps between two bounds.
void SequentialVectorizer::emitMain(ValueRange lowerOperands, AffineMap lower,
                                    ValueRange upperOperands, AffineMap upper) {
  auto main =
      AffineForOp::create(rewriter, loc, lowerOperands, lower, upperOperands,
                          upper, shape.getStep(), getState());
  setState(main.getRegionIterArgs());
  rewriter.setInsertionPointToStart(main.getBody());
  IRMapping mapping;
  mapping.map(plan.iv, main.getInductionVar());
  RegionWidener widener(rewriter, plan, shape, mapping);
  widenBody(widener);
  combineInto(widener, shape.parts, /*masks=*/{});
  closeLoop(rewriter, main, getState());
  setState(main.getResults());
  mains.push_back(main);
}

/// How many points there are from `first` and from each of its vectors on,
/// which may be none and fewer.
static SmallVector<Value> createCounts(OpBuilder &builder, Location loc,
                                       const LoopRange &range, Value first,
                                       VectorShape shape) {
  SmallVector<Value> counts;
  AffineExpr left = range.moveAfter(range.getUpper()) - range.getFirst();
  for (unsigned part = 0; part < shape.parts; ++part)
    counts.push_back(affine::makeComposedAffineApply(
        builder, loc, range.getMapAfter(left - part * shape.lanes),
        getAsOpFoldResult(range.getOperandsAfter(first))));
  return counts;
}

/// The lanes that are points.
static SmallVector<Value> createMasks(OpBuilder &builder, Location loc,
                                      ArrayRef<Value> counts, int64_t lanes) {
  VectorType type = VectorType::get(lanes, builder.getI1Type());
  return llvm::map_to_vector(counts, [&](Value count) {
    return Value(vector::CreateMaskOp::create(builder, loc, type, count));
  });
}

//===----------------------------------------------------------------------===//
// Loops without trees
//===----------------------------------------------------------------------===//

/// What is left, one masked vector after the other.
void SequentialVectorizer::emitMaskedTail() {
  AffineExpr lower =
      getAffineConstantExpr(range.getLower(), rewriter.getContext());
  auto tail = AffineForOp::create(
      rewriter, loc, range.getOperands(),
      range.getMap({lower, range.getWholeEnd(shape.getStep())}),
      range.getOperands(), range.getMap(range.getUpper()), shape.lanes,
      getState());
  setState(tail.getRegionIterArgs());
  rewriter.setInsertionPointToStart(tail.getBody());
  VectorShape single{shape.lanes, 1};
  SmallVector<Value> masks = createMasks(
      rewriter, loc,
      createCounts(rewriter, loc, range, tail.getInductionVar(), single),
      shape.lanes);
  IRMapping mapping;
  mapping.map(plan.iv, tail.getInductionVar());
  RegionWidener widener(rewriter, plan, single, mapping, masks);
  widener.widenBody();
  combineInto(widener, /*parts=*/1, masks);
  closeLoop(rewriter, tail, getState());
  setState(tail.getResults());
}

/// What is left, one by one; returns what the loop carries.
SmallVector<Value> SequentialVectorizer::emitScalarTail() {
  auto tail = cast<AffineForOp>(rewriter.clone(*loop));
  AffineExpr lower =
      getAffineConstantExpr(range.getLower(), rewriter.getContext());
  tail.setLowerBound(range.getOperands(),
                     range.getMap({lower, range.getWholeEnd(shape.getStep())}));
  return llvm::to_vector_of<Value>(tail.getResults());
}

void SequentialVectorizer::runWithoutTrees() {
  emitMain({}, rewriter.getConstantAffineMap(range.getLower()),
           range.getOperands(),
           range.getMap(range.getWholeEnd(shape.getStep())));
  // A scalar tail starts from where the loop does.
  SmallVector<Value> carried(loop.getInits());
  if (hasTail() && isMasked())
    emitMaskedTail();
  else if (hasTail())
    carried = emitScalarTail();
  SmallVector<SmallVector<Value>> tuples;
  for (const LaneState &state : states)
    tuples.push_back(state.fold(rewriter, loc));
  replaceResults(carried, tuples);
}

//===----------------------------------------------------------------------===//
// Trees
//===----------------------------------------------------------------------===//

void SequentialVectorizer::emitMaskedStep(Value first) {
  SmallVector<Value> counts = createCounts(rewriter, loc, range, first, shape);
  SmallVector<Value> masks = createMasks(rewriter, loc, counts, shape.lanes);
  IRMapping mapping;
  mapping.map(plan.iv, first);
  RegionWidener widener(rewriter, plan, shape, mapping, masks);
  widenBody(widener, counts);
  combineInto(widener, shape.parts, masks);
}

/// Combines the points from `first` on with lanes in memory.
void SequentialVectorizer::emitScalarSteps(Value first) {
  SmallVector<SmallVector<Value>> arrays;
  auto forVectors = [&](auto access) {
    for (auto [state, tupleArrays] : llvm::zip_equal(states, arrays))
      for (unsigned i = 0; i < state.getNumVectors(); ++i)
        for (unsigned member = 0; member < tupleArrays.size(); ++member)
          access(
              state, i, member, tupleArrays[member],
              arith::ConstantIndexOp::create(rewriter, loc, i * shape.lanes));
  };
  for (const LaneState &state : states)
    arrays.push_back(
        allocateOnStack(rewriter, loop, state.getTypes(), state.getNumLanes()));
  forVectors([&](LaneState &state, unsigned i, unsigned member, Value array,
                 Value position) {
    vector::StoreOp::create(rewriter, loc, state.getTuple(i)[member], array,
                            position);
  });

  auto tail =
      AffineForOp::create(rewriter, loc, first, rewriter.getDimIdentityMap(),
                          range.getOperands(), range.getMap(range.getUpper()));
  rewriter.setInsertionPointToStart(tail.getBody());
  IRMapping mapping;
  mapping.map(plan.iv, tail.getInductionVar());
  for (Operation &op : plan.body->without_terminator())
    if (!plan.combiners.contains(&op))
      rewriter.clone(op, mapping);
  Value distance =
      arith::SubIOp::create(rewriter, loc, tail.getInductionVar(), first);
  for (auto [state, tupleArrays] : llvm::zip_equal(states, arrays)) {
    Value lanes =
        arith::ConstantIndexOp::create(rewriter, loc, state.getNumLanes());
    Value lane = arith::RemUIOp::create(rewriter, loc, distance, lanes);
    SmallVector<Value> tuple = loadTuple(rewriter, loc, tupleArrays, lane);
    for (ArrayRef<Value> step : state.getReduction().steps)
      tuple = state.getReduction().monoid.emitCombine(
          rewriter, loc, tuple, llvm::map_to_vector(step, [&](Value value) {
            return mapping.lookupOrDefault(value);
          }));
    storeTuple(rewriter, loc, tuple, tupleArrays, lane);
  }
  rewriter.setInsertionPointAfter(tail);

  forVectors([&](LaneState &state, unsigned i, unsigned member, Value array,
                 Value position) {
    SmallVector<Value> tuple(state.getTuple(i));
    tuple[member] = vector::LoadOp::create(
        rewriter, loc, cast<VectorType>(tuple[member].getType()), array,
        position);
    state.setTuple(i, tuple);
  });
}

/// The incomplete step of the chunk from `start` on (null for the only chunk),
/// if it has one.
void SequentialVectorizer::emitTreeTail(Value start) {
  AffineExpr end = range.getWholeEnd(shape.getStep());
  auto emit = [&] {
    Value first =
        affine::makeComposedAffineApply(rewriter, loc, range.getMap(end),
                                        getAsOpFoldResult(range.getOperands()));
    // The points of a scan are in order: its few last ones are masked wherever
    // that is possible, even one by one.
    isMasked() || !scans.empty() ? emitMaskedStep(first)
                                 : emitScalarSteps(first);
  };
  if (!start)
    return emit();
  // The step starts in this chunk, and has points.
  AffineExpr movedEnd = range.moveAfter(end);
  AffineExpr upper = range.moveAfter(range.getUpper());
  SmallVector<AffineExpr> constraints{movedEnd - range.getFirst(),
                                      range.getFirst() + (chunk - 1) - movedEnd,
                                      upper - movedEnd - 1};
  AffineMap map = range.getMapAfter(constraints);
  SmallVector<Value> before = getState();
  auto branch = AffineIfOp::create(
      rewriter, loc, ValueRange(before).getTypes(),
      IntegerSet::get(map.getNumDims(), map.getNumSymbols(), constraints,
                      SmallVector<bool>(constraints.size(), false)),
      range.getOperandsAfter(start), /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(branch.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loc, before);
  rewriter.setInsertionPointToStart(branch.getThenBlock());
  emit();
  affine::AffineYieldOp::create(rewriter, loc, getState());
  rewriter.setInsertionPointAfter(branch);
  setState(branch.getResults());
}

/// The points of the chunk from `start` on; null for the only chunk.
void SequentialVectorizer::emitChunk(Value start) {
  AffineExpr end = range.getWholeEnd(shape.getStep());
  for (ScanState &scan : scans)
    scan.enterChunk(rewriter);
  if (start)
    emitMain(
        start, rewriter.getDimIdentityMap(), range.getOperandsAfter(start),
        range.getMapAfter({range.getFirst() + chunk, range.moveAfter(end)}));
  else
    emitMain({}, rewriter.getConstantAffineMap(0), range.getOperands(),
             range.getMap(end));
  if (hasTail())
    emitTreeTail(start);
  for (ScanState &scan : scans)
    scan.leaveChunk(rewriter);
}

void SequentialVectorizer::runTrees() {
  SmallVector<SmallVector<Value>> tuples;
  std::optional<int64_t> count = range.getCount();
  if (count && *count <= chunk) {
    emitChunk(/*start=*/nullptr);
    for (const LaneState &state : states)
      tuples.push_back(state.fold(rewriter, loc));
    return replaceResults(loop.getInits(), tuples);
  }
  SmallVector<PendingChunks> pending;
  for (LaneState &state : states)
    if (state.hasTree())
      pending.emplace_back(rewriter, loop, state.getReduction().monoid,
                           state.getTypes(), chunk);
  auto chunks = AffineForOp::create(
      rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0),
      range.getOperands(), range.getMap(range.getUpper()), chunk,
      getState(/*acrossChunks=*/true));
  rewriter.setInsertionPointToStart(chunks.getBody());
  setState(chunks.getRegionIterArgs(), /*acrossChunks=*/true);
  Value start = chunks.getInductionVar();
  emitChunk(start);
  Value number = affine::makeComposedAffineApply(
      rewriter, loc, rewriter.getAffineDimExpr(0).floorDiv(chunk),
      getAsOpFoldResult(ValueRange(start)));
  PendingChunks *next = pending.begin();
  for (LaneState &state : states)
    if (state.hasTree())
      (next++)->push(rewriter, state.fold(rewriter, loc), number);
  closeLoop(rewriter, chunks, getState(/*acrossChunks=*/true));
  setState(chunks.getResults(), /*acrossChunks=*/true);

  Value numChunks = createNumChunks(rewriter, loc, range, chunk);
  next = pending.begin();
  for (LaneState &state : states)
    tuples.push_back(state.hasTree() ? (next++)->fold(rewriter, numChunks)
                                     : state.fold(rewriter, loc));
  replaceResults(loop.getInits(), tuples);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Combines the vectors' result of each reduction with where it starts from.
void SequentialVectorizer::replaceResults(ValueRange starts,
                                          ArrayRef<SmallVector<Value>> tuples) {
  SmallVector<Value> results(starts);
  for (auto [reduction, tuple] : llvm::zip_equal(plan.reductions, tuples)) {
    SmallVector<Value> start =
        llvm::map_to_vector(reduction.positions, [&](unsigned position) {
          return results[position];
        });
    SmallVector<Value> combined =
        areIdentity(reduction.monoid, start)
            ? tuple
            : reduction.monoid.emitCombine(rewriter, loc, start, tuple);
    for (auto [position, value] :
         llvm::zip_equal(reduction.positions, combined))
      results[position] = value;
  }
  for (const ScanState &scan : scans)
    for (auto [position, value] :
         llvm::zip_equal(scan.getScan().positions, scan.getTotal(rewriter)))
      results[position] = value;
  rewriter.replaceOp(loop, results);
}

/// A row of so many vectors, and what is computed from it, fits registers.
static constexpr uint64_t kMaxVectorsInRegisters = 8;

/// Runs rows that fit registers without loops: what several loops load is then
/// loaded once.
void SequentialVectorizer::unrollShortLoops() {
  for (AffineForOp main : mains) {
    std::optional<uint64_t> steps = affine::getConstantTripCount(main);
    if (steps && *steps != 0 && *steps * shape.parts <= kMaxVectorsInRegisters)
      (void)affine::loopUnrollFull(main);
  }
}

void SequentialVectorizer::run() {
  rewriter.setInsertionPoint(loop);
  createStates();
  chunk == 0 ? runWithoutTrees() : runTrees();
  // Without a schedule that is left to whoever comes next.
  if (target.keepsRows)
    unrollShortLoops();
}

void stax::vectorizeSequential(RewriterBase &rewriter, AffineForOp loop,
                               const LoopPlan &plan,
                               const VectorTarget &target) {
  SequentialVectorizer(rewriter, loop, plan, target).run();
}
