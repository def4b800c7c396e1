//===- MemRef.h - Memory that values refer to ----------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is a tensor of one dimension that several memrefs may share. A
// snapshot of a whole buffer shares its storage until one of both is written.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_MEMREF_H
#define STAX_LIB_REFERENCE_MEMREF_H

#include "stax/Reference/ReferenceTensor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::stax::reference {

/// Strides of row-major elements.
SmallVector<int64_t> getRowMajorStrides(ArrayRef<int64_t> sizes);

/// A window into a buffer. Offset and strides count elements; every element of
/// the window is one of the buffer's.
struct MemRef {
  std::shared_ptr<ReferenceTensor> buffer;
  int64_t offset = 0;
  SmallVector<int64_t, 4> sizes, strides;

  /// All of a new buffer that holds the elements of `tensor`.
  static MemRef ofTensor(const ReferenceTensor &tensor);

  /// Whether all elements of this window are in the buffer.
  bool isInside() const;
  /// Where element `indices` is in the buffer; nothing if there is none.
  std::optional<int64_t> getPosition(ArrayRef<int64_t> indices) const;

  /// The elements as they are now.
  ReferenceTensor read() const;
  /// Sets all elements to those of `tensor`, which has the same sizes.
  void write(const ReferenceTensor &tensor) const;

private:
  bool isWholeBuffer() const;
  /// Calls `function` with the position of each element, in row-major order.
  void forEachPosition(llvm::function_ref<void(int64_t)> function) const;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_MEMREF_H
