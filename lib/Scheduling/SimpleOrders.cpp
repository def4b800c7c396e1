//===- SimpleOrders.cpp - Orders by one rule each -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimpleOrders.h"

#include "OrderState.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"
#include <queue>

using namespace llvm;
using namespace mlir::stax;

std::vector<unsigned>
mlir::stax::orderBySmallestIncrement(const BufferGraph &graph) {
  OrderState state(graph);
  // Outputs add up in any order.
  int64_t peak = 0;
  for (const BufferGraph::Buffer &buffer : graph.buffers)
    if (buffer.kept)
      peak += buffer.bytes;
  std::vector<unsigned> order;
  while (!state.isComplete()) {
    auto cost = [&](unsigned id) {
      return std::tuple(std::max(peak, state.liveDuring(id)),
                        state.liveAfter(id), id);
    };
    ArrayRef<unsigned> ready = state.ready();
    auto least = cost(ready.front());
    for (unsigned id : ready.drop_front())
      least = std::min(least, cost(id));
    peak = std::get<0>(least);
    order.push_back(std::get<2>(least));
    state.run(order.back());
  }
  return order;
}

std::vector<unsigned> mlir::stax::orderBreadthFirst(const BufferGraph &graph) {
  using Entry = std::pair<std::vector<unsigned>, unsigned>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> ready;
  std::vector<unsigned> waiting, steps(graph.nodes.size()), order;
  auto push = [&](unsigned id) {
    std::vector<unsigned> key;
    for (unsigned other : graph.nodes[id].before)
      key.push_back(steps[other]);
    llvm::sort(key);
    ready.emplace(std::move(key), id);
  };
  for (auto [id, node] : enumerate(graph.nodes)) {
    waiting.push_back(node.before.size());
    if (node.before.empty())
      push(id);
  }
  while (!ready.empty()) {
    unsigned id = ready.top().second;
    ready.pop();
    steps[id] = order.size();
    order.push_back(id);
    for (unsigned other : graph.nodes[id].behind)
      if (!--waiting[other])
        push(other);
  }
  return order;
}

/// Visits `roots` and, before each node, those it waits for, `first` ones
/// first.
static std::vector<unsigned>
visitDepthFirst(const BufferGraph &graph, ArrayRef<unsigned> roots,
                function_ref<bool(unsigned, unsigned)> first) {
  struct Visit {
    unsigned node;
    SmallVector<unsigned, 4> toVisit; ///< the next one is the last
  };
  std::vector<unsigned> order;
  std::vector<bool> seen(graph.nodes.size());
  std::vector<Visit> stack;
  auto open = [&](unsigned id) {
    if (seen[id])
      return;
    seen[id] = true;
    Visit &visit = stack.emplace_back(Visit{id, graph.nodes[id].before});
    llvm::sort(visit.toVisit,
               [&](unsigned a, unsigned b) { return first(b, a); });
  };
  for (unsigned root : roots) {
    open(root);
    while (!stack.empty()) {
      if (stack.back().toVisit.empty()) {
        order.push_back(stack.back().node);
        stack.pop_back();
      } else {
        open(stack.back().toVisit.pop_back_val());
      }
    }
  }
  return order;
}

std::vector<unsigned> mlir::stax::orderDepthFirst(const BufferGraph &graph) {
  std::vector<int64_t> sizes;
  for (const BufferGraph::Node &node : graph.nodes) {
    sizes.push_back(node.bytes);
    for (unsigned buffer : node.reads)
      sizes.back() += graph.buffers[buffer].bytes;
  }
  auto isSmaller = [&](unsigned a, unsigned b) {
    return std::tie(sizes[a], a) < std::tie(sizes[b], b);
  };
  auto roots = llvm::to_vector(llvm::seq<unsigned>(0, graph.nodes.size()));
  llvm::sort(roots, isSmaller);
  return visitDepthFirst(graph, roots, isSmaller);
}

std::vector<unsigned> mlir::stax::orderPostOrder(const BufferGraph &graph) {
  // Of a node and all before it, counted once for each path to them, which
  // soon is too much for 64 bits.
  std::vector<uint64_t> totals;
  std::vector<unsigned> roots;
  for (auto [id, node] : enumerate(graph.nodes)) {
    totals.push_back(node.bytes);
    for (unsigned other : node.before)
      totals[id] = SaturatingAdd(totals[id], totals[other]);
    if (node.behind.empty())
      roots.push_back(id);
  }
  return visitDepthFirst(graph, roots, [&](unsigned a, unsigned b) {
    size_t aUses = graph.nodes[a].behind.size();
    size_t bUses = graph.nodes[b].behind.size();
    return std::tie(bUses, totals[b], a) < std::tie(aUses, totals[a], b);
  });
}
