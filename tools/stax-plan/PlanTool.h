//===- PlanTool.h - The subcommands of stax-plan ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each subcommand is one file with its options and one function, which returns
// the exit status of the tool. Answers go to stdout, everything else to stderr.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TOOLS_STAXPLAN_PLANTOOL_H
#define STAX_TOOLS_STAXPLAN_PLANTOOL_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace mlir::stax {

enum ExitStatus : int {
  kSuccess = 0,
  kBadInput = 2,       ///< bad usage, or a file that cannot be used
  kCapacityNotMet = 3, ///< the plan is valid but does not fit
};

/// A subcommand, the category of its options, and what it does.
struct PlanCommand {
  llvm::cl::SubCommand &command;
  llvm::cl::OptionCategory &category;
  ExitStatus (*run)();
};

const PlanCommand &fuseCommand();
const PlanCommand &orderCommand();
const PlanCommand &memoryCommand();
const PlanCommand &generateCommand();

/// Prints "stax-plan: error: MESSAGE" and returns kBadInput.
ExitStatus reportBadInput(const llvm::Twine &message);

/// The text of `path`, or of stdin for '-'; an error names the path.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
readFile(llvm::StringRef path);

/// Exits with 1 if `answer` is an error: the solver has a fault.
void requireVerified(llvm::Error answer, llvm::StringRef solver);

/// "a, b": the names of a table of solvers, for messages.
template <typename Table>
std::string listNames(const Table &table) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleaveComma(table, os, [&](const auto &row) { os << row.name; });
  return text;
}

/// Seconds since its construction.
class Stopwatch {
public:
  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }

private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
};

} // namespace mlir::stax

#endif // STAX_TOOLS_STAXPLAN_PLANTOOL_H
