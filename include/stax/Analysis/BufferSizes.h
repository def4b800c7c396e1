//===- BufferSizes.h - Bytes of memory of buffers ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_BUFFERSIZES_H
#define STAX_ANALYSIS_BUFFERSIZES_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace mlir::stax {

/// Bytes from one element of a memref to the next, or an upper bound of it, for
/// integers, indices, floats, complex numbers and vectors of them. Nothing for
/// other types.
std::optional<int64_t> getElementStorage(Type element);

/// Bytes of a buffer of `type`, dynamic extents counting as 1; nothing if that
/// is not known or more than 2^46.
std::optional<int64_t> getStaticStorage(MemRefType type);

/// The least multiple of `alignment`, a power of two, that is not below
/// `bytes`, which is at most 2^62.
int64_t alignUp(int64_t bytes, int64_t alignment);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_BUFFERSIZES_H
