//===- ReuseRewrite.h - Lets buffers take over storages ---------*- C++ -*-===//
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

#ifndef STAX_LIB_TRANSFORMS_REUSEREWRITE_H
#define STAX_LIB_TRANSFORMS_REUSEREWRITE_H

#include "PlannedBuffers.h"
#include "stax/MemoryPlan/SameSizeReuse.h"

namespace mlir::stax {

/// Which buffers of `space` can take over the storage of which: those of one
/// block, element type and size. None is dynamic.
SameSizeReuse planReuse(const PlannedSpace &space);

/// Replaces each buffer that has another one's storage by that allocation, with
/// its shape reinterpreted. A storage is freed where the last buffer in it was.
void rewriteToReuse(const PlannedSpace &space, const SameSizeReuse &reuse);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_REUSEREWRITE_H
