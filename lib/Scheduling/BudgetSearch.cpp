//===- BudgetSearch.cpp - Exact search for an order under a budget --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"
#include "OrderState.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace llvm;
using namespace mlir::stax;

namespace {
class Search {
public:
  Search(const BufferGraph &graph, int64_t budget, WorkLimit &limit)
      : state(graph), budget(budget), limit(limit) {}

  BudgetSearch run();

private:
  /// A node to try next, by what rests after it.
  struct Move {
    int64_t live;
    unsigned node;
    bool operator<(const Move &other) const {
      return std::tie(live, node) < std::tie(other.live, other.node);
    }
  };
  /// A set on the path from the empty one to the current one.
  struct Level {
    size_t firstMove; ///< in `moves`; those tried are gone from the end
    size_t pathSize;  ///< when the set was reached
  };

  void step(unsigned node) {
    state.run(node);
    path.push_back(node);
  }
  void retreat(size_t pathSize) {
    for (; path.size() > pathSize; path.pop_back())
      state.undo(path.back());
  }
  bool runOneFreeNode();
  void enter();

  OrderState state;
  int64_t budget;
  WorkLimit &limit;
  int64_t leastExcess = std::numeric_limits<int64_t>::max();
  std::vector<unsigned> path;
  std::vector<Level> levels;
  std::vector<Move> moves;
  DenseSet<OrderState::Key> visited;
};
} // namespace

bool Search::runOneFreeNode() {
  limit.spend(state.ready().size());
  for (unsigned node : state.ready())
    if (state.liveAfter(node) <= state.live() &&
        state.liveDuring(node) <= budget) {
      step(node);
      return true;
    }
  return false;
}

/// Opens the set that was just reached unless it was open before.
void Search::enter() {
  while (runOneFreeNode()) {
  }
  levels.push_back({moves.size(), path.size()});
  if (!visited.insert(state.key()).second)
    return;
  for (unsigned node : state.ready()) {
    int64_t needed = state.liveDuring(node);
    if (needed <= budget)
      moves.push_back({state.liveAfter(node), node});
    else
      leastExcess = std::min(leastExcess, needed);
  }
  auto opened = MutableArrayRef(moves).drop_front(levels.back().firstMove);
  limit.spend(opened.size());
  llvm::sort(opened, [](const Move &a, const Move &b) { return b < a; });
}

BudgetSearch Search::run() {
  enter();
  while (!state.isComplete()) {
    if (limit.isReached())
      return {BudgetSearch::GaveUp, {}, 0};
    if (moves.size() > levels.back().firstMove) {
      unsigned node = moves.back().node;
      moves.pop_back();
      retreat(levels.back().pathSize);
      step(node);
      enter();
      continue;
    }
    levels.pop_back();
    if (levels.empty())
      return {BudgetSearch::Impossible, {}, leastExcess};
  }
  return {BudgetSearch::Found, std::move(path), 0};
}

BudgetSearch mlir::stax::searchUnderBudget(const BufferGraph &graph,
                                           int64_t budget, WorkLimit &limit) {
  if (graph.base > budget)
    return {BudgetSearch::Impossible, {}, graph.base};
  return Search(graph, budget, limit).run();
}
