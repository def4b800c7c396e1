//===- Error.h - Error texts of the runtime ---------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What every check of the runtime shares: filling a stax_error and naming
// element types.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_ERROR_H
#define STAX_LIB_RUNTIME_ERROR_H

#include "stax-c/Runtime.h"

namespace stax::rt {

/// Fills `error`, unless it is null, with `code`, `location` and the formatted
/// text, cut to what fits. Returns `code`.
[[gnu::format(printf, 4, 5)]] int32_t fail(stax_error *error, stax_status code,
                                           const char *location,
                                           const char *format, ...);

/// The name of a stax_dtype as MLIR spells it, or null if it is not one.
const char *getDTypeName(int32_t dtype);

/// Bytes of one element of a stax_dtype, or 0 if it is not one.
int64_t getDTypeSize(int32_t dtype);

/// Sets `bytes` to the size of a row-major tensor. False if an extent is
/// negative or the product does not fit.
bool computeByteSize(const int64_t *shape, int32_t rank, int32_t dtype,
                     int64_t &bytes);

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_ERROR_H
