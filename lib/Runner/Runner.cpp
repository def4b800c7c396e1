//===- Runner.cpp - Runs a program as asked -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A run goes through a fixed list of steps; each fails with bad input only, as
// errors of the program are part of its outcome.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Runner.h"
#include "stax/Compiler/Compiler.h"
#include "stax/Runner/Arguments.h"
#include "stax/Runner/Compile.h"
#include "stax/Runner/CompiledCall.h"
#include "stax/Runner/Guard.h"
#include "stax/Runner/MemoryStats.h"
#include "stax/Runner/OutputFiles.h"
#include "stax/Runner/PartitionStats.h"
#include "stax/Runner/Printing.h"
#include "stax/Runner/Progress.h"
#include "stax/Runner/ReferenceCall.h"
#include "stax/Runner/Report.h"
#include "stax/Runner/StartUpTime.h"
#include "stax/Runtime/Print.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Support/NumPyPrinter.h"
#include "stax/Target/TargetDescription.h"
#include "stax/Target/TargetMachine.h"
#include "stax/Transforms/Report.h"

#include "llvm/Support/Process.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Target/TargetMachine.h"

#include <cstring>

using namespace mlir;
using namespace mlir::stax;

namespace {
/// One entry, what it is called with and what that gave.
struct EntryRun {
  Entry entry;
  std::vector<HostTensor> arguments; ///< never written
  Outcome outcome;
  /// An argument that the program should not have written, but did.
  std::optional<size_t> changedArgument;
  /// What the program asserts of itself, and is not so.
  std::optional<RunTimeError> unmet;
};

/// One run of stax-run.
class Run {
public:
  Run(const RunOptions &options, llvm::SourceMgr &sources, MLIRContext &context)
      : options(options), regime(options.regime), sources(sources),
        context(context) {
    regime.threads = stax_get_num_threads();
  }

  llvm::Error load();
  llvm::Error compile();
  llvm::Error execute();
  llvm::Error check();
  llvm::Error time();
  llvm::Error writeFiles();
  RunStatus print();

private:
  bool isCompiled() const { return options.target == RunTarget::Cpu; }
  std::FILE *getPrintFile() const { return options.json ? stderr : stdout; }
  bool hasError() const {
    return llvm::any_of(
        runs, [](const EntryRun &run) { return bool(run.outcome.error); });
  }
  bool hasUnmetExpectation() const {
    return llvm::any_of(runs,
                        [](const EntryRun &run) { return bool(run.unmet); });
  }
  std::vector<Entry> getEntries() const;
  void countWork(ModuleOp partitioned);
  void countMemory(ModuleOp planned);
  void inspect(ModuleOp lowered, Stage stage);
  llvm::Error describeHost(ModuleOp module);
  llvm::Expected<std::unique_ptr<CompiledModule>> lower(ModuleOp module,
                                                        bool isMeasured);
  llvm::Error timeCompilation();
  llvm::Error executeCompiled(EntryRun &run);
  llvm::Error executeReference(EntryRun &run);
  llvm::Error timeCompiled();
  llvm::Error timeReference();
  int64_t countBytesMoved() const;

  const RunOptions &options;
  Regime regime; ///< that of the options, for the threads there are
  llvm::SourceMgr &sources;
  MLIRContext &context;
  /// After the stage import: what the interpreter runs.
  OwningOpRef<ModuleOp> module;
  std::vector<Expectation> expectations;
  std::unique_ptr<CompiledModule> code;
  std::vector<EntryRun> runs;
  RunReport report;
  Report page; ///< for --report
};
} // namespace

std::vector<Entry> Run::getEntries() const {
  std::vector<Entry> entries;
  for (const EntryRun &run : runs)
    entries.push_back(run.entry);
  return entries;
}

/// Reads everything that a user gives, so that mistakes show first.
llvm::Error Run::load() {
  report.startUp = getMillisecondsSinceStart();
  Stopwatch stopwatch;
  auto parsed = parseModule(sources, context);
  if (!parsed)
    return parsed.takeError();
  report.compile = stopwatch.getMilliseconds();
  module = std::move(*parsed);
  auto entries = selectEntries(*module, options.entry);
  if (!entries)
    return entries.takeError();
  size_t numOutputs = 0;
  for (Entry &entry : *entries) {
    auto arguments = makeArguments(entry, options.inputs);
    if (!arguments)
      return arguments.takeError();
    numOutputs += entry.getOutputs().size();
    runs.push_back({std::move(entry), std::move(*arguments), {}, {}, {}});
  }
  report.entry = options.entry == "all" ? "all" : runs.front().entry.name;
  report.target = getTargetName(options.target).str();
  report.threads = isCompiled() && regime.parallel ? stax_get_num_threads() : 1;
  return checkOutputPaths(options.outputs, numOutputs);
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

void Run::countWork(ModuleOp partitioned) {
  PartitionStats stats;
  for (const EntryRun &run : runs)
    stats += analyzePartition(partitioned, run.entry, run.arguments);
  report.kernels = stats.kernels;
  report.trafficBytes = stats.trafficBytes;
}

void Run::countMemory(ModuleOp planned) {
  MemoryStats stats;
  for (const EntryRun &run : runs)
    stats.raise(analyzeMemory(planned, run.entry, run.arguments));
  report.peakBytes = stats.peakBytes;
  report.arenaBytes = stats.arenaBytes;
}

/// Takes down what is known after `stage`.
void Run::inspect(ModuleOp lowered, Stage stage) {
  if (stage == Stage::Graph) {
    countWork(lowered);
    if (!options.report.empty())
      page.addKernels(lowered);
  }
  if (stage == Stage::Memory) {
    if (regime.memory != PlanMode::None)
      countMemory(lowered);
    if (!options.report.empty())
      page.addMemory(lowered);
  }
}

/// Says in `module` what machine it is compiled for: this one.
llvm::Error Run::describeHost(ModuleOp module) {
  auto machine = createTargetMachine(kHostCpu, CodePlacement::InProcess);
  if (!machine)
    return machine.takeError();
  return describeTarget(module, **machine, regime.isa);
}

/// Takes an imported module to machine code; with `isMeasured` its kernels
/// are counted on the way.
llvm::Expected<std::unique_ptr<CompiledModule>> Run::lower(ModuleOp lowered,
                                                           bool isMeasured) {
  if (llvm::Error error = describeHost(lowered))
    return error;
  for (Stage stage : getStages().drop_front()) {
    // Kernels have been counted by the names of the source.
    if (stage == Stage::Loops) {
      if (llvm::Error error = renameForCode(lowered))
        return error;
    }
    if (llvm::Error error =
            runStage(lowered, stage, regime, options.verifyEachStage))
      return error;
    if (isMeasured)
      inspect(lowered, stage);
  }
  return generateCode(lowered, regime);
}

llvm::Error Run::compile() {
  Stopwatch stopwatch;
  if (llvm::Error error = prepare(*module, getEntries()).moveInto(expectations))
    return error;
  if (llvm::Error error =
          runStage(*module, Stage::Import, regime, options.verifyEachStage))
    return error;
  if (!isCompiled()) {
    report.compile = std::nullopt;
    return llvm::Error::success();
  }
  if (llvm::Error error = checkDeclarations(*module))
    return error;
  OwningOpRef<ModuleOp> lowered = module->clone();
  RemarkLog remarks;
  if (!options.report.empty() && failed(recordRemarks(context, remarks)))
    return makeError("cannot record remarks for --report");
  auto compiled = lower(*lowered, /*isMeasured=*/true);
  ignoreRemarks(context);
  if (!compiled)
    return compiled.takeError();
  code = std::move(*compiled);
  page.addRemarks(remarks);
  if (!options.report.empty())
    if (llvm::Error error = page.write(options.report))
      return error;
  report.compile = *report.compile + stopwatch.getMilliseconds();
  return llvm::Error::success();
}

/// Compiles once more, now that the process is warm.
llvm::Error Run::timeCompilation() {
  Stopwatch stopwatch;
  auto parsed = parseModule(sources, context);
  if (!parsed)
    return parsed.takeError();
  if (llvm::Error error = prepare(**parsed, getEntries()).takeError())
    return error;
  if (llvm::Error error =
          runStage(**parsed, Stage::Import, regime, options.verifyEachStage))
    return error;
  auto compiled = lower(**parsed, /*isMeasured=*/false);
  if (!compiled)
    return compiled.takeError();
  report.compile = stopwatch.getMilliseconds();
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

llvm::Error Run::executeCompiled(EntryRun &run) {
  auto arguments = copyTensors(run.arguments);
  if (!arguments)
    return arguments.takeError();
  auto outcome = options.guard
                     ? runGuarded(*code, run.entry, *arguments, getPrintFile())
                     : runCompiled(*code, run.entry, getViews(*arguments));
  if (!outcome)
    return outcome.takeError();
  run.outcome = std::move(*outcome);
  run.changedArgument =
      findChangedArgument(run.entry, run.arguments, *arguments);
  return llvm::Error::success();
}

llvm::Error Run::executeReference(EntryRun &run) {
  auto reference =
      runReference(*module, run.entry, run.arguments, /*print=*/true);
  if (!reference)
    return reference.takeError();
  auto outcome = toOutcome(*reference);
  if (!outcome)
    return outcome.takeError();
  run.outcome = std::move(*outcome);
  return llvm::Error::success();
}

llvm::Error Run::execute() {
  for (EntryRun &run : runs) {
    if (llvm::Error error =
            isCompiled() ? executeCompiled(run) : executeReference(run))
      return error;
    run.unmet = findUnmetExpectation(expectations, run.outcome, context);
  }
  if (!hasError())
    report.bytesMoved = countBytesMoved();
  return llvm::Error::success();
}

int64_t Run::countBytesMoved() const {
  int64_t bytes = 0;
  for (const EntryRun &run : runs) {
    for (const HostTensor &argument : run.arguments)
      bytes += argument.getByteSize();
    for (const HostTensor &output : run.outcome.outputs)
      bytes += output.getByteSize();
  }
  return bytes;
}

llvm::Error Run::check() {
  CheckSummary summary;
  for (EntryRun &run : runs) {
    auto reference =
        runReference(*module, run.entry, run.arguments, /*print=*/false);
    if (!reference)
      return reference.takeError();
    CheckSummary found = checkOutcome(run.outcome, *reference);
    if (run.changedArgument)
      found.fail("the program wrote to argument #" +
                 Twine(*run.changedArgument) + " of '" + run.entry.name +
                 "', which is no memref");
    if (run.unmet)
      found.fail("an expectation of the program does not hold");
    if (runs.size() > 1 && !found.ok)
      found.reason = "'" + run.entry.name + "': " + found.reason;
    summary.merge(std::move(found));
  }
  report.check = std::move(summary);
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

llvm::Error Run::timeCompiled() {
  std::vector<std::vector<HostTensor>> arguments;
  std::vector<CompiledCall> calls;
  for (const EntryRun &run : runs) {
    auto copies = copyTensors(run.arguments);
    if (!copies)
      return copies.takeError();
    arguments.push_back(std::move(*copies));
    auto call =
        CompiledCall::create(*code, run.entry, getViews(arguments.back()));
    if (!call)
      return call.takeError();
    calls.push_back(std::move(*call));
  }
  // Every run starts from the same state of what it may write to.
  auto prepare = [&] {
    for (auto [run, tensors] : llvm::zip_equal(runs, arguments))
      for (auto [argument, source, target] :
           llvm::zip_equal(run.entry.arguments, run.arguments, tensors))
        if (argument.isMemRef || argument.isDonated)
          std::memcpy(target.data(), source.data(), source.getByteSize());
  };
  auto timing = measure(options.timedRuns, *report.bytesMoved, prepare, [&] {
    for (CompiledCall &call : calls)
      call.run();
  });
  if (!timing)
    return timing.takeError();
  report.timing = *timing;
  return timeCompilation();
}

llvm::Error Run::timeReference() {
  auto timing = measure(
      options.timedRuns, *report.bytesMoved, [] {},
      [&] {
        // The same calls have succeeded before.
        for (const EntryRun &run : runs)
          llvm::consumeError(runReference(*module, run.entry, run.arguments,
                                          /*print=*/false)
                                 .takeError());
      });
  if (!timing)
    return timing.takeError();
  report.timing = *timing;
  return llvm::Error::success();
}

/// A program without a result has no time either.
llvm::Error Run::time() {
  if (hasError())
    return llvm::Error::success();
  PrintSilencer silencer(getPrintFile());
  return isCompiled() ? timeCompiled() : timeReference();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

llvm::Error Run::writeFiles() {
  if (hasError() || options.outputs.empty())
    return llvm::Error::success();
  std::vector<HostTensor> outputs;
  for (const EntryRun &run : runs) {
    auto copies = copyTensors(run.outcome.outputs);
    if (!copies)
      return copies.takeError();
    llvm::move(*copies, std::back_inserter(outputs));
  }
  return writeOutputs(options.outputs, outputs);
}

static void printError(const RunTimeError &error) {
  if (error.location.empty())
    llvm::errs() << "stax-run: ";
  else
    llvm::errs() << error.location << ": ";
  llvm::WithColor::error() << error.message << '\n';
}

RunStatus Run::print() {
  for (const EntryRun &run : runs) {
    if (run.outcome.error)
      printError(*run.outcome.error);
    if (run.unmet)
      printError(*run.unmet);
    if (options.check || options.json)
      continue;
    for (const HostTensor &output : run.outcome.outputs)
      llvm::outs() << formatLikeNumPy(output.view()) << '\n';
  }
  llvm::outs() << (options.json ? formatJson(report) : formatText(report));
  if (options.json && report.check && !report.check->ok)
    llvm::errs() << formatText(report);
  bool isBad = hasError() || hasUnmetExpectation() ||
               (report.check && !report.check->ok);
  return isBad ? RunStatus::Failed : RunStatus::Ok;
}

//===----------------------------------------------------------------------===//
// runProgram
//===----------------------------------------------------------------------===//

RunStatus mlir::stax::reportBadInput(llvm::Error error) {
  llvm::errs() << "stax-run: ";
  llvm::WithColor::error() << llvm::toString(std::move(error)) << '\n';
  return RunStatus::BadInput;
}

static llvm::Error openFile(StringRef path, llvm::SourceMgr &sources) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (std::error_code error = buffer.getError())
    return makeError("cannot read '{0}': {1}", path, error.message());
  sources.AddNewSourceBuffer(std::move(*buffer), llvm::SMLoc());
  return llvm::Error::success();
}

namespace {
struct Step {
  StringRef name;
  llvm::Error (Run::*run)();
};
} // namespace

RunStatus mlir::stax::runProgram(const RunOptions &options) {
  llvm::SourceMgr sources;
  if (llvm::Error error = openFile(options.file, sources))
    return reportBadInput(std::move(error));
  stax_set_num_threads(options.regime.parallel ? options.threads : 1);
  ::stax::rt::setPrintFile(options.json ? stderr : stdout);

  DialectRegistry registry;
  registerForCompilation(registry);
  // The compiler's threads have ended their work when the program's begin.
  MLIRContext context(registry, options.threads == 1
                                    ? MLIRContext::Threading::DISABLED
                                    : MLIRContext::Threading::ENABLED);
  SourceMgrDiagnosticHandler diagnostics(sources, &context, llvm::errs());
  Run run(options, sources, context);
  SmallVector<Step> steps = {{"reading", &Run::load},
                             {"compiling", &Run::compile},
                             {"running", &Run::execute}};
  if (options.check)
    steps.push_back({"interpreting", &Run::check});
  if (options.timedRuns > 0)
    steps.push_back({"timing", &Run::time});
  steps.push_back({"writing", &Run::writeFiles});
  // Lines of a step that takes long are for people.
  std::FILE *terminal =
      llvm::sys::Process::StandardErrIsDisplayed() ? stderr : nullptr;
  for (const Step &step : steps) {
    ProgressLine line(step.name, terminal);
    if (llvm::Error error = (run.*step.run)())
      return reportBadInput(std::move(error));
  }
  return run.print();
}
