//===- SearchPlanner.cpp - The default offset planner ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-pass rules first; if none reaches the lower bound, searches at the bound,
// and if that fails bisects between the bound and the best plan. With a
// capacity it is content with a plan that fits.
//
//===----------------------------------------------------------------------===//

#include "RestartingSearch.h"

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;
using Outcome = OffsetSearch::Outcome;

/// Above this number of buffers a search spends its time on few nodes, and
/// which buffers meet takes too much memory.
static constexpr size_t kMaxSearchedBuffers = 4000;

namespace {
class Planner {
public:
  Planner(const MemoryPlanProblem &problem, const MemoryPlanOptions &options)
      : problem(problem), options(options), deadline(options.timeLimit) {}

  MemoryPlan run();

private:
  int64_t goal() const {
    return std::max(problem.capacity.value_or(0), best.lowerBound);
  }
  bool isDone() const { return best.height <= goal() || deadline.passed(); }

  void runOnePassRules();
  void bisect(RestartingSearch &search);
  Outcome searchBelow(RestartingSearch &search, int64_t capacity,
                      double seconds);

  const MemoryPlanProblem &problem;
  const MemoryPlanOptions &options;
  Deadline deadline;
  MemoryPlan best;
  std::vector<PlanBuffer> searched; ///< the buffers of more than 0 bytes
  std::vector<unsigned> indices;    ///< theirs in the problem
};
} // namespace

void Planner::runOnePassRules() {
  best = planFirstFit(problem, options);
  for (auto plan : {planBestFit, planBestFitByLife, planFirstFitByArea}) {
    if (isDone())
      return;
    MemoryPlan other = plan(problem, options);
    if (other.height < best.height)
      best = std::move(other);
  }
}

/// Notes a plan or a better bound.
Outcome Planner::searchBelow(RestartingSearch &search, int64_t capacity,
                             double seconds) {
  Outcome outcome = search.run(capacity, Deadline(seconds));
  if (outcome == Outcome::Infeasible)
    best.lowerBound = std::max(best.lowerBound, capacity + 1);
  if (outcome != Outcome::Found)
    return outcome;
  for (auto [i, offset] : zip_equal(indices, search.offsets()))
    best.offsets[i] = offset;
  best.height = problem.height(best.offsets);
  best.algorithm = "search";
  return outcome;
}

/// A capacity that was not met in its time counts as out of reach, until the
/// next time; steps of less than a thousandth are not worth theirs.
void Planner::bisect(RestartingSearch &search) {
  constexpr double kShareOfTime = 0.2;
  int64_t tooLow = goal(), step = best.height / 1000;
  while (!isDone() && best.height - tooLow > step + 1) {
    int64_t middle = tooLow + (best.height - tooLow) / 2;
    if (searchBelow(search, middle, kShareOfTime * deadline.remaining()) !=
        Outcome::Found)
      tooLow = middle;
  }
}

MemoryPlan Planner::run() {
  runOnePassRules();
  for (auto [i, buffer] : enumerate(problem.buffers))
    if (buffer.size) {
      searched.push_back(buffer);
      indices.push_back(i);
    }
  if (isDone() || searched.size() > kMaxSearchedBuffers)
    return std::move(best);
  RestartingSearch search(searched);
  // A capacity is a demand, the bound a hope.
  double shareForGoal = problem.capacity ? 0.8 : 0.35;
  while (!isDone()) {
    searchBelow(search, goal(), shareForGoal * deadline.remaining());
    bisect(search);
  }
  return std::move(best);
}

MemoryPlan mlir::stax::planBySearch(const MemoryPlanProblem &problem,
                                    const MemoryPlanOptions &options) {
  return Planner(problem, options).run();
}
