//===- FloatOps.cpp - Float operations on cells ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

static bool isSameClass(double lhs, double rhs) {
  return std::isnan(lhs) == std::isnan(rhs) &&
         std::isinf(lhs) == std::isinf(rhs);
}

void reference::setReach(ElementKind kind, long double exact, long double reach,
                         Cell &result) {
  result.bound = 0;
  if (reach == 0)
    return;
  double low = roundTo(kind, exact - reach);
  double high = roundTo(kind, exact + reach);
  if (!std::isfinite(reach) || !isSameClass(low, result.number) ||
      !isSameClass(high, result.number)) {
    result.mark = joinMarks(result.mark, ReferenceTensor::kUndecided);
    return;
  }
  if (std::isfinite(result.number))
    result.bound = std::max(high - result.number, result.number - low);
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

namespace {
/// An operation `eval` in any native type, and how far its result moves when
/// operands move within their bounds.
struct Add {
  template <typename T>
  static T eval(T lhs, T rhs) {
    return lhs + rhs;
  }
  static long double getReach(const Cell &lhs, const Cell &rhs) {
    return (long double)lhs.bound + rhs.bound;
  }
};
struct Subtract {
  template <typename T>
  static T eval(T lhs, T rhs) {
    return lhs - rhs;
  }
  static long double getReach(const Cell &lhs, const Cell &rhs) {
    return (long double)lhs.bound + rhs.bound;
  }
};
struct Multiply {
  template <typename T>
  static T eval(T lhs, T rhs) {
    return lhs * rhs;
  }
  static long double getReach(const Cell &lhs, const Cell &rhs) {
    // An infinity times what may be zero or of either sign stays open.
    if (std::isinf(lhs.number) || std::isinf(rhs.number)) {
      const Cell &finite = std::isinf(lhs.number) ? rhs : lhs;
      return std::fabs(finite.number) <= finite.bound ? HUGE_VALL : 0;
    }
    return std::fabs((long double)lhs.number) * rhs.bound +
           std::fabs((long double)rhs.number) * lhs.bound +
           (long double)lhs.bound * rhs.bound;
  }
};
struct Divide {
  template <typename T>
  static T eval(T lhs, T rhs) {
    return lhs / rhs;
  }
  static long double getReach(const Cell &lhs, const Cell &rhs) {
    long double divisor = std::fabs((long double)rhs.number);
    if (rhs.bound != 0 && divisor <= rhs.bound)
      return HUGE_VALL;
    if (std::isinf(lhs.number) || std::isinf(rhs.number))
      return 0;
    // An exact zero below: infinite or NaN, as `lhs` can be zero or not.
    if (divisor == 0)
      return std::fabs(lhs.number) <= lhs.bound ? HUGE_VALL : 0;
    long double quotient = std::fabs((long double)lhs.number / rhs.number);
    return (lhs.bound + quotient * rhs.bound) / (divisor - rhs.bound);
  }
};
struct Remainder {
  template <typename T>
  static T eval(T lhs, T rhs) {
    return std::fmod(lhs, rhs);
  }
  static long double getReach(const Cell &lhs, const Cell &rhs) {
    long double divisor = std::fabs((long double)rhs.number);
    long double dividend = std::fabs((long double)lhs.number);
    if (divisor <= rhs.bound)
      return HUGE_VALL;
    if (std::isinf(rhs.number))
      return lhs.bound;
    long double quotient = std::trunc(dividend / divisor);
    long double least =
        std::trunc((dividend - lhs.bound) / (divisor + rhs.bound));
    long double most =
        std::trunc((dividend + lhs.bound) / (divisor - rhs.bound));
    if (least != most)
      return HUGE_VALL;
    return lhs.bound + quotient * rhs.bound;
  }
};
} // namespace

template <typename Op>
static Cell evaluate(ElementKind kind, const Cell &lhs, const Cell &rhs) {
  Cell result;
  result.mark = joinMarks(lhs.mark, rhs.mark);
  if (kind == ElementKind::F64)
    result.number = Op::template eval<double>(lhs.number, rhs.number);
  else if (kind == ElementKind::F32)
    result.number = Op::template eval<float>(lhs.number, rhs.number);
  else
    // A double has more than twice the bits of both 16-bit formats and two
    // more, so that the second rounding does no harm.
    result.number =
        roundTo(kind, Op::template eval<double>(lhs.number, rhs.number));
  if (lhs.bound != 0 || rhs.bound != 0)
    setReach(kind, Op::template eval<long double>(lhs.number, rhs.number),
             Op::getReach(lhs, rhs), result);
  return result;
}

Cell reference::addFloats(ElementKind kind, const Cell &lhs, const Cell &rhs) {
  return evaluate<Add>(kind, lhs, rhs);
}
Cell reference::subtractFloats(ElementKind kind, const Cell &lhs,
                               const Cell &rhs) {
  return evaluate<Subtract>(kind, lhs, rhs);
}
Cell reference::multiplyFloats(ElementKind kind, const Cell &lhs,
                               const Cell &rhs) {
  return evaluate<Multiply>(kind, lhs, rhs);
}
Cell reference::divideFloats(ElementKind kind, const Cell &lhs,
                             const Cell &rhs) {
  return evaluate<Divide>(kind, lhs, rhs);
}
Cell reference::remainderOfFloats(ElementKind kind, const Cell &lhs,
                                  const Cell &rhs) {
  return evaluate<Remainder>(kind, lhs, rhs);
}

/// a * b + c for operands of a 16-bit format: the product is exact, the sum is
/// rounded to odd, so that rounding it again gives what one rounding gives.
static double fuseShort(double lhs, double rhs, double addend) {
  double product = lhs * rhs;
  double sum = product + addend;
  if (!std::isfinite(sum))
    return sum;
  double part = sum - product;
  double error = (product - (sum - part)) + (addend - part);
  bool isOdd = encodeFloat(ElementKind::F64, sum) & 1;
  if (error == 0 || isOdd)
    return sum;
  return std::nextafter(sum, error > 0 ? HUGE_VAL : -HUGE_VAL);
}

Cell reference::fuseMultiplyAdd(ElementKind kind, const Cell &lhs,
                                const Cell &rhs, const Cell &addend) {
  Cell result;
  result.mark = joinMarks(joinMarks(lhs.mark, rhs.mark), addend.mark);
  if (kind == ElementKind::F64)
    result.number = std::fma(lhs.number, rhs.number, addend.number);
  else if (kind == ElementKind::F32)
    result.number =
        std::fma(float(lhs.number), float(rhs.number), float(addend.number));
  else
    result.number =
        roundTo(kind, fuseShort(lhs.number, rhs.number, addend.number));
  if (lhs.bound != 0 || rhs.bound != 0 || addend.bound != 0)
    setReach(kind,
             (long double)lhs.number * rhs.number + (long double)addend.number,
             Multiply::getReach(lhs, rhs) + addend.bound, result);
  return result;
}

Cell reference::negateFloat(const Cell &operand) {
  Cell result = operand;
  result.number = -operand.number;
  return result;
}

Cell reference::absoluteFloat(const Cell &operand) {
  Cell result = operand;
  result.number = std::fabs(operand.number);
  return result;
}

Cell reference::copySign(const Cell &lhs, const Cell &rhs) {
  Cell result = lhs;
  result.number = std::copysign(lhs.number, rhs.number);
  result.mark = joinMarks(lhs.mark, rhs.mark);
  if (rhs.bound != 0 && std::fabs(rhs.number) <= rhs.bound)
    result.mark = joinMarks(result.mark, ReferenceTensor::kUndecided);
  return result;
}

//===----------------------------------------------------------------------===//
// Extremes, conversions, comparisons
//===----------------------------------------------------------------------===//

bool reference::isOrderOpen(const Cell &lhs, const Cell &rhs) {
  double sum = lhs.bound + rhs.bound;
  return sum != 0 && std::fabs(lhs.number - rhs.number) <= sum;
}

/// The larger of two numbers by value and then by sign, as a cell. Where bounds
/// overlap either operand may win: the result moves as far as the freer one.
static Cell getLarger(const Cell &lhs, const Cell &rhs) {
  bool isLhs = lhs.number > rhs.number ||
               (lhs.number == rhs.number && !std::signbit(lhs.number));
  Cell result = isLhs ? lhs : rhs;
  if (isOrderOpen(lhs, rhs))
    result.bound = std::max(lhs.bound, rhs.bound);
  result.mark = joinMarks(lhs.mark, rhs.mark);
  return result;
}

/// The NaN among the operands, with both marks.
static Cell getNaN(const Cell &lhs, const Cell &rhs) {
  Cell result = std::isnan(lhs.number) ? lhs : rhs;
  result.mark = joinMarks(lhs.mark, rhs.mark);
  return result;
}

static bool isAnyNaN(const Cell &lhs, const Cell &rhs) {
  return std::isnan(lhs.number) || std::isnan(rhs.number);
}

Cell reference::maximum(const Cell &lhs, const Cell &rhs) {
  return isAnyNaN(lhs, rhs) ? getNaN(lhs, rhs) : getLarger(lhs, rhs);
}

Cell reference::minimum(const Cell &lhs, const Cell &rhs) {
  return negateFloat(maximum(negateFloat(lhs), negateFloat(rhs)));
}

Cell reference::maximumNumber(const Cell &lhs, const Cell &rhs) {
  if (!isAnyNaN(lhs, rhs))
    return getLarger(lhs, rhs);
  Cell result = std::isnan(lhs.number) ? rhs : lhs;
  result.mark = joinMarks(lhs.mark, rhs.mark);
  return result;
}

Cell reference::minimumNumber(const Cell &lhs, const Cell &rhs) {
  return negateFloat(maximumNumber(negateFloat(lhs), negateFloat(rhs)));
}

Cell reference::convertFloat(ElementKind kind, const Cell &operand) {
  Cell result;
  result.number = roundTo(kind, operand.number);
  result.mark = operand.mark;
  setReach(kind, operand.number, operand.bound, result);
  return result;
}
