//===- Monoid.cpp - Monoids, from their definitions -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Monoid.h"

#include "Compiler.h"
#include "FloatOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "stax/IR/StaxAttributes.h"
#include "stax/IR/UserMonoid.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// Combining
//===----------------------------------------------------------------------===//

template <Cell (*evaluate)(ElementKind, const Cell &, const Cell &)>
static void combineRounded(const Monoid &monoid, Tuple &accumulator,
                           const Tuple &value) {
  accumulator[0] = evaluate(monoid.kind, accumulator[0], value[0]);
}

template <Cell (*evaluate)(const Cell &, const Cell &)>
static void combineExtreme(const Monoid &, Tuple &accumulator,
                           const Tuple &value) {
  accumulator[0] = evaluate(accumulator[0], value[0]);
}

template <uint64_t (*evaluate)(uint64_t, uint64_t, uint8_t)>
static void combineIntegers(const Monoid &monoid, Tuple &accumulator,
                            const Tuple &value) {
  uint64_t combined =
      evaluate(accumulator[0].integer, value[0].integer, monoid.width);
  accumulator[0] =
      Cell::ofInteger(combined & llvm::maskTrailingOnes<uint64_t>(monoid.width),
                      joinMarks(accumulator[0].mark, value[0].mark));
}

static uint64_t add(uint64_t lhs, uint64_t rhs, uint8_t) { return lhs + rhs; }
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
static uint64_t maxUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return std::max(lhs, rhs);
}
static uint64_t minUnsigned(uint64_t lhs, uint64_t rhs, uint8_t) {
  return std::min(lhs, rhs);
}
static uint64_t maxSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return llvm::SignExtend64(lhs, width) > llvm::SignExtend64(rhs, width) ? lhs
                                                                         : rhs;
}
static uint64_t minSigned(uint64_t lhs, uint64_t rhs, uint8_t width) {
  return llvm::SignExtend64(lhs, width) < llvm::SignExtend64(rhs, width) ? lhs
                                                                         : rhs;
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

/// A monoid of one float; `init` is the identity unless given.
static Monoid ofFloat(Monoid::Combine combine, ElementKind kind,
                      double identity, bool allowsEmpty,
                      std::optional<double> init = std::nullopt) {
  return {combine,
          {Cell::ofFloat(identity)},
          {Cell::ofFloat(init.value_or(identity))},
          allowsEmpty,
          kind,
          /*width=*/0};
}

static Monoid ofInteger(Monoid::Combine combine, ElementKind kind,
                        uint8_t width, uint64_t identity, bool allowsEmpty) {
  Tuple cell{
      Cell::ofInteger(identity & llvm::maskTrailingOnes<uint64_t>(width))};
  return {combine, cell, cell, allowsEmpty, kind, width};
}

static std::optional<Monoid> getFloatMonoid(Attribute attribute,
                                            ElementKind kind) {
  // Short floats are summed and multiplied in f32.
  ElementKind wide =
      kind == ElementKind::F64 ? ElementKind::F64 : ElementKind::F32;
  constexpr double kInfinity = HUGE_VAL;
  return llvm::TypeSwitch<Attribute, std::optional<Monoid>>(attribute)
      .Case([&](AddAttr) {
        return ofFloat(combineRounded<addFloats>, wide, -0.0, true, 0.0);
      })
      .Case([&](MulAttr) {
        return ofFloat(combineRounded<multiplyFloats>, wide, 1.0, true);
      })
      .Case([&](MaxAttr) {
        return ofFloat(combineExtreme<maximum>, kind, -kInfinity, false);
      })
      .Case([&](MinAttr) {
        return ofFloat(combineExtreme<minimum>, kind, kInfinity, false);
      })
      .Case([&](MaxNumAttr) {
        return ofFloat(combineExtreme<maximumNumber>, kind, NAN, false);
      })
      .Case([&](MinNumAttr) {
        return ofFloat(combineExtreme<minimumNumber>, kind, NAN, false);
      })
      .Default(std::nullopt);
}

static std::optional<Monoid> getIntegerMonoid(Attribute attribute,
                                              ElementKind kind, uint8_t width) {
  constexpr uint64_t kOnes = ~uint64_t(0);
  uint64_t least = uint64_t(1) << (width - 1), greatest = least - 1;
  auto get = [&](Monoid::Combine combine, uint64_t identity, bool allowsEmpty) {
    return ofInteger(combine, kind, width, identity, allowsEmpty);
  };
  return llvm::TypeSwitch<Attribute, std::optional<Monoid>>(attribute)
      .Case([&](AddAttr) { return get(combineIntegers<add>, 0, true); })
      .Case([&](MulAttr) { return get(combineIntegers<multiply>, 1, true); })
      .Case([&](AndAttr) { return get(combineIntegers<bitAnd>, kOnes, true); })
      .Case([&](OrAttr) { return get(combineIntegers<bitOr>, 0, true); })
      .Case([&](XorAttr) { return get(combineIntegers<bitXor>, 0, true); })
      .Case([&](MaxSAttr) {
        return get(combineIntegers<maxSigned>, least, false);
      })
      .Case([&](MinSAttr) {
        return get(combineIntegers<minSigned>, greatest, false);
      })
      .Case(
          [&](MaxUAttr) { return get(combineIntegers<maxUnsigned>, 0, false); })
      .Case([&](MinUAttr) {
        return get(combineIntegers<minUnsigned>, kOnes, false);
      })
      .Default(std::nullopt);
}

static std::optional<Monoid> getScalarMonoid(Attribute attribute, Type type) {
  std::optional<ElementKind> kind = getElementKind(type);
  if (!kind)
    return std::nullopt;
  if (isFloatKind(*kind))
    return getFloatMonoid(attribute, *kind);
  return getIntegerMonoid(attribute, *kind, getIntegerWidth(type));
}

std::optional<Monoid> reference::getMonoid(Compiler &compiler, Operation *op,
                                           Attribute attribute,
                                           TypeRange types) {
  std::optional<Monoid> monoid =
      isa<UserMonoidAttr>(attribute)
          ? getUserMonoid(compiler, op, attribute, types)
      : types.size() == 1 ? getScalarMonoid(attribute, types[0])
                          : getTupleMonoid(attribute, types);
  if (monoid)
    for (Type type : types)
      monoid->valueKinds.push_back(*getElementKind(type));
  return monoid;
}
