//===- BeamSearch.cpp - Good orders where the exact search fails ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderSearch.h"
#include "OrderState.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

namespace {
class Beam {
public:
  Beam(const BufferGraph &graph, unsigned width, int64_t floor)
      : width(width), current({Entry(graph, floor)}) {
    runFreeNodes(current.front());
  }

  std::vector<unsigned> run();

private:
  /// A step of the order, linked to the one before: the orders of a beam share
  /// most of their beginnings.
  struct Step {
    unsigned node;
    unsigned previous;
  };
  struct Entry {
    Entry(const BufferGraph &graph, int64_t floor)
        : state(graph), peak(floor) {}
    OrderState state;
    int64_t peak;
    unsigned lastStep = BufferGraph::kNone;
  };
  /// A node that one of the entries may run next.
  struct Move {
    int64_t peak, live;
    unsigned numRun, node, entry;
    /// Low peaks first, then low rests; of equals the one further on.
    bool operator<(const Move &other) const {
      return std::tie(peak, live, other.numRun, node, entry) <
             std::tie(other.peak, other.live, numRun, other.node, other.entry);
    }
  };

  void step(Entry &entry, unsigned node);
  void runFreeNodes(Entry &entry);
  std::vector<Move> listMoves() const;
  void advance();

  unsigned width;
  std::vector<Entry> current;
  std::optional<Entry> best;
  std::vector<Step> steps;
};
} // namespace

void Beam::step(Entry &entry, unsigned node) {
  entry.peak = std::max(entry.peak, entry.state.liveDuring(node));
  entry.state.run(node);
  steps.push_back({node, entry.lastStep});
  entry.lastStep = steps.size() - 1;
}

void Beam::runFreeNodes(Entry &entry) {
  auto isFree = [&](unsigned node) {
    return entry.state.liveAfter(node) <= entry.state.live() &&
           entry.state.liveDuring(node) <= entry.peak;
  };
  ArrayRef<unsigned> ready = entry.state.ready();
  for (const auto *it = find_if(ready, isFree); it != ready.end();
       it = find_if(ready, isFree)) {
    step(entry, *it);
    ready = entry.state.ready();
  }
}

std::vector<Beam::Move> Beam::listMoves() const {
  std::vector<Move> moves;
  for (auto [index, entry] : enumerate(current))
    for (unsigned node : entry.state.ready()) {
      int64_t peak = std::max(entry.peak, entry.state.liveDuring(node));
      if (!best || peak < best->peak)
        moves.push_back({peak, entry.state.liveAfter(node),
                         entry.state.numRun(), node,
                         static_cast<unsigned>(index)});
    }
  return moves;
}

/// Replaces the entries by the best of the sets one move away.
void Beam::advance() {
  std::vector<Move> moves = listMoves();
  // Some lead to the same set.
  size_t enough = 4 * size_t(width);
  if (moves.size() > enough) {
    std::nth_element(moves.begin(), moves.begin() + enough, moves.end());
    moves.resize(enough);
  }
  llvm::sort(moves);
  std::vector<Entry> next;
  DenseMap<OrderState::Key, unsigned> indexOf;
  for (const Move &move : moves) {
    if (next.size() == width)
      break;
    // A beam of one, as large graphs have, needs no copy.
    Entry entry =
        width == 1 ? std::move(current[move.entry]) : current[move.entry];
    step(entry, move.node);
    runFreeNodes(entry);
    auto [it, isNew] = indexOf.try_emplace(entry.state.key(), next.size());
    if (isNew)
      next.push_back(std::move(entry));
    else if (entry.peak < next[it->second].peak)
      next[it->second] = std::move(entry);
  }
  current = std::move(next);
}

std::vector<unsigned> Beam::run() {
  while (!current.empty()) {
    llvm::erase_if(current, [&](Entry &entry) {
      if (!entry.state.isComplete())
        return false;
      if (!best || entry.peak < best->peak)
        best = std::move(entry);
      return true;
    });
    advance();
  }
  std::vector<unsigned> order;
  for (unsigned i = best->lastStep; i != BufferGraph::kNone;
       i = steps[i].previous)
    order.push_back(steps[i].node);
  std::reverse(order.begin(), order.end());
  return order;
}

std::vector<unsigned> mlir::stax::searchBeam(const BufferGraph &graph,
                                             unsigned width, int64_t floor) {
  return Beam(graph, width, floor).run();
}
