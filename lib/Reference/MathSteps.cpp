//===- MathSteps.cpp - Functions of math ----------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are evaluated in a wider type, double for f32 and shorter, long
// double for f64, and rounded once. Another implementation may be off by the
// units that the project's accuracy table grants, taken in the type that it
// computes in: f32 for the short formats. When the argument has a bound, the
// function is also evaluated at both ends of its interval.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "FloatOps.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

/// Largest error, in units in the last place, of the four functions that most
/// programs spend their time in, and of the others.
static constexpr double kCommonUlps = 1.0, kOtherUlps = 2.0;

//===----------------------------------------------------------------------===//
// Functions, in any wide type
//===----------------------------------------------------------------------===//

#define STAX_UNARY(Name, expression)                                           \
  namespace {                                                                  \
  struct Name {                                                                \
    template <typename T>                                                      \
    static T eval(T x) {                                                       \
      return expression;                                                       \
    }                                                                          \
  };                                                                           \
  }

STAX_UNARY(Exp, std::exp(x))
STAX_UNARY(Exp2, std::exp2(x))
STAX_UNARY(ExpM1, std::expm1(x))
STAX_UNARY(Log, std::log(x))
STAX_UNARY(Log1p, std::log1p(x))
STAX_UNARY(Log2, std::log2(x))
STAX_UNARY(Log10, std::log10(x))
STAX_UNARY(Sqrt, std::sqrt(x))
STAX_UNARY(Rsqrt, T(1) / std::sqrt(x))
STAX_UNARY(Cbrt, std::cbrt(x))
STAX_UNARY(Sin, std::sin(x))
STAX_UNARY(Cos, std::cos(x))
STAX_UNARY(Tan, std::tan(x))
STAX_UNARY(Asin, std::asin(x))
STAX_UNARY(Acos, std::acos(x))
STAX_UNARY(Atan, std::atan(x))
STAX_UNARY(Sinh, std::sinh(x))
STAX_UNARY(Cosh, std::cosh(x))
STAX_UNARY(Tanh, std::tanh(x))
STAX_UNARY(Asinh, std::asinh(x))
STAX_UNARY(Acosh, std::acosh(x))
STAX_UNARY(Atanh, std::atanh(x))
STAX_UNARY(Erf, std::erf(x))
STAX_UNARY(Erfc, std::erfc(x))
STAX_UNARY(Floor, std::floor(x))
STAX_UNARY(Ceil, std::ceil(x))
STAX_UNARY(Trunc, std::trunc(x))
STAX_UNARY(Round, std::round(x))
STAX_UNARY(RoundEven, std::nearbyint(x))
#undef STAX_UNARY

namespace {
struct Pow {
  template <typename T>
  static T eval(T x, T y) {
    return std::pow(x, y);
  }
};
struct Atan2 {
  template <typename T>
  static T eval(T x, T y) {
    return std::atan2(x, y);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Reach
//===----------------------------------------------------------------------===//

/// Distance of two values of a function; infinite if it cannot be told.
static long double getDistance(long double lhs, long double rhs) {
  if (lhs == rhs || (std::isnan(lhs) && std::isnan(rhs)))
    return 0;
  long double distance = std::fabs(lhs - rhs);
  return std::isnan(distance) ? HUGE_VALL : distance;
}

/// How far `Fn` moves over the interval of `x`.
template <typename Fn>
static long double getSpread(const Cell &x) {
  long double center = x.number, bound = x.bound;
  // Neither end shows how far the middle of a wave moves.
  if constexpr (std::is_same_v<Fn, Sin> || std::is_same_v<Fn, Cos>) {
    long double slope =
        std::is_same_v<Fn, Sin> ? std::cos(center) : std::sin(center);
    return std::min(2.0L, std::fabs(slope) * bound + bound * bound / 2);
  }
  long double value = Fn::eval(center);
  return std::max(getDistance(Fn::eval(center - bound), value),
                  getDistance(Fn::eval(center + bound), value));
}

/// The same over the rectangle of two arguments.
template <typename Fn>
static long double getSpread(const Cell &x, const Cell &y) {
  long double value = Fn::eval((long double)x.number, (long double)y.number);
  long double spread = 0;
  for (long double dx : {-(long double)x.bound, (long double)x.bound})
    for (long double dy : {-(long double)y.bound, (long double)y.bound})
      spread = std::max(
          spread, getDistance(Fn::eval(x.number + dx, y.number + dy), value));
  return spread;
}

/// The part of the reach that a function has of its own, which may be off by
/// `ulps`. Zeros and what is not finite are right in every implementation.
static long double getOwnReach(ElementKind kind, double ulps,
                               long double exact) {
  if (exact == 0 || !std::isfinite(exact))
    return 0;
  ElementKind computed =
      kind == ElementKind::F64 ? ElementKind::F64 : ElementKind::F32;
  return ulps * getUlp(computed, exact);
}

template <typename Fn>
static Cell evaluateFunction(ElementKind kind, double ulps, const Cell &x) {
  Cell result;
  result.mark = x.mark;
  long double exact;
  if (kind == ElementKind::F64) {
    exact = Fn::eval((long double)x.number);
    result.number = roundTo(kind, exact);
  } else {
    double wide = Fn::eval(x.number);
    exact = wide;
    result.number = roundTo(kind, wide);
  }
  long double reach = getOwnReach(kind, ulps, exact);
  if (x.bound != 0)
    reach += getSpread<Fn>(x);
  setReach(kind, exact, reach, result);
  return result;
}

Cell reference::exponential(ElementKind kind, const Cell &operand) {
  return evaluateFunction<Exp>(kind, kCommonUlps, operand);
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

template <typename Fn>
static void runFunction(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      evaluateFunction<Fn>(step.kind, step.ulps, step.operand(0, frame));
}

template <typename Fn>
static void runBinaryFunction(const Step &step, Frame &frame) {
  const Cell &x = step.operand(0, frame), &y = step.operand(1, frame);
  Cell result;
  result.mark = joinMarks(x.mark, y.mark);
  long double exact = Fn::eval((long double)x.number, (long double)y.number);
  result.number = roundTo(step.kind, exact);
  long double reach = getOwnReach(step.kind, step.ulps, exact);
  if (x.bound != 0 || y.bound != 0)
    reach += getSpread<Fn>(x, y);
  setReach(step.kind, exact, reach, result);
  frame.cells[step.result] = result;
}

/// A float to the power of an integer.
static void runFloatToInteger(const Step &step, Frame &frame) {
  const Cell &x = step.operand(0, frame);
  const Cell &exponent = step.operand(1, frame);
  Cell result;
  // A long double holds every exponent, which a float would not.
  long double power = llvm::SignExtend64(exponent.integer, step.width);
  long double exact = Pow::eval((long double)x.number, power);
  result.number = roundTo(step.kind, exact);
  result.mark = joinMarks(x.mark, exponent.mark);
  long double spread = 0;
  if (x.bound != 0)
    for (long double dx : {-(long double)x.bound, (long double)x.bound})
      spread =
          std::max(spread, getDistance(Pow::eval(x.number + dx, power), exact));
  setReach(step.kind, exact, getOwnReach(step.kind, step.ulps, exact) + spread,
           result);
  frame.cells[step.result] = result;
}

/// A function that is exact but jumps: open where its ends differ.
template <typename Fn>
static void runRounding(const Step &step, Frame &frame) {
  const Cell &x = step.operand(0, frame);
  Cell result = Cell::ofFloat(Fn::eval(x.number));
  result.mark = x.mark;
  if (x.bound != 0 &&
      Fn::eval(x.number - x.bound) != Fn::eval(x.number + x.bound))
    result.mark = joinMarks(result.mark, ReferenceTensor::kUndecided);
  frame.cells[step.result] = result;
}

static void runSqrt(const Step &step, Frame &frame) {
  const Cell &x = step.operand(0, frame);
  Cell result;
  result.mark = x.mark;
  result.number = step.kind == ElementKind::F32
                      ? std::sqrt(float(x.number))
                      : roundTo(step.kind, std::sqrt(x.number));
  if (x.bound != 0)
    setReach(step.kind, std::sqrt((long double)x.number), getSpread<Sqrt>(x),
             result);
  frame.cells[step.result] = result;
}

/// min(max(value, low), high) with the NaN rules of `max` and `min`.
static void runClamp(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      minimum(maximum(step.operand(0, frame), step.operand(1, frame)),
              step.operand(2, frame));
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

/// Functions that any implementation computes exactly.
static Step::Function getExactFunction(Operation *op) {
  using namespace math;
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case([](SqrtOp) { return runSqrt; })
      .Case([](FloorOp) { return runRounding<Floor>; })
      .Case([](CeilOp) { return runRounding<Ceil>; })
      .Case([](TruncOp) { return runRounding<Trunc>; })
      .Case([](RoundOp) { return runRounding<Round>; })
      .Case([](RoundEvenOp) { return runRounding<RoundEven>; })
      .Case([](ClampFOp) { return runClamp; })
      .Default(Step::Function(nullptr));
}

static Step::Function getCommonFunction(Operation *op) {
  using namespace math;
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case([](ExpOp) { return runFunction<Exp>; })
      .Case([](LogOp) { return runFunction<Log>; })
      .Case<SinOp, SincosOp>([](auto) { return runFunction<Sin>; })
      .Case([](CosOp) { return runFunction<Cos>; })
      .Default(Step::Function(nullptr));
}

static Step::Function getOtherFunction(Operation *op) {
  using namespace math;
  return llvm::TypeSwitch<Operation *, Step::Function>(op)
      .Case([](Exp2Op) { return runFunction<Exp2>; })
      .Case([](ExpM1Op) { return runFunction<ExpM1>; })
      .Case([](Log1pOp) { return runFunction<Log1p>; })
      .Case([](Log2Op) { return runFunction<Log2>; })
      .Case([](Log10Op) { return runFunction<Log10>; })
      .Case([](RsqrtOp) { return runFunction<Rsqrt>; })
      .Case([](CbrtOp) { return runFunction<Cbrt>; })
      .Case([](TanOp) { return runFunction<Tan>; })
      .Case([](AsinOp) { return runFunction<Asin>; })
      .Case([](AcosOp) { return runFunction<Acos>; })
      .Case([](AtanOp) { return runFunction<Atan>; })
      .Case([](SinhOp) { return runFunction<Sinh>; })
      .Case([](CoshOp) { return runFunction<Cosh>; })
      .Case([](TanhOp) { return runFunction<Tanh>; })
      .Case([](AsinhOp) { return runFunction<Asinh>; })
      .Case([](AcoshOp) { return runFunction<Acosh>; })
      .Case([](AtanhOp) { return runFunction<Atanh>; })
      .Case([](ErfOp) { return runFunction<Erf>; })
      .Case([](ErfcOp) { return runFunction<Erfc>; })
      .Case([](PowFOp) { return runBinaryFunction<Pow>; })
      .Case([](Atan2Op) { return runBinaryFunction<Atan2>; })
      .Case([](FPowIOp) { return runFloatToInteger; })
      .Default(Step::Function(nullptr));
}

Step reference::makeExponential(Operation *op, ElementKind kind, CellId operand,
                                CellId result) {
  Step step{runFunction<Exp>, op, result};
  step.operands[0] = operand;
  step.kind = kind;
  step.ulps = kCommonUlps;
  return step;
}

bool reference::addMathSteps(ScalarOp &scalar) {
  double ulps = 0;
  Step::Function function = getExactFunction(scalar.op);
  if (!function) {
    function = getCommonFunction(scalar.op);
    ulps = kCommonUlps;
  }
  if (!function) {
    function = getOtherFunction(scalar.op);
    ulps = kOtherUlps;
  }
  if (!function)
    return false;
  ElementKind kind = *getElementKind(scalar.getResultType());
  auto addStep = [&](Step::Function function, unsigned result) {
    Step &step = scalar.add(function, result);
    step.kind = kind;
    step.ulps = ulps;
  };
  addStep(function, 0);
  if (isa<math::SincosOp>(scalar.op))
    addStep(runFunction<Cos>, 1);
  if (isa<math::FPowIOp>(scalar.op))
    scalar.steps.back().width = getIntegerWidth(scalar.getOperandType(1));
  return true;
}
