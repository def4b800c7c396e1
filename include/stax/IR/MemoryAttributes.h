//===- MemoryAttributes.h - Attributes of memory plans ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_MEMORYATTRIBUTES_H
#define STAX_IR_MEMORYATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

// Names of discardable attributes that the dialect verifies.

/// A unit on an allocation, or an argument, whose views are buffers.
inline constexpr llvm::StringLiteral kArenaAttr = "stax.arena";
/// The number of a buffer, on a view of an arena.
inline constexpr llvm::StringLiteral kBufferAttr = "stax.buffer";
/// Bytes of all arenas of a function, and the most that are live at once.
inline constexpr llvm::StringLiteral kArenaBytesAttr = "stax.arena_bytes";
inline constexpr llvm::StringLiteral kPeakBytesAttr = "stax.peak_bytes";

/// A unit on a tensor argument whose buffer the caller gives away: the function
/// may write over it.
inline constexpr llvm::StringLiteral kDonateAttr = "stax.donate";

/// On a function: pairs of memref arguments that share no byte, one after the
/// other.
inline constexpr llvm::StringLiteral kDisjointAttr = "stax.disjoint";

/// On a function with an arena of dynamic size as argument: the function that
/// computes the size from the arguments before it.
inline constexpr llvm::StringLiteral kArenaSizeAttr = "stax.arena_size";

} // namespace mlir::stax

#endif // STAX_IR_MEMORYATTRIBUTES_H
