//===- OrderCommand.cpp - stax-plan order ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanTool.h"

#include "stax/Scheduling/OrderStrategies.h"
#include "stax/Scheduling/ProblemIO.h"
#include "llvm/Support/Format.h"

using namespace llvm;
using namespace mlir::stax;

static cl::OptionCategory category("order options");
static cl::SubCommand
    command("order", "order a graph so that few bytes are live at once");

static cl::opt<std::string> file(cl::Positional, cl::Required,
                                 cl::desc("FILE.json"), cl::sub(command),
                                 cl::cat(category));
static cl::opt<std::string>
    strategyName("strategy", cl::desc("Solver to use"), cl::value_desc("name"),
                 cl::init(orderStrategies().front().name.str()),
                 cl::sub(command), cl::cat(category));
static cl::opt<bool> printJson("json", cl::desc("Print JSON"), cl::sub(command),
                               cl::cat(category));

namespace {
struct Answer {
  StringRef name;
  OrderSolution solution;
  int64_t originalPeak = 0;
  int64_t textbookPeak = 0; ///< of the textbook's best of four
  double seconds = 0;
};
} // namespace

static Answer solve(const OrderProblem &problem,
                    const OrderStrategy &strategy) {
  Stopwatch watch;
  Answer answer;
  answer.name = problem.name;
  answer.solution = strategy.solve(problem);
  answer.seconds = watch.seconds();
  const OrderSolution &solution = answer.solution;
  requireVerified(problem.verify(solution.order), strategy.name);
  if (problem.peak(solution.order) != solution.peak ||
      solution.peak < solution.lowerBound)
    requireVerified(createStringError("its peak or its bound is wrong"),
                    strategy.name);
  answer.originalPeak = orderAsGiven(problem).peak;
  answer.textbookPeak = findOrderStrategy("textbook")->solve(problem).peak;
  return answer;
}

static void writeJson(const Answer &answer, const OrderStrategy &strategy,
                      json::OStream &os) {
  const OrderSolution &solution = answer.solution;
  os.object([&] {
    os.attribute("name", answer.name);
    os.attribute("strategy", strategy.name);
    os.attribute("peak", solution.peak);
    os.attribute("lower_bound", solution.lowerBound);
    os.attribute("proven", solution.proven());
    os.attribute("original_peak", answer.originalPeak);
    os.attribute("textbook_peak", answer.textbookPeak);
    os.attributeArray("order", [&] {
      for (unsigned node : solution.order)
        os.value(node);
    });
    os.attribute("seconds", answer.seconds);
  });
}

static void writeText(const Answer &answer, const OrderStrategy &strategy,
                      raw_ostream &os) {
  const OrderSolution &solution = answer.solution;
  os << answer.name << ": peak " << solution.peak << " bytes, ";
  if (solution.proven())
    os << "the least possible";
  else
    os << "at least " << solution.lowerBound;
  os << "; the original order has " << answer.originalPeak << " ("
     << strategy.name << ", " << format("%.3f", answer.seconds)
     << " s)\n  order:";
  for (unsigned node : solution.order)
    os << ' ' << node;
  os << '\n';
}

static ExitStatus run() {
  const OrderStrategy *strategy = findOrderStrategy(strategyName);
  if (!strategy)
    return reportBadInput(
        "unknown strategy '" + strategyName +
        "', expected one of: " + listNames(orderStrategies()));
  Expected<std::unique_ptr<MemoryBuffer>> text = readFile(file);
  if (!text)
    return reportBadInput(toString(text.takeError()));
  Expected<ProblemFile<OrderProblem>> input =
      readOrderProblems((*text)->getBuffer(), file);
  if (!input)
    return reportBadInput(toString(input.takeError()));

  if (!printJson) {
    for (const OrderProblem &problem : input->problems)
      writeText(solve(problem, *strategy), *strategy, outs());
    return kSuccess;
  }
  json::OStream os(outs());
  auto answerAll = [&] {
    for (const OrderProblem &problem : input->problems)
      writeJson(solve(problem, *strategy), *strategy, os);
  };
  if (input->isList)
    os.array(answerAll);
  else
    answerAll();
  os.flush();
  outs() << '\n';
  return kSuccess;
}

const PlanCommand &mlir::stax::orderCommand() {
  static const PlanCommand result = {command, category, run};
  return result;
}
