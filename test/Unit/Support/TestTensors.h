//===- TestTensors.h - Tensors for tests ------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_SUPPORT_TESTTENSORS_H
#define STAX_TEST_UNIT_SUPPORT_TESTTENSORS_H

#include "stax/Support/HostTensor.h"

#include "gtest/gtest.h"

#include <string>
#include <vector>

namespace mlir::stax {

/// Converts `values` to a tensor of `dtype`.
inline HostTensor makeTensor(stax_dtype dtype, llvm::ArrayRef<int64_t> shape,
                             const std::vector<double> &values) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(dtype, shape));
  EXPECT_EQ(tensor.getNumElements(), static_cast<int64_t>(values.size()));
  for (int64_t i = 0; i < tensor.getNumElements(); ++i) {
    if (isFloatDType(dtype))
      storeFloat(dtype, values[i], tensor.getElement(i));
    else
      storeInteger(dtype, static_cast<int64_t>(values[i]),
                   tensor.getElement(i));
  }
  return tensor;
}

/// All elements, in row-major order.
inline std::vector<double> getValues(const HostTensor &tensor) {
  stax_dtype dtype = tensor.getDType();
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.getNumElements(); ++i)
    values.push_back(
        isFloatDType(dtype)
            ? loadFloat(dtype, tensor.getElement(i))
            : static_cast<double>(loadInteger(dtype, tensor.getElement(i))));
  return values;
}

/// The text of a failure, or "" for a value.
template <typename T>
std::string getError(llvm::Expected<T> value) {
  return value ? "" : llvm::toString(value.takeError());
}

} // namespace mlir::stax

#endif // STAX_TEST_UNIT_SUPPORT_TESTTENSORS_H
