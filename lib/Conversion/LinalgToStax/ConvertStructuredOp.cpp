//===- ConvertStructuredOp.cpp - Structured operations to Stax ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All named operations have the loops, maps and body of their generic form, so
// one pattern serves them all. Per result (reductions) or layout of results
// (parallel loops) it chooses a domain, the loops in the order of the output,
// and copies the part of the body that is needed.
//
//===----------------------------------------------------------------------===//

#include "ArgExtreme.h"
#include "BodyCopy.h"
#include "Patterns.h"
#include "StructuredOp.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::stax;

/// Copies `slice` and yields `values`.
static void buildBody(OpBuilder &builder, Location loc, const BodySlice &slice,
                      const LoopDomain &domain, ValueRange values,
                      IRMapping &mapping) {
  cloneSlice(builder, slice, domain, mapping);
  YieldOp::create(builder, loc, llvm::map_to_vector(values, [&](Value value) {
                    return mapping.lookupOrDefault(value);
                  }));
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

/// Computes the results `numbers` of `op`, all over `domain`.
static PointwiseOp createPointwise(OpBuilder &builder, linalg::LinalgOp op,
                                   const LoopDomain &domain,
                                   ArrayRef<unsigned> numbers) {
  SmallVector<Type> types;
  SmallVector<Value> values;
  for (unsigned number : numbers) {
    types.push_back(op->getResult(number).getType());
    values.push_back(op.getBlock()->getTerminator()->getOperand(number));
  }
  BodySlice slice = getSlice(*op.getBlock(), values);
  ElementReads reads = getReads(op, slice, domain);
  auto pointwise = PointwiseOp::create(
      builder, op.getLoc(), types, reads.getInputs(), reads.getMaps(),
      domain.extents, [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        buildBody(nested, loc, slice, domain, values, mapping);
      });
  copyPlacement(op, pointwise);
  return pointwise;
}

/// One operation for each layout: output map and shape.
static SmallVector<Value> convertParallel(OpBuilder &builder,
                                          linalg::LinalgOp op,
                                          ArrayRef<OpFoldResult> loopExtents) {
  llvm::MapVector<std::pair<AffineMap, ArrayRef<int64_t>>,
                  SmallVector<unsigned>>
      layouts;
  for (OpOperand &init : op.getDpsInitsMutable())
    layouts[{op.getMatchingIndexingMap(&init), op.getShape(&init)}].push_back(
        op.getTiedOpResult(&init).getResultNumber());
  SmallVector<Value> results(op->getNumResults());
  for (auto &[layout, numbers] : layouts) {
    LoopDomain domain =
        getDomain(builder, op, layout.first, layout.second, loopExtents);
    PointwiseOp pointwise = createPointwise(builder, op, domain, numbers);
    for (auto [number, result] :
         llvm::zip_equal(numbers, pointwise.getResults()))
      results[number] = result;
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Whether a complete reduction by `monoid` over `domain` starts from `init`:
/// the fill is the monoid's own, and the range is known to have points where
/// no points have no value.
static bool startsFrom(MonoidAttrInterface monoid, Type element, Value init,
                       const LoopDomain &domain) {
  OpFoldResult fill = getUniformElement(init);
  if (!fill || dyn_cast<Attribute>(fill) != monoid.getInit(element).front())
    return false;
  return monoid.allowsEmpty() || llvm::all_of(domain.reduced, [&](int64_t dim) {
           return getConstantIntValue(domain.extents[dim]).value_or(0) > 0;
         });
}

static ReduceOp createReduce(OpBuilder &builder, linalg::LinalgOp op,
                             const LoopDomain &domain,
                             const Combination &combination, Type resultElement,
                             bool isPartial) {
  BodySlice slice = getSlice(*op.getBlock(), combination.value);
  ElementReads reads = getReads(op, slice, domain);
  auto reduce = ReduceOp::create(
      builder, op.getLoc(),
      TypeRange{RankedTensorType::get(domain.shape, resultElement)},
      combination.monoid, domain.reduced, reads.getInputs(), reads.getMaps(),
      domain.extents, isPartial,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        buildBody(nested, loc, slice, domain, combination.value, mapping);
      });
  copyPlacement(op, reduce);
  return reduce;
}

/// Combines a partial result, in the accumulator's type, with `init`, and
/// rounds to the type of `init`.
static Value combineWithInit(OpBuilder &builder, linalg::LinalgOp op,
                             ReduceOp reduce, const LoopDomain &domain,
                             Value init) {
  Location loc = op.getLoc();
  Value partial = reduce.getResult(0);
  SmallVector<OpFoldResult> extents = domain.getParallelExtents();
  AffineMap identity = builder.getMultiDimIdentityMap(extents.size());
  ElementReads reads;
  reads.add(partial, partial, identity);
  reads.add(init, init, identity);
  auto pointwise = PointwiseOp::create(
      builder, loc, TypeRange{init.getType()}, reads.getInputs(),
      reads.getMaps(), extents,
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        Value lhs = mapping.lookup(partial), rhs = mapping.lookup(init);
        Type narrow = rhs.getType(), wide = lhs.getType();
        if (narrow != wide)
          rhs = arith::ExtFOp::create(nested, loc, wide, rhs);
        Value combined =
            reduce.getMonoid().emitCombine(nested, loc, lhs, rhs).front();
        if (narrow != wide)
          combined = arith::TruncFOp::create(nested, loc, narrow, combined);
        YieldOp::create(nested, loc, combined);
      });
  copyPlacement(op, pointwise);
  return pointwise.getResult(0);
}

static SmallVector<Value> convertReduction(OpBuilder &builder,
                                           linalg::LinalgOp op,
                                           ArrayRef<OpFoldResult> loopExtents) {
  SmallVector<Value> results;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = cast<RankedTensorType>(init.get().getType());
    Type element = type.getElementType();
    LoopDomain domain = getDomain(builder, op, op.getMatchingIndexingMap(&init),
                                  type.getShape(), loopExtents);
    Combination combination =
        *matchCombination(op, op.getTiedOpResult(&init).getResultNumber());
    MonoidAttrInterface monoid = combination.monoid;
    if (startsFrom(monoid, element, init.get(), domain)) {
      results.push_back(createReduce(builder, op, domain, combination, element,
                                     /*isPartial=*/false)
                            .getResult(0));
      continue;
    }
    ReduceOp partial = createReduce(builder, op, domain, combination,
                                    monoid.getAccumulatorTypes(element).front(),
                                    /*isPartial=*/true);
    results.push_back(
        combineWithInit(builder, op, partial, domain, init.get()));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Pattern
//===----------------------------------------------------------------------===//

namespace {
// linalg.generic, parallel -> stax.pointwise
// linalg.generic, reduction -> stax.reduce [+ stax.pointwise with the init]
// linalg.generic, argmax -> stax.reduce + stax.pointwise with the init
struct ConvertStructuredOp : OpInterfaceRewritePattern<linalg::LinalgOp> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(linalg::LinalgOp op,
                                PatternRewriter &rewriter) const final {
    if (std::optional<std::string> obstacle = findObstacle(op))
      return rewriter.notifyMatchFailure(op, *obstacle);
    SmallVector<OpFoldResult> loopExtents = getLoopExtents(rewriter, op);
    if (std::optional<ArgExtreme> extreme = matchArgExtreme(op))
      rewriter.replaceOp(
          op, convertArgExtreme(rewriter, op, *extreme, loopExtents));
    else if (op.getNumReductionLoops() != 0)
      rewriter.replaceOp(op, convertReduction(rewriter, op, loopExtents));
    else
      rewriter.replaceOp(op, convertParallel(rewriter, op, loopExtents));
    return success();
  }
};
} // namespace

void stax::populateStructuredOpPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertStructuredOp>(patterns.getContext());
}
