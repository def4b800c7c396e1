//===- FloatFormat.h - Decimal forms of floats ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two notations of NumPy's printer, for one number.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SUPPORT_FLOATFORMAT_H
#define STAX_LIB_SUPPORT_FLOATFORMAT_H

#include "stax/Support/DType.h"

#include <string>

namespace mlir::stax {

/// A decimal number in parts: "-12", "5", "" or "-1", "25", "+07".
struct DecimalParts {
  std::string integer;  // with the sign, at least one digit
  std::string fraction; // may be empty
  std::string exponent; // with its sign and two digits or more; if any
};

/// The fewest digits that identify the finite `value` among those of `dtype`,
/// but at most `precision` after the point; then the exact value is rounded. No
/// trailing zeros after the point.
DecimalParts formatPositional(stax_dtype dtype, double value, int precision);
DecimalParts formatScientific(stax_dtype dtype, double value, int precision);

/// The exact value rounded to `precision` digits after the point, trailing
/// zeros included, with an exponent.
DecimalParts formatAllDigits(double value, int precision);

} // namespace mlir::stax

#endif // STAX_LIB_SUPPORT_FLOATFORMAT_H
