//===- Error.cpp - Error texts of the runtime -----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <cstdarg>
#include <cstdio>
#include <iterator>

using namespace stax::rt;

namespace {
struct DType {
  const char *name;
  int64_t size;
};
} // namespace

// In the order of stax_dtype.
static constexpr DType kDTypes[] = {{"i1", 1},   {"i8", 1},  {"i16", 2},
                                    {"i32", 4},  {"i64", 8}, {"f16", 2},
                                    {"bf16", 2}, {"f32", 4}, {"f64", 8}};

static bool isDType(int32_t dtype) {
  return dtype >= 0 && dtype < static_cast<int32_t>(std::size(kDTypes));
}

int32_t stax::rt::fail(stax_error *error, stax_status code,
                       const char *location, const char *format, ...) {
  if (!error)
    return code;
  error->code = code;
  std::snprintf(error->location, sizeof(error->location), "%s", location);
  va_list values;
  va_start(values, format);
  std::vsnprintf(error->message, sizeof(error->message), format, values);
  va_end(values);
  return code;
}

const char *stax::rt::getDTypeName(int32_t dtype) {
  return isDType(dtype) ? kDTypes[dtype].name : nullptr;
}

int64_t stax::rt::getDTypeSize(int32_t dtype) {
  return isDType(dtype) ? kDTypes[dtype].size : 0;
}

bool stax::rt::computeByteSize(const int64_t *shape, int32_t rank,
                               int32_t dtype, int64_t &bytes) {
  bool isEmpty = false;
  for (int32_t i = 0; i < rank; ++i) {
    if (shape[i] < 0)
      return false;
    isEmpty |= shape[i] == 0;
  }
  bytes = isEmpty ? 0 : getDTypeSize(dtype);
  for (int32_t i = 0; i < rank && !isEmpty; ++i)
    if (__builtin_mul_overflow(bytes, shape[i], &bytes))
      return false;
  return true;
}
