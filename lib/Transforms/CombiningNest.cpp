//===- CombiningNest.cpp - Loops that carry a combination -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CombiningNest.h"
#include "Vectorize/ChunkTree.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Positions of `values` among the iteration arguments of `loop`, if each is
/// one and `next` is what the loop yields for it. Unless `isObserved`, nothing
/// else uses them.
static std::optional<SmallVector<unsigned>>
getCarriedPositions(AffineForOp loop, ValueRange values, ValueRange next,
                    bool isObserved) {
  SmallVector<unsigned> positions;
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [value, nextValue] : llvm::zip_equal(values, next)) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument.getArgNumber() == 0)
      return std::nullopt;
    if (!isObserved && (!value.hasOneUse() || !nextValue.hasOneUse()))
      return std::nullopt;
    unsigned position = argument.getArgNumber() - 1;
    if (yield->getOperand(position) != nextValue)
      return std::nullopt;
    positions.push_back(position);
  }
  return positions;
}

template <typename Range>
static SmallVector<Value> pick(Range &&values, ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Value { return values[i]; });
}

static bool countsFromZero(AffineForOp loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 &&
         loop.getUpperBoundMap().getNumResults() == 1;
}

/// Whether every loop has the same bound in all iterations of the others.
static bool isBox(ArrayRef<AffineForOp> loops) {
  return llvm::all_of(loops, [&](AffineForOp loop) {
    return llvm::all_of(loop.getUpperBoundOperands(), [&](Value operand) {
      return AffineForOp(loops.front()).isDefinedOutsideOfLoop(operand);
    });
  });
}

FailureOr<CombiningNest> stax::matchCombiningNest(CombineOp combine) {
  bool isScan = isScanTree(combine.getTree());
  CombiningNest nest{combine, {}, {}};
  SmallVector<Value> carried(combine.getAccumulators());
  SmallVector<Value> next(combine.getResults());
  for (Operation *op = combine;;) {
    auto loop = dyn_cast<AffineForOp>(op->getParentOp());
    // What a scan has at each point may be used in the loop of its points.
    auto positions =
        loop ? getCarriedPositions(loop, carried, next, isScan && op == combine)
             : std::nullopt;
    if (!positions)
      break;
    if (!countsFromZero(loop))
      return combine.emitOpError(
          "has a tree, but its loop does not count from 0 "
          "in steps of 1");
    nest.loops.insert(nest.loops.begin(), loop);
    nest.positions.insert(nest.positions.begin(), *positions);
    carried = pick(loop.getInits(), *positions);
    next = pick(loop.getResults(), *positions);
    op = loop;
  }
  if (nest.loops.empty())
    return combine.emitOpError(
        "has a tree, but no loop carries its accumulators "
        "from step to step");
  if (!isScan && !areIdentity(combine.getMonoid(), carried))
    return combine.emitOpError("has a tree, but its loop does not start from "
                               "the identity of ")
           << combine.getMonoid()
           << "; combine other values with the loop's result";
  if (!isBox(nest.loops))
    return combine.emitOpError("has a tree, but the bound of one of its loops "
                               "changes in another one");
  return nest;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

SmallVector<Value> NestEmitter::identity() {
  return createIdentity(rewriter, loc, monoid, types);
}

SmallVector<Value> NestEmitter::load(ArrayRef<Value> arrays, Value position) {
  return loadTuple(rewriter, loc, arrays, position);
}

void NestEmitter::store(ValueRange values, ArrayRef<Value> arrays,
                        Value position) {
  storeTuple(rewriter, loc, values, arrays, position);
}

SmallVector<Value> NestEmitter::allocate(int64_t size) {
  return allocateOnStack(rewriter, nest.loops.front(), types, size);
}

/// The upper bound of `loop` as a value.
Value NestEmitter::getUpperBound(AffineForOp loop) {
  if (loop.hasConstantUpperBound())
    return index(loop.getConstantUpperBound());
  return affine::AffineApplyOp::create(rewriter, loc, loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands());
}

Value NestEmitter::getPointNumber() {
  Value number;
  for (AffineForOp loop : nest.loops) {
    if (number)
      number =
          arith::MulIOp::create(rewriter, loc, number, getUpperBound(loop));
    number = number ? arith::AddIOp::create(rewriter, loc, number,
                                            loop.getInductionVar())
                          .getResult()
                    : loop.getInductionVar();
  }
  return number;
}

Value NestEmitter::getPointCount() {
  Value count = index(1);
  for (AffineForOp loop : nest.loops)
    count = arith::MulIOp::create(
        rewriter, loc, count,
        // A loop to a negative bound has no points.
        arith::MaxSIOp::create(rewriter, loc, getUpperBound(loop), index(0)));
  return count;
}

void NestEmitter::dropAccumulators() {
  rewriter.replaceOp(combine, combine.getAccumulators());
  for (size_t depth = nest.loops.size(); depth-- > 0;) {
    AffineForOp loop = nest.loops[depth];
    ArrayRef<unsigned> positions = nest.positions[depth];
    SmallVector<unsigned> kept;
    for (unsigned i = 0; i < loop.getNumIterOperands(); ++i)
      if (!llvm::is_contained(positions, i))
        kept.push_back(i);
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.setInsertionPoint(loop);
    auto rebuilt = AffineForOp::create(
        rewriter, loc, loop.getLowerBoundOperands(), loop.getLowerBoundMap(),
        loop.getUpperBoundOperands(), loop.getUpperBoundMap(),
        loop.getStepAsInt(), pick(loop.getInits(), kept));
    rewriter.modifyOpInPlace(
        yield, [&] { yield->setOperands(pick(yield->getOperands(), kept)); });
    // Arguments of dropped accumulators have no uses left but the initial ones.
    SmallVector<Value> arguments{rebuilt.getInductionVar()};
    llvm::append_range(arguments, loop.getInits());
    for (auto [number, position] : llvm::enumerate(kept))
      arguments[1 + position] = rebuilt.getRegionIterArgs()[number];
    if (kept.empty())
      rewriter.eraseOp(rebuilt.getBody()->getTerminator());
    rewriter.mergeBlocks(loop.getBody(), rebuilt.getBody(), arguments);
    SmallVector<Value> results(loop.getInits());
    for (auto [number, position] : llvm::enumerate(kept))
      results[position] = rebuilt.getResult(number);
    rewriter.replaceOp(loop, results);
  }
}

void NestEmitter::replaceResults(ValueRange values) {
  AffineForOp outermost = nest.loops.front();
  for (auto [position, value] : llvm::zip_equal(nest.positions.front(), values))
    rewriter.replaceAllUsesWith(outermost.getResult(position), value);
}

void stax::realizeTree(RewriterBase &rewriter, const CombiningNest &nest) {
  CombineOp combine = nest.combine;
  if (isScanTree(combine.getTree()))
    realizeScan(rewriter, nest);
  else
    realizeReduction(rewriter, nest);
}
