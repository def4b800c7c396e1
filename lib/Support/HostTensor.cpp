//===- HostTensor.cpp - Tensors on the host -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/HostTensor.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace mlir::stax;

static constexpr int64_t kAlignment = 64;

void HostTensor::Deleter::operator()(char *elements) const {
  std::free(elements);
}

/// At least `bytes` bytes, or null. Not `operator new`: tools of LLVM install a
/// handler for it that ends the process, `nothrow` or not.
static char *allocate(int64_t bytes) {
  auto size = llvm::alignTo(std::max<uint64_t>(bytes, 1), kAlignment);
  return static_cast<char *>(std::aligned_alloc(kAlignment, size));
}

llvm::Expected<HostTensor> HostTensor::create(stax_dtype dtype,
                                              llvm::ArrayRef<int64_t> shape) {
  std::optional<int64_t> count = countElements(dtype, shape);
  if (!count)
    return llvm::createStringError(
        "the extents of " + formatShapedType(dtype, shape) +
        " must be at least 0 and their product must fit 64 bits");

  HostTensor result;
  result.dtype = dtype;
  result.numElements = *count;
  result.shape.assign(shape.begin(), shape.end());
  int64_t bytes = result.getByteSize();
  result.elements.reset(allocate(bytes));
  if (!result.elements)
    return llvm::createStringError("out of memory allocating " +
                                   std::to_string(bytes) + " bytes for " +
                                   formatShapedType(dtype, shape));
  std::memset(result.data(), 0, bytes);
  return result;
}

/// Copies one run of elements along the last dimension.
static void copyRow(const char *source, int64_t stride, int64_t count,
                    int64_t size, char *target) {
  if (stride == 1) {
    std::memcpy(target, source, count * size);
    return;
  }
  for (int64_t i = 0; i < count; ++i)
    std::memcpy(target + i * size, source + i * stride * size, size);
}

llvm::Expected<HostTensor> HostTensor::copyOf(const stax_tensor &tensor) {
  auto dtype = static_cast<stax_dtype>(tensor.dtype);
  llvm::ArrayRef<int64_t> shape(tensor.shape, tensor.rank);
  llvm::Expected<HostTensor> result = create(dtype, shape);
  if (!result || result->getNumElements() == 0)
    return result;

  int64_t size = getDTypeSize(dtype);
  llvm::SmallVector<int64_t, 4> strides = mlir::stax::getStrides(tensor);
  int64_t rowLength = shape.empty() ? 1 : shape.back();
  int64_t rowStride = shape.empty() ? 1 : strides.back();
  int64_t outerRank = shape.empty() ? 0 : tensor.rank - 1;
  llvm::SmallVector<int64_t, 4> index(outerRank, 0);
  const char *source = static_cast<const char *>(tensor.data);
  int64_t numRows = result->getNumElements() / rowLength;
  for (int64_t row = 0; row < numRows; ++row) {
    copyRow(source, rowStride, rowLength, size,
            result->getElement(row * rowLength));
    // Steps to the next row as an odometer does.
    for (int64_t d = outerRank - 1; d >= 0; --d) {
      source += strides[d] * size;
      if (++index[d] < shape[d])
        break;
      source -= shape[d] * strides[d] * size;
      index[d] = 0;
    }
  }
  return result;
}

stax_tensor HostTensor::view() const {
  return {elements.get(), const_cast<int64_t *>(shape.data()), nullptr,
          static_cast<int32_t>(shape.size()), dtype};
}

llvm::SmallVector<int64_t, 4>
mlir::stax::getStrides(const stax_tensor &tensor) {
  if (tensor.strides)
    return llvm::SmallVector<int64_t, 4>(tensor.strides,
                                         tensor.strides + tensor.rank);
  llvm::SmallVector<int64_t, 4> strides(tensor.rank, 1);
  for (int32_t i = tensor.rank - 1; i > 0; --i)
    strides[i - 1] = strides[i] * tensor.shape[i];
  return strides;
}
