//===- FloatFormat.cpp - Decimal forms of floats --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FloatFormat.h"

#include <charconv>
#include <cmath>

using namespace mlir::stax;

// Of a double in positional notation: sign, 309 digits, point, 1074 digits.
static constexpr size_t kMaxText = 1400;

/// std::to_chars with or without a precision; independent of the locale.
template <typename... Args>
static std::string toText(Args... args) {
  char buffer[kMaxText];
  std::to_chars_result result =
      std::to_chars(buffer, buffer + sizeof(buffer), args...);
  return std::string(buffer, result.ptr);
}

/// Splits "-1.25e+07" at the point and the exponent.
static DecimalParts split(llvm::StringRef text) {
  auto [mantissa, exponent] = text.split('e');
  auto [integer, fraction] = mantissa.split('.');
  return {integer.str(), fraction.str(), exponent.str()};
}

/// The exact value rounded to `precision` digits after the point, ties to even.
static DecimalParts roundExactly(double value, std::chars_format notation,
                                 int precision) {
  return split(toText(value, notation, precision));
}

static DecimalParts withoutTrailingZeros(DecimalParts parts) {
  parts.fraction = llvm::StringRef(parts.fraction).rtrim('0').str();
  return parts;
}

/// The fewest digits of a 16-bit float, which std::to_chars does not have.
static std::string formatShortFloat(stax_dtype dtype, double value) {
  // Five digits identify every f16, four every bf16.
  for (int precision = 0; precision < 4; ++precision) {
    std::string text = toText(value, std::chars_format::scientific, precision);
    double read = 0;
    std::from_chars(text.data(), text.data() + text.size(), read);
    if (roundToDType(dtype, read) == value)
      return text;
  }
  return toText(value, std::chars_format::scientific, 4);
}

static std::string formatShortest(stax_dtype dtype, double value) {
  if (dtype == STAX_F64)
    return toText(value, std::chars_format::scientific);
  if (dtype == STAX_F32)
    return toText(static_cast<float>(value), std::chars_format::scientific);
  return formatShortFloat(dtype, value);
}

DecimalParts mlir::stax::formatScientific(stax_dtype dtype, double value,
                                          int precision) {
  DecimalParts parts = split(formatShortest(dtype, value));
  if (parts.fraction.size() <= static_cast<size_t>(precision))
    return parts;
  return withoutTrailingZeros(
      roundExactly(value, std::chars_format::scientific, precision));
}

DecimalParts mlir::stax::formatAllDigits(double value, int precision) {
  return roundExactly(value, std::chars_format::scientific, precision);
}

DecimalParts mlir::stax::formatPositional(stax_dtype dtype, double value,
                                          int precision) {
  DecimalParts shortest = split(formatShortest(dtype, value));
  int exponent = std::stoi(shortest.exponent);
  int fractionDigits = static_cast<int>(shortest.fraction.size()) - exponent;
  if (fractionDigits > precision)
    return withoutTrailingZeros(
        roundExactly(value, std::chars_format::fixed, precision));

  // Moves the point of "d.ddd" by the exponent.
  std::string sign = std::signbit(value) ? "-" : "";
  std::string digits = shortest.integer.substr(sign.size()) + shortest.fraction;
  if (exponent < 0)
    digits.insert(0, -exponent, '0');
  size_t integerDigits = 1 + std::max(exponent, 0);
  if (digits.size() < integerDigits)
    digits.append(integerDigits - digits.size(), '0');
  return {sign + digits.substr(0, integerDigits),
          llvm::StringRef(digits).substr(integerDigits).rtrim('0').str(), ""};
}
