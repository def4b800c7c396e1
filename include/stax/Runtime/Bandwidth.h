//===- Bandwidth.h - What the memory of the machine can do ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The yardsticks for compiled programs: memory moved as fast as the machine
// can, on the same threads.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNTIME_BANDWIDTH_H
#define STAX_RUNTIME_BANDWIDTH_H

#include <cstdint>

namespace stax::rt {

/// Copies `bytes` bytes with stores that bypass the caches, on
/// `stax_get_num_threads()` threads. The ranges are 64-byte aligned and do not
/// overlap.
void streamCopy(void *target, const void *source, int64_t bytes);

/// Reads all of `bytes` bytes, 64-byte aligned, on the same threads, and
/// returns a value that depends on each of them.
uint64_t streamRead(const void *source, int64_t bytes);

} // namespace stax::rt

#endif // STAX_RUNTIME_BANDWIDTH_H
