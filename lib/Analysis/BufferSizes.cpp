//===- BufferSizes.cpp - Bytes of memory of buffers -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/BufferSizes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

/// No address space that buffers live in holds more.
static constexpr int64_t kMaxBytes = int64_t{1} << 46;

std::optional<int64_t> stax::getElementStorage(Type element) {
  if (element.isIndex())
    return 8;
  // LLVM rounds sizes up to alignments, which are powers of two.
  if (element.isIntOrFloat())
    return llvm::PowerOf2Ceil(
        llvm::divideCeil(element.getIntOrFloatBitWidth(), 8));
  if (auto complex = dyn_cast<ComplexType>(element)) {
    std::optional<int64_t> part = getElementStorage(complex.getElementType());
    return part ? std::optional(2 * *part) : std::nullopt;
  }
  auto vector = dyn_cast<VectorType>(element);
  if (!vector || vector.isScalable())
    return std::nullopt;
  std::optional<int64_t> scalar = getElementStorage(vector.getElementType());
  if (!scalar || vector.getNumElements() > kMaxBytes)
    return std::nullopt;
  int64_t count = vector.getNumElements();
  if (vector.getRank() > 0) {
    int64_t last = vector.getShape().back();
    count = count / last * llvm::PowerOf2Ceil(last);
  }
  return count * *scalar;
}

std::optional<int64_t> stax::getStaticStorage(MemRefType type) {
  std::optional<int64_t> bytes = getElementStorage(type.getElementType());
  if (!bytes)
    return std::nullopt;
  // A buffer with an extent of 0 is empty, however large the others are.
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  for (int64_t extent : type.getShape())
    if (ShapedType::isStatic(extent) &&
        (llvm::MulOverflow(*bytes, extent, *bytes) || *bytes > kMaxBytes))
      return std::nullopt;
  return bytes;
}

int64_t stax::alignUp(int64_t bytes, int64_t alignment) {
  return llvm::alignTo(static_cast<uint64_t>(bytes), alignment);
}
