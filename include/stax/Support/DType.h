//===- DType.h - Element types on the host ----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a stax_dtype is called, how large it is, and how single elements are
// read and written. 16-bit floats are converted in software, so that values
// are the same on every host.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_DTYPE_H
#define STAX_SUPPORT_DTYPE_H

#include "stax-c/Runtime.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace mlir::stax {

/// The type's name in MLIR: "i1", "bf16", ...
llvm::StringRef getDTypeName(stax_dtype dtype);

/// The type that `name` spells in MLIR; "index" is STAX_I64.
std::optional<stax_dtype> parseDType(llvm::StringRef name);

/// Bytes of one element.
int64_t getDTypeSize(stax_dtype dtype);

/// True for f16, bf16, f32 and f64.
bool isFloatDType(stax_dtype dtype);

/// The element at `data`, of a float type; exact.
double loadFloat(stax_dtype dtype, const void *data);

/// The element at `data`, of an integer type, sign-extended; a bool is 0 or 1.
int64_t loadInteger(stax_dtype dtype, const void *data);

/// `value` rounded to the float type `dtype`, ties to even.
double roundToDType(stax_dtype dtype, double value);

/// The largest value of the float type `dtype` below `value`, which is one of
/// its finite values.
double getPredecessor(stax_dtype dtype, double value);

/// Writes `value`, rounded as by roundToDType, to `data`.
void storeFloat(stax_dtype dtype, double value, void *data);

/// Writes the lowest bits of `value`, of which a bool takes one, to `data`.
void storeInteger(stax_dtype dtype, int64_t value, void *data);

/// The product of the extents; none if one is negative or the bytes of that
/// many elements do not fit 64 bits.
std::optional<int64_t> countElements(stax_dtype dtype,
                                     llvm::ArrayRef<int64_t> shape);

/// As inside an MLIR tensor type: "64x128xf32", or "f32" for a scalar.
std::string formatShapedType(stax_dtype dtype, llvm::ArrayRef<int64_t> shape);

} // namespace mlir::stax

#endif // STAX_SUPPORT_DTYPE_H
