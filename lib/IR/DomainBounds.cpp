//===- DomainBounds.cpp - Constant symbols, guards and extents ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that use what is known about symbols, guards and extents, as long as
// the operation stays valid: a constant that does not fit is an error when the
// program runs.
//
//===----------------------------------------------------------------------===//

#include "DomainPatterns.h"
#include "stax/IR/AffineRange.h"
#include "stax/IR/DomainParts.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// Whether `after`, over `afterParts`, owes no other check than `before`.
static bool owesTheSame(const DomainParts &beforeParts,
                        const DomainRead &before, const DomainParts &afterParts,
                        const DomainRead &after) {
  for (unsigned axis = 0; axis < before.map.getNumResults(); ++axis) {
    ReadState state = afterParts.getState(after, axis);
    bool isPlain = isa<AffineDimExpr>(after.map.getResult(axis));
    bool wasPlain = isa<AffineDimExpr>(before.map.getResult(axis));
    if (state != ReadState::Proved &&
        (state != beforeParts.getState(before, axis) || isPlain != wasPlain))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Symbols and guards
//===----------------------------------------------------------------------===//

/// `parts` with `constant` in place of symbol `position`, which is left unused.
static DomainParts bindSymbol(const DomainParts &parts, unsigned position,
                              int64_t constant, MLIRContext *context) {
  DomainParts bound = parts;
  SmallVector<AffineExpr> symbols = llvm::map_to_vector(
      llvm::seq<unsigned>(parts.symbols.size()), [&](unsigned symbol) {
        return symbol == position ? getAffineConstantExpr(constant, context)
                                  : getAffineSymbolExpr(symbol, context);
      });
  for (DomainRead &read : bound.reads) {
    unsigned rank = parts.extents.size(), count = symbols.size();
    read.map = simplifyAffineMap(
        read.map.replaceDimsAndSymbols({}, symbols, rank, count));
    if (read.isGuarded())
      read.guard = read.guard.replaceDimsAndSymbols({}, symbols, rank, count);
  }
  return bound;
}

// symbols(%c3), d0 + s0 -> d0 + 3
LogicalResult stax::bindConstantSymbols(PatternRewriter &rewriter,
                                        FusableOpInterface op) {
  DomainParts parts = DomainParts::get(op);
  for (auto [position, symbol] : llvm::enumerate(parts.symbols)) {
    std::optional<int64_t> constant = getConstantIntValue(symbol);
    if (!constant)
      continue;
    DomainParts bound =
        bindSymbol(parts, position, *constant, op->getContext());
    bool isEqual = true, isSame = true;
    for (auto [before, after] : llvm::zip_equal(parts.reads, bound.reads)) {
      isEqual &= before == after;
      isSame &= owesTheSame(parts, before, bound, after);
    }
    if (isEqual || !isSame)
      continue;
    bound.assignTo(rewriter, op);
    simplifyReads(rewriter, op);
    return success();
  }
  return failure();
}

/// Whether a constraint holds at all points or at none; nothing if it depends.
static std::optional<bool> decide(AffineExpr expr, bool isEquality,
                                  ArrayRef<IndexRange> box,
                                  unsigned numSymbols) {
  std::optional<IndexRange> range =
      getRange(expr, box, SmallVector<IndexRange>(numSymbols));
  if (!range)
    return std::nullopt;
  if (range->high < 0 || (isEquality && range->low > 0))
    return false;
  if (isEquality ? range->low == 0 && range->high == 0 : range->low >= 0)
    return true;
  return std::nullopt;
}

/// `read` without the constraints that always hold; nothing if one never does.
static std::optional<DomainRead> relaxGuard(const DomainRead &read,
                                            ArrayRef<IndexRange> box) {
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> isEquality;
  IntegerSet guard = read.guard;
  for (auto [expr, equality] :
       llvm::zip_equal(guard.getConstraints(), guard.getEqFlags())) {
    std::optional<bool> holds =
        decide(expr, equality, box, guard.getNumSymbols());
    if (holds == false)
      return std::nullopt;
    if (holds)
      continue;
    constraints.push_back(expr);
    isEquality.push_back(equality);
  }
  DomainRead relaxed = read;
  relaxed.guard =
      constraints.empty()
          ? IntegerSet()
          : IntegerSet::get(guard.getNumDims(), guard.getNumSymbols(),
                            constraints, isEquality);
  if (constraints.empty())
    relaxed.padding = Value();
  return relaxed;
}

// A guard loses what always holds; where it never holds the padding is left.
LogicalResult stax::relaxGuards(PatternRewriter &rewriter,
                                FusableOpInterface op) {
  DomainParts parts = DomainParts::get(op);
  SmallVector<int64_t> shape = parts.getStaticExtents();
  if (llvm::is_contained(shape, 0))
    return failure();
  SmallVector<IndexRange> box =
      llvm::map_to_vector(shape, IndexRange::ofExtent);
  Block &body = op->getRegion(0).front();
  for (auto [number, read] : llvm::enumerate(parts.reads)) {
    if (!read.isGuarded())
      continue;
    std::optional<DomainRead> relaxed = relaxGuard(read, box);
    BlockArgument argument = body.getArgument(number);
    if (!relaxed && !argument.use_empty()) {
      rewriter.replaceAllUsesWith(argument, read.padding);
      return success();
    }
    if (!relaxed || *relaxed == read ||
        !owesTheSame(parts, read, parts, *relaxed))
      continue;
    read = *relaxed;
    parts.assignTo(rewriter, op);
    return success();
  }
  return failure();
}

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

/// `type` with the extents of the domain where they are known.
static Type getStaticType(FusableOpInterface op, unsigned result,
                          ArrayRef<int64_t> box) {
  auto type = cast<RankedTensorType>(op->getResult(result).getType());
  SmallVector<int64_t> shape = llvm::map_to_vector(
      op.getResultMap(result).getResults(), [&](AffineExpr dim) {
        return box[cast<AffineDimExpr>(dim).getPosition()];
      });
  return type.clone(shape);
}

/// Whether all reads, and what a reduction needs, still verify with `parts`.
static bool verifies(FusableOpInterface op, const DomainParts &parts) {
  bool isViolated = llvm::any_of(parts.reads, [&](const DomainRead &read) {
    return parts.getState(read) == ReadState::Violated;
  });
  MonoidAttrInterface monoid = op.getCombiner();
  return !isViolated && (!monoid || monoid.allowsEmpty() ||
                         !llvm::is_contained(parts.getStaticExtents(), 0));
}

// domain [%c8] -> domain [8], with a cast of the results
LogicalResult stax::useConstantExtents(PatternRewriter &rewriter,
                                       FusableOpInterface op) {
  DomainParts parts = DomainParts::get(op);
  bool isChanged = false;
  for (OpFoldResult &extent : parts.extents) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    if (isa<Attribute>(extent) || !constant || *constant < 0)
      continue;
    extent = rewriter.getIndexAttr(*constant);
    isChanged = true;
  }
  // What would be invalid is an error when the program runs.
  if (!isChanged || !verifies(op, parts))
    return failure();
  SmallVector<int64_t> box = parts.getStaticExtents();
  rewriter.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    auto cast =
        tensor::CastOp::create(rewriter, op.getLoc(), result.getType(), result);
    rewriter.replaceAllUsesExcept(result, cast, cast);
    rewriter.modifyOpInPlace(op, [&] {
      result.setType(getStaticType(op, result.getResultNumber(), box));
    });
  }
  parts.assignTo(rewriter, op);
  return success();
}
