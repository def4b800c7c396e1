//===- ScanTree.cpp - Scan trees in scalar loops --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a nest are numbered k in row-major order. With blocks of B
// points and chunks of C (see ScanShape), the loops become
//
//   chunk = carry = start
//   for points k, number j in their block:
//     before = j == 0 ? carry : carry * prefix
//     prefix = prefix of point j in its block
//     state  = carry * prefix
//     if j == B - 1:
//       block = first block of the chunk ? prefix : block * prefix
//       carry = chunk * block
//       if k mod C == C - 1: chunk = carry
//
// where `before` is what an exclusive scan has at k. A prefix by log steps
// needs those of earlier points only: step s = 1, 2, 4, 8 combines what point j
// has with what point j - s had before that step.
//
//===----------------------------------------------------------------------===//

#include "CombiningNest.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Emits the code of one nest.
class ScanEmitter : public NestEmitter {
public:
  ScanEmitter(RewriterBase &rewriter, const CombiningNest &nest)
      : NestEmitter(rewriter, nest), shape(getScanShape(combine.getTree())) {
    // A chunk without blocks is one, whose prefixes are in order.
    if (!hasLogSteps())
      shape.block = shape.chunk;
  }

  void run();

private:
  /// Values in memory, one for each member of the tuple.
  using Slot = SmallVector<Value>;

  SmallVector<Value> load(const Slot &slot) {
    return NestEmitter::load(slot, index(0));
  }
  void store(ValueRange values, const Slot &slot) {
    NestEmitter::store(values, slot, index(0));
  }
  SmallVector<Value> combineTuples(ValueRange lhs, ValueRange rhs) {
    return monoid.emitCombine(rewriter, loc, lhs, rhs);
  }
  bool hasLogSteps() { return combine.getTree() == Tree::ScanRow; }
  Value isEqual(Value value, int64_t number);
  SmallVector<Value> choose(Value condition,
                            function_ref<SmallVector<Value>()> ifTrue,
                            function_ref<SmallVector<Value>()> ifFalse);

  Value getNumberInBlock(Value number) {
    return arith::RemUIOp::create(rewriter, loc, number, index(shape.block));
  }
  bool isObserved(ValueRange values);
  void emitBefore();
  SmallVector<Value> emitPrefix(Value inBlock);
  SmallVector<Value> emitLogSteps(Value inBlock);
  void emitBlockEnd(Value number, ValueRange prefixes);
  void emitStep();
  SmallVector<Value> emitTotal();

  ScanShape shape;
  Slot chunk;  ///< carry of the chunk
  Slot block;  ///< combination of the chunk's complete blocks, if there are any
  Slot carry;  ///< the two combined
  Slot prefix; ///< of the last point
  Slot steps;  ///< what the points of a block have before each log step
};
} // namespace

Value ScanEmitter::isEqual(Value value, int64_t number) {
  return arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq, value,
                               index(number));
}

/// One of two tuples; only that one is computed.
SmallVector<Value>
ScanEmitter::choose(Value condition, function_ref<SmallVector<Value>()> ifTrue,
                    function_ref<SmallVector<Value>()> ifFalse) {
  auto choice = scf::IfOp::create(rewriter, loc, types, condition,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(choice.thenBlock());
  scf::YieldOp::create(rewriter, loc, ifTrue());
  rewriter.setInsertionPointToStart(choice.elseBlock());
  scf::YieldOp::create(rewriter, loc, ifFalse());
  return llvm::to_vector_of<Value>(choice.getResults());
}

/// Whether something but the combination and its loop uses one of `values`.
bool ScanEmitter::isObserved(ValueRange values) {
  return llvm::any_of(values, [](Value value) { return !value.hasOneUse(); });
}

/// Lets what an exclusive scan has at the current point take the place of the
/// accumulators.
void ScanEmitter::emitBefore() {
  if (!isObserved(combine.getAccumulators()))
    return;
  affine::AffineForOp innermost = nest.loops.back();
  rewriter.setInsertionPointToStart(innermost.getBody());
  Value inBlock = getNumberInBlock(getPointNumber());
  SmallVector<Value> before = choose(
      isEqual(inBlock, 0), [&] { return load(carry); },
      [&] { return combineTuples(load(carry), load(prefix)); });
  for (auto [accumulator, value] :
       llvm::zip_equal(combine.getAccumulators(), before))
    rewriter.replaceAllUsesExcept(accumulator, value, combine);
}

SmallVector<Value> ScanEmitter::emitLogSteps(Value inBlock) {
  SmallVector<Value> current(combine.getValues());
  int64_t row = 0;
  for (int64_t distance = 1; distance < shape.block; distance *= 2) {
    Value place = arith::AddIOp::create(rewriter, loc, inBlock, index(row));
    NestEmitter::store(current, steps, place);
    Value reaches = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::uge, inBlock, index(distance));
    current = choose(
        reaches,
        [&] {
          Value earlier =
              arith::SubIOp::create(rewriter, loc, place, index(distance));
          return combineTuples(NestEmitter::load(steps, earlier), current);
        },
        [&] { return current; });
    row += shape.block;
  }
  return current;
}

/// The prefix of the current point in its block.
SmallVector<Value> ScanEmitter::emitPrefix(Value inBlock) {
  if (hasLogSteps())
    return emitLogSteps(inBlock);
  return choose(
      isEqual(inBlock, 0),
      [&] { return SmallVector<Value>(combine.getValues()); },
      [&] { return combineTuples(load(prefix), combine.getValues()); });
}

/// After the last point of a block, moves the carries on.
void ScanEmitter::emitBlockEnd(Value number, ValueRange prefixes) {
  bool isOneBlock = shape.block == shape.chunk;
  Value inChunk =
      arith::RemUIOp::create(rewriter, loc, number, index(shape.chunk));
  SmallVector<Value> total(prefixes);
  if (!isOneBlock) {
    Value isFirst = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, inChunk, index(shape.block));
    total = choose(
        isFirst, [&] { return SmallVector<Value>(prefixes); },
        [&] { return combineTuples(load(block), prefixes); });
    store(total, block);
  }
  SmallVector<Value> next = combineTuples(load(chunk), total);
  store(next, carry);
  auto atChunkEnd =
      scf::IfOp::create(rewriter, loc, isEqual(inChunk, shape.chunk - 1),
                        /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(atChunkEnd.thenBlock());
  store(next, chunk);
}

/// Replaces the combining step.
void ScanEmitter::emitStep() {
  rewriter.setInsertionPoint(combine);
  Value number = getPointNumber();
  Value inBlock = getNumberInBlock(number);
  SmallVector<Value> prefixes = emitPrefix(inBlock);
  store(prefixes, prefix);
  if (isObserved(combine.getResults())) {
    SmallVector<Value> state = combineTuples(load(carry), prefixes);
    affine::AffineForOp innermost = nest.loops.back();
    Operation *yield = innermost.getBody()->getTerminator();
    for (auto [result, value] : llvm::zip_equal(combine.getResults(), state))
      rewriter.replaceAllUsesExcept(result, value, yield);
  }
  auto atBlockEnd =
      scf::IfOp::create(rewriter, loc, isEqual(inBlock, shape.block - 1),
                        /*withElseRegion=*/false);
  rewriter.setInsertionPointToStart(atBlockEnd.thenBlock());
  emitBlockEnd(number, prefixes);
}

/// The combination of all points: what an inclusive scan would have as the
/// carry of a chunk that began after them.
SmallVector<Value> ScanEmitter::emitTotal() {
  Value count = getPointCount();
  Value inBlock = getNumberInBlock(count);
  Value inChunk =
      arith::RemUIOp::create(rewriter, loc, count, index(shape.chunk));
  Value isFirst = arith::CmpIOp::create(
      rewriter, loc, arith::CmpIPredicate::ult, inChunk, index(shape.block));
  return choose(
      isEqual(inBlock, 0), [&] { return load(carry); },
      [&] {
        SmallVector<Value> total = choose(
            isFirst, [&] { return load(prefix); },
            [&] { return combineTuples(load(block), load(prefix)); });
        return combineTuples(load(chunk), total);
      });
}

void ScanEmitter::run() {
  affine::AffineForOp outermost = nest.loops.front();
  for (Slot *slot : {&chunk, &block, &carry, &prefix})
    *slot = allocate(1);
  if (hasLogSteps())
    steps = allocate(shape.block * llvm::Log2_64(shape.block));

  rewriter.setInsertionPoint(outermost);
  SmallVector<Value> start;
  for (unsigned position : nest.positions.front())
    start.push_back(outermost.getInits()[position]);
  store(start, chunk);
  store(start, carry);
  emitStep();
  emitBefore();

  rewriter.setInsertionPointAfter(outermost);
  bool isTotalUsed =
      llvm::any_of(nest.positions.front(), [&](unsigned position) {
        return !outermost.getResult(position).use_empty();
      });
  if (isTotalUsed)
    replaceResults(emitTotal());
  dropAccumulators();
}

void stax::realizeScan(RewriterBase &rewriter, const CombiningNest &nest) {
  ScanEmitter(rewriter, nest).run();
}
