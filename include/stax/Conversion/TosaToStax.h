//===- TosaToStax.h - tosa that is no structured operation ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_TOSATOSTAX_H
#define STAX_CONVERSION_TOSATOSTAX_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Adds the patterns that turn operations of tosa without a structured form
/// into `stax.scatter`. They create nothing that they match, so one walk
/// suffices.
void populateTosaToStaxPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_CONVERSION_TOSATOSTAX_H
