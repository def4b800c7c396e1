//===- Alignment.h - The option alignment of memory passes -------*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_ALIGNMENT_H
#define STAX_LIB_TRANSFORMS_ALIGNMENT_H

#include "mlir/IR/Operation.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::stax {

/// Fails at `op`, naming `pass`, unless `alignment`, in bytes, is a power of
/// two.
inline LogicalResult checkAlignment(Operation *op, StringRef pass,
                                    int64_t alignment) {
  if (alignment > 0 && llvm::isPowerOf2_64(alignment))
    return success();
  return op->emitError(pass)
         << ": expected the alignment to be a power of two, but got "
         << alignment;
}

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ALIGNMENT_H
