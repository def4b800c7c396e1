//===- ReductionTree.cpp - Combining trees in scalar loops ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a nest are numbered k in row-major order. With L lanes and
// chunks of C points (see TreeShape), the loops become
//
//   lanes[0..L) = identity
//   for points k:
//     lanes[k mod L] = lanes[k mod L] * value(k)
//     if k mod C == C - 1: push(fold(lanes), k div C); lanes = identity
//   if N mod C != 0: push(fold(lanes), N div C)
//   result = pending chunks, last to first
//
// fold combines lane l with lane l + half, half = L/2, L/4, ..., 1. push is a
// binary counter: chunk q combines with a pending tree for each trailing one
// bit of q, so that f(m) = f(h) + f(m - h) with h the largest power of two
// below m. A lane without points holds the identity, which changes no bit.
//
//===----------------------------------------------------------------------===//

#include "CombiningNest.h"
#include "Vectorize/ChunkTree.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

namespace {
/// Emits the code of one nest. All members that emit do so at the builder's
/// insertion point.
class TreeEmitter : public NestEmitter {
public:
  TreeEmitter(RewriterBase &rewriter, const CombiningNest &nest)
      : NestEmitter(rewriter, nest),
        shape(getTreeShape(combine.getTree(), getElementTypes(types))) {}

  void run();

private:
  void clearLanes();
  SmallVector<Value> foldLanes();
  void emitStep();

  TreeShape shape;
  SmallVector<Value> lanes; ///< one array for each member of the tuple
  std::optional<PendingChunks> pending; ///< unless there is one chunk
};
} // namespace

void TreeEmitter::clearLanes() {
  SmallVector<Value> values = identity();
  auto loop =
      scf::ForOp::create(rewriter, loc, index(0), index(shape.lanes), index(1));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  store(values, lanes, loop.getInductionVar());
}

/// Combines lanes by halving; returns lane 0.
SmallVector<Value> TreeEmitter::foldLanes() {
  for (int64_t half = shape.lanes / 2; half > 0; half /= 2) {
    auto loop =
        scf::ForOp::create(rewriter, loc, index(0), index(half), index(1));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar();
    Value other = arith::AddIOp::create(rewriter, loc, lane, index(half));
    store(monoid.emitCombine(rewriter, loc, load(lanes, lane),
                             load(lanes, other)),
          lanes, lane);
  }
  return load(lanes, index(0));
}

/// Replaces the combining step.
void TreeEmitter::emitStep() {
  rewriter.setInsertionPoint(combine);
  Value number = getPointNumber();
  Value lane =
      arith::RemUIOp::create(rewriter, loc, number, index(shape.lanes));
  store(
      monoid.emitCombine(rewriter, loc, load(lanes, lane), combine.getValues()),
      lanes, lane);
  if (!pending)
    return;
  Value inChunk =
      arith::RemUIOp::create(rewriter, loc, number, index(shape.chunk));
  Value isLast = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       inChunk, index(shape.chunk - 1));
  auto ifOp =
      scf::IfOp::create(rewriter, loc, isLast, /*withElseRegion=*/false);
  rewriter.setInsertionPointToStart(ifOp.thenBlock());
  pending->push(
      rewriter, foldLanes(),
      arith::DivUIOp::create(rewriter, loc, number, index(shape.chunk)));
  clearLanes();
}

void TreeEmitter::run() {
  AffineForOp outermost = nest.loops.front();
  std::optional<int64_t> staticCount = 1;
  for (AffineForOp loop : nest.loops)
    if (int64_t product;
        staticCount && loop.hasConstantUpperBound() &&
        !llvm::MulOverflow(*staticCount, loop.getConstantUpperBound(), product))
      staticCount = product;
    else
      staticCount = std::nullopt;
  lanes = allocate(shape.lanes);
  bool isOneChunk = staticCount && *staticCount <= shape.chunk;
  if (!isOneChunk)
    pending.emplace(rewriter, outermost, monoid, types, shape.chunk);

  rewriter.setInsertionPoint(outermost);
  clearLanes();
  emitStep();

  rewriter.setInsertionPointAfter(outermost);
  SmallVector<Value> result;
  if (isOneChunk) {
    result = foldLanes();
  } else {
    Value count = getPointCount();
    Value full =
        arith::DivUIOp::create(rewriter, loc, count, index(shape.chunk));
    Value rest =
        arith::RemUIOp::create(rewriter, loc, count, index(shape.chunk));
    Value isPartial = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ne, rest, index(0));
    auto ifOp =
        scf::IfOp::create(rewriter, loc, isPartial, /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(ifOp.thenBlock());
    pending->push(rewriter, foldLanes(), full);
    rewriter.setInsertionPointAfter(ifOp);
    Value one =
        arith::ExtUIOp::create(rewriter, loc, rewriter.getI64Type(), isPartial);
    Value extra =
        arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), one);
    result = pending->fold(rewriter,
                           arith::AddIOp::create(rewriter, loc, full, extra));
  }
  replaceResults(result);
  dropAccumulators();
}

void stax::realizeReduction(RewriterBase &rewriter, const CombiningNest &nest) {
  TreeEmitter(rewriter, nest).run();
}
