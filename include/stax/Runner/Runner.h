//===- Runner.h - Runs a program as asked -----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts the parts together: compile a file, call its entries, compare with the
// reference interpreter, time, report.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_RUNNER_H
#define STAX_RUNNER_RUNNER_H

#include "stax/Runner/RunOptions.h"

namespace mlir::stax {

/// Exit statuses of a run.
enum class RunStatus {
  Ok = 0,
  Failed = 1,  ///< results differ, or the program has none for these inputs
  BadInput = 2 ///< usage, files or programs that cannot be run
};

/// Runs the program as `options` say. Results and the report go to stdout,
/// diagnostics to stderr; with `options.json` stdout gets the JSON object only,
/// and that unless the status is BadInput.
RunStatus runProgram(const RunOptions &options);

/// Prints `error` to stderr as bad input.
RunStatus reportBadInput(llvm::Error error);

} // namespace mlir::stax

#endif // STAX_RUNNER_RUNNER_H
