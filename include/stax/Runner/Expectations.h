//===- Expectations.h - What programs assert --------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Programs say `"check.expect"(%result, %expected) {kind = "expect_eq_const"}`,
// an operation without a dialect. Before compilation each becomes a call of a
// function of the runtime, so that the compiler knows nothing of it; a run
// keeps what the function was called with and compares it afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_EXPECTATIONS_H
#define STAX_RUNNER_EXPECTATIONS_H

#include "mlir/IR/BuiltinOps.h"
#include "stax/Runner/Outcome.h"
#include "llvm/Support/Error.h"

namespace mlir::stax {

/// A `check.expect` of the program.
struct Expectation {
  std::string location; ///< as in RunTimeError
  /// Whether |result - expected| <= 1e-4 + 1e-4 * |expected| is enough.
  bool isAlmost = false;
};

/// Replaces every `check.expect` of `module` by a call with its number. Fails,
/// with a diagnostic at the place, if there is another operation without a
/// dialect, or one of these is not as it should be.
llvm::Expected<std::vector<Expectation>> lowerExpectations(ModuleOp module);

/// Elements of the types that expectations of tensors exist for; the function
/// called for type T is `stax_expect_T`.
ArrayRef<StringRef> getExpectationTypes();

/// The first of what `outcome` observed that its expectation does not hold for.
std::optional<RunTimeError>
findUnmetExpectation(ArrayRef<Expectation> expectations, const Outcome &outcome,
                     MLIRContext &context);

} // namespace mlir::stax

#endif // STAX_RUNNER_EXPECTATIONS_H
