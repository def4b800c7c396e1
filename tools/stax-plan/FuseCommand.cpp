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
static cl::opt<bool> printJson("json", cl::desc("Print JSON"), cl::sub(command),
                               cl::cat(category));

namespace {
struct Answer {
  StringRef name;
  int64_t traffic = 0;
  FusionPartition blocks;
  double seconds = 0;
};
} // namespace

static StringRef spellSpace(FusionSpace space) {
  return space == FusionSpace::Pairwise ? "pairwise" : "block";
}

static Answer solve(const FusionProblem &problem,
                    const FusionAlgorithm &algorithm,
                    const FusionOptions &options) {
  Stopwatch watch;
  Answer answer;
  answer.name = problem.name;
  answer.blocks = algorithm.solve(problem, options);
  answer.seconds = watch.seconds();
  requireVerified(problem.verify(answer.blocks, options.rules), algorithm.name);
  answer.traffic = problem.traffic(answer.blocks);
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
    os.attribute("seconds", answer.seconds);
  });
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
  FusionOptions options;
  options.exactLimit = exactLimit;
  options.rules.space =
      spaceOption.getNumOccurrences() ? spaceOption : algorithm->defaultSpace;

  Expected<std::unique_ptr<MemoryBuffer>> text = readFile(file);
  if (!text)
    return reportBadInput(toString(text.takeError()));
  Expected<ProblemFile<FusionProblem>> input =
      readFusionProblems((*text)->getBuffer(), file);
  if (!input)
    return reportBadInput(toString(input.takeError()));

  if (!printJson) {
    for (const FusionProblem &problem : input->problems)
      writeText(solve(problem, *algorithm, options), *algorithm,
                options.rules.space, outs());
    return kSuccess;
  }
  json::OStream os(outs());
  auto answerAll = [&] {
    for (const FusionProblem &problem : input->problems)
      writeJson(solve(problem, *algorithm, options), *algorithm,
                options.rules.space, os);
  };
  if (input->isList)
    os.array(answerAll);
  else
    answerAll();
  os.flush();
  outs() << '\n';
  return kSuccess;
}

const PlanCommand &mlir::stax::fuseCommand() {
  static const PlanCommand result = {command, category, run};
  return result;
}
