//===- Element.h - Elements and float formats ----------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How elements look in storage, and rounding to the float formats. Integers
// travel as zero-extended 64-bit numbers, floats as doubles, which hold every
// value of every supported format.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_ELEMENT_H
#define STAX_LIB_REFERENCE_ELEMENT_H

#include "mlir/IR/Types.h"

#include <cstdint>
#include <optional>

namespace mlir::stax::reference {

/// Storage formats, `index` being I64.
enum class ElementKind : uint8_t { I1, I8, I16, I32, I64, F16, BF16, F32, F64 };

/// The format of elements of `type`; nothing if there are no such tensors.
std::optional<ElementKind> getElementKind(Type type);

inline bool isFloatKind(ElementKind kind) { return kind >= ElementKind::F16; }

/// Bytes of one element.
int64_t getElementSize(ElementKind kind);

/// The integer or float at element `index` of `data`.
uint64_t loadInteger(ElementKind kind, const char *data, int64_t index);
double loadFloat(ElementKind kind, const char *data, int64_t index);
/// Stores the low bits of `value`, or the value, which the format must hold.
void storeInteger(ElementKind kind, char *data, int64_t index, uint64_t value);
void storeFloat(ElementKind kind, char *data, int64_t index, double value);

/// A binary interchange format: `precision` bits with the leading one, and the
/// exponents e of the smallest and largest normal numbers 1.x * 2^e.
struct FloatFormat {
  int precision, minExponent, maxExponent;
};
FloatFormat getFloatFormat(ElementKind kind);

/// `value` rounded once, to nearest, ties to even, subnormals kept.
double roundTo(ElementKind kind, double value);
double roundTo(ElementKind kind, long double value);

/// The unit in the last place of the finite `value` in `kind`: the distance of
/// neighbours in its binade, the smallest subnormal below that.
double getUlp(ElementKind kind, double value);

/// The bits of a float in its format, and back.
uint64_t encodeFloat(ElementKind kind, double value);
double decodeFloat(ElementKind kind, uint64_t bits);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_ELEMENT_H
