//===- Patterns.h - The patterns of LinalgToStax ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library: one populate function a file of patterns.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_CONVERSION_LINALGTOSTAX_PATTERNS_H
#define STAX_LIB_CONVERSION_LINALGTOSTAX_PATTERNS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>

namespace mlir::stax {

/// Why `op` cannot be converted; nothing if it can.
std::optional<std::string> findSoftmaxObstacle(linalg::SoftmaxOp op);

void populateSoftmaxPatterns(RewritePatternSet &patterns);
void populateStructuredOpPatterns(RewritePatternSet &patterns);

} // namespace mlir::stax

#endif // STAX_LIB_CONVERSION_LINALGTOSTAX_PATTERNS_H
