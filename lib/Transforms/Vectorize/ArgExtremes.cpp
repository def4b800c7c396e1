//===- ArgExtremes.cpp - Extremes with their index in vectors -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArgExtremes.h"
#include "ChunkTree.h"
#include "LoopAccess.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

bool stax::isArgExtreme(MonoidAttrInterface monoid) {
  return isa<ArgMaxAttr, ArgMinAttr, ArgMaxSAttr, ArgMinSAttr, ArgMaxUAttr,
             ArgMinUAttr>(monoid);
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

/// Whether all iterations of `loop` are known, none negative, and of 32 bits.
static bool hasSmallIterations(AffineForOp loop) {
  return loop.hasConstantBounds() && loop.getStepAsInt() == 1 &&
         loop.getConstantLowerBound() >= 0 &&
         loop.getConstantUpperBound() < INT32_MAX;
}

std::optional<int64_t> stax::getFirstPosition(AffineForOp loop, Value index) {
  auto cast = index.getDefiningOp<arith::IndexCastOp>();
  if (!cast || cast.getIn() != loop.getInductionVar() ||
      !cast.getType().isInteger(32) || !hasSmallIterations(loop))
    return std::nullopt;
  return loop.getConstantLowerBound();
}

/// The operations of the body of `loop` that compute `index` from its
/// iteration, in order: affine ones and casts.
static SmallVector<Operation *> getIndexChain(AffineForOp loop, Value index) {
  SmallVector<Operation *> chain;
  Operation *op = index.getDefiningOp();
  while (op && op->getBlock() == loop.getBody() && op->getNumOperands() == 1 &&
         isa<arith::IndexCastOp, affine::AffineApplyOp>(op)) {
    chain.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  std::reverse(chain.begin(), chain.end());
  return chain;
}

bool stax::hasRisingIndex(AffineForOp loop, const CarriedReduction &reduction) {
  if (!isArgExtreme(reduction.monoid) || reduction.steps.size() != 1 ||
      reduction.firstPosition || !hasSmallIterations(loop))
    return false;
  Value index = reduction.steps.front().back();
  SmallVector<Operation *> chain = getIndexChain(loop, index);
  if (chain.empty() || chain.front()->getOperand(0) != loop.getInductionVar())
    return false;
  // The indices of the first and the last iteration, which are in the order of
  // unsigned numbers if neither wraps.
  int64_t first = loop.getConstantLowerBound();
  int64_t last = std::max(first, loop.getConstantUpperBound() - 1);
  for (Operation *op : chain) {
    if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
      AffineMap map = apply.getAffineMap();
      std::optional<int64_t> step = map.getNumDims() == 1
                                        ? getCoefficient(map.getResult(0), 0)
                                        : std::nullopt;
      if (!step || *step <= 0)
        return false;
      MLIRContext *context = loop.getContext();
      for (int64_t *value : {&first, &last}) {
        SmallVector<Attribute> folded;
        Attribute operand = IntegerAttr::get(IndexType::get(context), *value);
        if (failed(map.constantFold(operand, folded)))
          return false;
        *value = cast<IntegerAttr>(folded.front()).getInt();
      }
    }
    Type type = op->getResult(0).getType();
    int64_t bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    if (first < 0 || !llvm::isIntN(std::min<int64_t>(bits, 62), last))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static SmallVector<Type> getCarriedTypes(OpBuilder &builder,
                                         CombineOp combine) {
  return {combine.getAccumulators()[0].getType(), builder.getI32Type()};
}

static CombineOp getStep(AffineForOp loop, const CarriedReduction &reduction) {
  return cast<CombineOp>(
      *loop.getRegionIterArgs()[reduction.positions.front()].user_begin());
}

AffineForOp stax::carryPositions(RewriterBase &rewriter, AffineForOp loop,
                                 const LoopPlan &plan) {
  ImplicitLocOpBuilder b(loop.getLoc(), rewriter);
  b.setInsertionPoint(loop);
  SmallVector<const CarriedReduction *> rising;
  for (const CarriedReduction &reduction : plan.reductions)
    if (hasRisingIndex(loop, reduction))
      rising.push_back(&reduction);
  SmallVector<Value> inits(loop.getInits());
  for (const CarriedReduction *reduction : rising)
    for (auto [position, value] : llvm::zip_equal(
             reduction->positions,
             createIdentity(b, b.getLoc(), reduction->monoid,
                            getCarriedTypes(b, getStep(loop, *reduction)))))
      inits[position] = value;
  auto replacement =
      AffineForOp::create(b, loop.getLowerBoundOperands(),
                          loop.getLowerBoundMap(), loop.getUpperBoundOperands(),
                          loop.getUpperBoundMap(), loop.getStepAsInt(), inits);

  b.setInsertionPointToStart(replacement.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), replacement.getInductionVar());
  mapping.map(loop.getRegionIterArgs(), replacement.getRegionIterArgs());
  DenseMap<Operation *, const CarriedReduction *> steps;
  for (const CarriedReduction *reduction : rising)
    steps[getStep(loop, *reduction)] = reduction;
  for (Operation &op : loop.getBody()->without_terminator()) {
    auto found = steps.find(&op);
    if (found == steps.end()) {
      b.clone(op, mapping);
      continue;
    }
    auto combine = cast<CombineOp>(op);
    Value position = arith::IndexCastOp::create(b, b.getI32Type(),
                                                replacement.getInductionVar());
    Value value = mapping.lookupOrDefault(Value(combine.getValues()[0]));
    SmallVector<Value> accumulators =
        llvm::map_to_vector(combine.getAccumulators(), [&](Value accumulator) {
          return mapping.lookup(accumulator);
        });
    auto narrow = CombineOp::create(b, TypeRange(getCarriedTypes(b, combine)),
                                    combine.getMonoid(), Tree::Serial,
                                    accumulators, ValueRange{value, position});
    mapping.map(combine.getResults(), narrow.getResults());
  }
  affine::AffineYieldOp::create(
      b, llvm::map_to_vector(
             loop.getBody()->getTerminator()->getOperands(),
             [&](Value value) { return mapping.lookupOrDefault(value); }));
  // What only computed indices: as vectors they would be wide.
  SmallVector<Operation *> ops =
      llvm::map_to_vector(replacement.getBody()->without_terminator(),
                          [](Operation &op) { return &op; });
  for (Operation *op : llvm::reverse(ops))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);

  b.setInsertionPointAfter(replacement);
  SmallVector<Value> results(replacement.getResults());
  for (const CarriedReduction *reduction : rising) {
    CombineOp combine = getStep(loop, *reduction);
    unsigned valuePosition = reduction->positions[0];
    unsigned indexPosition = reduction->positions[1];
    IRMapping atBest;
    atBest.map(loop.getInductionVar(),
               arith::IndexCastOp::create(b, b.getIndexType(),
                                          results[indexPosition]));
    Value index = combine.getValues()[1];
    for (Operation *op : getIndexChain(loop, index))
      b.clone(*op, atBest);
    auto best = CombineOp::create(
        b, combine.getResultTypes(), combine.getMonoid(), Tree::Serial,
        ValueRange{loop.getInits()[valuePosition],
                   loop.getInits()[indexPosition]},
        ValueRange{results[valuePosition], atBest.lookup(index)});
    results[valuePosition] = best.getResult(0);
    results[indexPosition] = best.getResult(1);
  }
  rewriter.replaceOp(loop, results);
  return replacement;
}

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

SmallVector<Value> stax::combineRising(OpBuilder &builder, Location loc,
                                       MonoidAttrInterface monoid,
                                       ValueRange tuple, ValueRange values) {
  auto compareFloats = [&](arith::CmpFPredicate better) -> Value {
    // The first NaN is the best.
    Value isNumber = arith::CmpFOp::create(
        builder, loc, arith::CmpFPredicate::ORD, tuple[0], tuple[0]);
    Value isBetter =
        arith::CmpFOp::create(builder, loc, better, values[0], tuple[0]);
    return arith::AndIOp::create(builder, loc, isNumber, isBetter);
  };
  auto compareIntegers = [&](arith::CmpIPredicate better) -> Value {
    return arith::CmpIOp::create(builder, loc, better, values[0], tuple[0]);
  };
  Value wins = llvm::TypeSwitch<Attribute, Value>(monoid)
                   .Case([&](ArgMaxAttr) {
                     return compareFloats(arith::CmpFPredicate::UGT);
                   })
                   .Case([&](ArgMinAttr) {
                     return compareFloats(arith::CmpFPredicate::ULT);
                   })
                   .Case([&](ArgMaxSAttr) {
                     return compareIntegers(arith::CmpIPredicate::sgt);
                   })
                   .Case([&](ArgMinSAttr) {
                     return compareIntegers(arith::CmpIPredicate::slt);
                   })
                   .Case([&](ArgMaxUAttr) {
                     return compareIntegers(arith::CmpIPredicate::ugt);
                   })
                   .Case([&](ArgMinUAttr) {
                     return compareIntegers(arith::CmpIPredicate::ult);
                   });
  return llvm::map_to_vector(
      llvm::zip_equal(values, tuple), [&](auto members) -> Value {
        auto [value, accumulator] = members;
        return arith::SelectOp::create(builder, loc, wins, value, accumulator);
      });
}
