//===- IntegerSteps.cpp - Integer operations of arith and math ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers are zero-extended in their cells; every result is cut to its width.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

static uint64_t cut(uint64_t value, uint8_t width) {
  return value & llvm::maskTrailingOnes<uint64_t>(width);
}

static int64_t extend(uint64_t value, uint8_t width) {
  return llvm::SignExtend64(value, width);
}

//===----------------------------------------------------------------------===//
// Operations that always have a value
//===----------------------------------------------------------------------===//

/// The operation `evaluate` of two integers and their width.
template <uint64_t (*evaluate)(uint64_t, uint64_t, uint8_t)>
static void runBinary(const Step &step, Frame &frame) {
  const Cell &lhs = step.operand(0, frame), &rhs = step.operand(1, frame);
  frame.cells[step.result] = Cell::ofInteger(
      cut(evaluate(lhs.integer, rhs.integer, step.width), step.resultWidth),
      joinMarks(lhs.mark, rhs.mark));
}

static uint64_t add(uint64_t lhs, uint64_t rhs, uint8_t) { return lhs + rhs; }
static uint64_t subtract(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs - rhs;
}
static uint64_t multiply(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs * rhs;
}
static uint64_t bitAnd(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs & rhs;
}
static uint64_t bitOr(uint64_t lhs, uint64_t rhs, uint8_t) { return lhs | rhs; }
static uint64_t bitXor(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs ^ rhs;
}
static uint64_t maxSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return std::max(extend(lhs, width), extend(rhs, width));
}
static uint64_t minSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return std::min(extend(lhs, width), extend(rhs, width));
}
static uint64_t maxUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return std::max(lhs, rhs);
}
static uint64_t minUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return std::min(lhs, rhs);
}
static uint64_t carry(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return cut(lhs + rhs, width) < lhs;
}
static uint64_t multiplyHighUnsigned(uint64_t lhs, uint64_t rhs,
                                     uint8_t width) {
  return static_cast<unsigned __int128>(lhs) * rhs >> width;
}
static uint64_t multiplyHighSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return static_cast<__int128>(extend(lhs, width)) * extend(rhs, width) >>
         width;
}

// Shifting by the width or more shifts everything out.
static uint64_t shiftLeft(uint64_t value, uint64_t count, uint8_t width) {
  return count >= width ? 0 : value << count;
}
static uint64_t shiftRightUnsigned(uint64_t value, uint64_t count,
                                   uint8_t width) {
  return count >= width ? 0 : value >> count;
}
static uint64_t shiftRightSigned(uint64_t value, uint64_t count,
                                 uint8_t width) {
  return extend(value, width) >> std::min<uint64_t>(count, width - 1);
}

template <uint64_t (*evaluate)(uint64_t, uint8_t)>
static void runUnary(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  frame.cells[step.result] = Cell::ofInteger(
      cut(evaluate(operand.integer, step.width), step.width), operand.mark);
}

static uint64_t absolute(uint64_t value, uint8_t width) {
  return extend(value, width) < 0 ? -value : value;
}
static uint64_t countLeadingZeros(uint64_t value, uint8_t width) {
  return llvm::countl_zero(value) - (64 - width);
}
static uint64_t countTrailingZeros(uint64_t value, uint8_t width) {
  return std::min<uint64_t>(llvm::countr_zero(value), width);
}
static uint64_t countOnes(uint64_t value, uint8_t) {
  return llvm::popcount(value);
}

//===----------------------------------------------------------------------===//
// Division, remainder, powers: no value for a zero divisor
//===----------------------------------------------------------------------===//

static uint64_t divideUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs / rhs;
}
static uint64_t divideCeilUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs / rhs + (lhs % rhs != 0);
}
static uint64_t remainderUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return lhs % rhs;
}

namespace {
/// A truncated quotient and its remainder. The most negative number divided by
/// -1 wraps.
struct Division {
  int64_t quotient, remainder;
  bool isNegative; ///< of the exact quotient

  Division(uint64_t lhsBits, uint64_t rhsBits, uint8_t width) {
    int64_t lhs = extend(lhsBits, width), rhs = extend(rhsBits, width);
    isNegative = (lhs < 0) != (rhs < 0);
    quotient = rhs == -1 ? int64_t(-uint64_t(lhs)) : lhs / rhs;
    remainder = rhs == -1 ? 0 : lhs % rhs;
  }
};
} // namespace

static uint64_t divideSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return Division(lhs, rhs, width).quotient;
}
static uint64_t remainderSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return Division(lhs, rhs, width).remainder;
}
static uint64_t divideFloorSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  Division division(lhs, rhs, width);
  return division.quotient - (division.remainder != 0 && division.isNegative);
}
static uint64_t divideCeilSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  Division division(lhs, rhs, width);
  return division.quotient + (division.remainder != 0 && !division.isNegative);
}

/// A binary operation without a value where the right operand is zero.
template <uint64_t (*evaluate)(uint64_t, uint64_t, uint8_t), bool isSigned>
static void runDivision(const Step &step, Frame &frame) {
  const Cell &lhs = step.operand(0, frame), &rhs = step.operand(1, frame);
  Mark mark = joinMarks(lhs.mark, rhs.mark);
  uint64_t value = 0;
  if (rhs.integer != 0) {
    value = cut(evaluate(lhs.integer, rhs.integer, step.width), step.width);
  } else if (mark == 0) {
    std::string dividend = isSigned
                               ? llvm::itostr(extend(lhs.integer, step.width))
                               : llvm::utostr(lhs.integer);
    mark = frame.execution.getErrorMark(
        step.op, "division by zero: " + dividend + " / 0");
  }
  frame.cells[step.result] = Cell::ofInteger(value, mark);
}

/// The power of an integer. A negative exponent takes the reciprocal, truncated
/// to an integer; zero has none.
static void runPower(const Step &step, Frame &frame) {
  const Cell &lhs = step.operand(0, frame), &rhs = step.operand(1, frame);
  Mark mark = joinMarks(lhs.mark, rhs.mark);
  int64_t base = extend(lhs.integer, step.width);
  int64_t exponent = extend(rhs.integer, step.width);
  uint64_t value = 1;
  if (exponent < 0) {
    value = base == 1 ? 1 : base == -1 ? (exponent % 2 == 0 ? 1 : -1) : 0;
    if (base == 0 && mark == 0)
      mark = frame.execution.getErrorMark(
          step.op, "division by zero: 0 to the power of " + Twine(exponent));
  }
  uint64_t factor = lhs.integer;
  for (; exponent > 0; exponent >>= 1, factor *= factor)
    if (exponent & 1)
      value *= factor;
  frame.cells[step.result] = Cell::ofInteger(cut(value, step.width), mark);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

template <arith::CmpIPredicate predicate>
static uint64_t compare(uint64_t lhs, uint64_t rhs, uint8_t width) {
  int64_t signedLhs = extend(lhs, width), signedRhs = extend(rhs, width);
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return lhs == rhs;
  case arith::CmpIPredicate::ne:
    return lhs != rhs;
  case arith::CmpIPredicate::slt:
    return signedLhs < signedRhs;
  case arith::CmpIPredicate::sle:
    return signedLhs <= signedRhs;
  case arith::CmpIPredicate::sgt:
    return signedLhs > signedRhs;
  case arith::CmpIPredicate::sge:
    return signedLhs >= signedRhs;
  case arith::CmpIPredicate::ult:
    return lhs < rhs;
  case arith::CmpIPredicate::ule:
    return lhs <= rhs;
  case arith::CmpIPredicate::ugt:
    return lhs > rhs;
  case arith::CmpIPredicate::uge:
    return lhs >= rhs;
  }
}

static Step::Function getCompare(arith::CmpIPredicate predicate) {
  switch (predicate) {
#define STAX_PREDICATE(name)                                                   \
  case arith::CmpIPredicate::name:                                             \
    return runBinary<compare<arith::CmpIPredicate::name>>;
    STAX_PREDICATE(eq)
    STAX_PREDICATE(ne)
    STAX_PREDICATE(slt)
    STAX_PREDICATE(sle)
    STAX_PREDICATE(sgt)
    STAX_PREDICATE(sge)
    STAX_PREDICATE(ult)
    STAX_PREDICATE(ule)
    STAX_PREDICATE(ugt)
    STAX_PREDICATE(uge)
#undef STAX_PREDICATE
  }
  llvm_unreachable("all predicates are covered");
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

static Step::Function getFunction(Operation *op) {
  using namespace arith;
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case<AddIOp, AddUIExtendedOp>([](auto) { return runBinary<add>; })
      .Case([](SubIOp) { return runBinary<subtract>; })
      .Case<MulIOp, MulSIExtendedOp, MulUIExtendedOp>(
          [](auto) { return runBinary<multiply>; })
      .Case([](AndIOp) { return runBinary<bitAnd>; })
      .Case([](OrIOp) { return runBinary<bitOr>; })
      .Case([](XOrIOp) { return runBinary<bitXor>; })
      .Case([](MaxSIOp) { return runBinary<maxSigned>; })
      .Case([](MaxUIOp) { return runBinary<maxUnsigned>; })
      .Case([](MinSIOp) { return runBinary<minSigned>; })
      .Case([](MinUIOp) { return runBinary<minUnsigned>; })
      .Case([](ShLIOp) { return runBinary<shiftLeft>; })
      .Case([](ShRUIOp) { return runBinary<shiftRightUnsigned>; })
      .Case([](ShRSIOp) { return runBinary<shiftRightSigned>; })
      .Case([](DivUIOp) { return runDivision<divideUnsigned, false>; })
      .Case([](DivSIOp) { return runDivision<divideSigned, true>; })
      .Case([](CeilDivUIOp) { return runDivision<divideCeilUnsigned, false>; })
      .Case([](CeilDivSIOp) { return runDivision<divideCeilSigned, true>; })
      .Case([](FloorDivSIOp) { return runDivision<divideFloorSigned, true>; })
      .Case([](RemUIOp) { return runDivision<remainderUnsigned, false>; })
      .Case([](RemSIOp) { return runDivision<remainderSigned, true>; })
      .Case([](CmpIOp compare) { return getCompare(compare.getPredicate()); })
      .Case([](math::AbsIOp) { return runUnary<absolute>; })
      .Case([](math::CtPopOp) { return runUnary<countOnes>; })
      .Case(
          [](math::CountLeadingZerosOp) { return runUnary<countLeadingZeros>; })
      .Case([](math::CountTrailingZerosOp) {
        return runUnary<countTrailingZeros>;
      })
      .Case([](math::IPowIOp) { return runPower; })
      .Default(Step::Function(nullptr));
}

/// The function of the second result of an operation that has two.
static Step::Function getSecondFunction(Operation *op) {
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case([](arith::AddUIExtendedOp) { return runBinary<carry>; })
      .Case(
          [](arith::MulSIExtendedOp) { return runBinary<multiplyHighSigned>; })
      .Case([](arith::MulUIExtendedOp) {
        return runBinary<multiplyHighUnsigned>;
      })
      .Default(Step::Function(nullptr));
}

bool reference::addIntegerSteps(ScalarOp &scalar) {
  Step::Function function = getFunction(scalar.op);
  if (!function)
    return false;
  scalar.add(function);
  if (Step::Function second = getSecondFunction(scalar.op))
    scalar.add(second, /*result=*/1);
  return true;
}
