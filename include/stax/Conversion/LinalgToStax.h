//===- LinalgToStax.h - linalg on tensors to Stax ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_LINALGTOSTAX_H
#define STAX_CONVERSION_LINALGTOSTAX_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Adds the patterns that turn structured `linalg` operations on tensors, and
/// `linalg.softmax`, into `stax` operations. They create nothing that they
/// match, so one walk in program order suffices; destinations that have become
/// dead are left to the caller.
void populateLinalgToStaxPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_CONVERSION_LINALGTOSTAX_H
