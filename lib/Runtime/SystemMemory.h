//===- SystemMemory.h - Memory from the system ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the pool gets its memory: large pieces straight from the kernel in
// huge pages, small ones from the C library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_SYSTEMMEMORY_H
#define STAX_LIB_RUNTIME_SYSTEMMEMORY_H

#include <cstdint>

namespace stax::rt {

/// Pieces of at least this many bytes are aligned to it and, where the system
/// has them, consist of pages of this size.
inline constexpr int64_t kHugePageBytes = int64_t{2} << 20;

/// Returns `bytes` (positive, a multiple of 64) bytes, 64-byte aligned, or
/// null.
void *getSystemMemory(int64_t bytes);

/// Gives back what `getSystemMemory(bytes)` returned.
void releaseSystemMemory(void *memory, int64_t bytes);

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_SYSTEMMEMORY_H
