//===- MemRef.cpp - Memory that values refer to ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRef.h"

#include "Program.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

SmallVector<int64_t> reference::getRowMajorStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size(), 1);
  for (size_t dim = sizes.size(); dim > 1; --dim)
    strides[dim - 2] = strides[dim - 1] * sizes[dim - 1];
  return strides;
}

MemRef MemRef::ofTensor(const ReferenceTensor &tensor) {
  MemRef memref;
  memref.buffer = std::make_shared<ReferenceTensor>(
      tensor.reshape({tensor.getNumElements()}));
  memref.sizes.assign(tensor.getShape().begin(), tensor.getShape().end());
  memref.strides = getRowMajorStrides(memref.sizes);
  return memref;
}

bool MemRef::isInside() const {
  if (llvm::is_contained(sizes, 0))
    return true;
  int64_t first = offset, last = offset;
  for (auto [size, stride] : llvm::zip_equal(sizes, strides)) {
    int64_t reach;
    int64_t &end = stride < 0 ? first : last;
    if (size < 0 || llvm::MulOverflow(size - 1, stride, reach) ||
        llvm::AddOverflow(end, reach, end))
      return false;
  }
  return first >= 0 && last < buffer->getNumElements();
}

std::optional<int64_t> MemRef::getPosition(ArrayRef<int64_t> indices) const {
  int64_t position = offset;
  for (auto [index, size, stride] : llvm::zip_equal(indices, sizes, strides)) {
    if (index < 0 || index >= size)
      return std::nullopt;
    position += index * stride;
  }
  return position;
}

bool MemRef::isWholeBuffer() const {
  std::optional<int64_t> elements = countElements(sizes);
  return offset == 0 && elements == buffer->getNumElements() &&
         ArrayRef<int64_t>(strides) ==
             ArrayRef<int64_t>(getRowMajorStrides(sizes));
}

void MemRef::forEachPosition(llvm::function_ref<void(int64_t)> function) const {
  if (llvm::is_contained(sizes, 0))
    return;
  SmallVector<int64_t> point(sizes.size(), 0);
  int64_t position = offset;
  while (true) {
    function(position);
    size_t dim = sizes.size();
    // Dimensions at their end start again.
    while (dim > 0 && point[dim - 1] + 1 == sizes[dim - 1]) {
      --dim;
      position -= point[dim] * strides[dim];
      point[dim] = 0;
    }
    if (dim == 0)
      return;
    ++point[dim - 1];
    position += strides[dim - 1];
  }
}

ReferenceTensor MemRef::read() const {
  if (isWholeBuffer())
    return buffer->reshape(sizes);
  TensorReader reader(*buffer);
  TensorWriter writer(buffer->getElementType(), sizes);
  int64_t element = 0;
  forEachPosition([&](int64_t position) {
    writer.store(element++, reader.load(position));
  });
  return writer.take();
}

void MemRef::write(const ReferenceTensor &tensor) const {
  if (isWholeBuffer()) {
    *buffer = tensor.reshape({tensor.getNumElements()});
    return;
  }
  TensorReader reader(tensor);
  TensorWriter writer(std::exchange(*buffer, {}));
  int64_t element = 0;
  forEachPosition([&](int64_t position) {
    writer.store(position, reader.load(element++));
  });
  *buffer = writer.take();
}
