//===- LoopCost.cpp - What an iteration of a loop costs -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopCost.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

/// For loops whose bounds nothing is known of.
static constexpr double kUnknownTrips = 256;

/// A rough time, of scalars and of vectors that fill a register alike.
static double getNanoseconds(Operation *op) {
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
          arith::RemUIOp, arith::RemFOp, math::SqrtOp, math::RsqrtOp>(op))
    return 2;
  if (isa<math::MathDialect>(op->getDialect()) &&
      !isa<math::FmaOp, math::AbsFOp, math::FloorOp, math::CeilOp>(op))
    return 4;
  if (isa<CallOpInterface>(op))
    return 20;
  if (op->hasTrait<OpTrait::ConstantLike>() ||
      op->hasTrait<OpTrait::IsTerminator>())
    return 0;
  return 0.25;
}

static std::optional<int64_t> getTrips(scf::ForOp loop) {
  std::optional<APInt> trips = loop.getStaticTripCount();
  return trips ? std::optional(trips->getSExtValue()) : std::nullopt;
}

LoopCost::LoopCost(scf::ParallelOp loop) : loop(loop) {
  terms.push_back({0, {}});
  add(loop.getRegion(), {1, {}});
}

void LoopCost::addLoop(scf::ForOp inner, Term scale) {
  auto isOutside = [&](Value value) {
    return !loop.getRegion().isAncestor(value.getParentRegion());
  };
  if (std::optional<int64_t> trips = getTrips(inner))
    scale.nanoseconds *= *trips;
  else if (isOutside(inner.getLowerBound()) &&
           isOutside(inner.getUpperBound()) && isOutside(inner.getStep()))
    scale.loops.push_back(inner);
  else
    scale.nanoseconds *= kUnknownTrips;
  add(inner.getRegion(), scale);
}

/// Adds the operations of `region`, each as often as `scale` says.
void LoopCost::add(Region &region, Term scale) {
  Term own{0, scale.loops};
  for (Operation &op : region.getOps()) {
    own.nanoseconds += scale.nanoseconds * ::getNanoseconds(&op);
    if (auto inner = dyn_cast<scf::ForOp>(op)) {
      addLoop(inner, scale);
      continue;
    }
    for (Region &nested : op.getRegions())
      add(nested, scale);
  }
  if (own.loops.empty())
    terms.front().nanoseconds += own.nanoseconds;
  else
    terms.push_back(std::move(own));
}

double LoopCost::getNanoseconds() const {
  double total = 0;
  for (const Term &term : terms) {
    double scaled = term.nanoseconds;
    for (size_t i = 0; i < term.loops.size(); ++i)
      scaled *= kUnknownTrips;
    total += scaled;
  }
  return total;
}

Value LoopCost::emitIsWorth(OpBuilder &builder, double minNanoseconds) {
  Location loc = loop.getLoc();
  Type type = builder.getF64Type();
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getF64FloatAttr(value));
  };
  // In floats: products of extents may be large.
  auto emitTrips = [&](Value lower, Value upper, Value step) -> Value {
    Value range = arith::SubIOp::create(builder, loc, upper, lower);
    Value trips = arith::CeilDivSIOp::create(builder, loc, range, step);
    Value integer =
        arith::IndexCastOp::create(builder, loc, builder.getI64Type(), trips);
    return arith::SIToFPOp::create(builder, loc, type, integer);
  };
  Value total;
  for (const Term &term : terms) {
    Value product = constant(term.nanoseconds);
    for (scf::ForOp inner : term.loops)
      product = arith::MulFOp::create(builder, loc, product,
                                      emitTrips(inner.getLowerBound(),
                                                inner.getUpperBound(),
                                                inner.getStep()));
    total =
        total ? arith::AddFOp::create(builder, loc, total, product).getResult()
              : product;
  }
  for (auto [lower, upper, step] : llvm::zip_equal(
           loop.getLowerBound(), loop.getUpperBound(), loop.getStep()))
    total = arith::MulFOp::create(builder, loc, total,
                                  emitTrips(lower, upper, step));
  return arith::CmpFOp::create(builder, loc, arith::CmpFPredicate::OGE, total,
                               constant(minNanoseconds));
}
