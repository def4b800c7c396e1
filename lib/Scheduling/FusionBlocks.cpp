//===- FusionBlocks.cpp - Blocks of a graph that merge --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionBlocks.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// ReadingBlocks
//===----------------------------------------------------------------------===//

ReadingBlocks::ReadingBlocks(ArrayRef<unsigned> blocks) {
  constexpr size_t kFew = 16;
  if (blocks.size() <= kFew)
    few.assign(blocks.begin(), blocks.end());
  else
    wide.insert(blocks.begin(), blocks.end());
}

bool ReadingBlocks::contains(unsigned block) const {
  return isWide() ? wide.contains(block) : is_contained(few, block);
}

void ReadingBlocks::replace(unsigned from, unsigned to) {
  if (isWide()) {
    if (wide.erase(from))
      wide.insert(to);
    return;
  }
  auto *it = find(few, from);
  if (it == few.end())
    return;
  if (!is_contained(few, to)) {
    *it = to;
    return;
  }
  *it = few.back();
  few.pop_back();
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

static FusionPartition makeSingles(unsigned size) {
  FusionPartition singles(size);
  for (unsigned node = 0; node < size; ++node)
    singles[node].push_back(node);
  return singles;
}

static std::vector<unsigned> flatten(const FusionPartition &blocks) {
  std::vector<unsigned> order;
  for (ArrayRef<unsigned> block : blocks)
    append_range(order, block);
  return order;
}

FusionBlocks::FusionBlocks(const FusionGraph &graph, const FusionRules &rules)
    : FusionBlocks(graph, rules, makeSingles(graph.size())) {}

FusionBlocks::FusionBlocks(const FusionGraph &graph, const FusionRules &rules,
                           ArrayRef<unsigned> blockOf)
    : FusionBlocks(graph, rules, graph.sortBlocks(blockOf)) {}

FusionBlocks::FusionBlocks(const FusionGraph &graph, const FusionRules &rules,
                           const FusionPartition &sorted)
    : graph(graph), rules(rules), block(graph.size()), parts(graph.size()),
      order(flatten(sorted)), stamps(graph.size()) {
  readBy.reserve(graph.numBuffers());
  for (unsigned buffer = 0; buffer < graph.numBuffers(); ++buffer)
    readBy.emplace_back(graph.readers[buffer]);
  for (unsigned node = 0; node < graph.size(); ++node)
    addNode(node);
  // The nodes of a block follow each other in the order, so that no search
  // finds anything between them.
  for (ArrayRef<unsigned> members : sorted)
    for (unsigned node : members.drop_front())
      merge(block[members.front()], node);
}

void FusionBlocks::addNode(unsigned node) {
  block[node] = node;
  Part &part = parts[node];
  part.members.push_back(node);
  part.first = part.last = node;
  append_range(part.buffers, graph.reads[node]);
  part.buffers.push_back(node);
  part.inMemory = graph.reads[node].size() +
                  (graph.isOutput[node] || !graph.readers[node].empty());
  part.domains = graph.domain[node];
  part.inDegree = graph.predecessors[node].size();
  part.outDegree = graph.successors[node].size();
  part.hasReduction = graph.isReduction[node];
  part.hasTemplate = graph.isTemplate[node];
  part.hasOrdered = graph.isOrdered[node];
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

FusionSharing FusionBlocks::share(unsigned a, unsigned b) const {
  if (parts[a].buffers.size() > parts[b].buffers.size())
    std::swap(a, b);
  FusionSharing sharing;
  sharing.buffers = parts[a].inMemory + parts[b].inMemory;
  for (unsigned buffer : parts[a].buffers) {
    bool readByA = readBy[buffer].contains(a);
    bool readByB = readBy[buffer].contains(b);
    unsigned producer = graph.isInput(buffer) ? ~0u : block[buffer];
    if (!(readByA || producer == a) || !(readByB || producer == b))
      continue;
    int64_t bytes = graph.bytes[buffer];
    sharing.bytes += bytes;
    ++sharing.count;
    sharing.gain += bytes; // it is read once instead of twice, or not at all
    --sharing.buffers;
    bool isProduced = producer == a || producer == b;
    if (isProduced && readBy[buffer].size() == unsigned(readByA + readByB) &&
        !graph.isOutput[buffer]) {
      sharing.gain += bytes; // nobody else needs it: it is not written either
      --sharing.buffers;
    }
  }
  return sharing;
}

int64_t FusionBlocks::bytesKeptAlive(unsigned a, unsigned b) const {
  if (parts[a].last > parts[b].last)
    std::swap(a, b);
  // Neighbours run one after the other anyway.
  if (parts[a].last + 1 >= parts[b].first)
    return 0;
  auto lastReader = [&](unsigned buffer) {
    ArrayRef<unsigned> readers = graph.readers[buffer];
    return readers.empty() ? 0 : readers.back();
  };
  // Sums fit: the traffic of the problem does.
  int64_t delayed = 0, early = 0;
  for (unsigned buffer : parts[a].buffers)
    if (!graph.isInput(buffer) && !graph.isOutput[buffer] &&
        block[buffer] != a && lastReader(buffer) <= parts[a].last)
      delayed += graph.bytes[buffer];
  for (unsigned node : parts[b].members)
    if (graph.isOutput[node] || lastReader(node) > parts[b].last)
      early += graph.bytes[node];
  return std::min(delayed, early);
}

bool FusionBlocks::raisesPeak(unsigned a, unsigned b,
                              const FusionSharing &sharing,
                              int64_t guard) const {
  int64_t limit;
  return guard > 0 && !MulOverflow(sharing.gain, guard, limit) &&
         bytesKeptAlive(a, b) > limit;
}

std::optional<std::pair<unsigned, unsigned>>
FusionBlocks::findForbidden(unsigned a, unsigned b) const {
  if (parts[a].members.size() > parts[b].members.size())
    std::swap(a, b);
  for (unsigned node : parts[a].members)
    for (unsigned other : graph.forbidden[node])
      if (block[other] == b)
        return std::pair(std::min(node, other), std::max(node, other));
  return std::nullopt;
}

FusionReason FusionBlocks::checkRules(unsigned a, unsigned b,
                                      const FusionSharing &sharing) const {
  const Part &partA = parts[a], &partB = parts[b];
  if (!graph.domains.unite(partA.domains, partB.domains))
    return lostParallelism(a, b) ? FusionReason::LosesParallelism
                                 : FusionReason::Domains;
  if (partA.hasOrdered && partB.hasOrdered)
    return FusionReason::Ordered;
  if (findForbidden(a, b))
    return FusionReason::Forbidden;
  if (partA.members.size() + partB.members.size() > rules.maxNodes)
    return FusionReason::MaxNodes;
  if (sharing.buffers > rules.maxBuffers)
    return FusionReason::MaxBuffers;
  return FusionReason::None;
}

void FusionBlocks::findPartners(unsigned b, ArrayRef<unsigned> nodes,
                                SmallVectorImpl<unsigned> &partners) const {
  constexpr size_t kMostReaders = 16, kMostNeighbours = 8;
  auto add = [&](unsigned node) {
    if (block[node] != b)
      partners.push_back(block[node]);
  };
  for (unsigned node : nodes) {
    for_each(graph.readers[node].take_front(kMostReaders), add);
    for (unsigned buffer : graph.reads[node]) {
      if (!graph.isInput(buffer))
        add(buffer);
      ArrayRef<unsigned> readers = graph.readers[buffer];
      size_t at = lower_bound(readers, node) - readers.begin();
      size_t begin = at - std::min(at, kMostNeighbours);
      for_each(
          readers.slice(begin).take_front(at - begin + 1 + kMostNeighbours),
          add);
    }
  }
  llvm::sort(partners, std::less<>());
  partners.erase(llvm::unique(partners), partners.end());
}

//===----------------------------------------------------------------------===//
// Merging
//===----------------------------------------------------------------------===//

/// Looks at the edges of one block and returns a node between a and b if there
/// is one.
std::optional<unsigned> FusionBlocks::expand(bool forwards, unsigned a,
                                             unsigned b) {
  Search &search = searches[forwards];
  unsigned current = search.pending.back();
  search.pending.pop_back();
  unsigned start = forwards ? a : b, goal = forwards ? b : a;
  const Adjacency &edges = forwards ? graph.successors : graph.predecessors;
  for (unsigned node : parts[current].members) {
    for (unsigned other : edges[node]) {
      unsigned reached = block[other];
      if (reached == current)
        continue;
      if (reached == goal) {
        if (current == start)
          continue; // an edge between a and b needs no third
        return node;
      }
      bool isBetween =
          forwards ? order.isBefore(reached, b) : order.isBefore(a, reached);
      std::array<unsigned, 2> &seen = stamps[reached];
      if (!isBetween || seen[forwards] == stamp)
        continue;
      if (seen[!forwards] == stamp)
        return other;
      seen[forwards] = stamp;
      search.seen.push_back(reached);
      search.pending.push_back(reached);
    }
  }
  return std::nullopt;
}

/// A node of a third block on a path from a to b, where a comes before b.
std::optional<unsigned> FusionBlocks::findPath(unsigned a, unsigned b) {
  ++stamp;
  for (bool forwards : {false, true}) {
    searches[forwards].seen.assign(1, forwards ? a : b);
    searches[forwards].pending = searches[forwards].seen;
    searches[forwards].effort = 0;
  }
  auto cost = [&](bool forwards) {
    const Search &search = searches[forwards];
    const Part &part = parts[search.pending.back()];
    return search.effort + 1 + (forwards ? part.outDegree : part.inDegree);
  };
  while (!searches[true].done() && !searches[false].done()) {
    bool forwards = cost(true) <= cost(false);
    searches[forwards].effort = cost(forwards);
    if (std::optional<unsigned> node = expand(forwards, a, b))
      return node;
  }
  return std::nullopt;
}

/// Puts a, which comes before b, next to b or b next to a.
void FusionBlocks::restoreOrder(unsigned a, unsigned b) {
  bool forwards = searches[true].done();
  std::vector<unsigned> &seen = searches[forwards].seen;
  seen.erase(seen.begin());
  llvm::sort(seen,
             [&](unsigned x, unsigned y) { return order.isBefore(x, y); });
  if (forwards) {
    order.moveAfter(seen, b);
    order.moveBefore({a}, b);
  } else {
    order.moveBefore(seen, a);
    order.moveAfter({b}, a);
  }
}

void FusionBlocks::absorb(unsigned from, unsigned to) {
  Part &source = parts[from], &target = parts[to];
  for (unsigned buffer : source.buffers) {
    if (!touches(to, buffer))
      target.buffers.push_back(buffer);
    readBy[buffer].replace(from, to);
  }
  for (unsigned node : source.members)
    block[node] = to;
  append_range(target.members, source.members);
  target.first = std::min(target.first, source.first);
  target.last = std::max(target.last, source.last);
  target.domains = *graph.domains.unite(source.domains, target.domains);
  target.inDegree += source.inDegree;
  target.outDegree += source.outDegree;
  target.hasReduction |= source.hasReduction;
  target.hasTemplate |= source.hasTemplate;
  target.hasOrdered |= source.hasOrdered;
  source = Part();
  order.remove(from);
}

std::optional<unsigned> FusionBlocks::findBetween(unsigned a, unsigned b) {
  return order.isBefore(a, b) ? findPath(a, b) : findPath(b, a);
}

std::optional<unsigned> FusionBlocks::merge(unsigned a, unsigned b) {
  if (order.isBefore(b, a))
    std::swap(a, b);
  if (std::optional<unsigned> third = findPath(a, b))
    return third;
  restoreOrder(a, b);
  unsigned inMemory = share(a, b).buffers;
  unsigned from = a, to = b;
  if (parts[from].members.size() > parts[to].members.size())
    std::swap(from, to);
  absorb(from, to);
  parts[to].inMemory = inMemory;
  return std::nullopt;
}
