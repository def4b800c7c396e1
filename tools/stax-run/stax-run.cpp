//===- stax-run.cpp - Runs a program and checks it ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles functions of an .mlir file in memory and calls them. Exit status: 0,
// 1 if results differ or the program fails for its inputs, 2 for bad usage or
// input.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Runner.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"

using namespace llvm;
using namespace mlir::stax;

static cl::OptionCategory category("stax-run options");

namespace {
/// The command line. Made in main, as libLLVM registers options of its own when
/// it is loaded, --threads among them, and two of a name are a fatal error.
struct CommandLine {
  cl::opt<std::string> file{cl::Positional, cl::Required, cl::desc("FILE.mlir"),
                            cl::cat(category)};
  cl::opt<std::string> entry{
      "entry", cl::value_desc("name"),
      cl::desc("Function to run: a name, or 'all' for every public function "
               "without arguments (default: the only public function, else "
               "main)"),
      cl::cat(category)};
  cl::list<std::string> inputs{
      "input", cl::value_desc("spec"),
      cl::desc("One for each argument, in order: x.npy, "
               "random:64x128xf32[:seed=N][:range=A,B], zeros:TYPE, "
               "iota:TYPE; random where there is none"),
      cl::cat(category)};
  cl::list<std::string> outputs{
      "output", cl::value_desc("file.npy"),
      cl::desc("One for each result, in order, then for each memref "
               "argument"),
      cl::cat(category)};
  cl::opt<std::string> report{
      "report", cl::value_desc("file"),
      cl::desc("Write a report about kernels, memory and decisions: .html, "
               ".svg, .json, .csv or .txt"),
      cl::cat(category)};
  cl::opt<std::string> target{
      "target", cl::value_desc("name"),
      cl::desc("What runs the program: cpu (default) or reference, the "
               "interpreter"),
      cl::init("cpu"), cl::cat(category)};
  cl::opt<bool> check{"check",
                      cl::desc("Compare with the reference interpreter"),
                      cl::cat(category)};
  cl::opt<bool> guard{
      "guard",
      cl::desc("Run twice, with unreadable pages in front of and behind every "
               "buffer, and report accesses outside"),
      cl::cat(category)};
  cl::opt<int64_t> timedRuns{
      "time", cl::value_desc("runs"),
      cl::desc("Time as many runs, interleaved with a copy and a read "
               "of as many bytes as the program moves"),
      cl::cat(category)};
  cl::opt<int64_t> threads{"threads", cl::value_desc("number"),
                           cl::desc("Threads to use (default: all cores)"),
                           cl::cat(category)};
  cl::opt<bool> json{"json",
                     cl::desc("Print one JSON object, and the rest to stderr"),
                     cl::cat(category)};
  cl::opt<std::string> regime{
      "options", cl::value_desc("key=value ..."),
      cl::desc("How to compile, such as \"fuse=none parallel=off\""),
      cl::cat(category)};
  cl::opt<bool> verifyEachStage{
      "verify-each-stage",
      cl::desc(
          "Verify after each pass, what each stage has decided, and that the "
          "text of its output parses"),
      cl::cat(category)};
};
} // namespace

/// More runs than anybody waits for, more threads than machines have.
static constexpr int64_t kMaxRuns = 1'000'000, kMaxThreads = 1024;

/// Removes all options but --help and the like.
static void removeLibraryOptions() {
  std::vector<cl::Option *> options;
  for (auto &[name, option] : cl::getRegisteredOptions())
    if (option->Categories.front()->getName() != "Generic Options")
      options.push_back(option);
  for (cl::Option *option : options)
    option->removeArgument();
}

static Error readOptions(const CommandLine &line, RunOptions &options) {
  options.file = line.file;
  options.entry = line.entry;
  options.outputs.assign(line.outputs.begin(), line.outputs.end());
  options.report = line.report;
  options.check = line.check;
  options.guard = line.guard;
  options.json = line.json;
  options.verifyEachStage = line.verifyEachStage;
  options.timedRuns = line.timedRuns;
  options.threads = static_cast<int32_t>(line.threads);
  for (StringRef text : line.inputs) {
    Expected<InputSpec> input = InputSpec::parse(text);
    if (!input)
      return createStringError("--input: " + toString(input.takeError()));
    options.inputs.push_back(std::move(*input));
  }
  if (Error error = parseTarget(line.target).moveInto(options.target))
    return error;
  if (Error error = parseRegime(line.regime).moveInto(options.regime))
    return error;
  if (options.guard && options.target != RunTarget::Cpu)
    return createStringError("--guard: only compiled programs have buffers to "
                             "guard; expected --target=cpu");
  if (line.timedRuns.getNumOccurrences())
    if (Error error = checkCount("time", line.timedRuns, kMaxRuns))
      return error;
  if (line.threads.getNumOccurrences())
    return checkCount("threads", line.threads, kMaxThreads);
  return Error::success();
}

int main(int argc, char **argv) {
  InitLLVM init(argc, argv);
  removeLibraryOptions();
  CommandLine line;
  if (!cl::ParseCommandLineOptions(
          argc, argv,
          "Compiles functions of an .mlir file, runs them, checks them against "
          "the reference interpreter and times them.\n",
          &errs()))
    return static_cast<int>(RunStatus::BadInput);
  RunOptions options;
  if (Error error = readOptions(line, options))
    return static_cast<int>(reportBadInput(std::move(error)));
  return static_cast<int>(runProgram(options));
}
