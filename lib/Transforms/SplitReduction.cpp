//===- SplitReduction.cpp - Reductions of chunks and of their results ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeSplit.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class ReductionSplitter : SplitBuilder {
public:
  ReductionSplitter(RewriterBase &rewriter, ReduceOp op,
                    const CombinedRange &range, int64_t chunk)
      : SplitBuilder(rewriter, op, op.getMonoid(), op.getTree(), range, chunk,
                     /*isReverse=*/false),
        reduce(op) {}

  void run();

private:
  PointComputation getResultsOfChunks(ValueRange head, ValueRange rest);
  ReduceOp reduceChunks(const PointComputation &chunks, bool hasRest);

  ReduceOp reduce;
};
} // namespace

/// Reads what each chunk gave: that of a full one from `head`, that of the
/// others from `rest`, if there are any.
PointComputation ReductionSplitter::getResultsOfChunks(ValueRange head,
                                                       ValueRange rest) {
  PointComputation chunks;
  chunks.body = nullptr;
  chunks.extents = getExtentsWith(cut.chunks);
  unsigned rank = chunks.extents.size();
  AffineMap all = AffineMap::getMultiDimIdentityMap(rank, context);
  if (rest.empty()) {
    for (Value input : head)
      chunks.addInput(input, all, {}, {});
    return chunks;
  }
  SmallVector<Value> identity = createConstants(monoid.getIdentity(types));
  AffineExpr full = chunks.getExpr(cut.fullChunks, context);
  unsigned numSymbols = chunks.symbols.size();
  AffineExpr chunk = getAffineDimExpr(range.dim, context);
  auto isFull = IntegerSet::get(rank, numSymbols, full - 1 - chunk,
                                /*eqFlags=*/false);
  for (auto [input, padding] : llvm::zip_equal(head, identity))
    chunks.addInput(input,
                    AffineMap::get(rank, numSymbols, all.getResults(), context),
                    isFull, padding);
  for (Value input : rest)
    chunks.addInput(input,
                    AffineMap::get(rank, numSymbols,
                                   all.dropResult(range.dim).getResults(),
                                   context),
                    {}, {});
  return chunks;
}

/// Combines what the chunks gave.
ReduceOp ReductionSplitter::reduceChunks(const PointComputation &chunks,
                                         bool hasRest) {
  SmallVector<OpFoldResult> kept(chunks.extents);
  kept.erase(kept.begin() + range.dim);
  SmallVector<Type> resultTypes = llvm::map_to_vector(
      types, [&](Type type) { return Type(getTensorType(kept, type)); });
  Value full;
  if (hasRest)
    full = getValueOrCreateConstantIndexOp(rewriter, loc, cut.fullChunks);
  auto choose = [&](OpBuilder &builder, Location loc, ValueRange args) {
    if (!hasRest) {
      YieldOp::create(builder, loc, args);
      return;
    }
    Value chunk = IndexOp::create(builder, loc, range.dim);
    Value isRest = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                         chunk, full);
    SmallVector<Value> tuple;
    for (size_t member = 0; member < types.size(); ++member)
      tuple.push_back(arith::SelectOp::create(
          builder, loc, isRest, args[types.size() + member], args[member]));
    YieldOp::create(builder, loc, tuple);
  };
  auto whole = ReduceOp::create(
      rewriter, loc, resultTypes, monoid, ArrayRef<int64_t>{range.dim},
      chunks.inputs, chunks.maps, chunks.extents, reduce.getPartial(), choose);
  // The trees of scans have their chunks in order, others by pairs.
  whole.setOrdered(isScanTree(tree));
  whole.setTree(isScanTree(tree) ? Tree::Serial : Tree::Pairs);
  chunks.setSymbolsAndGuards(whole);
  keepAttributes(whole);
  return whole;
}

void ReductionSplitter::run() {
  SmallVector<Value> head = reducePart(getHead(), range.dim + 1), rest;
  if (cut.mayHaveRest)
    rest = reducePart(getRest(), range.dim);
  ReduceOp whole =
      reduceChunks(getResultsOfChunks(head, rest), cut.mayHaveRest);
  SmallVector<Value> results;
  for (auto [value, old] :
       llvm::zip_equal(whole.getResults(), reduce.getResults()))
    results.push_back(
        convert(value, cast<RankedTensorType>(old.getType()).getElementType()));
  rewriter.replaceOp(reduce, results);
}

void stax::splitReduction(RewriterBase &rewriter, ReduceOp op,
                          const CombinedRange &range, int64_t chunk) {
  rewriter.setInsertionPoint(op);
  ReductionSplitter(rewriter, op, range, chunk).run();
}
