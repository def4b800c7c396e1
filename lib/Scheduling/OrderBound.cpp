//===- OrderBound.cpp - What no order can undercut ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderBound.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// Two closures of this many nodes take 36 MB.
static constexpr size_t kMaxClosure = 12000;

namespace {
/// Which nodes come before and after which in every order.
struct Closure {
  explicit Closure(const BufferGraph &graph);
  std::vector<BitVector> ancestors, descendants;
};
} // namespace

Closure::Closure(const BufferGraph &graph) {
  size_t size = graph.nodes.size();
  ancestors.assign(size, BitVector(size));
  descendants.assign(size, BitVector(size));
  for (auto [id, node] : enumerate(graph.nodes))
    for (unsigned other : node.before) {
      ancestors[id] |= ancestors[other];
      ancestors[id].set(other);
    }
  for (unsigned id = size; id-- > 0;)
    for (unsigned other : graph.nodes[id].behind) {
      descendants[id] |= descendants[other];
      descendants[id].set(other);
    }
}

/// The nodes that run while the buffer `id`, made by `maker`, waits for its
/// last reader, its readers not among them.
static BitVector findWitnesses(const BufferGraph &graph, const Closure &closure,
                               unsigned id, unsigned maker) {
  const BufferGraph::Buffer &buffer = graph.buffers[id];
  size_t size = graph.nodes.size();
  BitVector after(size), before(size, buffer.kept);
  if (maker != BufferGraph::kNone)
    after = closure.descendants[maker];
  for (unsigned reader : buffer.readers) {
    // A source appears with any of its readers.
    if (maker == BufferGraph::kNone)
      after |= closure.descendants[reader];
    before |= closure.ancestors[reader];
  }
  after &= before;
  for (unsigned reader : buffer.readers)
    after.reset(reader);
  return after;
}

int64_t mlir::stax::leastOwnBytes(const BufferGraph &graph,
                                  const BufferGraph::Node &node) {
  int64_t reused = 0;
  for (unsigned buffer : node.overwrites)
    reused = std::max(reused, graph.buffers[buffer].bytes);
  return node.bytes + node.extra - std::min(reused, node.bytes);
}

int64_t mlir::stax::computeLastStepBound(const BufferGraph &graph) {
  int64_t kept = 0;
  for (const BufferGraph::Buffer &buffer : graph.buffers)
    if (buffer.kept)
      kept += buffer.bytes;
  auto needed = [&](const BufferGraph::Node &node) {
    int64_t bytes = kept + leastOwnBytes(graph, node);
    if (node.buffer != BufferGraph::kNone && graph.buffers[node.buffer].kept)
      bytes -= node.bytes;
    for (unsigned buffer : node.reads)
      if (!graph.buffers[buffer].kept)
        bytes += graph.buffers[buffer].bytes;
    return bytes;
  };
  std::optional<int64_t> bound;
  for (const BufferGraph::Node &node : graph.nodes)
    if (node.behind.empty())
      bound = std::min(bound.value_or(needed(node)), needed(node));
  return bound.value_or(kept);
}

std::vector<int64_t> mlir::stax::computeStepBounds(const BufferGraph &graph) {
  std::vector<int64_t> bounds;
  std::vector<unsigned> makers(graph.buffers.size(), BufferGraph::kNone);
  for (auto [id, node] : enumerate(graph.nodes)) {
    bounds.push_back(leastOwnBytes(graph, node));
    for (unsigned buffer : node.reads)
      bounds[id] += graph.buffers[buffer].bytes;
    if (node.buffer != BufferGraph::kNone)
      makers[node.buffer] = id;
  }
  if (graph.nodes.size() <= kMaxClosure) {
    Closure closure(graph);
    for (auto [id, buffer] : enumerate(graph.buffers)) {
      BitVector witnesses = findWitnesses(graph, closure, id, makers[id]);
      for (unsigned node : witnesses.set_bits())
        bounds[node] += buffer.bytes;
    }
  }
  return bounds;
}
