//===- SerialChunks.cpp - Reductions in chunks of serial steps ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the chunks of a tree have one lane, as those of columns do,
//
//   for b = 0 to n step C:
//     sum = identity
//     for k = b to min(b + C, n): sum = sum * value(k)
//     push(sum)
//
// and the innermost loop carries its sum in a register.
//
//===----------------------------------------------------------------------===//

#include "SerialChunks.h"
#include "CarriedReductions.h"
#include "ChunkTree.h"
#include "LoopRange.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

/// The points of a chunk where all trees of `reductions` have one lane, else 0.
static int64_t getSerialChunk(AffineForOp loop,
                              ArrayRef<CarriedReduction> reductions) {
  int64_t chunk = 0;
  for (const CarriedReduction &reduction : reductions) {
    if (reduction.tree == Tree::Serial)
      continue;
    if (isScanTree(reduction.tree))
      return 0;
    TreeShape shape = getTreeShape(
        reduction.tree,
        getElementTypes(loop.getResultTypes()[reduction.positions[0]]));
    // Chunks of one point are pushed faster from memory.
    if (shape.lanes != 1 || shape.chunk == 1 || reduction.isReassociable ||
        !startsFromIdentity(loop, reduction))
      return 0;
    chunk = shape.chunk;
  }
  return chunk;
}

/// Turns the combining steps in `loop` into arithmetic.
static void combineInOrder(RewriterBase &rewriter, AffineForOp loop) {
  for (auto combine :
       llvm::make_early_inc_range(loop.getBody()->getOps<CombineOp>())) {
    rewriter.setInsertionPoint(combine);
    rewriter.replaceOp(
        combine, combine.getMonoid().emitCombine(rewriter, combine.getLoc(),
                                                 combine.getAccumulators(),
                                                 combine.getValues()));
  }
}

namespace {
/// Splits one loop.
class ChunkSplitter {
public:
  ChunkSplitter(RewriterBase &rewriter, AffineForOp loop, LoopRange range,
                ArrayRef<CarriedReduction> reductions, int64_t chunk)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()), range(range),
        reductions(reductions), chunk(chunk) {}

  void run();

private:
  SmallVector<Value> pick(ValueRange values, const CarriedReduction &reduction);
  AffineForOp createChunkLoop(AffineForOp chunks);

  RewriterBase &rewriter;
  AffineForOp loop;
  Location loc;
  LoopRange range;
  ArrayRef<CarriedReduction> reductions;
  int64_t chunk;
};
} // namespace

SmallVector<Value> ChunkSplitter::pick(ValueRange values,
                                       const CarriedReduction &reduction) {
  return llvm::map_to_vector(reduction.positions,
                             [&](unsigned i) -> Value { return values[i]; });
}

/// The loop over one chunk; what has no tree goes on from the chunk before.
AffineForOp ChunkSplitter::createChunkLoop(AffineForOp chunks) {
  SmallVector<Value> inits(loop.getInits());
  unsigned next = 0;
  for (const CarriedReduction &reduction : reductions)
    if (reduction.tree == Tree::Serial)
      for (unsigned position : reduction.positions)
        inits[position] = chunks.getRegionIterArgs()[next++];
  Value start = chunks.getInductionVar();
  auto inner = AffineForOp::create(
      rewriter, loc, start, rewriter.getDimIdentityMap(),
      range.getOperandsAfter(start),
      range.getMapAfter(
          {range.getFirst() + chunk, range.moveAfter(range.getUpper())}),
      /*step=*/1, inits);
  SmallVector<Value> arguments(inner.getBody()->getArguments());
  rewriter.mergeBlocks(loop.getBody(), inner.getBody(), arguments);
  return inner;
}

void ChunkSplitter::run() {
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> carried;
  SmallVector<PendingChunks> pending;
  for (const CarriedReduction &reduction : reductions) {
    SmallVector<Value> inits = pick(loop.getInits(), reduction);
    if (reduction.tree == Tree::Serial)
      llvm::append_range(carried, inits);
    else
      pending.emplace_back(rewriter, loop, reduction.monoid,
                           ValueRange(inits).getTypes(), chunk);
  }
  auto chunks = AffineForOp::create(
      rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0),
      range.getOperands(), range.getMap(range.getUpper()), chunk, carried);
  rewriter.setInsertionPointToStart(chunks.getBody());
  AffineForOp inner = createChunkLoop(chunks);
  rewriter.setInsertionPointAfter(inner);
  Value number = affine::makeComposedAffineApply(
      rewriter, loc, rewriter.getAffineDimExpr(0).floorDiv(chunk),
      getAsOpFoldResult(ValueRange(chunks.getInductionVar())));
  carried.clear();
  PendingChunks *next = pending.begin();
  for (const CarriedReduction &reduction : reductions) {
    SmallVector<Value> results = pick(inner.getResults(), reduction);
    if (reduction.tree == Tree::Serial)
      llvm::append_range(carried, results);
    else
      (next++)->push(rewriter, results, number);
  }
  if (!carried.empty())
    affine::AffineYieldOp::create(rewriter, loc, carried);

  rewriter.setInsertionPointAfter(chunks);
  Value numChunks = createNumChunks(rewriter, loc, range, chunk);
  ResultRange::iterator unchanged = chunks.getResults().begin();
  next = pending.begin();
  for (const CarriedReduction &reduction : reductions) {
    SmallVector<Value> results;
    if (reduction.tree != Tree::Serial)
      results = (next++)->fold(rewriter, numChunks);
    for (auto [i, position] : llvm::enumerate(reduction.positions))
      rewriter.replaceAllUsesWith(loop.getResult(position),
                                  results.empty() ? Value(*unchanged++)
                                                  : results[i]);
  }
  rewriter.eraseOp(loop);
  combineInOrder(rewriter, inner);
}

bool stax::realizeSerialChunks(RewriterBase &rewriter, AffineForOp loop) {
  if (!loop.hasConstantLowerBound() || loop.getConstantLowerBound() != 0 ||
      loop.getStepAsInt() != 1 || loop.getUpperBoundMap().getNumResults() != 1)
    return false;
  DenseSet<Operation *> combiners;
  auto reductions = matchReductions(loop, combiners);
  if (!reductions)
    return false;
  int64_t chunk = getSerialChunk(loop, *reductions);
  if (chunk == 0)
    return false;
  LoopRange range(0, loop.getUpperBoundMap(), loop.getUpperBoundOperands());
  std::optional<int64_t> count = range.getCount();
  if (count && *count <= chunk)
    combineInOrder(rewriter, loop);
  else
    ChunkSplitter(rewriter, loop, range, *reductions, chunk).run();
  return true;
}
