//===- Results.cpp - Handing results to the caller ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Error.h"

#include <cstring>

using namespace stax::rt;

static void writeShape(const int64_t *shape, stax_tensor &result) {
  int64_t stride = 1;
  for (int32_t i = result.rank - 1; i >= 0; --i) {
    result.shape[i] = shape[i];
    if (result.strides)
      result.strides[i] = stride;
    stride *= shape[i];
  }
}

static int32_t checkExtents(const stax_function *function, int32_t index,
                            const int64_t *shape, const stax_tensor &result,
                            stax_error *error) {
  for (int32_t i = 0; i < result.rank; ++i)
    if (result.shape[i] != shape[i])
      return fail(error, STAX_INVALID_ARGUMENT, "",
                  "%s: result %s: expected extent %lld in dimension %d, but "
                  "got %lld",
                  function->name, function->results[index].name,
                  static_cast<long long>(shape[i]), i,
                  static_cast<long long>(result.shape[i]));
  return STAX_OK;
}

namespace {
/// The bytes of a tensor in memory.
struct Span {
  explicit Span(const stax_tensor &tensor)
      : begin(reinterpret_cast<uintptr_t>(tensor.data)) {
    if (tensor.data)
      computeByteSize(tensor.shape, tensor.rank, tensor.dtype, bytes);
  }
  bool overlaps(const Span &other) const {
    return begin < other.begin + other.bytes && other.begin < begin + bytes;
  }

  uintptr_t begin;
  int64_t bytes = 0;
};
} // namespace

// What else the callee reads or writes must not be in the same place: it was
// compiled as if the result had memory of its own.
void *stax_place_result(const stax_function *function, int32_t index,
                        int64_t bytes, const stax_tensor *args,
                        const stax_tensor *results) {
  Span place(results[index]);
  if (place.bytes != bytes)
    return nullptr;
  for (int32_t i = 0; i < function->num_arguments; ++i)
    if (place.overlaps(Span(args[i])))
      return nullptr;
  for (int32_t i = 0; i < function->num_results; ++i)
    if (i != index && place.overlaps(Span(results[i])))
      return nullptr;
  return results[index].data;
}

// Rank and element type of the result have passed stax_check_arguments. A
// result of the wrong shape frees `data`, too: the callee has given it away.
int32_t stax_deliver_result(const stax_function *function, int32_t index,
                            void *data, const int64_t *shape,
                            stax_tensor *results, stax_error *error) {
  stax_tensor &result = results[index];
  if (!result.data) {
    result.data = data;
    writeShape(shape, result);
    return STAX_OK;
  }
  int32_t code = checkExtents(function, index, shape, result, error);
  if (data == result.data)
    return code;
  int64_t bytes = 0;
  if (code == STAX_OK &&
      computeByteSize(shape, result.rank, result.dtype, bytes) && bytes > 0)
    std::memcpy(result.data, data, bytes);
  stax_free(data);
  return code;
}
