//===- stax-compile-time.cpp - Times the stages of compilation ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// usage: stax-compile-time FILE ROUNDS [OPTIONS]
//
// Compiles all functions of FILE to callable code, round after round in one
// process, after a round that loads dialects and libraries. OPTIONS are those
// of stax-run. Prints one JSON object: the medians of each stage, of the time
// that passed and of the processors' time in all threads, in milliseconds.
//
//===----------------------------------------------------------------------===//

#include "stax/Compiler/Compiler.h"
#include "stax/Runner/Compile.h"
#include "stax/Runner/Timing.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/TargetDescription.h"
#include "stax/Target/TargetMachine.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

#include <ctime>

using namespace mlir;
using namespace mlir::stax;

static double getProcessorMilliseconds() {
  timespec time = {};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
}

namespace {
/// What the rounds took, by stage in the order of compilation.
class StageTimes {
public:
  /// Adds what `run` takes to those of `stage`.
  llvm::Error measure(StringRef stage, llvm::function_ref<llvm::Error()> run) {
    double processor = getProcessorMilliseconds();
    Stopwatch stopwatch;
    llvm::Error error = run();
    Times &times = stages[stage];
    times.passed.push_back(stopwatch.getMilliseconds());
    times.processor.push_back(getProcessorMilliseconds() - processor);
    return error;
  }
  void clear() { stages.clear(); }
  void print(llvm::raw_ostream &os) const;

private:
  struct Times {
    std::vector<double> passed, processor;
  };
  llvm::MapVector<StringRef, Times> stages;
};
} // namespace

static double getMedian(std::vector<double> times) {
  llvm::sort(times);
  return times[times.size() / 2];
}

void StageTimes::print(llvm::raw_ostream &os) const {
  os << "{";
  llvm::interleave(
      stages, os,
      [&](const auto &entry) {
        os << llvm::formatv("\"{0}\": {{\"ms\": {1:f3}, \"cpu_ms\": {2:f3}}",
                            entry.first, getMedian(entry.second.passed),
                            getMedian(entry.second.processor));
      },
      ", ");
  os << "}\n";
}

static llvm::Error describeHost(ModuleOp module, const Regime &regime) {
  auto machine = createTargetMachine(kHostCpu, CodePlacement::InProcess);
  if (!machine)
    return machine.takeError();
  return describeTarget(module, **machine, regime.isa);
}

static llvm::Error compileOnce(llvm::SourceMgr &sources, MLIRContext &context,
                               const Regime &regime, StageTimes &times) {
  OwningOpRef<ModuleOp> module;
  if (llvm::Error error = times.measure("parse", [&] {
        return parseModule(sources, context).moveInto(module);
      }))
    return error;
  for (Stage stage : getStages()) {
    if (stage == Stage::Graph)
      if (llvm::Error error = describeHost(*module, regime))
        return error;
    if (llvm::Error error = times.measure(getStageName(stage), [&] {
          return runStage(*module, stage, regime, /*verify=*/false);
        }))
      return error;
  }
  return times.measure(
      "code", [&] { return generateCode(*module, regime).takeError(); });
}

static llvm::Error run(ArrayRef<const char *> arguments) {
  int64_t rounds = 0;
  if (arguments.size() < 3 || arguments.size() > 4 ||
      StringRef(arguments[2]).getAsInteger(10, rounds) || rounds < 1)
    return makeError("usage: stax-compile-time FILE ROUNDS [OPTIONS]");
  llvm::Expected<Regime> regime =
      parseRegime(arguments.size() == 4 ? arguments[3] : "");
  if (!regime)
    return regime.takeError();
  auto file = llvm::MemoryBuffer::getFile(arguments[1], /*IsText=*/true);
  if (!file)
    return makeError("cannot read '{0}': {1}", arguments[1],
                     file.getError().message());
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(*file), llvm::SMLoc());
  DialectRegistry registry;
  registerForCompilation(registry);
  MLIRContext context(registry);
  SourceMgrDiagnosticHandler diagnostics(sources, &context, llvm::errs());
  StageTimes times;
  if (llvm::Error error = compileOnce(sources, context, *regime, times))
    return error;
  times.clear();
  for (int64_t round = 0; round < rounds; ++round)
    if (llvm::Error error = compileOnce(sources, context, *regime, times))
      return error;
  times.print(llvm::outs());
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  if (llvm::Error error = run(ArrayRef<const char *>(argv, argc))) {
    llvm::errs() << "stax-compile-time: error: "
                 << llvm::toString(std::move(error)) << '\n';
    return 2;
  }
  return 0;
}
