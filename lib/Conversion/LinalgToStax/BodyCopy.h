//===- BodyCopy.h - Bodies of linalg in regions of Stax ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: how parts of the body of a structured operation get
// into the region of a Stax operation.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_LINALGTOSTAX_BODYCOPY_H
#define STAX_LIB_CONVERSION_LINALGTOSTAX_BODYCOPY_H

#include "LoopDomain.h"
#include "StructuredOp.h"
#include "stax/Conversion/ImportSupport.h"

namespace mlir::stax {

/// The elements that `slice` of the body of `op` reads, over `domain`.
ElementReads getReads(linalg::LinalgOp op, const BodySlice &slice,
                      const LoopDomain &domain);

/// Copies `slice` to the insertion point, where `mapping` has what it reads.
/// Indices that `mapping` does not have are those of `domain`.
void cloneSlice(OpBuilder &builder, const BodySlice &slice,
                const LoopDomain &domain, IRMapping &mapping);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_LINALGTOSTAX_BODYCOPY_H
