//===- MinCut.cpp - The least cut of a network ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MinCut.h"

#include <algorithm>

using namespace mlir::stax;

void MinCut::addHalf(unsigned from, unsigned to, int64_t capacity) {
  edges.push_back({to, firstEdge[from], capacity});
  firstEdge[from] = edges.size() - 1;
}

void MinCut::addEdge(unsigned from, unsigned to, int64_t capacity) {
  addHalf(from, to, capacity);
  addHalf(to, from, 0);
}

bool MinCut::computeLevels(unsigned source, unsigned sink, WorkLimit &limit) {
  levels.assign(firstEdge.size(), kNone);
  levels[source] = 0;
  std::vector<unsigned> queue = {source};
  for (size_t i = 0; i < queue.size(); ++i)
    for (unsigned e = firstEdge[queue[i]]; e != kNone; e = edges[e].next)
      if (edges[e].capacity > 0 && levels[edges[e].to] == kNone) {
        levels[edges[e].to] = levels[queue[i]] + 1;
        queue.push_back(edges[e].to);
      }
  limit.spend(edges.size());
  return levels[sink] != kNone;
}

/// Sends what one shortest path can take; 0 if there is no path.
int64_t MinCut::augment(unsigned source, unsigned sink, WorkLimit &limit) {
  std::vector<unsigned> path;
  unsigned vertex = source;
  while (vertex != sink) {
    limit.spend(1);
    unsigned &e = current[vertex];
    while (e != kNone && (edges[e].capacity == 0 ||
                          levels[edges[e].to] != levels[vertex] + 1))
      e = edges[e].next;
    if (e != kNone) {
      path.push_back(e);
      vertex = edges[e].to;
      continue;
    }
    if (path.empty())
      return 0;
    vertex = edges[path.back() ^ 1].to;
    path.pop_back();
    current[vertex] = edges[current[vertex]].next;
  }
  int64_t amount = kInfinite;
  for (unsigned e : path)
    amount = std::min(amount, edges[e].capacity);
  for (unsigned e : path) {
    edges[e].capacity -= amount;
    edges[e ^ 1].capacity += amount;
  }
  return amount;
}

int64_t MinCut::solve(unsigned source, unsigned sink, WorkLimit &limit) {
  // What flows so far never exceeds what can flow.
  int64_t total = 0;
  while (!limit.isReached() && computeLevels(source, sink, limit)) {
    current = firstEdge;
    int64_t amount;
    do {
      amount = augment(source, sink, limit);
      total += amount;
    } while (amount && !limit.isReached());
  }
  return total;
}
