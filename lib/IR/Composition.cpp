//===- Composition.cpp - Producers computed where they are read -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Composing a read r of a consumer with the reads of its producer:
//
//   consumer reads P[m] guard g else c,  P reads x[n] guard h else d
//   consumer reads x[n o m] guard (h o m) and g else d, computes P's body on
//   what it read, and takes c where g does not hold.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/Composition.h"
#include "CompositionReads.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

StringRef stax::stringifyObstacle(ComposeObstacle obstacle) {
  switch (obstacle) {
  case ComposeObstacle::None:
    return "None";
  case ComposeObstacle::NotPointwise:
    return "NotPointwise";
  case ComposeObstacle::OtherBlock:
    return "OtherBlock";
  case ComposeObstacle::OtherPlace:
    return "OtherPlace";
  case ComposeObstacle::GuardedError:
    return "GuardedError";
  case ComposeObstacle::LostCheck:
    return "LostCheck";
  case ComposeObstacle::ChangedCheck:
    return "ChangedCheck";
  case ComposeObstacle::UnknownPadding:
    return "UnknownPadding";
  }
  llvm_unreachable("all obstacles have a code");
}

//===----------------------------------------------------------------------===//
// Errors of points
//===----------------------------------------------------------------------===//

bool stax::mayFail(Operation *op) {
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op)) {
    APInt divisor;
    return !matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) ||
           divisor.isZero();
  }
  // A power of integers divides where the exponent is negative.
  return isa<math::IPowIOp>(op) ||
         !isa_and_present<arith::ArithDialect, math::MathDialect, StaxDialect>(
             op->getDialect());
}

static bool anyMayFail(Block &body) {
  return llvm::any_of(body.without_terminator(),
                      [](Operation &op) { return mayFail(&op); });
}

bool stax::isMovedOrUniform(PointwiseOp op, Value value) {
  if (value.getParentBlock() != op.getBodyBlock())
    return true;
  return isa<BlockArgument>(value) || matchPattern(value, m_Constant());
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Emits the value of affine expressions at the point of a body.
namespace {
class PointEmitter {
public:
  PointEmitter(OpBuilder &builder, Location loc, ValueRange symbols)
      : builder(builder), loc(loc), symbols(symbols) {}

  Value emit(AffineExpr expr);
  Value emitHolds(IntegerSet set);

private:
  template <typename OpTy>
  Value emitBinary(AffineBinaryOpExpr expr) {
    // In this order, whatever order arguments are evaluated in.
    Value lhs = emit(expr.getLHS());
    Value rhs = emit(expr.getRHS());
    return OpTy::create(builder, loc, lhs, rhs);
  }
  Value emitConstant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value emitModulo(AffineBinaryOpExpr expr);

  OpBuilder &builder;
  Location loc;
  ValueRange symbols;
};
} // namespace

/// x mod n, which is not negative, of a positive constant n.
Value PointEmitter::emitModulo(AffineBinaryOpExpr expr) {
  Value value = emit(expr.getLHS()), divisor = emit(expr.getRHS());
  Value quotient = arith::FloorDivSIOp::create(builder, loc, value, divisor);
  Value floor = arith::MulIOp::create(builder, loc, quotient, divisor);
  return arith::SubIOp::create(builder, loc, value, floor);
}

Value PointEmitter::emit(AffineExpr expr) {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return emitConstant(cast<AffineConstantExpr>(expr).getValue());
  case AffineExprKind::DimId:
    return IndexOp::create(builder, loc,
                           cast<AffineDimExpr>(expr).getPosition());
  case AffineExprKind::SymbolId:
    return symbols[cast<AffineSymbolExpr>(expr).getPosition()];
  case AffineExprKind::Add:
    return emitBinary<arith::AddIOp>(cast<AffineBinaryOpExpr>(expr));
  case AffineExprKind::Mul:
    return emitBinary<arith::MulIOp>(cast<AffineBinaryOpExpr>(expr));
  case AffineExprKind::FloorDiv:
    return emitBinary<arith::FloorDivSIOp>(cast<AffineBinaryOpExpr>(expr));
  case AffineExprKind::CeilDiv:
    return emitBinary<arith::CeilDivSIOp>(cast<AffineBinaryOpExpr>(expr));
  case AffineExprKind::Mod:
    return emitModulo(cast<AffineBinaryOpExpr>(expr));
  }
  llvm_unreachable("all kinds of affine expressions are covered");
}

Value PointEmitter::emitHolds(IntegerSet set) {
  Value holds;
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    auto predicate =
        isEquality ? arith::CmpIPredicate::eq : arith::CmpIPredicate::sge;
    Value one = arith::CmpIOp::create(builder, loc, predicate, emit(expr),
                                      emitConstant(0));
    holds = holds ? arith::AndIOp::create(builder, loc, holds, one) : one;
  }
  return holds;
}

/// Copies the body of `producer` to `builder`, at the point that `read` reads,
/// and returns its yielded value `result`.
static Value cloneBodyAt(OpBuilder &builder, PointwiseOp producer,
                         unsigned result, const DomainRead &read,
                         ValueRange symbols, ValueRange args) {
  IRMapping mapping;
  Block *body = producer.getBodyBlock();
  mapping.map(body->getArguments(), args);
  for (Operation &op : body->without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(op)) {
      PointEmitter emitter(builder, index.getLoc(), symbols);
      mapping.map(index.getResult(),
                  emitter.emit(read.map.getResult(index.getDim())));
      continue;
    }
    builder.clone(op, mapping);
  }
  return mapping.lookupOrDefault(body->getTerminator()->getOperand(result));
}

//===----------------------------------------------------------------------===//
// Composition
//===----------------------------------------------------------------------===//

/// Position of the producer's read whose element is all that it yields, if it
/// has no guard: then the consumer's guard and padding serve it.
static std::optional<unsigned> getForwarded(PointwiseOp producer,
                                            unsigned result) {
  Value value = producer.getBodyBlock()->getTerminator()->getOperand(result);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != producer.getBodyBlock())
    return std::nullopt;
  auto guards = producer.getGuardsAttr();
  if (guards && !isa<UnitAttr>(guards[argument.getArgNumber()]))
    return std::nullopt;
  return argument.getArgNumber();
}

ComposeObstacle stax::findComposeObstacle(Operation *consumer, unsigned input) {
  DomainParts parts = DomainParts::get(cast<FusableOpInterface>(consumer));
  const DomainRead &read = parts.reads[input];
  auto producer = read.input.getDefiningOp<PointwiseOp>();
  if (!producer)
    return ComposeObstacle::NotPointwise;
  if (producer->getBlock() != consumer->getBlock())
    return ComposeObstacle::OtherBlock;
  for (StringRef place : {kDeviceAttr, kStreamAttr})
    if (getPlacement(producer, place) != getPlacement(consumer, place))
      return ComposeObstacle::OtherPlace;
  if (read.isGuarded()) {
    if (anyMayFail(*producer.getBodyBlock()))
      return ComposeObstacle::GuardedError;
    auto isComplex = [](Value value) {
      return isa<ComplexType>(getElementTypeOrSelf(value.getType()));
    };
    if (llvm::any_of(producer.getInputs(), isComplex))
      return ComposeObstacle::UnknownPadding;
  }
  DomainParts producerParts = DomainParts::get(producer);
  return checkReads(parts, input, producerParts,
                    composeReads(parts, input, producerParts));
}

/// What the reads of the producer in `composed`, from `first` on, give where
/// only the consumer's guard cuts them off. Some value is enough, as long as it
/// is not the one that `forwarded` is taken for.
static void addPaddings(OpBuilder &builder, DomainParts &composed,
                        unsigned first, const DomainRead &outer,
                        std::optional<unsigned> forwarded) {
  for (unsigned number = first; number < composed.reads.size(); ++number) {
    DomainRead &read = composed.reads[number];
    if (!read.isGuarded() || read.padding)
      continue;
    read.padding = outer.padding;
    if (forwarded == number - first)
      continue;
    Type element = getElementTypeOrSelf(read.input.getType());
    read.padding = arith::ConstantOp::create(
        builder, outer.input.getLoc(),
        cast<TypedAttr>(builder.getZeroAttr(element)));
  }
}

void stax::composeRead(RewriterBase &rewriter, Operation *consumer,
                       unsigned input) {
  OpBuilder::InsertionGuard insertion(rewriter);
  DomainParts parts = DomainParts::get(cast<FusableOpInterface>(consumer));
  DomainRead outer = parts.reads[input];
  auto result = cast<OpResult>(outer.input);
  auto producer = cast<PointwiseOp>(result.getOwner());
  DomainParts composed = composeReads(parts, input, DomainParts::get(producer));
  unsigned first = parts.reads.size() - 1;
  std::optional<unsigned> forwarded =
      outer.isGuarded() ? getForwarded(producer, result.getResultNumber())
                        : std::nullopt;
  rewriter.setInsertionPoint(consumer);
  addPaddings(rewriter, composed, first, outer, forwarded);

  Block *body = &consumer->getRegion(0).front();
  BlockArgument old = body->getArgument(input);
  rewriter.modifyOpInPlace(consumer, [&] {
    for (BlockArgument argument : producer.getBodyBlock()->getArguments())
      body->addArgument(argument.getType(), argument.getLoc());
  });
  rewriter.setInsertionPointToStart(body);
  Value value =
      cloneBodyAt(rewriter, producer, result.getResultNumber(), outer,
                  composed.symbols, body->getArguments().drop_front(first + 1));
  if (outer.isGuarded() && !forwarded) {
    Location loc = producer.getLoc();
    PointEmitter emitter(rewriter, loc, composed.symbols);
    value = arith::SelectOp::create(
        rewriter, loc, emitter.emitHolds(outer.guard), value, outer.padding);
  }
  rewriter.replaceAllUsesWith(old, value);
  rewriter.modifyOpInPlace(consumer, [&] { body->eraseArgument(input); });
  composed.assignTo(rewriter, consumer);
}
