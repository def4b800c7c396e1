//===- ConversionSteps.cpp - Conversions between scalar types -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "FloatOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// Integers to integers
//===----------------------------------------------------------------------===//

static void runZeroExtend(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  frame.cells[step.result] = Cell::ofInteger(
      operand.integer & llvm::maskTrailingOnes<uint64_t>(step.resultWidth),
      operand.mark);
}

static void runSignExtend(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  int64_t value = llvm::SignExtend64(operand.integer, step.width);
  frame.cells[step.result] = Cell::ofInteger(
      uint64_t(value) & llvm::maskTrailingOnes<uint64_t>(step.resultWidth),
      operand.mark);
}

//===----------------------------------------------------------------------===//
// Integers to floats
//===----------------------------------------------------------------------===//

/// The number `value` rounded once. An extended float holds every integer.
static Cell toFloat(ElementKind kind, long double value, Mark mark) {
  static_assert(std::numeric_limits<long double>::digits >= 64,
                "64-bit integers must convert to long double exactly");
  Cell result = Cell::ofFloat(roundTo(kind, value));
  result.mark = mark;
  return result;
}

static void runSignedToFloat(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  frame.cells[step.result] = toFloat(
      step.kind, llvm::SignExtend64(operand.integer, step.width), operand.mark);
}

static void runUnsignedToFloat(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  frame.cells[step.result] = toFloat(step.kind, operand.integer, operand.mark);
}

//===----------------------------------------------------------------------===//
// Floats to integers
//===----------------------------------------------------------------------===//

/// `value` towards zero, cut off at the ends of the type; 0 for NaN.
static uint64_t saturate(double value, uint8_t width, bool isSigned) {
  if (std::isnan(value))
    return 0;
  int exponent = isSigned ? width - 1 : width;
  double low = isSigned ? -std::ldexp(1.0, exponent) : 0.0;
  uint64_t mask = llvm::maskTrailingOnes<uint64_t>(width);
  if (value >= std::ldexp(1.0, exponent))
    return llvm::maskTrailingOnes<uint64_t>(exponent);
  if (value <= low)
    return isSigned ? (uint64_t(1) << (width - 1)) : 0;
  return (value < 0 ? uint64_t(int64_t(value)) : uint64_t(value)) & mask;
}

template <bool isSigned>
static void runToInteger(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  uint64_t value = saturate(operand.number, step.resultWidth, isSigned);
  Mark mark = operand.mark;
  if (operand.bound != 0 &&
      saturate(operand.number - operand.bound, step.resultWidth, isSigned) !=
          saturate(operand.number + operand.bound, step.resultWidth, isSigned))
    mark = joinMarks(mark, ReferenceTensor::kUndecided);
  frame.cells[step.result] = Cell::ofInteger(value, mark);
}

//===----------------------------------------------------------------------===//
// Floats to floats, and bits
//===----------------------------------------------------------------------===//

static void runConvertFloat(const Step &step, Frame &frame) {
  frame.cells[step.result] = convertFloat(step.kind, step.operand(0, frame));
}

static void runMove(const Step &step, Frame &frame) {
  frame.cells[step.result] = step.operand(0, frame);
}

/// The bits of a float are open where its value is.
static void runBitsOfFloat(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  Mark mark = operand.bound == 0
                  ? operand.mark
                  : joinMarks(operand.mark, ReferenceTensor::kUndecided);
  frame.cells[step.result] =
      Cell::ofInteger(encodeFloat(step.kind, operand.number), mark);
}

static void runFloatOfBits(const Step &step, Frame &frame) {
  const Cell &operand = step.operand(0, frame);
  Cell result = Cell::ofFloat(decodeFloat(step.kind, operand.integer));
  result.mark = operand.mark;
  frame.cells[step.result] = result;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

/// Between formats of the same width.
static void addBitcast(ScalarOp &scalar) {
  auto from = getElementKind(scalar.getOperandType(0));
  auto to = getElementKind(scalar.getResultType());
  bool fromFloat = from && isFloatKind(*from), toFloat = to && isFloatKind(*to);
  if (fromFloat && toFloat && from != to) {
    // f16 to bf16 goes through the bits.
    Step &bits = scalar.add(runBitsOfFloat);
    bits.kind = *from;
    Step &number = scalar.add(runFloatOfBits);
    number.operands[0] = number.result;
    number.kind = *to;
    return;
  }
  if (fromFloat == toFloat) {
    scalar.add(runMove);
    return;
  }
  Step &step = scalar.add(fromFloat ? runBitsOfFloat : runFloatOfBits);
  step.kind = fromFloat ? *from : *to;
}

/// Other roundings than to nearest, ties to even, are not known.
static bool isDefaultRounding(arith::TruncFOp op) {
  auto mode = op.getRoundingmode();
  return !mode || *mode == arith::RoundingMode::to_nearest_even;
}

bool reference::addConversionSteps(ScalarOp &scalar) {
  using namespace arith;
  if (isa<BitcastOp>(scalar.op)) {
    addBitcast(scalar);
    return true;
  }
  if (auto truncate = dyn_cast<TruncFOp>(scalar.op))
    if (!isDefaultRounding(truncate))
      return false;
  auto function =
      llvm::TypeSwitch<Operation *, Step::Function>(scalar.op)
          .Case<ExtUIOp, TruncIOp, IndexCastUIOp>(
              [](auto) { return runZeroExtend; })
          .Case<ExtSIOp, IndexCastOp>([](auto) { return runSignExtend; })
          .Case([](SIToFPOp) { return runSignedToFloat; })
          .Case([](UIToFPOp) { return runUnsignedToFloat; })
          .Case([](FPToSIOp) { return runToInteger<true>; })
          .Case([](FPToUIOp) { return runToInteger<false>; })
          .Case<TruncFOp, ExtFOp>([](auto) { return runConvertFloat; })
          .Default(Step::Function(nullptr));
  if (!function)
    return false;
  Step &step = scalar.add(function);
  if (isa<FloatType>(scalar.getResultType()))
    step.kind = *getElementKind(scalar.getResultType());
  return true;
}
