//===- ElementwiseToStax.h - arith and math on tensors to Stax --*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_ELEMENTWISETOSTAX_H
#define STAX_CONVERSION_ELEMENTWISETOSTAX_H

#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {

/// Adds the pattern that turns elementwise `arith` and `math` operations on
/// tensors into `stax.pointwise`. It creates nothing that it matches, so one
/// walk suffices.
void populateElementwiseToStaxPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_CONVERSION_ELEMENTWISETOSTAX_H
