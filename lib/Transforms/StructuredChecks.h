//===- StructuredChecks.h - Whether loops of linalg fit their operands ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Import leaves some operations of linalg as
// they are, and programs have others on buffers. Their dynamic extents must
// agree, which upstream does not check.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_STRUCTUREDCHECKS_H
#define STAX_LIB_TRANSFORMS_STRUCTUREDCHECKS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mlir::stax {

/// Emits, at the insertion point, whether all that the loops of `op` touch is
/// inside of its buffers; null if it is known to be.
Value emitFitsLoops(OpBuilder &builder, linalg::LinalgOp op);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_STRUCTUREDCHECKS_H
