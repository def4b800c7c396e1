//===- DomainPatterns.cpp - Patterns of operations over a domain ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that replace an operation over a domain by a simpler one, and the
// class that makes patterns of functions.
//
//===----------------------------------------------------------------------===//

#include "DomainPatterns.h"
#include "DomainOpSupport.h"
#include "stax/IR/DomainParts.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
struct DomainPattern : RewritePattern {
  DomainPattern(StringRef name, MLIRContext *context, DomainRewrite rewrite)
      : RewritePattern(name, /*benefit=*/1, context), rewrite(rewrite) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const final {
    if (!DomainParts::isChangeable(op))
      return rewriter.notifyMatchFailure(op, "is in a kernel");
    return rewrite(rewriter, cast<FusableOpInterface>(op));
  }

  DomainRewrite rewrite;
};
} // namespace

void stax::addDomainPattern(RewritePatternSet &patterns, StringRef name,
                            DomainRewrite rewrite) {
  patterns.add(
      std::make_unique<DomainPattern>(name, patterns.getContext(), rewrite));
}

//===----------------------------------------------------------------------===//
// Reductions of at most one point
//===----------------------------------------------------------------------===//

static bool isReducedExtent(ReduceOp op, int64_t extent) {
  return llvm::all_of(op.getDimensions(), [&](int64_t dim) {
    return op.getStaticExtents()[dim] == extent;
  });
}

/// The parts of `op`, a reduction of a point, without the reduced dimensions,
/// which are 0.
static DomainParts getKeptParts(ReduceOp op) {
  DomainParts parts = DomainParts::get(op), kept;
  kept.symbols = parts.symbols;
  SmallVector<AffineExpr> dims;
  for (auto [dim, extent] : llvm::enumerate(parts.extents)) {
    if (op.isReduced(dim)) {
      dims.push_back(getAffineConstantExpr(0, op.getContext()));
      continue;
    }
    dims.push_back(getAffineDimExpr(kept.extents.size(), op.getContext()));
    kept.extents.push_back(extent);
  }
  unsigned rank = kept.extents.size(), count = parts.symbols.size();
  for (const DomainRead &read : parts.reads) {
    DomainRead &keptRead = kept.reads.emplace_back(read);
    keptRead.map = read.map.replaceDimsAndSymbols(dims, {}, rank, count);
    if (read.isGuarded())
      keptRead.guard =
          keptRead.guard.replaceDimsAndSymbols(dims, {}, rank, count);
  }
  return kept;
}

/// Whether a reduced dimension asserts an extent that is not known.
static bool assertsReducedExtent(ReduceOp op) {
  DomainParts parts = DomainParts::get(op);
  for (const DomainRead &read : parts.reads)
    for (auto [axis, expr] : llvm::enumerate(read.map.getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && op.isReduced(dim.getPosition()) &&
          parts.getState(read, axis) != ReadState::Proved)
        return true;
  return false;
}

/// `values` as floats of other widths, where `types` are others.
static SmallVector<Value> convertFloats(OpBuilder &builder, Location loc,
                                        ValueRange values, TypeRange types) {
  return llvm::map_to_vector(
      llvm::zip_equal(values, types), [&](auto pair) -> Value {
        auto [value, type] = pair;
        if (value.getType() == type)
          return value;
        if (value.getType().getIntOrFloatBitWidth() <
            type.getIntOrFloatBitWidth())
          return arith::ExtFOp::create(builder, loc, type, value);
        return arith::TruncFOp::create(builder, loc, type, value);
      });
}

static SmallVector<Type> getElementTypes(TypeRange types) {
  return llvm::map_to_vector(types, [](Type type) {
    return cast<RankedTensorType>(type).getElementType();
  });
}

/// The init of `op`'s monoid for accumulators of `types`.
static SmallVector<Value> emitInit(OpBuilder &builder, ReduceOp op,
                                   TypeRange types) {
  return llvm::map_to_vector(
      op.getMonoid().getInit(types), [&](TypedAttr value) -> Value {
        return arith::ConstantOp::create(builder, op.getLoc(), value);
      });
}

/// Emits what `op` makes of the only point it reduces, in place of a body.
static void emitPoint(OpBuilder &builder, ReduceOp op, ValueRange args) {
  Location loc = op.getLoc();
  SmallVector<Value> indices;
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  int64_t kept = 0;
  for (int64_t dim = 0; dim < int64_t(op.getStaticExtents().size()); ++dim)
    indices.push_back(op.isReduced(dim)
                          ? zero
                          : IndexOp::create(builder, loc, kept++).getResult());
  IRMapping mapping;
  SmallVector<Value> values = op.emitBody(builder, loc, indices, args, mapping);
  SmallVector<Type> types =
      op.getMonoid().getAccumulatorTypes(ValueRange(values).getTypes());
  values = convertFloats(builder, loc, values, types);
  if (!op.getPartial())
    values = op.getMonoid().emitCombine(builder, loc, values,
                                        emitInit(builder, op, types));
  YieldOp::create(builder, loc,
                  convertFloats(builder, loc, values,
                                getElementTypes(op.getResultTypes())));
}

/// Replaces `op` by a pointwise with `parts` and the given body.
static void replaceByPointwise(
    PatternRewriter &rewriter, ReduceOp op, const DomainParts &parts,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  SmallVector<Value> inputs = llvm::map_to_vector(
      parts.reads, [](const DomainRead &read) { return read.input; });
  SmallVector<AffineMap> maps = llvm::map_to_vector(
      parts.reads, [](const DomainRead &read) { return read.map; });
  auto pointwise =
      PointwiseOp::create(rewriter, op.getLoc(), op.getResultTypes(), inputs,
                          maps, parts.extents, bodyBuilder);
  pointwise->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  parts.assignTo(rewriter, pointwise);
  rewriter.replaceOp(op, pointwise);
}

LogicalResult stax::foldReductionOfAPoint(PatternRewriter &rewriter,
                                          FusableOpInterface node) {
  auto op = cast<ReduceOp>(node);
  if (!isReducedExtent(op, 1) || assertsReducedExtent(op))
    return rewriter.notifyMatchFailure(op, "has not one point to reduce");
  replaceByPointwise(rewriter, op, getKeptParts(op),
                     [&](OpBuilder &builder, Location, ValueRange args) {
                       emitPoint(builder, op, args);
                     });
  return success();
}

LogicalResult stax::foldEmptyReduction(PatternRewriter &rewriter,
                                       FusableOpInterface node) {
  auto op = cast<ReduceOp>(node);
  bool isEmpty = llvm::any_of(op.getDimensions(), [&](int64_t dim) {
    return op.getStaticExtents()[dim] == 0;
  });
  DomainParts parts = DomainParts::get(op);
  bool isProved = llvm::all_of(parts.reads, [&](const DomainRead &read) {
    return parts.getState(read) == ReadState::Proved;
  });
  if (!isEmpty || op.getPartial() || !isProved)
    return rewriter.notifyMatchFailure(op, "may have points or errors");
  DomainParts kept;
  for (auto [dim, extent] : llvm::enumerate(parts.extents))
    if (!op.isReduced(dim))
      kept.extents.push_back(extent);
  SmallVector<Type> elements = getElementTypes(op.getResultTypes());
  SmallVector<Type> types = op.getMonoid().getAccumulatorTypes(elements);
  replaceByPointwise(
      rewriter, op, kept, [&](OpBuilder &builder, Location loc, ValueRange) {
        YieldOp::create(builder, loc,
                        convertFloats(builder, loc,
                                      emitInit(builder, op, types), elements));
      });
  return success();
}
