//===- ExactOrder.cpp - The default order solver --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExactOrder.h"

#include "OrderBound.h"
#include "OrderPieces.h"
#include "OrderRepair.h"
#include "OrderSearch.h"
#include "OrderState.h"
#include "SimpleOrders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <limits>

using namespace llvm;
using namespace mlir::stax;

/// A million units of work take 10 to 30 ms.
static constexpr uint64_t kCutWork = 8'000'000;
static constexpr uint64_t kExactWork = 16'000'000;
static constexpr uint64_t kRepairWork = 8'000'000;
static constexpr uint64_t kBeamWork = 8'000'000;
static constexpr uint64_t kMaxBeamWidth = 64;

namespace {
/// A piece and its best order so far.
struct PieceSolver {
  explicit PieceSolver(OrderPiece from) : piece(std::move(from)) {}

  /// Takes over `order` if it is better.
  void offer(std::vector<unsigned> candidate) {
    int64_t candidatePeak = peakOf(piece.graph, candidate);
    if (!order.empty() && candidatePeak >= peak)
      return;
    order = std::move(candidate);
    peak = candidatePeak;
  }
  void closeGap(int64_t &bound, WorkLimit &limit);
  BudgetSearch::Outcome tryBudget(int64_t budget, int64_t &bound,
                                  WorkLimit &limit);
  void searchWithBeam(int64_t bound);

  OrderPiece piece;
  std::vector<unsigned> order; ///< of the nodes of `piece.graph`
  int64_t peak = 0;
};

class Solver {
public:
  explicit Solver(const OrderProblem &problem)
      : problem(problem), graph(buildBufferGraph(problem)) {
    contractChains(graph);
  }
  OrderSolution solve();

private:
  void offer(std::vector<unsigned> order);
  void offerSimpleOrders();
  void splitAtPieces(ArrayRef<std::vector<unsigned>> orders);
  std::vector<unsigned> joinPieces() const;
  void searchPieces();
  void repair();
  /// In large graphs a unit takes longer.
  WorkLimit limitFor(uint64_t units) const {
    return WorkLimit(units / (1 + graph.nodes.size() / 5000));
  }

  const OrderProblem &problem;
  BufferGraph graph;
  OrderSolution best;
  std::vector<std::vector<unsigned>> pool; ///< of the graph's nodes
  std::vector<PieceSolver> pieces;
};
} // namespace

/// Searches with a quarter of the work that is left, and learns from the
/// result.
BudgetSearch::Outcome PieceSolver::tryBudget(int64_t budget, int64_t &bound,
                                             WorkLimit &limit) {
  uint64_t share = divideCeil(limit.unitsLeft(), 4);
  WorkLimit searchLimit(share);
  BudgetSearch search = searchUnderBudget(piece.graph, budget, searchLimit);
  limit.spend(share - searchLimit.unitsLeft());
  if (search.outcome == BudgetSearch::Found)
    offer(std::move(search.order));
  if (search.outcome == BudgetSearch::Impossible)
    bound = std::min(search.nextBudget, peak);
  return search.outcome;
}

/// Narrows the gap between `bound`, which holds for the whole graph, and the
/// peak of the piece: first with the bound itself for a budget, which often is
/// enough, then by bisection. A budget that takes too much work counts as too
/// low at first; the last part of the work goes into the bound.
void PieceSolver::closeGap(int64_t &bound, WorkLimit &limit) {
  int64_t low = bound; // the least budget neither refuted nor given up
  int64_t givenUp = std::numeric_limits<int64_t>::max();
  uint64_t reserve = limit.unitsLeft() / 4;
  for (int64_t budget = bound; low < peak && limit.unitsLeft() > reserve;
       budget = low + (peak - low) / 2) {
    bool gaveUp = tryBudget(budget, bound, limit) == BudgetSearch::GaveUp;
    low = std::max(low, gaveUp ? budget + 1 : bound);
    if (gaveUp)
      givenUp = std::min(givenUp, budget);
  }
  while (bound < std::min(givenUp, peak) && !limit.isReached()) {
    int64_t budget = bound + (std::min(givenUp, peak) - bound) / 2;
    if (tryBudget(budget, bound, limit) == BudgetSearch::GaveUp)
      givenUp = budget;
  }
}

/// As wide as the work allows: a step copies the whole state for each set.
void PieceSolver::searchWithBeam(int64_t bound) {
  uint64_t size = piece.graph.nodes.size() + piece.graph.buffers.size();
  uint64_t width = 16 * kBeamWork / (size * size);
  offer(searchBeam(piece.graph, std::clamp<uint64_t>(width, 1, kMaxBeamWidth),
                   bound));
}

void Solver::offer(std::vector<unsigned> order) {
  int64_t peak = problem.peak(order);
  if (!best.order.empty() && peak >= best.peak)
    return;
  best.order = std::move(order);
  best.peak = peak;
}

static std::vector<unsigned> orderAsNumbered(const BufferGraph &graph) {
  auto ids = llvm::seq<unsigned>(0, graph.nodes.size());
  return {ids.begin(), ids.end()};
}

/// Each as it is and with late sources, until one is proven to be the best.
void Solver::offerSimpleOrders() {
  BufferGraph full = buildGraphWithSources(problem);
  for (auto *rule : {orderAsNumbered, orderPostOrder, orderDepthFirst,
                     orderBreadthFirst, orderBySmallestIncrement}) {
    std::vector<unsigned> early = expandOrder(full, rule(full));
    pool.push_back(projectOrder(graph, early));
    offer(expandOrder(graph, pool.back()));
    offer(std::move(early));
    if (best.proven())
      return;
  }
}

/// Every order runs the pieces one by one, so that it holds an order of each.
void Solver::splitAtPieces(ArrayRef<std::vector<unsigned>> orders) {
  std::vector<unsigned> indexInPiece(graph.nodes.size());
  for (OrderPiece &piece : cutIntoPieces(graph)) {
    for (auto [index, node] : enumerate(piece.nodes))
      indexInPiece[node] = index;
    pieces.emplace_back(std::move(piece));
  }
  for (ArrayRef<unsigned> order : orders)
    for (PieceSolver &solver : pieces) {
      std::vector<unsigned> part;
      for (unsigned node : order.take_front(solver.piece.nodes.size()))
        part.push_back(indexInPiece[node]);
      order = order.drop_front(part.size());
      solver.offer(std::move(part));
    }
}

std::vector<unsigned> Solver::joinPieces() const {
  std::vector<unsigned> result;
  for (const PieceSolver &solver : pieces)
    for (unsigned node : solver.order)
      result.push_back(solver.piece.nodes[node]);
  return result;
}

/// The highest piece comes first: pieces below the bound that it raises need no
/// search.
void Solver::searchPieces() {
  std::vector<unsigned> queue;
  for (unsigned index = 0; index < pieces.size(); ++index)
    queue.push_back(index);
  llvm::sort(queue, [&](unsigned a, unsigned b) {
    return std::tie(pieces[b].peak, a) < std::tie(pieces[a].peak, b);
  });
  auto isOpen = [&](unsigned index) {
    return pieces[index].peak > best.lowerBound;
  };
  WorkLimit limit = limitFor(kExactWork);
  for (ArrayRef<unsigned> rest = queue; !rest.empty() && isOpen(rest.front());
       rest = rest.drop_front()) {
    uint64_t share = limit.unitsLeft() / count_if(rest, isOpen);
    WorkLimit pieceLimit(share);
    pieces[rest.front()].closeGap(best.lowerBound, pieceLimit);
    limit.spend(share - pieceLimit.unitsLeft());
  }
  for (unsigned index : queue)
    if (isOpen(index))
      pieces[index].searchWithBeam(best.lowerBound);
  offer(expandOrder(graph, joinPieces()));
}

void Solver::repair() {
  std::vector<unsigned> order = joinPieces();
  WorkLimit limit = limitFor(kRepairWork);
  repairOrder(graph, order, best.lowerBound, limit);
  offer(expandOrder(graph, order));
}

OrderSolution Solver::solve() {
  std::vector<int64_t> stepBounds = computeStepBounds(graph);
  best.lowerBound = std::max(problem.lowerBound(), computeLastStepBound(graph));
  for (int64_t bound : stepBounds)
    best.lowerBound = std::max(best.lowerBound, bound);
  offerSimpleOrders();
  if (best.proven())
    return std::move(best);
  WorkLimit cutLimit(kCutWork);
  best.lowerBound =
      std::max(best.lowerBound, computeCutBound(graph, stepBounds, cutLimit));
  if (best.proven())
    return std::move(best);
  splitAtPieces(pool);
  searchPieces();
  if (!best.proven())
    repair();
  return std::move(best);
}

OrderSolution mlir::stax::orderExactly(const OrderProblem &problem) {
  return Solver(problem).solve();
}
