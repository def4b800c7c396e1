//===- TensorToStax.h - Copies of tensor elements to Stax -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_TENSORTOSTAX_H
#define STAX_CONVERSION_TENSORTOSTAX_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Adds the patterns that turn operations of the tensor dialect which compute,
/// copy or rearrange elements into `stax.pointwise` and `stax.scatter`. They
/// create nothing that they match, so one walk suffices.
void populateTensorToStaxPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_CONVERSION_TENSORTOSTAX_H
