//===- LoopVectorizer.cpp - Turns planned loops into vector loops ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops without reductions whose trees can be observed. A parallel loop keeps
// its place and takes longer steps; the last one, which may be incomplete, is a
// branch:
//
//   for i = 0 to n step 4 * lanes:
//     if i + 4 * lanes <= n: four vectors
//     else: for j = i to n step lanes: one vector, masked
//
//===----------------------------------------------------------------------===//

#include "LoopVectorizer.h"
#include "LoopRange.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;
using affine::AffineParallelOp;

/// The most vectors that a loop in the body carries for each vector of a step.
static unsigned getNumCarried(const LoopPlan &plan) {
  unsigned most = 0;
  plan.body->walk([&](AffineForOp loop) {
    most = std::max<unsigned>(
        most, llvm::count_if(loop.getResults(), [&](Value result) {
          return plan.isVarying(result);
        }));
  });
  return most;
}

/// Long bodies have parallelism enough in themselves. Columns that are combined
/// read a strip of each row, which should be long; but what they carry takes no
/// more than half of the registers.
static unsigned getMaxParts(const LoopPlan &plan, const VectorTarget &target) {
  unsigned numCarried = getNumCarried(plan);
  if (numCarried != 0 && plan.numOps <= 24) {
    unsigned registers = target.isa == InstructionSet::AVX512 ? 16 : 8;
    return std::clamp(llvm::bit_floor(registers / numCarried), 1u, 8u);
  }
  return plan.numOps <= 48 ? 4 : plan.numOps <= 128 ? 2 : 1;
}

VectorShape stax::getVectorShape(const LoopPlan &plan,
                                 const VectorTarget &target,
                                 std::optional<int64_t> count) {
  int64_t lanes = std::max<int64_t>(target.width * 32 / plan.widestElement, 1);
  VectorShape shape{lanes, target.unroll != 0 ? target.unroll
                                              : getMaxParts(plan, target)};
  if (!plan.scans.empty()) {
    // A vector is a block, in as many registers as that takes.
    shape.lanes = getScanShape(Tree::ScanRow).block;
    shape.parts =
        std::clamp<int64_t>(lanes * shape.parts / shape.lanes, 1, shape.parts);
    if (count)
      shape.parts = std::clamp<int64_t>(*count / shape.lanes, 1, shape.parts);
    return shape;
  }
  if (!count)
    return shape;
  shape.lanes = std::min<int64_t>(
      lanes, llvm::PowerOf2Ceil(std::max<int64_t>(*count, 1)));
  shape.parts = std::clamp<int64_t>(*count / shape.lanes, 1, shape.parts);
  return shape;
}

/// The lanes from `first` on that are in `range`.
static Value createTailMask(OpBuilder &builder, Location loc,
                            const LoopRange &range, Value first,
                            int64_t lanes) {
  Value left = affine::AffineApplyOp::create(
      builder, loc,
      range.getMapAfter(range.moveAfter(range.getUpper()) - range.getFirst()),
      range.getOperandsAfter(first));
  return vector::CreateMaskOp::create(
      builder, loc, VectorType::get(lanes, builder.getI1Type()), left);
}

/// Emits the iterations of `range` from those of `lower` on.
static void emitTail(OpBuilder &builder, Location loc, const LoopPlan &plan,
                     const VectorTarget &target, int64_t lanes,
                     const LoopRange &range, AffineMap lower,
                     ValueRange lowerOperands, const IRMapping &outer) {
  bool isMasked =
      plan.isMaskable() && target.hasMaskedAccess(plan.narrowestAccess);
  auto loop = AffineForOp::create(
      builder, loc, lowerOperands, lower, range.getOperands(),
      range.getMap(range.getUpper()), isMasked ? lanes : 1);
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(loop.getBody());
  IRMapping mapping(outer);
  mapping.map(plan.iv, loop.getInductionVar());
  if (!isMasked) {
    for (Operation &op : plan.body->without_terminator())
      builder.clone(op, mapping);
    return;
  }
  Value mask =
      createTailMask(builder, loc, range, loop.getInductionVar(), lanes);
  RegionWidener(builder, plan, {lanes, 1}, mapping, mask).widenBody();
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

/// `loop` with steps of `step` in its last dimension and an empty body.
static AffineParallelOp createParallel(OpBuilder &builder,
                                       AffineParallelOp loop, int64_t step) {
  SmallVector<AffineMap> lower, upper;
  for (unsigned dim = 0; dim < loop.getNumDims(); ++dim) {
    lower.push_back(loop.getLowerBoundMap(dim));
    upper.push_back(loop.getUpperBoundMap(dim));
  }
  SmallVector<int64_t> steps = loop.getSteps();
  steps.back() = step;
  return AffineParallelOp::create(builder, loop.getLoc(), TypeRange(),
                                  ArrayRef<arith::AtomicRMWKind>(), lower,
                                  loop.getLowerBoundsOperands(), upper,
                                  loop.getUpperBoundsOperands(), steps);
}

void stax::vectorizeParallel(RewriterBase &rewriter, AffineParallelOp loop,
                             const LoopPlan &plan, const VectorTarget &target) {
  Location loc = loop.getLoc();
  unsigned last = loop.getNumDims() - 1;
  LoopRange range(loop.getLowerBoundMap(last).getSingleConstantResult(),
                  loop.getUpperBoundMap(last), loop.getUpperBoundsOperands());
  std::optional<int64_t> count = range.getCount();
  VectorShape shape = getVectorShape(plan, target, count);
  int64_t step = shape.getStep();
  rewriter.setInsertionPoint(loop);
  AffineParallelOp widened = createParallel(rewriter, loop, step);
  IRMapping mapping;
  mapping.map(loop.getIVs(), widened.getIVs());
  Value iv = widened.getIVs().back();
  rewriter.setInsertionPointToStart(widened.getBody());
  if (!count || *count % step != 0) {
    AffineExpr left =
        range.moveAfter(range.getUpper()) - range.getFirst() - step;
    AffineMap map = range.getMapAfter(left);
    auto isWhole = AffineIfOp::create(
        rewriter, loc,
        IntegerSet::get(map.getNumDims(), map.getNumSymbols(), left,
                        /*eqFlags=*/false),
        range.getOperandsAfter(iv), /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(isWhole.getElseBlock());
    emitTail(rewriter, loc, plan, target, shape.lanes, range,
             rewriter.getDimIdentityMap(), iv, mapping);
    rewriter.setInsertionPointToStart(isWhole.getThenBlock());
  }
  RegionWidener(rewriter, plan, shape, mapping).widenBody();
  rewriter.eraseOp(loop);
}
