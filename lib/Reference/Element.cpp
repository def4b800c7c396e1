//===- Element.cpp - Elements and float formats ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Element.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/ErrorHandling.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

std::optional<ElementKind> reference::getElementKind(Type type) {
  if (type.isIndex())
    return ElementKind::I64;
  if (type.isF16())
    return ElementKind::F16;
  if (type.isBF16())
    return ElementKind::BF16;
  if (type.isF32())
    return ElementKind::F32;
  if (type.isF64())
    return ElementKind::F64;
  if (!type.isSignlessInteger())
    return std::nullopt;
  switch (type.getIntOrFloatBitWidth()) {
  case 1:
    return ElementKind::I1;
  case 8:
    return ElementKind::I8;
  case 16:
    return ElementKind::I16;
  case 32:
    return ElementKind::I32;
  case 64:
    return ElementKind::I64;
  default:
    return std::nullopt;
  }
}

int64_t reference::getElementSize(ElementKind kind) {
  switch (kind) {
  case ElementKind::I1:
  case ElementKind::I8:
    return 1;
  case ElementKind::I16:
  case ElementKind::F16:
  case ElementKind::BF16:
    return 2;
  case ElementKind::I32:
  case ElementKind::F32:
    return 4;
  case ElementKind::I64:
  case ElementKind::F64:
    return 8;
  }
  llvm_unreachable("all kinds are covered");
}

//===----------------------------------------------------------------------===//
// Float formats
//===----------------------------------------------------------------------===//

FloatFormat reference::getFloatFormat(ElementKind kind) {
  switch (kind) {
  case ElementKind::F16:
    return {11, -14, 15};
  case ElementKind::BF16:
    return {8, -126, 127};
  case ElementKind::F32:
    return {24, -126, 127};
  case ElementKind::F64:
    return {53, -1022, 1023};
  default:
    llvm_unreachable("not a float");
  }
}

/// `value` rounded to a format of 16 bits.
template <typename Float>
static double roundTo16(FloatFormat format, Float value) {
  if (value == 0 || !std::isfinite(value))
    return value;
  int exponent = std::max(std::ilogb(value), format.minExponent);
  int scale = format.precision - 1 - exponent;
  // Scaling by powers of two is exact here: there are exponents to spare.
  double rounded = std::ldexp(std::nearbyint(std::ldexp(value, scale)), -scale);
  if (std::fabs(rounded) >= std::ldexp(1.0, format.maxExponent + 1))
    return std::copysign(HUGE_VAL, value);
  return rounded;
}

double reference::roundTo(ElementKind kind, double value) {
  if (kind == ElementKind::F64)
    return value;
  if (kind == ElementKind::F32)
    return static_cast<float>(value);
  return roundTo16(getFloatFormat(kind), value);
}

double reference::roundTo(ElementKind kind, long double value) {
  if (kind == ElementKind::F64)
    return static_cast<double>(value);
  if (kind == ElementKind::F32)
    return static_cast<float>(value);
  return roundTo16(getFloatFormat(kind), value);
}

double reference::getUlp(ElementKind kind, double value) {
  FloatFormat format = getFloatFormat(kind);
  int exponent = value == 0 ? format.minExponent
                            : std::max(std::ilogb(value), format.minExponent);
  return std::ldexp(1.0, exponent - (format.precision - 1));
}

/// Bits of a finite float in a format of 16 bits.
static uint64_t encodeFinite16(FloatFormat format, double value) {
  int fractionBits = format.precision - 1;
  uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (value == 0)
    return sign;
  int exponent = std::ilogb(value);
  if (exponent < format.minExponent)
    return sign | uint64_t(std::ldexp(std::fabs(value),
                                      fractionBits - format.minExponent));
  uint64_t significand =
      uint64_t(std::ldexp(std::fabs(value), fractionBits - exponent));
  uint64_t biased = exponent + format.maxExponent;
  return sign | (biased << fractionBits) |
         (significand - (uint64_t(1) << fractionBits));
}

uint64_t reference::encodeFloat(ElementKind kind, double value) {
  if (kind == ElementKind::F64)
    return llvm::bit_cast<uint64_t>(value);
  if (kind == ElementKind::F32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(value));
  if (kind == ElementKind::BF16)
    // A NaN whose payload sits in the low bits only must not become infinite.
    return (llvm::bit_cast<uint32_t>(static_cast<float>(value)) >> 16) |
           (std::isnan(value) ? 0x40 : 0);
  uint64_t sign = std::signbit(value) ? 0x8000 : 0;
  if (std::isnan(value))
    return sign | 0x7e00;
  if (std::isinf(value))
    return sign | 0x7c00;
  return encodeFinite16(getFloatFormat(kind), value);
}

/// The value of a binary16.
static double decodeHalf(uint64_t bits) {
  int exponent = (bits >> 10) & 0x1f;
  double fraction = bits & 0x3ff;
  double magnitude;
  if (exponent == 0x1f)
    magnitude = fraction == 0 ? HUGE_VAL : std::nan("");
  else if (exponent == 0)
    magnitude = std::ldexp(fraction, -24);
  else
    magnitude = std::ldexp(1024 + fraction, exponent - 25);
  return std::copysign(magnitude, (bits & 0x8000) ? -1.0 : 1.0);
}

double reference::decodeFloat(ElementKind kind, uint64_t bits) {
  switch (kind) {
  case ElementKind::F64:
    return llvm::bit_cast<double>(bits);
  case ElementKind::F32:
    return llvm::bit_cast<float>(uint32_t(bits));
  case ElementKind::BF16:
    return llvm::bit_cast<float>(uint32_t(bits) << 16);
  default:
    return decodeHalf(bits);
  }
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

uint64_t reference::loadInteger(ElementKind kind, const char *data,
                                int64_t index) {
  uint64_t value = 0;
  int64_t size = getElementSize(kind);
  static_assert(llvm::endianness::native == llvm::endianness::little,
                "the first bytes of an integer are its low ones");
  std::memcpy(&value, data + index * size, size);
  return value;
}

void reference::storeInteger(ElementKind kind, char *data, int64_t index,
                             uint64_t value) {
  int64_t size = getElementSize(kind);
  std::memcpy(data + index * size, &value, size);
}

double reference::loadFloat(ElementKind kind, const char *data, int64_t index) {
  if (kind == ElementKind::F32) {
    float value;
    std::memcpy(&value, data + index * 4, 4);
    return value;
  }
  return decodeFloat(kind, loadInteger(kind, data, index));
}

void reference::storeFloat(ElementKind kind, char *data, int64_t index,
                           double value) {
  storeInteger(kind, data, index, encodeFloat(kind, value));
}
