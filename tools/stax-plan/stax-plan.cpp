//===- stax-plan.cpp - The solvers on text problems -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads fusion, order and memory problems, solves them, verifies the answers
// and prints them. Knows nothing of MLIR and links LLVM's Support only, so that
// it starts quickly. Exit status: 0, 2 for bad usage or input, 3 if a memory
// plan exceeds --capacity.
//
//===----------------------------------------------------------------------===//

#include "PlanTool.h"

#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::stax;

ExitStatus mlir::stax::reportBadInput(const Twine &message) {
  errs() << "stax-plan: ";
  WithColor::error() << message << '\n';
  return kBadInput;
}

Expected<std::unique_ptr<MemoryBuffer>> mlir::stax::readFile(StringRef path) {
  ErrorOr<std::unique_ptr<MemoryBuffer>> buffer =
      MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (std::error_code error = buffer.getError())
    return createStringError("cannot read '" + path + "': " + error.message());
  return std::move(*buffer);
}

void mlir::stax::requireVerified(Error answer, StringRef solver) {
  ExitOnError exitOnError(
      ("stax-plan: the answer of '" + solver + "' is not valid: ").str());
  exitOnError(std::move(answer));
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  const PlanCommand *const commands[] = {&fuseCommand(), &orderCommand(),
                                         &memoryCommand(), &generateCommand()};
  static cl::OptionCategory noOptions("stax-plan options");
  cl::HideUnrelatedOptions(noOptions);
  for (const PlanCommand *command : commands)
    cl::HideUnrelatedOptions(command->category, command->command);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Solves fusion, order and memory planning problems given as text, "
          "and verifies every answer.\n",
          &errs()))
    return kBadInput;
  for (const PlanCommand *command : commands)
    if (command->command)
      return command->run();
  return reportBadInput(
      "expected a command: fuse, order, memory or generate (see --help)");
}
