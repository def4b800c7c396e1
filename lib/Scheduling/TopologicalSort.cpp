//===- TopologicalSort.cpp - Order a graph or name a cycle ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/TopologicalSort.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"
#include <functional>
#include <queue>

using namespace llvm;
using namespace mlir::stax;

/// Every unsorted node has an unsorted predecessor, so that walking from one to
/// the next must come back to a node already seen.
static std::vector<unsigned> findCycle(const Predecessors &predecessors,
                                       const std::vector<bool> &sorted) {
  unsigned node = 0;
  while (sorted[node])
    ++node;
  std::vector<unsigned> walk;
  std::vector<bool> seen(sorted.size());
  while (!seen[node]) {
    seen[node] = true;
    walk.push_back(node);
    node = *find_if(predecessors[node],
                    [&](unsigned before) { return !sorted[before]; });
  }
  std::vector<unsigned> cycle(find(walk, node), walk.end());
  std::reverse(cycle.begin(), cycle.end());
  std::rotate(cycle.begin(), llvm::min_element(cycle), cycle.end());
  return cycle;
}

TopologicalSort
mlir::stax::sortTopologically(const Predecessors &predecessors) {
  unsigned size = predecessors.size();
  std::vector<SmallVector<unsigned, 4>> successors(size);
  std::vector<unsigned> waiting(size);
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (unsigned node = 0; node < size; ++node) {
    waiting[node] = predecessors[node].size();
    for (unsigned before : predecessors[node])
      successors[before].push_back(node);
    if (!waiting[node])
      ready.push(node);
  }

  TopologicalSort result;
  std::vector<bool> sorted(size);
  while (!ready.empty()) {
    unsigned node = ready.top();
    ready.pop();
    sorted[node] = true;
    result.order.push_back(node);
    for (unsigned after : successors[node])
      if (!--waiting[after])
        ready.push(after);
  }
  if (result.order.size() < size) {
    result.order.clear();
    result.cycle = findCycle(predecessors, sorted);
  }
  return result;
}

std::string mlir::stax::describeCycle(ArrayRef<unsigned> cycle) {
  constexpr size_t kMaxShown = 8;
  std::string text;
  raw_string_ostream os(text);
  for (auto [i, node] : enumerate(cycle)) {
    if (cycle.size() > kMaxShown && i == kMaxShown / 2)
      os << "... -> ";
    if (cycle.size() <= kMaxShown || i < kMaxShown / 2 ||
        i + kMaxShown / 2 >= cycle.size())
      os << node << " -> ";
  }
  os << cycle.front();
  return text;
}
