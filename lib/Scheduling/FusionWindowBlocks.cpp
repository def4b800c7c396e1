//===- FusionWindowBlocks.cpp - A partition of a window -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionWindow.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

WindowBlocks::WindowBlocks(const FusionWindow &window)
    : window(&window), live(window.all()) {
  for (unsigned node = 0; node < window.size(); ++node) {
    block[node] = node;
    nodes[node] = bit(node);
    refresh(node);
  }
  for (unsigned b = window.size(); b < FusionWindow::kMaxNodes; ++b)
    nodes[b] = after[b] = 0;
}

void WindowBlocks::read(ArrayRef<unsigned> graphNodes,
                        ArrayRef<unsigned> graphBlocks) {
  SmallDenseMap<unsigned, unsigned, 64> first;
  for (auto [node, graphNode] : enumerate(graphNodes)) {
    auto [it, isNew] = first.try_emplace(graphBlocks[graphNode], node);
    if (!isNew)
      merge(node, it->second);
  }
}

void WindowBlocks::write(ArrayRef<unsigned> graphNodes,
                         MutableArrayRef<unsigned> graphBlocks) const {
  // The least node names a block, so that no other block has its number.
  for (auto [node, graphNode] : enumerate(graphNodes))
    graphBlocks[graphNode] = graphNodes[countr_zero(nodes[block[node]])];
}

int64_t WindowBlocks::cost(const FusionWindow::Buffer &buffer) const {
  NodeMask readers = buffer.readers;
  bool isProduced = buffer.producer != FusionWindow::kNoProducer;
  if (isProduced)
    readers &= ~nodes[block[buffer.producer]];
  int64_t transfers = isProduced && (readers || buffer.isOutput);
  for (; readers; ++transfers)
    readers &= ~nodes[block[countr_zero(readers)]];
  return buffer.bytes * transfers;
}

int64_t WindowBlocks::cost() const {
  int64_t sum = 0;
  for (const FusionWindow::Buffer &buffer : window->buffers)
    sum += cost(buffer);
  return sum;
}

/// What depends on the members of a block.
void WindowBlocks::refresh(unsigned b) {
  after[b] = 0;
  if (!nodes[b]) {
    live &= ~bit(b);
    return;
  }
  live |= bit(b);
  unsigned first = countr_zero(nodes[b]);
  domains[b] = window->domain[first];
  after[b] = window->successors[first];
  forEachNode(nodes[b] & ~bit(first), [&](unsigned node) {
    after[b] |= window->successors[node];
    // A block that breaks a rule for a moment keeps some legal set.
    if (auto both = window->domains.unite(domains[b], window->domain[node]))
      domains[b] = *both;
  });
}

unsigned WindowBlocks::countBuffers(NodeMask members) const {
  unsigned count = 0;
  SmallVector<unsigned, 64> touched;
  forEachNode(members, [&](unsigned node) {
    count += window->lonelyBuffers[node];
    append_range(touched, window->buffersOf[node]);
  });
  llvm::sort(touched, std::less<>());
  touched.erase(llvm::unique(touched), touched.end());
  for (unsigned index : touched) {
    const FusionWindow::Buffer &buffer = window->buffers[index];
    bool isInside = buffer.producer != FusionWindow::kNoProducer &&
                    (members >> buffer.producer & 1);
    count += !isInside || buffer.isOutput || (buffer.readers & ~members);
  }
  return count;
}

static unsigned boundBuffers(const FusionWindow &window, NodeMask members) {
  unsigned bound = 0;
  forEachNode(members, [&](unsigned node) {
    bound += window.lonelyBuffers[node] + window.buffersOf[node].size();
  });
  return bound;
}

bool WindowBlocks::obeysBufferLimit(unsigned b) const {
  unsigned limit = window->rules.maxBuffers;
  return !(nodes[b] & (nodes[b] - 1)) ||
         boundBuffers(*window, nodes[b]) <= limit ||
         countBuffers(nodes[b]) <= limit;
}

bool WindowBlocks::obeysRules(unsigned a, unsigned b) const {
  NodeMask both = nodes[a] | nodes[b];
  if (unsigned(popcount(both)) > window->rules.maxNodes ||
      !window->domains.unite(domains[a], domains[b]))
    return false;
  bool conflicts = false;
  forEachNode(nodes[a], [&](unsigned node) {
    conflicts |= (window->conflicts[node] & nodes[b]) != 0;
  });
  unsigned limit = window->rules.maxBuffers;
  return !conflicts &&
         (boundBuffers(*window, both) <= limit || countBuffers(both) <= limit);
}

/// Whether a path from `from` comes to `goal` outside `without`.
bool WindowBlocks::reaches(NodeMask from, NodeMask goal,
                           NodeMask without) const {
  NodeMask frontier = from & ~without;
  while (frontier) {
    if (frontier & goal)
      return true;
    unsigned b = block[countr_zero(frontier)];
    without |= nodes[b];
    frontier = (frontier | after[b]) & ~without;
  }
  return false;
}

bool WindowBlocks::isBetween(unsigned a, unsigned b) const {
  return reaches(after[a] & ~nodes[b], nodes[b], nodes[a]) ||
         reaches(after[b] & ~nodes[a], nodes[a], nodes[b]);
}

bool WindowBlocks::isOnCycle(unsigned b) const {
  return reaches(after[b] & ~nodes[b], nodes[b], 0);
}

void WindowBlocks::merge(unsigned from, unsigned to) {
  forEachNode(nodes[from], [&](unsigned node) { block[node] = to; });
  nodes[to] |= nodes[from];
  after[to] |= after[from];
  domains[to] = *window->domains.unite(domains[from], domains[to]);
  nodes[from] = after[from] = 0;
  live &= ~bit(from);
}

void WindowBlocks::move(unsigned node, unsigned to) {
  unsigned from = block[node];
  nodes[from] &= ~bit(node);
  nodes[to] |= bit(node);
  block[node] = to;
  refresh(from);
  refresh(to);
}

bool WindowBlocks::fits(unsigned node, unsigned to) const {
  return !nodes[to] ||
         (!(window->conflicts[node] & nodes[to]) &&
          unsigned(popcount(nodes[to])) < window->rules.maxNodes &&
          window->domains.unite(domains[to], window->domain[node]));
}

int64_t WindowBlocks::gainOfMove(unsigned node, unsigned to) {
  unsigned from = block[node];
  int64_t gain = 0;
  for (unsigned buffer : window->buffersOf[node])
    gain += cost(window->buffers[buffer]);
  auto put = [&](unsigned b, unsigned other) {
    nodes[other] &= ~bit(node);
    nodes[b] |= bit(node);
    block[node] = b;
  };
  put(to, from);
  for (unsigned buffer : window->buffersOf[node])
    gain -= cost(window->buffers[buffer]);
  put(from, to);
  return gain;
}

void WindowBlocks::dissolve(NodeMask dissolved) {
  // The numbers of the nodes may be taken by other blocks.
  forEachNode(dissolved, [&](unsigned node) {
    unsigned from = block[node];
    if (nodes[from] != bit(node))
      move(node, countr_zero(~live));
  });
}
