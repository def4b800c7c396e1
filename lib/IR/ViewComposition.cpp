//===- ViewComposition.cpp - Slices and casts as maps ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A `tensor.extract_slice` is read like a pointwise operation that moves its
// source's elements, a `tensor.cast` like its source.
//
//===----------------------------------------------------------------------===//

#include "CompositionReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::stax;

/// `slice` as the read of a pointwise operation that yields its only element.
/// A plain dimension would say that the source ends where the slice does, so
/// the offset 0 of a part is a symbol, a null one.
static DomainParts getParts(tensor::ExtractSliceOp slice) {
  Builder builder(slice.getContext());
  DomainParts parts;
  auto getExpr = [&](OpFoldResult value) -> AffineExpr {
    if (std::optional<int64_t> constant = getConstantIntValue(value))
      return builder.getAffineConstantExpr(*constant);
    parts.symbols.push_back(cast<Value>(value));
    return builder.getAffineSymbolExpr(parts.symbols.size() - 1);
  };
  llvm::SmallBitVector isDropped = slice.getDroppedDims();
  SmallVector<AffineExpr> position;
  for (auto [axis, offset, size, stride] :
       llvm::enumerate(slice.getMixedOffsets(), slice.getMixedSizes(),
                       slice.getMixedStrides())) {
    AffineExpr start = getExpr(offset);
    if (isDropped.test(axis)) {
      position.push_back(start);
      continue;
    }
    AffineExpr point = builder.getAffineDimExpr(parts.extents.size());
    AffineExpr expr = point * getExpr(stride) + start;
    bool isPart = getConstantIntValue(size) !=
                  std::optional(slice.getSourceType().getDimSize(axis));
    if (expr == point && isPart) {
      parts.symbols.push_back(Value());
      expr = point + builder.getAffineSymbolExpr(parts.symbols.size() - 1);
    }
    position.push_back(expr);
    parts.extents.push_back(size);
  }
  parts.reads.push_back(
      {slice.getSource(),
       AffineMap::get(parts.extents.size(), parts.symbols.size(), position,
                      slice.getContext())});
  return parts;
}

/// The parts that `consumer` has once it reads the source of its input `input`,
/// a `tensor.extract_slice`; fails if it is none, or if a check would be lost.
/// The read is the last one.
static FailureOr<DomainParts> composeSlice(Operation *consumer,
                                           unsigned input) {
  DomainParts parts = DomainParts::get(cast<FusableOpInterface>(consumer));
  const DomainRead &read = parts.reads[input];
  auto slice = read.input.getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || slice.getSourceType().getEncoding())
    return failure();
  DomainParts sliceParts = getParts(slice);
  DomainParts composed = composeReads(parts, input, sliceParts);
  if (checkReads(parts, input, sliceParts, composed) != ComposeObstacle::None)
    return failure();
  composed.reads.back().padding = read.padding;
  return composed;
}

/// The same for a `tensor.cast`. The read keeps its place.
static FailureOr<DomainParts> composeCast(Operation *consumer, unsigned input) {
  DomainParts parts = DomainParts::get(cast<FusableOpInterface>(consumer));
  DomainRead &read = parts.reads[input];
  auto view = read.input.getDefiningOp<tensor::CastOp>();
  auto type = cast<RankedTensorType>(read.input.getType());
  auto source = view ? dyn_cast<RankedTensorType>(view.getSource().getType())
                     : RankedTensorType();
  if (!source || source.getEncoding())
    return failure();
  read.input = view.getSource();
  for (int64_t axis = 0; axis < type.getRank(); ++axis) {
    // The cast asserts the extent, and so does a plain dimension.
    bool isAssertedByCast =
        source.isDynamicDim(axis) && !type.isDynamicDim(axis);
    if ((isAssertedByCast && !isAsserted(read, axis)) ||
        parts.getState(read, axis) == ReadState::Violated)
      return failure();
  }
  return parts;
}

/// Moves the argument of read `number` to the end.
static void moveArgumentToEnd(RewriterBase &rewriter, Operation *op,
                              unsigned number) {
  Block &body = op->getRegion(0).front();
  BlockArgument old = body.getArgument(number);
  rewriter.modifyOpInPlace(op, [&] {
    BlockArgument moved = body.addArgument(old.getType(), old.getLoc());
    rewriter.replaceAllUsesWith(old, moved);
    body.eraseArgument(number);
  });
}

bool stax::composeViewInput(RewriterBase &rewriter, Operation *op) {
  auto node = cast<FusableOpInterface>(op);
  for (auto [number, access] : llvm::enumerate(node.getOperandAccesses())) {
    if (!isa_and_present<tensor::CastOp, tensor::ExtractSliceOp>(
            access.operand.getDefiningOp()))
      continue;
    if (FailureOr<DomainParts> parts = composeCast(op, number);
        succeeded(parts)) {
      parts->assignTo(rewriter, op);
      return true;
    }
    FailureOr<DomainParts> parts = composeSlice(op, number);
    if (failed(parts))
      continue;
    OpBuilder::InsertionGuard insertion(rewriter);
    rewriter.setInsertionPoint(op);
    for (Value &symbol : parts->symbols)
      if (!symbol)
        symbol = arith::ConstantIndexOp::create(rewriter, op->getLoc(), 0);
    moveArgumentToEnd(rewriter, op, number);
    parts->assignTo(rewriter, op);
    return true;
  }
  return false;
}
