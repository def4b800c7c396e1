//===- RunOptions.h - What a run of a program is asked to do ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of stax-run as data, and the parts of it that have a syntax
// of their own. Errors are bad usage: they name the option and what it takes.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_RUNOPTIONS_H
#define STAX_RUNNER_RUNOPTIONS_H

#include "stax/Pipelines/Regime.h"
#include "stax/Support/InputSpec.h"

#include <string>
#include <vector>

namespace mlir::stax {

/// What executes the program.
enum class RunTarget { Cpu, Reference };

/// Everything that a run depends on.
struct RunOptions {
  std::string file;
  std::string entry;                ///< "all", or empty for the default
  std::vector<InputSpec> inputs;    ///< of the first arguments, in order
  std::vector<std::string> outputs; ///< .npy files, in order
  std::string report;               ///< a file to write, or empty
  RunTarget target = RunTarget::Cpu;
  Regime regime;
  bool check = false; ///< Compare with the reference interpreter.
  bool json = false;  ///< Print one JSON object instead of text.
  bool verifyEachStage = false;
  bool guard = false;    ///< Put buffers against unreadable pages.
  int64_t timedRuns = 0; ///< 0 for no timing
  int32_t threads = 0;   ///< 0 for all cores
};

/// The target called `name`.
llvm::Expected<RunTarget> parseTarget(llvm::StringRef name);

/// The name of `target` on the command line.
llvm::StringRef getTargetName(RunTarget target);

/// Fails unless `value`, given for the option `name`, is from 1 to `max`.
llvm::Error checkCount(llvm::StringRef name, int64_t value, int64_t max);

} // namespace mlir::stax

#endif // STAX_RUNNER_RUNOPTIONS_H
