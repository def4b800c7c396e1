//===- OrderAttributes.h - What stax-order says of a function ----*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_ORDERATTRIBUTES_H
#define STAX_IR_ORDERATTRIBUTES_H

#include "llvm/ADT/StringRef.h"

namespace mlir::stax {

// Names of discardable attributes that the dialect verifies, i64 of bytes.
inline constexpr llvm::StringLiteral kPeakAttr = "stax.peak";
inline constexpr llvm::StringLiteral kPeakLowerBoundAttr =
    "stax.peak_lower_bound";

} // namespace mlir::stax

#endif // STAX_IR_ORDERATTRIBUTES_H
