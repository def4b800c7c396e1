//===- SerialScans.cpp - Scans in chunks of serial steps ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   chunk = start
//   for b = 0 to n step C:
//     prefix = identity
//     for k = b to min(b + C, n):
//       before = chunk * prefix          where a scan is exclusive
//       prefix = prefix * value(k)
//       state  = chunk * prefix          where it is inclusive
//     chunk = chunk * prefix
//
//===----------------------------------------------------------------------===//

#include "SerialScans.h"
#include "ChunkTree.h"
#include "LoopRange.h"

#include "stax/IR/StaxOps.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

namespace {
/// One scan, and where the loop carries its accumulators.
struct SerialScan {
  CombineOp combine;
  SmallVector<unsigned> positions;
};

/// Splits one loop.
class ScanSplitter {
public:
  ScanSplitter(RewriterBase &rewriter, AffineForOp loop,
               ArrayRef<SerialScan> scans)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()),
        range(0, loop.getUpperBoundMap(), loop.getUpperBoundOperands()),
        scans(scans), chunk(getScanShape(Tree::ScanColumn).chunk) {}

  void run();

private:
  AffineForOp createLoop(Value start, ValueRange inits);
  void emitStep(const SerialScan &scan, ValueRange before);
  SmallVector<Value> emitChunk(Value start, ValueRange carried);

  RewriterBase &rewriter;
  AffineForOp loop;
  Location loc;
  LoopRange range;
  ArrayRef<SerialScan> scans;
  int64_t chunk;
};
} // namespace

static SmallVector<Value> pick(ValueRange values,
                               ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Value { return values[i]; });
}

/// Uses of `values` but those by `combine` and by the end of its loop.
static SmallVector<SmallVector<OpOperand *>> getObservers(ValueRange values,
                                                          CombineOp combine) {
  Operation *yield = combine->getBlock()->getTerminator();
  return llvm::map_to_vector(values, [&](Value value) {
    SmallVector<OpOperand *> observers;
    for (OpOperand &use : value.getUses())
      if (use.getOwner() != combine && use.getOwner() != yield)
        observers.push_back(&use);
    return observers;
  });
}

/// Where anything observes, gives it what `compute` does.
static void replaceObserved(RewriterBase &rewriter,
                            ArrayRef<SmallVector<OpOperand *>> observers,
                            function_ref<SmallVector<Value>()> compute) {
  if (llvm::all_of(observers, [](auto &uses) { return uses.empty(); }))
    return;
  for (auto [uses, value] : llvm::zip_equal(observers, compute()))
    for (OpOperand *use : uses) {
      rewriter.startOpModification(use->getOwner());
      use->set(value);
      rewriter.finalizeOpModification(use->getOwner());
    }
}

/// The loop over the chunk from `start` on, over all points if null.
AffineForOp ScanSplitter::createLoop(Value start, ValueRange inits) {
  if (!start)
    return AffineForOp::create(
        rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0),
        range.getOperands(), range.getMap(range.getUpper()), 1, inits);
  return AffineForOp::create(
      rewriter, loc, start, rewriter.getDimIdentityMap(),
      range.getOperandsAfter(start),
      range.getMapAfter(
          {range.getFirst() + chunk, range.moveAfter(range.getUpper())}),
      1, inits);
}

/// Turns the combining step of `scan` in a chunk that comes after `before` into
/// arithmetic.
void ScanSplitter::emitStep(const SerialScan &scan, ValueRange before) {
  CombineOp combine = scan.combine;
  MonoidAttrInterface monoid = combine.getMonoid();
  SmallVector<Value> prefix(combine.getAccumulators());
  auto atBegin = getObservers(prefix, combine);
  auto atEnd = getObservers(combine.getResults(), combine);
  rewriter.setInsertionPointToStart(combine->getBlock());
  replaceObserved(rewriter, atBegin, [&] {
    return monoid.emitCombine(rewriter, loc, before, prefix);
  });
  rewriter.setInsertionPoint(combine);
  SmallVector<Value> next =
      monoid.emitCombine(rewriter, loc, prefix, combine.getValues());
  replaceObserved(rewriter, atEnd, [&] {
    return monoid.emitCombine(rewriter, loc, before, next);
  });
  rewriter.replaceOp(combine, next);
}

/// The points of a chunk, which begins with `carried`. Returns what the next
/// one begins with.
SmallVector<Value> ScanSplitter::emitChunk(Value start, ValueRange carried) {
  SmallVector<Value> inits(carried);
  for (const SerialScan &scan : scans) {
    SmallVector<Value> before = pick(carried, scan.positions);
    SmallVector<Value> identity =
        createIdentity(rewriter, loc, CombineOp(scan.combine).getMonoid(),
                       ValueRange(before).getTypes());
    for (auto [position, value] : llvm::zip_equal(scan.positions, identity))
      inits[position] = value;
  }
  AffineForOp points = createLoop(start, inits);
  SmallVector<Value> arguments(points.getBody()->getArguments());
  rewriter.mergeBlocks(loop.getBody(), points.getBody(), arguments);
  SmallVector<Value> next(points.getResults());
  for (const SerialScan &scan : scans) {
    MonoidAttrInterface monoid = CombineOp(scan.combine).getMonoid();
    SmallVector<Value> before = pick(carried, scan.positions);
    emitStep(scan, before);
    rewriter.setInsertionPointAfter(points);
    SmallVector<Value> total = monoid.emitCombine(
        rewriter, loc, before, pick(points.getResults(), scan.positions));
    for (auto [position, value] : llvm::zip_equal(scan.positions, total))
      next[position] = value;
  }
  return next;
}

void ScanSplitter::run() {
  rewriter.setInsertionPoint(loop);
  std::optional<int64_t> count = range.getCount();
  if (count && *count <= chunk) {
    rewriter.replaceOp(loop, emitChunk(/*start=*/nullptr, loop.getInits()));
    return;
  }
  auto chunks = AffineForOp::create(
      rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0),
      range.getOperands(), range.getMap(range.getUpper()), chunk,
      loop.getInits());
  rewriter.setInsertionPointToStart(chunks.getBody());
  SmallVector<Value> next =
      emitChunk(chunks.getInductionVar(), chunks.getRegionIterArgs());
  rewriter.setInsertionPointToEnd(chunks.getBody());
  affine::AffineYieldOp::create(rewriter, loc, next);
  rewriter.replaceOp(loop, chunks.getResults());
}

bool stax::realizeSerialScans(RewriterBase &rewriter, AffineForOp loop) {
  if (!loop.hasConstantLowerBound() || loop.getConstantLowerBound() != 0 ||
      loop.getStepAsInt() != 1 || loop.getUpperBoundMap().getNumResults() != 1)
    return false;
  SmallVector<SerialScan> scans;
  for (CombineOp combine : loop.getBody()->getOps<CombineOp>()) {
    if (combine.getTree() != Tree::ScanColumn)
      return false;
    SerialScan &scan = scans.emplace_back(SerialScan{combine, {}});
    for (Value accumulator : combine.getAccumulators()) {
      auto argument = dyn_cast<BlockArgument>(accumulator);
      if (!argument || argument.getOwner() != loop.getBody())
        return false;
      scan.positions.push_back(argument.getArgNumber() - 1);
    }
  }
  if (scans.empty())
    return false;
  ScanSplitter(rewriter, loop, scans).run();
  return true;
}
