//===- FloatExtremes.cpp - Extremes of floats by integers -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatExtremes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

/// The key of inf, and the complement of that of -inf.
static constexpr int32_t kInfinity = 0x7f800000;

bool stax::isFloatExtreme(const CarriedReduction &reduction) {
  return isa<MaxAttr, MinAttr>(reduction.monoid) &&
         reduction.steps.front().front().getType().isF32();
}

static Value createInteger(ImplicitLocOpBuilder &b, int32_t value) {
  return arith::ConstantOp::create(b, b.getI32IntegerAttr(value));
}

/// Bits of a float as a key, or a key as bits: those below the sign are
/// inverted where that is set.
static Value exchangeBits(ImplicitLocOpBuilder &b, Value bits) {
  Value sign = arith::ShRSIOp::create(b, bits, createInteger(b, 31));
  Value inverted = arith::AndIOp::create(b, sign, createInteger(b, 0x7fffffff));
  return arith::XOrIOp::create(b, bits, inverted);
}

static Value createKey(ImplicitLocOpBuilder &b, Value value) {
  return exchangeBits(b, arith::BitcastOp::create(b, b.getI32Type(), value));
}

/// The extreme of floats whose keys are from `least` to `greatest`.
static Value createExtreme(ImplicitLocOpBuilder &b, bool isMax, Value greatest,
                           Value least) {
  Value key = isMax ? greatest : least;
  Value number =
      arith::BitcastOp::create(b, b.getF32Type(), exchangeBits(b, key));
  Value isAbove = arith::CmpIOp::create(b, arith::CmpIPredicate::sgt, greatest,
                                        createInteger(b, kInfinity));
  Value isBelow = arith::CmpIOp::create(b, arith::CmpIPredicate::slt, least,
                                        createInteger(b, ~kInfinity));
  Value nan = arith::ConstantOp::create(
      b,
      b.getFloatAttr(b.getF32Type(), APFloat::getQNaN(APFloat::IEEEsingle())));
  return arith::SelectOp::create(b, arith::OrIOp::create(b, isAbove, isBelow),
                                 nan, number);
}

static Value createCombine(ImplicitLocOpBuilder &b, MonoidAttrInterface monoid,
                           Value accumulator, Value value) {
  return CombineOp::create(b, TypeRange(value.getType()), monoid, Tree::Serial,
                           accumulator, value)
      .getResult(0);
}

namespace {
/// An extreme among what the loops carry.
struct Extreme {
  const CarriedReduction *reduction;
  unsigned position;     ///< in the old loop
  unsigned greatest = 0; ///< in the new one; the least key comes next

  bool isMax() const { return isa<MaxAttr>(reduction->monoid); }
};

/// Rewrites one loop. What is not an extreme is carried first.
class ExtremeRewriter {
public:
  ExtremeRewriter(RewriterBase &rewriter, AffineForOp loop,
                  const LoopPlan &plan);

  AffineForOp run();

private:
  SmallVector<Value> createInits();
  void cloneBody(AffineForOp replacement);
  SmallVector<Value> createResults(AffineForOp replacement);

  RewriterBase &rewriter;
  ImplicitLocOpBuilder b;
  AffineForOp loop;
  SmallVector<Extreme> extremes;
  SmallVector<unsigned> kept; ///< positions of all else, in order
  DenseSet<Operation *> steps;
};
} // namespace

ExtremeRewriter::ExtremeRewriter(RewriterBase &rewriter, AffineForOp loop,
                                 const LoopPlan &plan)
    : rewriter(rewriter), b(loop.getLoc(), rewriter), loop(loop) {
  for (const CarriedReduction &reduction : plan.reductions)
    if (isFloatExtreme(reduction))
      extremes.push_back({&reduction, reduction.positions.front()});
  for (unsigned i = 0; i < loop.getNumIterOperands(); ++i)
    if (llvm::none_of(extremes, [&](const Extreme &extreme) {
          return extreme.position == i;
        }))
      kept.push_back(i);
  for (const Extreme &extreme : extremes) {
    Value carried = loop.getRegionIterArgs()[extreme.position];
    for (Operation *op = *carried.user_begin();
         !op->hasTrait<OpTrait::IsTerminator>();
         op = *op->getResult(0).user_begin())
      steps.insert(op);
  }
}

SmallVector<Value> ExtremeRewriter::createInits() {
  SmallVector<Value> inits = llvm::map_to_vector(
      kept, [&](unsigned i) { return Value(loop.getInits()[i]); });
  for (Extreme &extreme : extremes) {
    extreme.greatest = inits.size();
    inits.push_back(createInteger(b, ~kInfinity));
    inits.push_back(createInteger(b, kInfinity));
  }
  return inits;
}

void ExtremeRewriter::cloneBody(AffineForOp replacement) {
  b.setInsertionPointToStart(replacement.getBody());
  IRMapping mapping;
  mapping.map(loop.getInductionVar(), replacement.getInductionVar());
  for (auto [position, old] : llvm::enumerate(kept))
    mapping.map(loop.getRegionIterArgs()[old],
                replacement.getRegionIterArgs()[position]);
  for (Operation &op : loop.getBody()->without_terminator())
    if (!steps.contains(&op))
      b.clone(op, mapping);
  OperandRange oldYielded = loop.getBody()->getTerminator()->getOperands();
  SmallVector<Value> yielded = llvm::map_to_vector(kept, [&](unsigned i) {
    return mapping.lookupOrDefault(Value(oldYielded[i]));
  });
  MLIRContext *context = rewriter.getContext();
  for (const Extreme &extreme : extremes) {
    Value greatest = replacement.getRegionIterArgs()[extreme.greatest];
    Value least = replacement.getRegionIterArgs()[extreme.greatest + 1];
    for (ArrayRef<Value> step : extreme.reduction->steps) {
      Value key = createKey(b, mapping.lookupOrDefault(step.front()));
      greatest = createCombine(b, MaxSAttr::get(context), greatest, key);
      least = createCombine(b, MinSAttr::get(context), least, key);
    }
    yielded.append({greatest, least});
  }
  affine::AffineYieldOp::create(b, yielded);
}

/// What the old loop yielded, from what the new one does.
SmallVector<Value> ExtremeRewriter::createResults(AffineForOp replacement) {
  b.setInsertionPointAfter(replacement);
  SmallVector<Value> results(loop.getNumResults());
  for (auto [position, old] : llvm::enumerate(kept))
    results[old] = replacement.getResult(position);
  for (const Extreme &extreme : extremes)
    results[extreme.position] = createCombine(
        b, extreme.reduction->monoid, loop.getInits()[extreme.position],
        createExtreme(b, extreme.isMax(),
                      replacement.getResult(extreme.greatest),
                      replacement.getResult(extreme.greatest + 1)));
  return results;
}

AffineForOp ExtremeRewriter::run() {
  b.setInsertionPoint(loop);
  auto replacement = AffineForOp::create(
      b, loop.getLowerBoundOperands(), loop.getLowerBoundMap(),
      loop.getUpperBoundOperands(), loop.getUpperBoundMap(),
      loop.getStepAsInt(), createInits());
  cloneBody(replacement);
  rewriter.replaceOp(loop, createResults(replacement));
  return replacement;
}

AffineForOp stax::carryExtremesAsIntegers(RewriterBase &rewriter,
                                          AffineForOp loop,
                                          const LoopPlan &plan) {
  return ExtremeRewriter(rewriter, loop, plan).run();
}
