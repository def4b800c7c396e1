//===- DomainCanonicalization.cpp - Simpler reads and results -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns for all operations over a domain. None of them changes a bit of a
// value that is needed, nor loses one of its errors: a read whose extents are
// only checked when the program runs stays, even where nobody uses its element.
//
//===----------------------------------------------------------------------===//

#include "DomainPatterns.h"
#include "stax/IR/Composition.h"
#include "stax/IR/Extents.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/BitVector.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

// ins(%unused, %x, %x) -> ins(%x)
static LogicalResult dropAndMergeReads(PatternRewriter &rewriter,
                                       FusableOpInterface op) {
  return success(simplifyReads(rewriter, op));
}

/// Whether a value that `op` reads comes from memory, which may change between
/// `op` and those who read its results.
static bool readsMemory(PointwiseOp op) {
  return llvm::any_of(op.getInputs(), [](Value input) {
    Operation *producer = input.getDefiningOp();
    return producer && !isMemoryEffectFree(producer);
  });
}

// A pointwise that moves elements or repeats a scalar disappears from its
// readers' inputs.
static LogicalResult composeMoves(PatternRewriter &rewriter,
                                  FusableOpInterface op) {
  for (auto [number, access] : llvm::enumerate(op.getOperandAccesses())) {
    auto producer = access.operand.getDefiningOp<PointwiseOp>();
    if (!producer)
      continue;
    unsigned result = cast<OpResult>(access.operand).getResultNumber();
    Value moved = producer.getBodyBlock()->getTerminator()->getOperand(result);
    if (!isMovedOrUniform(producer, moved) || readsMemory(producer) ||
        findComposeObstacle(op, number) != ComposeObstacle::None)
      continue;
    composeRead(rewriter, op, number);
    return success();
  }
  return failure();
}

// extract_slice and cast become maps.
static LogicalResult composeViews(PatternRewriter &rewriter,
                                  FusableOpInterface op) {
  return success(composeViewInput(rewriter, op));
}

// A splat constant becomes a scalar constant in the region.
static LogicalResult scalarizeSplats(PatternRewriter &rewriter,
                                     FusableOpInterface op) {
  DomainParts parts = DomainParts::get(op);
  Block &body = op->getRegion(0).front();
  for (auto [number, read] : llvm::enumerate(parts.reads)) {
    SplatElementsAttr splat;
    BlockArgument argument = body.getArgument(number);
    if (argument.use_empty() || read.isGuarded() ||
        !matchPattern(read.input, m_Constant(&splat)) ||
        parts.getState(read) != ReadState::Proved)
      continue;
    rewriter.setInsertionPointToStart(&body);
    Value scalar = arith::ConstantOp::create(rewriter, read.input.getLoc(),
                                             splat.getSplatValue<TypedAttr>());
    rewriter.replaceAllUsesWith(argument, scalar);
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Results of pointwise operations
//===----------------------------------------------------------------------===//

/// The input that result `number` of `op` repeats element by element; null if
/// there is none.
static Value getRepeatedInput(PointwiseOp op, unsigned number) {
  auto argument = dyn_cast<BlockArgument>(
      op.getBodyBlock()->getTerminator()->getOperand(number));
  if (!argument || argument.getOwner() != op.getBodyBlock())
    return {};
  DomainParts parts = DomainParts::get(op);
  const DomainRead &read = parts.reads[argument.getArgNumber()];
  bool isCopy = !read.isGuarded() && read.map.isIdentity() &&
                read.input.getType() == op.getResult(number).getType() &&
                llvm::all_of(parts.reads, [&](const DomainRead &other) {
                  return parts.getState(other) == ReadState::Proved;
                });
  return isCopy ? read.input : Value();
}

// A copy is its source; one that is placed is a transfer, and stays.
static LogicalResult forwardCopies(PatternRewriter &rewriter,
                                   FusableOpInterface node) {
  auto op = cast<PointwiseOp>(node);
  if (op->hasAttr(kDeviceAttr) || op->hasAttr(kStreamAttr) || readsMemory(op))
    return failure();
  bool isChanged = false;
  for (OpResult result : op->getResults()) {
    Value input = result.use_empty()
                      ? Value()
                      : getRepeatedInput(op, result.getResultNumber());
    if (!input)
      continue;
    rewriter.replaceAllUsesWith(result, input);
    isChanged = true;
  }
  return success(isChanged);
}

// Equal results become one, and unused ones go.
static LogicalResult mergeAndDropResults(PatternRewriter &rewriter,
                                         FusableOpInterface node) {
  auto op = cast<PointwiseOp>(node);
  Operation *yield = op.getBodyBlock()->getTerminator();
  for (OpResult result : op->getResults())
    for (OpResult earlier :
         op->getResults().take_front(result.getResultNumber()))
      if (yield->getOperand(earlier.getResultNumber()) ==
          yield->getOperand(result.getResultNumber()))
        rewriter.replaceAllUsesWith(result, earlier);
  llvm::BitVector kept(op.getNumResults());
  for (OpResult result : op->getResults())
    kept[result.getResultNumber()] = !result.use_empty();
  if (kept.all() || kept.none())
    return failure();
  dropResults(rewriter, op, kept);
  return success();
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

namespace {
// tensor.dim of a node -> the domain's extent
struct ResolveDim : OpRewritePattern<tensor::DimOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::DimOp op,
                                PatternRewriter &rewriter) const final {
    return success(resolveDim(rewriter, op));
  }
};
} // namespace

void stax::addDomainPatterns(RewritePatternSet &patterns, StringRef name) {
  addDomainPattern(patterns, name, dropAndMergeReads);
  addDomainPattern(patterns, name, composeMoves);
  addDomainPattern(patterns, name, composeViews);
  addDomainPattern(patterns, name, scalarizeSplats);
  addDomainPattern(patterns, name, bindConstantSymbols);
  addDomainPattern(patterns, name, relaxGuards);
}

void PointwiseOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  addDomainPatterns(patterns, getOperationName());
  addDomainPattern(patterns, getOperationName(), useConstantExtents);
  addDomainPattern(patterns, getOperationName(), forwardCopies);
  addDomainPattern(patterns, getOperationName(), mergeAndDropResults);
  addDomainPattern(patterns, getOperationName(), foldConstantInputs);
}

void ReduceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  addDomainPatterns(patterns, getOperationName());
  addDomainPattern(patterns, getOperationName(), useConstantExtents);
  addDomainPattern(patterns, getOperationName(), foldReductionOfAPoint);
  addDomainPattern(patterns, getOperationName(), foldEmptyReduction);
}

void ScanOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  addDomainPatterns(patterns, getOperationName());
}

void StaxDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<ResolveDim>(patterns.getContext());
}
