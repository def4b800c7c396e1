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
// Of very many buffers it searches only for the largest: rules lose their bytes
// between these, and the small ones fit into the gaps that remain.
//
//===----------------------------------------------------------------------===//

#include "RestartingSearch.h"

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "stax/MemoryPlan/PlacedBuffers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;
using Outcome = OffsetSearch::Outcome;

/// Above this number of buffers a search spends its time on few nodes, and
/// which buffers meet takes too much memory.
static constexpr size_t kMaxSearchedBuffers = 4000;
/// Of more buffers than that, these are searched for: few enough that a search
/// soon ends, and so many that the others are small.
static constexpr size_t kLargestBuffers = 2000;
/// Buffers that a search looks at in a second.
static constexpr double kUnitsPerSecond = 1.8e8;

namespace {
class Planner {
public:
  Planner(const MemoryPlanProblem &problem, const MemoryPlanOptions &options)
      : problem(problem), options(options),
        limit(WorkLimit::ofSeconds(options.timeLimit, kUnitsPerSecond)) {}

  MemoryPlan run();

private:
  int64_t goal() const {
    return std::max(problem.capacity.value_or(0), best.lowerBound);
  }
  bool isDone() const { return best.height <= goal() || limit.isReached(); }

  bool isLarge() const { return searched.size() > kMaxSearchedBuffers; }

  void take(MemoryPlan plan);
  void searchForLargest();
  void runOtherRules();
  void bisect(RestartingSearch &search);
  Outcome searchBelow(RestartingSearch &search, int64_t capacity,
                      double shareOfWork);

  const MemoryPlanProblem &problem;
  const MemoryPlanOptions &options;
  WorkLimit limit;
  MemoryPlan best;
  std::vector<PlanBuffer> searched; ///< the buffers of more than 0 bytes
  std::vector<unsigned> indices;    ///< theirs in the problem
};
} // namespace

/// Keeps `plan` if it is better.
void Planner::take(MemoryPlan plan) {
  if (plan.height < best.height)
    best = std::move(plan);
}

/// Searches for the largest buffers alone, in half of the time, and puts each
/// other one at the least offset that is free, larger ones first.
void Planner::searchForLargest() {
  ArrayRef<PlanBuffer> buffers = problem.buffers;
  std::vector<unsigned> order = indices;
  auto rank = [&](unsigned i) {
    return std::tuple(!buffers[i].fixedOffset, -buffers[i].size,
                      buffers[i].lower, i);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return rank(a) < rank(b); });
  ArrayRef<unsigned> largest = ArrayRef(order).take_front(kLargestBuffers);

  MemoryPlanProblem part;
  for (unsigned i : largest)
    part.buffers.push_back(buffers[i]);
  MemoryPlanOptions partOptions = options;
  partOptions.timeLimit = 0.5 * options.timeLimit;
  MemoryPlan partPlan = planBySearch(part, partOptions);

  MemoryPlan plan = best;
  PlacedBuffers placed;
  for (auto [i, offset] : zip_equal(largest, partPlan.offsets)) {
    plan.offsets[i] = offset;
    placed.insert(buffers[i], offset);
  }
  for (unsigned i : ArrayRef(order).drop_front(largest.size())) {
    plan.offsets[i] = buffers[i].fixedOffset ? *buffers[i].fixedOffset
                                             : placed.firstFit(buffers[i]);
    placed.insert(buffers[i], plan.offsets[i]);
  }
  plan.height = problem.height(plan.offsets);
  plan.algorithm = "search";
  take(std::move(plan));
}

void Planner::runOtherRules() {
  for (auto plan : {planBestFit, planBestFitByLife, planFirstFitByArea})
    if (!isDone())
      take(plan(problem, options));
}

/// Notes a plan or a better bound.
Outcome Planner::searchBelow(RestartingSearch &search, int64_t capacity,
                             double shareOfWork) {
  auto units = uint64_t(shareOfWork * double(limit.unitsLeft())) + 1;
  WorkLimit share(units);
  Outcome outcome = search.run(capacity, share);
  limit.spend(units - share.unitsLeft());
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

/// A capacity that was not met in its share of the work counts as out of reach,
/// until the next time; steps of less than a thousandth are not worth theirs.
void Planner::bisect(RestartingSearch &search) {
  constexpr double kShareOfWork = 0.2;
  int64_t tooLow = goal(), step = best.height / 1000;
  while (!isDone() && best.height - tooLow > step + 1) {
    int64_t middle = tooLow + (best.height - tooLow) / 2;
    if (searchBelow(search, middle, kShareOfWork) != Outcome::Found)
      tooLow = middle;
  }
}

MemoryPlan Planner::run() {
  best = planFirstFit(problem, options);
  for (auto [i, buffer] : enumerate(problem.buffers))
    if (buffer.size) {
      searched.push_back(buffer);
      indices.push_back(i);
    }
  if (!isDone() && isLarge())
    searchForLargest();
  runOtherRules();
  if (isDone() || isLarge())
    return std::move(best);
  RestartingSearch search(searched);
  // A capacity is a demand, the bound a hope.
  double shareForGoal = problem.capacity ? 0.8 : 0.35;
  while (!isDone()) {
    searchBelow(search, goal(), shareForGoal);
    bisect(search);
  }
  return std::move(best);
}

MemoryPlan mlir::stax::planBySearch(const MemoryPlanProblem &problem,
                                    const MemoryPlanOptions &options) {
  return Planner(problem, options).run();
}
