//===- ArenaLayout.h - Offsets of buffers as values -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Offsets of a plan whose sizes are known only when the
// program runs. The planner solves the problem with example sizes; what is kept
// of its answer is which buffer lies above which:
//
//      +-----+             offset(c) = max(end(a), end(b))
//   +--+  c  +---+         end(c)    = offset(c) + size(c)
//   |  +-----+   |
//   | a  | +-----+
//   |    | |  b  |
//   +----+ +-----+
//
// So buffers that live at once are disjoint whatever the sizes are, buffers
// that do not share bytes, and the arena ends where the highest buffer does.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_ARENALAYOUT_H
#define STAX_LIB_TRANSFORMS_ARENALAYOUT_H

#include "EntryValues.h"
#include "PlannedBuffers.h"

namespace mlir::stax {

/// Where the buffers of an arena are, as values at the start of the function.
struct ArenaLayout {
  SmallVector<Value> offsets; ///< one for each buffer
  Value bytes;                ///< of the arena
};

/// Lays out `space` in the order, bottom to top, of `offsets`, which solve its
/// problem. Constants where sizes are.
ArenaLayout createLayout(OpBuilder &builder, Location loc, EntryValues &values,
                         const PlannedSpace &space, ArrayRef<Offset> offsets);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ARENALAYOUT_H
