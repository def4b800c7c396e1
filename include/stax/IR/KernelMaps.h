//===- KernelMaps.h - Maps from the space of a kernel -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_KERNELMAPS_H
#define STAX_IR_KERNELMAPS_H

#include "stax/IR/StaxOps.h"

namespace mlir::stax {

/// `map`, from the domain of `node` and symbols, as one from the dimensions of
/// `kernel`, without quotients and remainders that the space decides.
AffineMap getMapFromSpace(KernelOp kernel, FusableOpInterface node,
                          AffineMap map);

/// Whether each point of `kernel`'s parallel dimensions writes elements of its
/// own where `node`, whose map verifies, writes its results.
bool ownsItsElements(KernelOp kernel, FusableOpInterface node);

} // namespace mlir::stax

#endif // STAX_IR_KERNELMAPS_H
