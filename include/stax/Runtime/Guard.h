//===- Guard.h - Buffers between unreadable pages ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debugging aid: buffers of which an access one element too far is a fault of
// the processor, at the instruction that makes it.
//
//        GuardSide::Before                     GuardSide::Behind
//   +--------+------------+--------+     +--------+------------+--------+
//   | guard  |data |padding| guard |     | guard  |padding|data| guard  |
//   +--------+------------+--------+     +--------+------------+--------+
//
// Pages are larger than most tensors, so only one end of a buffer touches a
// guard; the padding at the other is filled with a pattern, as is what nobody
// has written, and writes to it are found when the buffer is freed.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNTIME_GUARD_H
#define STAX_RUNTIME_GUARD_H

#include <cstddef>
#include <cstdint>

namespace stax::rt {

/// Which end of a buffer lies against an unreadable page.
enum class GuardSide { None, Before, Behind };

/// From now on stax_alloc and the allocations of compiled code give buffers of
/// this kind; None for ordinary ones. Buffers of any kind can be freed.
void setGuardSide(GuardSide side);
GuardSide getGuardSide();

/// A buffer of `bytes` bytes against the page of `getGuardSide()`, which is not
/// None, aligned to `alignment`, a power of two of at most a page. An end that
/// is not a multiple of it leaves less than `alignment` bytes to the page. Null
/// if there is no memory.
void *allocateGuarded(int64_t bytes, int64_t alignment);

/// Frees `data` and returns true if it is a guarded buffer. Ends the process
/// with a message if something was written beside it.
bool freeGuarded(void *data);

/// Writes where `address` lies, relative to a guarded buffer, into `text`;
/// returns false if it does not lie beside one.
bool describeGuardedAddress(const void *address, char *text, size_t size);

} // namespace stax::rt

#endif // STAX_RUNTIME_GUARD_H
