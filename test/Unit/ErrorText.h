//===- ErrorText.h - Errors as texts, for tests -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_ERRORTEXT_H
#define STAX_TEST_UNIT_ERRORTEXT_H

#include "llvm/Support/Error.h"

namespace mlir::stax {

/// The text of `error`, or "success".
inline std::string errorText(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "success";
}

template <typename T>
std::string errorText(llvm::Expected<T> value) {
  return errorText(value.takeError());
}

} // namespace mlir::stax

#endif // STAX_TEST_UNIT_ERRORTEXT_H
