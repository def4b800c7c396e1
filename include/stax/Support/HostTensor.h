//===- HostTensor.h - Tensors on the host -----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arrays that tools read from files, hand to compiled programs and print. The
// elements are row-major.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_HOSTTENSOR_H
#define STAX_SUPPORT_HOSTTENSOR_H

#include "stax/Support/DType.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace mlir::stax {

/// An n-dimensional array that owns its elements. Moved, not copied; moving
/// leaves `data()` and views valid, but not the source.
class HostTensor {
public:
  /// All elements are 0. Fails if an extent is negative, the size does not fit
  /// 64 bits, or there is no memory.
  static llvm::Expected<HostTensor> create(stax_dtype dtype,
                                           llvm::ArrayRef<int64_t> shape);

  /// A row-major copy of a tensor of any strides. Fails as `create` does.
  static llvm::Expected<HostTensor> copyOf(const stax_tensor &tensor);

  stax_dtype getDType() const { return dtype; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  int64_t getByteSize() const { return numElements * getDTypeSize(dtype); }

  /// 64-byte aligned, and never null.
  char *data() { return elements.get(); }
  const char *data() const { return elements.get(); }

  /// The address of the element at the row-major position `index`.
  char *getElement(int64_t index) {
    return data() + index * getDTypeSize(dtype);
  }
  const char *getElement(int64_t index) const {
    return data() + index * getDTypeSize(dtype);
  }

  /// Borrows elements and shape as long as this tensor lives, moved or not.
  /// The entry interface has no constant tensors; what it gets as an argument
  /// it does not write.
  stax_tensor view() const;

private:
  struct Deleter {
    void operator()(char *elements) const;
  };
  HostTensor() = default;

  stax_dtype dtype = STAX_F32;
  int64_t numElements = 0;
  // Unlike a SmallVector, keeps its extents in place when moved.
  std::vector<int64_t> shape;
  std::unique_ptr<char, Deleter> elements;
};

/// Row-major or, if not null, the given strides of a tensor, in elements.
llvm::SmallVector<int64_t, 4> getStrides(const stax_tensor &tensor);

} // namespace mlir::stax

#endif // STAX_SUPPORT_HOSTTENSOR_H
