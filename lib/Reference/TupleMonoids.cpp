//===- TupleMonoids.cpp - Monoids of several scalars ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "FloatOps.h"
#include "Monoid.h"

#include "stax/IR/StaxAttributes.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

static void addMark(Tuple &tuple, Mark mark) {
  for (Cell &cell : tuple)
    cell.mark = joinMarks(cell.mark, mark);
}

//===----------------------------------------------------------------------===//
// Extremes with their index
//===----------------------------------------------------------------------===//

namespace {
/// Which of two values wins; open where bounds allow both.
enum class Winner { Earlier, Later, Both, Open };
} // namespace

static Winner getWinner(bool isEqual, bool isEarlier) {
  return isEqual ? Winner::Both : isEarlier ? Winner::Earlier : Winner::Later;
}

static Winner compareFloats(const Cell &earlier, const Cell &later,
                            bool isMax) {
  bool isNaN = std::isnan(earlier.number);
  if (isNaN || std::isnan(later.number))
    return getWinner(isNaN && std::isnan(later.number), isNaN);
  if (isOrderOpen(earlier, later))
    return Winner::Open;
  return getWinner(earlier.number == later.number,
                   (earlier.number > later.number) == isMax);
}

/// Settles `winner` between the tuples. A mark on a value leaves open which
/// index wins, but one on the index of a loser does not count.
static void settle(Winner winner, Tuple &accumulator, const Tuple &value) {
  Mark marks = joinMarks(accumulator[0].mark, value[0].mark);
  bool isFirst = accumulator[1].integer <= value[1].integer;
  if (winner == Winner::Both || winner == Winner::Open)
    marks = joinMarks(marks, joinMarks(accumulator[1].mark, value[1].mark));
  if (winner == Winner::Later || (winner == Winner::Both && !isFirst))
    accumulator = value;
  addMark(accumulator, marks);
}

template <bool isMax>
static void combineArgFloats(const Monoid &, Tuple &accumulator,
                             const Tuple &value) {
  Winner winner = compareFloats(accumulator[0], value[0], isMax);
  if (winner != Winner::Open)
    return settle(winner, accumulator, value);
  Cell extreme = isMax ? maximum(accumulator[0], value[0])
                       : minimum(accumulator[0], value[0]);
  settle(winner, accumulator, value);
  accumulator[0] = extreme;
  accumulator[1].mark =
      joinMarks(accumulator[1].mark, ReferenceTensor::kUndecided);
}

template <bool isSigned, bool isMax>
static void combineArgIntegers(const Monoid &monoid, Tuple &accumulator,
                               const Tuple &value) {
  uint64_t earlier = accumulator[0].integer, later = value[0].integer;
  bool isGreater = isSigned ? llvm::SignExtend64(earlier, monoid.width) >
                                  llvm::SignExtend64(later, monoid.width)
                            : earlier > later;
  settle(getWinner(earlier == later, isGreater == isMax), accumulator, value);
}

static Monoid getArgExtreme(Monoid::Combine combine, Cell worst,
                            TypeRange types) {
  Cell last = Cell::ofInteger(
      llvm::maskTrailingOnes<uint64_t>(getIntegerWidth(types[1])));
  ElementKind kind = *getElementKind(types[0]);
  uint8_t width = isFloatKind(kind) ? 0 : getIntegerWidth(types[0]);
  return {combine, {worst, last}, {worst, last}, /*allowsEmpty=*/false,
          kind,    width};
}

//===----------------------------------------------------------------------===//
// Moments
//===----------------------------------------------------------------------===//

/// What is open about whether a tuple of this count is empty.
static Mark getEmptinessMark(const Cell &count) {
  bool isOpen = count.bound != 0 && std::fabs(count.number) <= count.bound;
  return joinMarks(count.mark, isOpen ? ReferenceTensor::kUndecided : 0);
}

/// Mean, sum of squared deviations, count.
static void combineMoments(const Monoid &monoid, Tuple &accumulator,
                           const Tuple &value) {
  Mark marks =
      joinMarks(getEmptinessMark(accumulator[2]), getEmptinessMark(value[2]));
  ElementKind kind = monoid.kind;
  bool isEarlierEmpty = accumulator[2].number == 0;
  bool isLaterEmpty = value[2].number == 0;
  if (isEarlierEmpty && isLaterEmpty) {
    for (auto [sum, cell] : llvm::zip_equal(accumulator, value))
      sum = addFloats(kind, sum, cell);
  } else if (isEarlierEmpty) {
    accumulator = value;
  } else if (!isLaterEmpty) {
    const Cell earlier = accumulator[2], later = value[2];
    Cell count = addFloats(kind, earlier, later);
    Cell share = divideFloats(kind, later, count);
    Cell delta = subtractFloats(kind, value[0], accumulator[0]);
    Cell shift = multiplyFloats(kind, delta, share);
    Cell between = multiplyFloats(kind, multiplyFloats(kind, delta, delta),
                                  multiplyFloats(kind, earlier, share));
    Cell within = addFloats(kind, accumulator[1], value[1]);
    accumulator = {addFloats(kind, accumulator[0], shift),
                   addFloats(kind, within, between), count};
  }
  addMark(accumulator, marks);
}

//===----------------------------------------------------------------------===//
// Sums of exponentials
//===----------------------------------------------------------------------===//

/// The sum of `side` relative to `maximum` instead of its own, which is exact
/// where they are the same in every implementation.
static Cell rescale(ElementKind kind, const Tuple &side, const Cell &maximum,
                    bool isOpen) {
  bool isSame = side[0].number == maximum.number || std::isnan(maximum.number);
  if (isSame && !isOpen)
    return side[1];
  Cell exponent = subtractFloats(kind, side[0], maximum);
  return multiplyFloats(kind, side[1], exponential(kind, exponent));
}

/// Maximum, and sum of exponentials of differences from it.
static void combineExponentials(const Monoid &monoid, Tuple &accumulator,
                                const Tuple &value) {
  bool isOpen = isOrderOpen(accumulator[0], value[0]);
  Cell greatest = maximum(accumulator[0], value[0]);
  Cell sum = addFloats(monoid.kind,
                       rescale(monoid.kind, accumulator, greatest, isOpen),
                       rescale(monoid.kind, value, greatest, isOpen));
  accumulator = {greatest, sum};
  addMark(accumulator, greatest.mark);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static Tuple getCells(ArrayRef<double> values) {
  return llvm::map_to_vector<1>(
      values, [](double value) { return Cell::ofFloat(value); });
}

static std::optional<Monoid> getFloatTuple(Attribute attribute,
                                           TypeRange types) {
  ElementKind kind = *getElementKind(types[0]);
  ElementKind wide =
      kind == ElementKind::F64 ? ElementKind::F64 : ElementKind::F32;
  constexpr double kInfinity = HUGE_VAL;
  auto getArg = [&](Monoid::Combine combine, double worst) {
    return getArgExtreme(combine, Cell::ofFloat(worst), types);
  };
  return llvm::TypeSwitch<Attribute, std::optional<Monoid>>(attribute)
      .Case([&](ArgMaxAttr) {
        return getArg(combineArgFloats<true>, -kInfinity);
      })
      .Case([&](ArgMinAttr) {
        return getArg(combineArgFloats<false>, kInfinity);
      })
      .Case([&](WelfordAttr) {
        return Monoid{combineMoments,
                      getCells({-0.0, -0.0, -0.0}),
                      getCells({0.0, 0.0, 0.0}),
                      true,
                      wide,
                      0};
      })
      .Case([&](LogSumExpAttr) {
        return Monoid{combineExponentials,
                      getCells({-kInfinity, -0.0}),
                      getCells({-kInfinity, 0.0}),
                      true,
                      wide,
                      0};
      })
      .Default(std::nullopt);
}

static std::optional<Monoid> getIntegerTuple(Attribute attribute,
                                             TypeRange types) {
  unsigned width = getIntegerWidth(types[0]);
  uint64_t ones = llvm::maskTrailingOnes<uint64_t>(width);
  uint64_t least = uint64_t(1) << (width - 1), greatest = least - 1;
  auto getArg = [&](Monoid::Combine combine, uint64_t worst) {
    return getArgExtreme(combine, Cell::ofInteger(worst), types);
  };
  return llvm::TypeSwitch<Attribute, std::optional<Monoid>>(attribute)
      .Case([&](ArgMaxSAttr) {
        return getArg(combineArgIntegers<true, true>, least);
      })
      .Case([&](ArgMinSAttr) {
        return getArg(combineArgIntegers<true, false>, greatest);
      })
      .Case([&](ArgMaxUAttr) {
        return getArg(combineArgIntegers<false, true>, 0);
      })
      .Case([&](ArgMinUAttr) {
        return getArg(combineArgIntegers<false, false>, ones);
      })
      .Default(std::nullopt);
}

std::optional<Monoid> reference::getTupleMonoid(Attribute attribute,
                                                TypeRange types) {
  auto isKnown = [](Type type) { return getElementKind(type).has_value(); };
  if (!llvm::all_of(types, isKnown))
    return std::nullopt;
  return isFloatKind(*getElementKind(types[0]))
             ? getFloatTuple(attribute, types)
             : getIntegerTuple(attribute, types);
}
