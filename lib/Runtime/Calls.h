//===- Calls.h - Buffers of entries that can be left ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNTIME_CALLS_H
#define STAX_LIB_RUNTIME_CALLS_H

#include <cstdint>

namespace stax::rt {

/// Leaves the innermost call of this thread, as there are no `bytes`. Ends the
/// process outside of calls, where nothing could take the error.
[[noreturn]] void abandonForMemory(uint64_t bytes);

/// Notes that the innermost call of this thread has allocated, or freed,
/// `data`.
void noteAllocation(void *data);
void noteFree(void *data);

} // namespace stax::rt

#endif // STAX_LIB_RUNTIME_CALLS_H
