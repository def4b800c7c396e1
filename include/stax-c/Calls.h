//===- Calls.h - Entries that can be left at any point ------------*- C -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For generated code. Some errors leave nothing to go on with: there is no
// memory for a buffer, or a buffer does not have the extents that all code
// behind it was compiled for. They leave the entry from wherever they are
// found. An entry does
//
//   stax_call call;
//   stax_call_begin(&call, &status);
//   if (_setjmp(call) == 0) {
//     ... run ...
//     stax_call_end(&call);
//   } else {
//     code = stax_call_abandoned(&call, error);
//   }
//
// A call belongs to its thread, and calls nest. Threads of parallel loops
// neither allocate nor abandon.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_C_CALLS_H
#define STAX_C_CALLS_H

#include "stax-c/Runtime.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { STAX_CALL_ALIGNMENT = 16 };

/// Storage of a call in the frame of its entry, aligned to
/// STAX_CALL_ALIGNMENT; begins with a `jmp_buf`.
typedef struct stax_call {
  int64_t storage[64];
} stax_call;

/// Starts a call: buffers that its thread allocates from now on are its own.
/// `status` is the status word of the entry, or null. Its address escapes here,
/// so that an optimiser which knows nothing of `longjmp` expects changes.
void stax_call_begin(stax_call *call, int64_t *status);

/// Ends a call; buffers that it has not freed belong to the caller.
void stax_call_end(stax_call *call);

/// Ends a call that was abandoned, and frees its buffers. Returns the error,
/// which it fills in, or 0 if the status word of the entry has it.
int32_t stax_call_abandoned(stax_call *call, stax_error *error);

/// Leaves the innermost call of this thread. Its status word says why. Does not
/// return.
void stax_abandon(void);

#ifdef __cplusplus
} // extern "C"
#endif

#endif // STAX_C_CALLS_H
