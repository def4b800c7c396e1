//===- MemoryCommand.cpp - stax-plan memory -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTool.h"

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "stax/MemoryPlan/MiniMallocCsv.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"

using namespace llvm;
using namespace mlir::stax;

static cl::OptionCategory category("memory options");
static cl::SubCommand command("memory",
                              "place buffers with given lives in a low arena");

static cl::opt<std::string> file(cl::Positional, cl::Required,
                                 cl::desc("FILE.csv"), cl::sub(command),
                                 cl::cat(category));
static cl::opt<std::string>
    algorithmName("algorithm", cl::desc("Planner to use"),
                  cl::value_desc("name"),
                  cl::init(memoryPlanAlgorithms().front().name.str()),
                  cl::sub(command), cl::cat(category));
static cl::opt<int64_t> capacity("capacity",
                                 cl::desc("Exit with 3 if the plan is higher"),
                                 cl::value_desc("bytes"), cl::sub(command),
                                 cl::cat(category));
static cl::opt<double> timeLimit(
    "time-limit", cl::desc("Give the best plan found after about this time"),
    cl::value_desc("seconds"), cl::init(MemoryPlanOptions().timeLimit),
    cl::sub(command), cl::cat(category));
static cl::opt<std::string>
    outputPath("output", cl::desc("Write the plan, with offsets, as CSV"),
               cl::value_desc("file.csv"), cl::sub(command), cl::cat(category));
static cl::opt<bool> printJson("json", cl::desc("Print JSON"), cl::sub(command),
                               cl::cat(category));

static void writeJson(const MemoryPlan &plan, double seconds,
                      raw_ostream &stream) {
  json::OStream os(stream);
  os.object([&] {
    os.attribute("height", plan.height);
    os.attribute("lower_bound", plan.lowerBound);
    os.attribute("gap", plan.gap());
    os.attribute("proven", plan.proven());
    os.attribute("seconds", seconds);
    os.attribute("algorithm", plan.algorithm);
  });
  stream << '\n';
}

static void writeText(const MemoryPlan &plan, double seconds, raw_ostream &os) {
  os << "height " << plan.height << " bytes, ";
  if (plan.proven())
    os << "the least possible";
  else
    os << "at least " << plan.lowerBound << ", "
       << format("%.2f", 100 * plan.gap()) << " % above";
  os << " (" << plan.algorithm << ", " << format("%.3f", seconds) << " s)\n";
}

static Error writePlan(const MemoryPlanProblem &problem,
                       const MemoryPlan &plan) {
  if (outputPath.empty())
    return Error::success();
  return writeToOutput(outputPath, [&](raw_ostream &os) {
    writeMiniMallocCsv(problem, plan.offsets, os);
    return Error::success();
  });
}

static ExitStatus reportCapacity(const MemoryPlanProblem &problem,
                                 const MemoryPlan &plan) {
  errs() << "stax-plan: capacity " << *problem.capacity
         << " not met by a plan of " << plan.height << " bytes; ";
  LivePeak peak = problem.livePeak();
  if (peak.bytes > *problem.capacity)
    errs() << "no plan can, as " << peak.bytes << " bytes are live at time "
           << peak.time << ": " << problem.describeLive(peak.time) << '\n';
  else
    errs() << "no plan is below " << plan.lowerBound << '\n';
  return kCapacityNotMet;
}

static ExitStatus run() {
  const MemoryPlanAlgorithm *algorithm = findMemoryPlanAlgorithm(algorithmName);
  if (!algorithm)
    return reportBadInput(
        "unknown algorithm '" + algorithmName +
        "', expected one of: " + listNames(memoryPlanAlgorithms()));
  if (!(timeLimit >= 0))
    return reportBadInput("expected a --time-limit of at least 0 seconds");
  Expected<std::unique_ptr<MemoryBuffer>> text = readFile(file);
  if (!text)
    return reportBadInput(toString(text.takeError()));
  Expected<MemoryPlanProblem> problem =
      readMiniMallocCsv((*text)->getBuffer(), file);
  if (!problem)
    return reportBadInput(toString(problem.takeError()));
  if (capacity.getNumOccurrences()) {
    if (capacity < 0)
      return reportBadInput("expected a --capacity of at least 0, found " +
                            Twine(capacity));
    problem->capacity = capacity;
  }

  MemoryPlanOptions options;
  options.timeLimit = timeLimit;
  Stopwatch watch;
  MemoryPlan plan = algorithm->solve(*problem, options);
  double seconds = watch.seconds();
  requireVerified(problem->verify(plan.offsets), algorithm->name);
  if (problem->height(plan.offsets) != plan.height ||
      plan.height < plan.lowerBound)
    requireVerified(createStringError("its height or its bound is wrong"),
                    algorithm->name);

  if (Error error = writePlan(*problem, plan))
    return reportBadInput("cannot write '" + outputPath +
                          "': " + toString(std::move(error)));
  if (printJson)
    writeJson(plan, seconds, outs());
  else
    writeText(plan, seconds, outs());
  if (problem->capacity && plan.height > *problem->capacity)
    return reportCapacity(*problem, plan);
  return kSuccess;
}

const PlanCommand &mlir::stax::memoryCommand() {
  static const PlanCommand result = {command, category, run};
  return result;
}
