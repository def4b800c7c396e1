//===- Outcome.h - What a call of an entry gave -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same for compiled code and the reference interpreter, so that both are
// printed and saved alike.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_OUTCOME_H
#define STAX_RUNNER_OUTCOME_H

#include "stax/Reference/ReferenceTensor.h"
#include "stax/Support/HostTensor.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::stax {

/// Why a program has no result for its inputs.
struct RunTimeError {
  std::string location; ///< "file:line:column", or "" where there is none
  std::string message;
};

/// An expectation that the program came to.
struct ObservedExpectation {
  int64_t number; ///< among those of the program's text
  size_t
      position; ///< of the result among printed tensors; the expected follows
};

/// Outputs are results, then the final states of memref arguments; there are
/// none if there is an error. Printed tensors, and those of expectations, are
/// in the order of the program.
template <typename Tensor>
struct BasicOutcome {
  std::optional<RunTimeError> error;
  std::vector<Tensor> outputs;
  std::vector<Tensor> printed;
  std::vector<ObservedExpectation> expectations;
};

using Outcome = BasicOutcome<HostTensor>;
using ReferenceOutcome = BasicOutcome<ReferenceTensor>;

} // namespace mlir::stax

#endif // STAX_RUNNER_OUTCOME_H
