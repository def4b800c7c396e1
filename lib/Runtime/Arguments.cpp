//===- Arguments.cpp - Entry checks ---------------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that an entry demands of its arguments and of the buffers for its
// results, checked before it reads or writes any of them.
//
//===----------------------------------------------------------------------===//

#include "Error.h"
#include "Threads.h"

using namespace stax::rt;

namespace {
/// Checks one tensor against its compiled type; the first failure fills
/// `error`.
class TensorCheck {
public:
  TensorCheck(const char *function, const char *role,
              const stax_tensor_type &type, const stax_tensor &tensor,
              stax_error *error)
      : function(function), role(role), type(type), tensor(tensor),
        error(error) {}

  int32_t checkArgument() const;
  int32_t checkResult() const;

private:
  using Check = int32_t (TensorCheck::*)() const;

  int32_t checkRank() const;
  int32_t checkDType() const;
  int32_t checkShapePointer() const;
  int32_t checkExtents() const;
  int32_t checkStrides() const;
  int32_t checkData() const;

  const char *function;
  const char *role;
  const stax_tensor_type &type;
  const stax_tensor &tensor;
  stax_error *error;
};
} // namespace

// Every text begins with "function: argument name: ".
#define STAX_FAIL(format, ...)                                                 \
  fail(error, STAX_INVALID_ARGUMENT, "", "%s: %s %s: " format, function, role, \
       type.name, __VA_ARGS__)

int32_t TensorCheck::checkRank() const {
  if (tensor.rank != type.rank)
    return STAX_FAIL("expected rank %d, but got %d", type.rank, tensor.rank);
  return STAX_OK;
}

int32_t TensorCheck::checkDType() const {
  if (tensor.dtype == type.dtype)
    return STAX_OK;
  if (const char *actual = getDTypeName(tensor.dtype))
    return STAX_FAIL("expected element type %s, but got %s",
                     getDTypeName(type.dtype), actual);
  return STAX_FAIL("expected element type %s, but got the unknown type %d",
                   getDTypeName(type.dtype), tensor.dtype);
}

int32_t TensorCheck::checkShapePointer() const {
  if (!tensor.shape && tensor.rank > 0)
    return STAX_FAIL("expected a shape of %d extents, but got a null pointer",
                     tensor.rank);
  return STAX_OK;
}

int32_t TensorCheck::checkExtents() const {
  for (int32_t i = 0; i < tensor.rank; ++i) {
    auto actual = static_cast<long long>(tensor.shape[i]);
    if (actual < 0)
      return STAX_FAIL("expected an extent of at least 0 in dimension %d, but "
                       "got %lld",
                       i, actual);
    if (type.shape[i] >= 0 && type.shape[i] != actual)
      return STAX_FAIL("expected extent %lld in dimension %d, but got %lld",
                       static_cast<long long>(type.shape[i]), i, actual);
  }
  int64_t bytes = 0;
  if (!computeByteSize(tensor.shape, tensor.rank, tensor.dtype, bytes))
    return STAX_FAIL("expected at most %lld bytes, but the extents' product "
                     "exceeds them",
                     static_cast<long long>(INT64_MAX));
  return STAX_OK;
}

/// A stride is free where its dimension is never stepped along.
int32_t TensorCheck::checkStrides() const {
  int64_t bytes = 0;
  computeByteSize(tensor.shape, tensor.rank, tensor.dtype, bytes);
  if (!tensor.strides || bytes == 0)
    return STAX_OK;
  int64_t expected = 1;
  for (int32_t i = tensor.rank - 1; i >= 0; --i) {
    if (tensor.shape[i] != 1 && tensor.strides[i] != expected)
      return STAX_FAIL("expected row-major stride %lld in dimension %d, but "
                       "got %lld",
                       static_cast<long long>(expected), i,
                       static_cast<long long>(tensor.strides[i]));
    expected *= tensor.shape[i];
  }
  return STAX_OK;
}

int32_t TensorCheck::checkData() const {
  int64_t bytes = 0;
  computeByteSize(tensor.shape, tensor.rank, tensor.dtype, bytes);
  if (bytes == 0)
    return STAX_OK;
  if (!tensor.data)
    return STAX_FAIL("expected %lld bytes of data, but got a null pointer",
                     static_cast<long long>(bytes));
  if (type.alignment > 1 &&
      reinterpret_cast<uintptr_t>(tensor.data) % type.alignment != 0)
    return STAX_FAIL("expected data aligned to %d bytes, but got address %p",
                     type.alignment, tensor.data);
  return STAX_OK;
}

#undef STAX_FAIL

int32_t TensorCheck::checkArgument() const {
  // Each check relies on the ones before it.
  static constexpr Check kChecks[] = {
      &TensorCheck::checkRank,         &TensorCheck::checkDType,
      &TensorCheck::checkShapePointer, &TensorCheck::checkExtents,
      &TensorCheck::checkStrides,      &TensorCheck::checkData};
  for (Check check : kChecks)
    if (int32_t code = (this->*check)())
      return code;
  return STAX_OK;
}

/// Without data, the shape and strides are yet to be written and only need
/// room.
int32_t TensorCheck::checkResult() const {
  if (tensor.data)
    return checkArgument();
  if (int32_t code = checkRank())
    return code;
  if (int32_t code = checkDType())
    return code;
  return checkShapePointer();
}

/// Whether two tensors that have passed their checks share a byte.
static bool overlap(const stax_tensor &lhs, const stax_tensor &rhs) {
  int64_t lhsBytes = 0, rhsBytes = 0;
  computeByteSize(lhs.shape, lhs.rank, lhs.dtype, lhsBytes);
  computeByteSize(rhs.shape, rhs.rank, rhs.dtype, rhsBytes);
  auto lhsBegin = reinterpret_cast<uintptr_t>(lhs.data);
  auto rhsBegin = reinterpret_cast<uintptr_t>(rhs.data);
  return lhsBegin < rhsBegin + rhsBytes && rhsBegin < lhsBegin + lhsBytes;
}

/// What the function writes over, it must not read elsewhere.
static int32_t checkDonations(const stax_function *function,
                              const stax_tensor *args, stax_error *error) {
  for (int32_t i = 0; i < function->num_arguments; ++i) {
    if (!(function->arguments[i].flags & STAX_DONATED))
      continue;
    for (int32_t j = 0; j < function->num_arguments; ++j)
      if (i != j && overlap(args[i], args[j]))
        return fail(error, STAX_INVALID_ARGUMENT, "",
                    "%s: argument %s: expected memory of its own, as the "
                    "function may write over it, but argument %s is at %p, "
                    "too",
                    function->name, function->arguments[i].name,
                    function->arguments[j].name, args[j].data);
  }
  return STAX_OK;
}

int32_t stax_check_arguments(const stax_function *function,
                             const stax_tensor *args,
                             const stax_tensor *results, stax_error *error) {
  applyNumThreads();
  const char *name = function->name;
  if (!args && function->num_arguments > 0)
    return fail(error, STAX_INVALID_ARGUMENT, "",
                "%s: expected %d arguments, but got a null pointer", name,
                function->num_arguments);
  if (!results && function->num_results > 0)
    return fail(error, STAX_INVALID_ARGUMENT, "",
                "%s: expected %d results, but got a null pointer", name,
                function->num_results);
  for (int32_t i = 0; i < function->num_arguments; ++i) {
    TensorCheck check(name, "argument", function->arguments[i], args[i], error);
    if (int32_t code = check.checkArgument())
      return code;
  }
  if (int32_t code = checkDonations(function, args, error))
    return code;
  for (int32_t i = 0; i < function->num_results; ++i) {
    TensorCheck check(name, "result", function->results[i], results[i], error);
    if (int32_t code = check.checkResult())
      return code;
  }
  return STAX_OK;
}
