//===- FuseCommand.cpp - stax-plan fuse -----------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTool.h"

#include "stax/Scheduling/FusionAlgorithms.h"
#include "stax/Scheduling/ProblemIO.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir::stax;

static cl::OptionCategory category("fuse options");
static cl::SubCommand
    command("fuse", "partition a graph into kernels that move few bytes");

static cl::opt<std::string> file(cl::Positional, cl::Required,
                                 cl::desc("FILE.json"), cl::sub(command),
                                 cl::cat(category));
static cl::opt<std::string>
    algorithmName("algorithm", cl::desc("Solver to use"),
                  cl::value_desc("name"),
                  cl::init(fusionAlgorithms().front().name.str()),
                  cl::sub(command), cl::cat(category));
static cl::opt<FusionSpace>
    spaceOption("space", cl::desc("Which domains may share a kernel:"),
                cl::values(clEnumValN(FusionSpace::Pairwise, "pairwise",
                                      "every two are compatible"),
                           clEnumValN(FusionSpace::Block, "block",
                                      "one iteration space holds all")),
                cl::sub(command), cl::cat(category));
static cl::opt<unsigned>
    exactLimit("exact-limit",
               cl::desc("Nodes up to which the optimum may be searched for"),
               cl::value_desc("nodes"), cl::init(FusionOptions().exactLimit),
               cl::sub(command), cl::cat(category));
static cl::opt<unsigned> maxNodes("max-nodes",
                                  cl::desc("Most nodes of a kernel"),
                                  cl::value_desc("n"),
                                  cl::init(FusionRules().maxNodes),
                                  cl::sub(command), cl::cat(category));
static cl::opt<unsigned>
    maxBuffers("max-buffers",
               cl::desc("Most buffers that a kernel uses in memory"),
               cl::value_desc("n"), cl::init(FusionRules().maxBuffers),
               cl::sub(command), cl::cat(category));
static cl::opt<unsigned> rounds("rounds",
                                cl::desc("Most rounds of greedy-textbook"),
                                cl::value_desc("n"),
                                cl::init(FusionOptions().rounds),
                                cl::sub(command), cl::cat(category));
static cl::opt<int64_t> minSharedBytes(
    "min-shared-bytes", cl::desc("Least bytes that blocks share to be fused"),
    cl::value_desc("bytes"), cl::init(FusionOptions().minSharedBytes),
    cl::sub(command), cl::cat(category));
static cl::opt<int64_t>
    peakRise("peak-rise",
             cl::desc("Percent by which gain may raise the peak memory (-1: "
                      "any)"),
             cl::value_desc("percent"), cl::init(FusionOptions().peakRise),
             cl::sub(command), cl::cat(category));
static cl::opt<double>
    timeLimit("time-limit",
              cl::desc("Seconds of refinement, counted as work so that answers "
                       "do not depend on the machine (0: no limit)"),
              cl::value_desc("seconds"), cl::init(FusionOptions().timeLimit),
              cl::sub(command), cl::cat(category));
static cl::opt<bool> printJson("json", cl::desc("Print JSON"), cl::sub(command),
                               cl::cat(category));

namespace {
struct Answer {
  StringRef name;
  int64_t traffic = 0;
  int64_t peak = 0;
  int64_t unfusedPeak = 0;
  FusionPartition blocks;
  double seconds = 0;
};
} // namespace

static StringRef spellSpace(FusionSpace space) {
  return space == FusionSpace::Pairwise ? "pairwise" : "block";
}

static Expected<Answer> solve(const FusionProblem &problem,
                              const FusionAlgorithm &algorithm,
                              const FusionOptions &options) {
  Stopwatch watch;
  Answer answer;
  answer.name = problem.name;
  Expected<FusionPartition> blocks = algorithm.solve(problem, options);
  if (!blocks)
    return blocks.takeError();
  answer.blocks = std::move(*blocks);
  answer.seconds = watch.seconds();
  requireVerified(problem.verify(answer.blocks, options.rules), algorithm.name);
  answer.traffic = problem.traffic(answer.blocks);
  answer.peak = problem.peak(answer.blocks);
  answer.unfusedPeak = problem.peak(fuseNothing(problem));
  return answer;
}

static void writeJson(const Answer &answer, const FusionAlgorithm &algorithm,
                      FusionSpace space, json::OStream &os) {
  os.object([&] {
    os.attribute("name", answer.name);
    os.attribute("algorithm", algorithm.name);
    os.attribute("space", spellSpace(space));
    os.attribute("traffic", answer.traffic);
    os.attribute("kernels", answer.blocks.size());
    os.attributeArray("blocks", [&] {
      for (ArrayRef<unsigned> block : answer.blocks)
        os.array([&] {
          for (unsigned node : block)
            os.value(node);
        });
    });
    os.attribute("peak", answer.peak);
    os.attribute("unfused_peak", answer.unfusedPeak);
    os.attribute("seconds", answer.seconds);
  });
}

static void writeJson(ArrayRef<Answer> answers, bool asList,
                      const FusionAlgorithm &algorithm, FusionSpace space,
                      raw_ostream &out) {
  json::OStream os(out);
  auto writeAll = [&] {
    for (const Answer &answer : answers)
      writeJson(answer, algorithm, space, os);
  };
  if (asList)
    os.array(writeAll);
  else
    writeAll();
  os.flush();
  out << '\n';
}

static void writeText(const Answer &answer, const FusionAlgorithm &algorithm,
                      FusionSpace space, raw_ostream &os) {
  os << answer.name << ": " << answer.traffic << " bytes of traffic in "
     << answer.blocks.size() << " kernels (" << algorithm.name << ", "
     << spellSpace(space) << ", " << format("%.3f", answer.seconds) << " s)\n";
  for (auto [i, block] : enumerate(answer.blocks)) {
    os << "  kernel " << i << ":";
    for (unsigned node : block)
      os << ' ' << node;
    os << '\n';
  }
}

static ExitStatus run() {
  const FusionAlgorithm *algorithm = findFusionAlgorithm(algorithmName);
  if (!algorithm)
    return reportBadInput(
        "unknown algorithm '" + algorithmName +
        "', expected one of: " + listNames(fusionAlgorithms()));
  if (!(timeLimit >= 0))
    return reportBadInput("expected a --time-limit of at least 0 seconds");
  FusionOptions options;
  options.exactLimit = exactLimit;
  options.rounds = rounds;
  options.minSharedBytes = minSharedBytes;
  options.peakRise = peakRise;
  options.timeLimit = timeLimit;
  options.rules.maxNodes = maxNodes;
  options.rules.maxBuffers = maxBuffers;
  options.rules.space =
      spaceOption.getNumOccurrences() ? spaceOption : algorithm->defaultSpace;

  Expected<std::unique_ptr<MemoryBuffer>> text = readFile(file);
  if (!text)
    return reportBadInput(toString(text.takeError()));
  Expected<ProblemFile<FusionProblem>> input =
      readFusionProblems((*text)->getBuffer(), file);
  if (!input)
    return reportBadInput(toString(input.takeError()));

  std::vector<Answer> answers;
  for (const FusionProblem &problem : input->problems) {
    Expected<Answer> answer = solve(problem, *algorithm, options);
    if (!answer)
      return reportBadInput(file + ": " + toString(answer.takeError()));
    answers.push_back(std::move(*answer));
  }
  if (printJson)
    writeJson(answers, input->isList, *algorithm, options.rules.space, outs());
  else
    for (const Answer &answer : answers)
      writeText(answer, *algorithm, options.rules.space, outs());
  return kSuccess;
}

const PlanCommand &mlir::stax::fuseCommand() {
  static const PlanCommand result = {command, category, run};
  return result;
}
