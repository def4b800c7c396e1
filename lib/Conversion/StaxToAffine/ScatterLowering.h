//===- ScatterLowering.h - The loops of one scatter -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the StaxToAffine library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_STAXTOAFFINE_SCATTERLOWERING_H
#define STAX_LIB_CONVERSION_STAXTOAFFINE_SCATTERLOWERING_H

#include "stax/IR/UpdateOps.h"

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Checks that `scatter` is outlined and on buffers, and can be lowered.
LogicalResult checkScatter(ScatterOp scatter);

/// Replaces such a scatter by loops.
void lowerScatter(RewriterBase &rewriter, ScatterOp scatter);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_STAXTOAFFINE_SCATTERLOWERING_H
