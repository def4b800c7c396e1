//===- ArenaRewrite.h - Puts buffers into an arena --------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_ARENAREWRITE_H
#define STAX_LIB_TRANSFORMS_ARENAREWRITE_H

#include "PlannedBuffers.h"

namespace mlir::stax {

/// Replaces the buffers of `space` by views of one arena: with `asArgument`, a
/// new last argument of `function`, else an allocation at the start of
/// `function` that is freed at all its ends. `offsets`, one for each buffer,
/// solve the problem of `space`. Returns the bytes of the arena, computed at
/// the start.
Value rewriteToArena(FunctionOpInterface function, const PlannedSpace &space,
                     ArrayRef<Offset> offsets, bool asArgument);

/// Adds a function behind `function`, whose last argument is an arena, that
/// computes `bytes` from the arguments before.
void createArenaSize(FunctionOpInterface function, Value bytes);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ARENAREWRITE_H
