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

/// Replaces the buffers of `space` by views of one allocation at the start of
/// `function` that is freed at all its ends. `offsets`, one for each buffer,
/// solve the problem of `space`.
void rewriteToArena(FunctionOpInterface function, const PlannedSpace &space,
                    ArrayRef<Offset> offsets, EntryValues &values);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ARENAREWRITE_H
