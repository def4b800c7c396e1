//===- ViewChecks.h - Whether views have the extents that they say --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. A cast, a reshape or an expansion of a
// buffer says what its extents are; the program is wrong where they are not.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_VIEWCHECKS_H
#define STAX_LIB_TRANSFORMS_VIEWCHECKS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir::stax {

/// Emits, at the insertion point, whether the result of a view has as many
/// elements as its source in the extents that it says; null if it is known to.
Value emitFits(OpBuilder &builder, memref::CastOp op);
Value emitFits(OpBuilder &builder, memref::ExpandShapeOp op);
Value emitFits(OpBuilder &builder, memref::ReshapeOp op);

/// Emits whether the bytes of a new buffer can be counted without wrapping.
Value emitFitsMemory(OpBuilder &builder, memref::AllocOp op);

/// Replaces an expansion into several dynamic extents by the view that it is.
/// Upstream's expand-strided-metadata takes one in a group at most.
void lowerExpansion(RewriterBase &rewriter, memref::ExpandShapeOp op);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_VIEWCHECKS_H
