//===- stax-compile.cpp - Compiles .mlir files ahead of time --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The command line of the Compiler library. Exit status: 0, or 2 for bad usage,
// input that cannot be compiled and output that cannot be written.
//
//===----------------------------------------------------------------------===//

#include "stax/Compiler/Compiler.h"
#include "stax/Target/TargetMachine.h"
#include "stax/Target/Toolchain.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"

using namespace llvm;
using namespace mlir::stax;

static constexpr int kBadInput = 2;

static cl::OptionCategory category("stax-compile options");

static cl::opt<std::string> input(cl::Positional, cl::desc("FILE.mlir"),
                                  cl::cat(category));
static cl::opt<std::string>
    output("o",
           cl::desc("File to write: .o, .so, .s or .ll, and a C header "
                    "of the same name beside it"),
           cl::value_desc("file"), cl::cat(category));
static cl::opt<std::string> target("target",
                                   cl::desc("What to compile for: cpu"),
                                   cl::value_desc("name"), cl::init("cpu"),
                                   cl::cat(category));
static cl::opt<std::string> targetCpu(
    "target-cpu", cl::desc("Processor to compile for, as LLVM names it"),
    cl::value_desc("name"), cl::init(kHostCpu.str()), cl::cat(category));
static cl::opt<std::string>
    dumpAfter("dump-after",
              cl::desc("Print the IR after a stage: import, graph, memory, "
                       "loops or llvm"),
              cl::value_desc("stage"), cl::cat(category));
static cl::opt<std::string> regime("options",
                                   cl::desc("How to compile, as for stax-run"),
                                   cl::value_desc("key=value ..."),
                                   cl::cat(category));
static cl::opt<bool>
    printLinkFlags("print-link-flags",
                   cl::desc("Print what a C compiler needs to link a .o file, "
                            "and exit"),
                   cl::cat(category));

static Error checkTarget() {
  if (target == "cpu")
    return Error::success();
  if (target == "gpu")
    return createStringError("target 'gpu' is not in this build, only cpu");
  return createStringError("unknown target '" + target + "', expected cpu");
}

static Error printFlags(StringRef executable) {
  Expected<std::string> directory = findRuntimeDirectory(executable);
  if (!directory)
    return directory.takeError();
  interleave(getLinkFlags(*directory), outs(), " ");
  outs() << '\n';
  return Error::success();
}

static Error run(StringRef executable) {
  if (printLinkFlags)
    return printFlags(executable);
  if (Error error = checkTarget())
    return error;
  if (input.empty())
    return createStringError("no input: give an .mlir file, or - for stdin");
  CompileOptions options;
  options.input = input;
  options.output = output;
  options.cpu = targetCpu;
  options.executable = executable;
  if (Error error = parseRegime(regime).moveInto(options.regime))
    return error;
  if (dumpAfter.getNumOccurrences()) {
    Expected<Stage> stage = parseStage(dumpAfter);
    if (!stage)
      return stage.takeError();
    options.dumpAfter = *stage;
  }
  mlir::DialectRegistry registry;
  registerForCompilation(registry);
  mlir::MLIRContext context(registry);
  // Diagnostics show the source line; whole functions would bury it.
  context.printOpOnDiagnostic(false);
  return compile(context, options, outs());
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  cl::HideUnrelatedOptions(category);
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compiles tensor programs in MLIR to native code for C callers.\n",
          &errs()))
    return kBadInput;
  // Any address in the program.
  std::string executable =
      sys::fs::getMainExecutable(argv[0], reinterpret_cast<void *>(&run));
  if (Error error = run(executable)) {
    errs() << "stax-compile: ";
    WithColor::error() << toString(std::move(error)) << '\n';
    return kBadInput;
  }
  return 0;
}
