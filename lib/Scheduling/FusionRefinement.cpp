//===- FusionRefinement.cpp - Improve a partition in windows --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks in a topological order, cut into pieces of neighbours: no path
// leaves such a piece and comes back, so that each is a problem of its own. The
// next pass orders and cuts differently.
//
//===----------------------------------------------------------------------===//

#include "FusionSolvers.h"
#include "FusionWindowSearch.h"
#include "stax/Support/WorkLimit.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// Steps of WindowSearch, some 80 ns each. The first two passes take about 100
/// a node and run if the limit allows; small graphs get more.
static constexpr uint64_t kLeastSteps = 500'000;
static constexpr double kStepsPerSecond = 1.25e7;
static constexpr unsigned kMostIdlePasses = 4;

namespace {
class Refinement {
public:
  Refinement(const FusionGraph &graph, const FusionOptions &options,
             std::vector<unsigned> &blockOf)
      : graph(graph), options(options), blockOf(blockOf), random(graph.size()) {
    if (options.timeLimit > 0)
      limit = WorkLimit::ofSeconds(options.timeLimit, kStepsPerSecond);
  }

  void run();

private:
  bool runPass(unsigned pass);
  bool solveWindow(ArrayRef<unsigned> nodes, unsigned restarts);

  const FusionGraph &graph;
  const FusionOptions &options;
  std::vector<unsigned> &blockOf;
  Random random;
  std::optional<WorkLimit> limit;
  uint64_t steps = 0;
};
} // namespace

/// The blocks so that each comes soon after those it depends on, unlike
/// sortBlocks, which keeps the order of the graph.
static FusionPartition sortByDepth(const FusionGraph &graph,
                                   ArrayRef<unsigned> blockOf) {
  FusionPartition sorted = graph.sortBlocks(blockOf);
  std::vector<unsigned> place(graph.size()), waiting(sorted.size());
  for (auto [i, block] : enumerate(sorted))
    for (unsigned node : block)
      place[node] = i;
  auto forEachUser = [&](unsigned block, auto visit) {
    for (unsigned node : sorted[block])
      for (unsigned user : graph.successors[node])
        if (place[user] != block)
          visit(place[user]);
  };
  std::vector<unsigned> ready;
  for (unsigned block = 0; block < sorted.size(); ++block)
    forEachUser(block, [&](unsigned user) { ++waiting[user]; });
  for (unsigned block = sorted.size(); block--;)
    if (!waiting[block])
      ready.push_back(block);
  FusionPartition result;
  while (!ready.empty()) {
    unsigned block = ready.back();
    ready.pop_back();
    forEachUser(block, [&](unsigned user) {
      if (!--waiting[user])
        ready.push_back(user);
    });
    result.push_back(std::move(sorted[block]));
  }
  return result;
}

/// Whether it found something better.
bool Refinement::solveWindow(ArrayRef<unsigned> nodes, unsigned restarts) {
  if (nodes.size() < 2 || (limit && limit->isReached()))
    return false;
  FusionWindow window(graph, options.rules, nodes);
  WindowBlocks start(window);
  start.read(nodes, blockOf);
  WindowSearch search(window, options.minSharedBytes, random.next());
  WindowBlocks found = search.run(start, restarts);
  steps += search.work();
  if (limit)
    limit->spend(search.work());
  found.write(nodes, blockOf);
  return found.cost() < start.cost();
}

bool Refinement::runPass(unsigned pass) {
  constexpr unsigned kSize = FusionWindow::kMaxNodes;
  unsigned restarts = pass < 2 ? 1 : 8;
  bool improved = false;
  SmallVector<unsigned> nodes;
  auto flush = [&] {
    llvm::sort(nodes, std::less<>());
    improved |= solveWindow(nodes, restarts);
    nodes.clear();
  };
  unsigned limit = pass ? kSize / 4 + random.below(kSize * 3 / 4) : kSize;
  for (ArrayRef<unsigned> block :
       pass % 2 ? sortByDepth(graph, blockOf) : graph.sortBlocks(blockOf)) {
    if (nodes.size() + block.size() > limit) {
      flush();
      limit = kSize;
    }
    if (block.size() <= kSize)
      append_range(nodes, block);
  }
  flush();
  return improved;
}

void Refinement::run() {
  unsigned idle = 0;
  for (unsigned pass = 0;
       pass < 2 || (steps < kLeastSteps && idle < kMostIdlePasses); ++pass)
    idle = runPass(pass) ? 0 : idle + 1;
}

void mlir::stax::refine(const FusionGraph &graph, const FusionOptions &options,
                        std::vector<unsigned> &blockOf) {
  Refinement(graph, options, blockOf).run();
}
