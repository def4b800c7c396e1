//===- FloatSteps.cpp - Float operations of arith -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

template <Cell (*evaluate)(ElementKind, const Cell &, const Cell &)>
static void runRounded(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      evaluate(step.kind, step.operand(0, frame), step.operand(1, frame));
}

template <Cell (*evaluate)(const Cell &, const Cell &)>
static void runExact(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      evaluate(step.operand(0, frame), step.operand(1, frame));
}

template <Cell (*evaluate)(const Cell &)>
static void runUnary(const Step &step, Frame &frame) {
  frame.cells[step.result] = evaluate(step.operand(0, frame));
}

static void runFma(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      fuseMultiplyAdd(step.kind, step.operand(0, frame), step.operand(1, frame),
                      step.operand(2, frame));
}

/// Both arms are evaluated, so an error in either is one.
static void runSelect(const Step &step, Frame &frame) {
  const Cell &condition = step.operand(0, frame);
  const Cell &chosen = step.operand(condition.integer ? 1 : 2, frame);
  const Cell &other = step.operand(condition.integer ? 2 : 1, frame);
  Cell result = chosen;
  result.mark = joinMarks(chosen.mark, condition.mark);
  if (other.mark < ReferenceTensor::kUnpredictable)
    result.mark = joinMarks(result.mark, other.mark);
  frame.cells[step.result] = result;
}

//===----------------------------------------------------------------------===//
// Comparison and classification
//===----------------------------------------------------------------------===//

/// Whether the predicate holds; `parameter` of the step is one bit for each of
/// less, equal, greater and unordered.
enum : uint32_t { kLess = 1, kEqual = 2, kGreater = 4, kUnordered = 8 };

static uint32_t getAcceptedOrders(arith::CmpFPredicate predicate) {
  switch (predicate) {
  case arith::CmpFPredicate::AlwaysFalse:
    return 0;
  case arith::CmpFPredicate::OEQ:
    return kEqual;
  case arith::CmpFPredicate::OGT:
    return kGreater;
  case arith::CmpFPredicate::OGE:
    return kGreater | kEqual;
  case arith::CmpFPredicate::OLT:
    return kLess;
  case arith::CmpFPredicate::OLE:
    return kLess | kEqual;
  case arith::CmpFPredicate::ONE:
    return kLess | kGreater;
  case arith::CmpFPredicate::ORD:
    return kLess | kEqual | kGreater;
  case arith::CmpFPredicate::UEQ:
    return kUnordered | kEqual;
  case arith::CmpFPredicate::UGT:
    return kUnordered | kGreater;
  case arith::CmpFPredicate::UGE:
    return kUnordered | kGreater | kEqual;
  case arith::CmpFPredicate::ULT:
    return kUnordered | kLess;
  case arith::CmpFPredicate::ULE:
    return kUnordered | kLess | kEqual;
  case arith::CmpFPredicate::UNE:
    return kUnordered | kLess | kGreater;
  case arith::CmpFPredicate::UNO:
    return kUnordered;
  case arith::CmpFPredicate::AlwaysTrue:
    return kUnordered | kLess | kEqual | kGreater;
  }
  llvm_unreachable("all predicates are covered");
}

/// The orders that operands may be in, given their bounds.
static uint32_t getPossibleOrders(const Cell &lhs, const Cell &rhs,
                                  bool isSameValue) {
  if (std::isnan(lhs.number) || std::isnan(rhs.number))
    return kUnordered;
  uint32_t orders = lhs.number < rhs.number   ? kLess
                    : lhs.number > rhs.number ? kGreater
                                              : kEqual;
  if (!isSameValue && isOrderOpen(lhs, rhs))
    orders |= kLess | kEqual | kGreater;
  return orders;
}

static void runCompare(const Step &step, Frame &frame) {
  const Cell &lhs = step.operand(0, frame), &rhs = step.operand(1, frame);
  Mark mark = joinMarks(lhs.mark, rhs.mark);
  uint32_t accepted = step.parameter;
  uint32_t possible =
      getPossibleOrders(lhs, rhs, step.operands[0] == step.operands[1]);
  bool mayHold = possible & accepted, mayFail = possible & ~accepted;
  if (mayHold && mayFail)
    mark = joinMarks(mark, ReferenceTensor::kUndecided);
  uint32_t actual = getPossibleOrders(Cell::ofFloat(lhs.number),
                                      Cell::ofFloat(rhs.number), true);
  frame.cells[step.result] = Cell::ofInteger((actual & accepted) != 0, mark);
}

/// Infinities, NaN and zero have no neighbours that a bound could reach, so a
/// class is certain once the value is.
template <bool (*isInClass)(ElementKind, double)>
static void runClassify(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  frame.cells[step.result] =
      Cell::ofInteger(isInClass(step.kind, operand.number), operand.mark);
}

static bool isFinite(ElementKind, double value) { return std::isfinite(value); }
static bool isInfinite(ElementKind, double value) { return std::isinf(value); }
static bool isNotANumber(ElementKind, double value) {
  return std::isnan(value);
}
static bool isNormal(ElementKind kind, double value) {
  return std::isfinite(value) &&
         std::fabs(value) >= std::ldexp(1.0, getFloatFormat(kind).minExponent);
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static Step::Function getFunction(Operation *op) {
  using namespace arith;
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case([](AddFOp) { return runRounded<addFloats>; })
      .Case([](SubFOp) { return runRounded<subtractFloats>; })
      .Case([](MulFOp) { return runRounded<multiplyFloats>; })
      .Case([](DivFOp) { return runRounded<divideFloats>; })
      .Case([](RemFOp) { return runRounded<remainderOfFloats>; })
      .Case([](MaximumFOp) { return runExact<maximum>; })
      .Case([](MinimumFOp) { return runExact<minimum>; })
      .Case([](MaxNumFOp) { return runExact<maximumNumber>; })
      .Case([](MinNumFOp) { return runExact<minimumNumber>; })
      .Case([](NegFOp) { return runUnary<negateFloat>; })
      .Case([](SelectOp) { return runSelect; })
      .Case([](CmpFOp) { return runCompare; })
      .Case([](math::AbsFOp) { return runUnary<absoluteFloat>; })
      .Case([](math::CopySignOp) { return runExact<copySign>; })
      .Case([](math::FmaOp) { return runFma; })
      .Case([](math::IsFiniteOp) { return runClassify<isFinite>; })
      .Case([](math::IsInfOp) { return runClassify<isInfinite>; })
      .Case([](math::IsNaNOp) { return runClassify<isNotANumber>; })
      .Case([](math::IsNormalOp) { return runClassify<isNormal>; })
      .Default(Step::Function(nullptr));
}

bool reference::addFloatSteps(ScalarOp &scalar) {
  Step::Function function = getFunction(scalar.op);
  if (!function)
    return false;
  Step &step = scalar.add(function);
  // The last operand has the type that the operation computes in.
  if (auto kind =
          getElementKind(scalar.getOperandType(scalar.operands.size() - 1)))
    step.kind = *kind;
  if (auto compare = dyn_cast<arith::CmpFOp>(scalar.op))
    step.parameter = getAcceptedOrders(compare.getPredicate());
  return true;
}
