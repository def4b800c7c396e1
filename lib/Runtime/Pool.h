//===- Pool.h - Buffers of compiled programs --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pool behind stax_alloc. Fresh pages are far dearer than the kernels that
// fill them, so freed buffers are kept in one list for each size class and
// handed out again.
//
//   +--------------------+----------------------------------+
//   | Block (64 bytes)   | data, 64-byte aligned, capacity  |
//   +--------------------+----------------------------------+
//
// A class is a quarter of a power of two, so at most a quarter of a buffer is
// unused. Idle buffers together never hold more than what was once live at the
// same time (or 64 MiB if that is more): a buffer that would exceed this first
// sends all idle ones back to the system.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_POOL_H
#define STAX_LIB_RUNTIME_POOL_H

#include <cstdint>

namespace stax::rt {

/// Alignment of every buffer, in bytes: a cache line and a zmm register.
inline constexpr int64_t kBufferAlignment = 64;

/// As stax_alloc, but aligned to `alignment` bytes, a power of two. Null if
/// there is no memory, `bytes` is negative or `alignment` is not one.
void *allocateBuffer(int64_t bytes, int64_t alignment = kBufferAlignment);

/// As stax_free. A pointer that is not a live buffer ends the process with a
/// message, as `free` does: the heap is corrupt.
void freeBuffer(void *data);

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_POOL_H
