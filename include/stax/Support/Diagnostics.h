//===- Diagnostics.h - Errors with values in them ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solvers and readers report through llvm::Error; the texts carry the place,
// what was expected and what was found.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SUPPORT_DIAGNOSTICS_H
#define STAX_SUPPORT_DIAGNOSTICS_H

#include "llvm/Support/Error.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::stax {

/// An error whose text is `llvm::formatv(format, values...)`: lower case, no
/// full stop, with the offending values.
template <typename... Ts>
llvm::Error makeError(const char *format, Ts &&...values) {
  return llvm::createStringError(
      llvm::formatv(format, std::forward<Ts>(values)...).str());
}

} // namespace mlir::stax

#endif // STAX_SUPPORT_DIAGNOSTICS_H
