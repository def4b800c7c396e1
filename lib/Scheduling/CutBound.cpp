//===- CutBound.cpp - Lower bounds from pairs of large nodes --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When node v runs, its ancestors have run and its descendants have not. Among
// all such sets of nodes the one that rests lowest is a least cut: a buffer
// counts if its maker is on the side of the source and a reader is not. Of two
// nodes that do not depend on each other one comes first, and each choice moves
// the other to one of the sides.
//
//===----------------------------------------------------------------------===//

#include "MinCut.h"
#include "OrderBound.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// Pairs of this many nodes are looked at, those with the highest bounds.
static constexpr size_t kLargeNodes = 6;

namespace {
/// Two sides of a cut, by node, and the nodes on neither.
class Sides {
public:
  enum Side { Free, Source, Sink };

  explicit Sides(const BufferGraph &graph)
      : graph(graph), sides(graph.nodes.size(), Free) {}

  void addRun(unsigned id);
  void addLater(unsigned id);
  /// Whether some node would be on both.
  bool conflict() const { return isConflict; }
  Side operator[](unsigned id) const { return sides[id]; }

private:
  void spread(unsigned id, Side side,
              SmallVector<unsigned, 4> BufferGraph::Node::*next);

  const BufferGraph &graph;
  std::vector<Side> sides;
  bool isConflict = false;
};

class CutBound {
public:
  CutBound(const BufferGraph &graph, WorkLimit &limit);
  int64_t compute(ArrayRef<int64_t> stepBounds) const;

private:
  int64_t leastDuring(unsigned id, const Sides &sides) const;
  int64_t boundWithOrder(unsigned first, unsigned second) const;
  void addBuffer(MinCut &network, unsigned buffer,
                 function_ref<unsigned(unsigned)> vertexOf,
                 unsigned sink) const;

  const BufferGraph &graph;
  WorkLimit &limit;
  std::vector<unsigned> makers;
  std::vector<int64_t> needs; ///< of a node alone, with what it reads
};
} // namespace

/// Puts `id` and all that follow from it on `side`.
void Sides::spread(unsigned id, Side side,
                   SmallVector<unsigned, 4> BufferGraph::Node::*next) {
  SmallVector<unsigned> stack = {id};
  while (!stack.empty()) {
    unsigned node = stack.pop_back_val();
    if (sides[node] == side)
      continue;
    isConflict |= sides[node] != Free;
    sides[node] = side;
    append_range(stack, graph.nodes[node].*next);
  }
}

void Sides::addRun(unsigned id) {
  spread(id, Source, &BufferGraph::Node::before);
}

void Sides::addLater(unsigned id) {
  spread(id, Sink, &BufferGraph::Node::behind);
}

CutBound::CutBound(const BufferGraph &graph, WorkLimit &limit)
    : graph(graph), limit(limit),
      makers(graph.buffers.size(), BufferGraph::kNone) {
  for (auto [id, node] : enumerate(graph.nodes)) {
    if (node.buffer != BufferGraph::kNone)
      makers[node.buffer] = id;
    needs.push_back(leastOwnBytes(graph, node));
    for (unsigned buffer : node.reads)
      needs.back() += graph.buffers[buffer].bytes;
  }
}

/// The buffer costs its bytes if it has been made and somebody will read it:
/// made -> waiting costs them, and waiting -> reader holds the readers back.
void CutBound::addBuffer(MinCut &network, unsigned id,
                         function_ref<unsigned(unsigned)> vertexOf,
                         unsigned sink) const {
  const BufferGraph::Buffer &buffer = graph.buffers[id];
  if (buffer.readers.empty() && !buffer.kept)
    return;
  unsigned made;
  if (makers[id] != BufferGraph::kNone) {
    made = vertexOf(makers[id]);
  } else {
    made = network.addVertex();
    for (unsigned reader : buffer.readers)
      network.addEdge(vertexOf(reader), made, MinCut::kInfinite);
  }
  unsigned waiting = sink;
  if (!buffer.kept) {
    waiting = network.addVertex();
    for (unsigned reader : buffer.readers)
      network.addEdge(waiting, vertexOf(reader), MinCut::kInfinite);
  }
  network.addEdge(made, waiting, buffer.bytes);
}

/// The least bytes live while `id` runs, when the others are as `sides` says.
int64_t CutBound::leastDuring(unsigned id, const Sides &sides) const {
  unsigned source = graph.nodes.size(), sink = source + 1;
  MinCut network(sink + 1);
  auto vertexOf = [&](unsigned node) {
    switch (sides[node]) {
    case Sides::Free:
      return node;
    case Sides::Source:
      return source;
    case Sides::Sink:
      return sink;
    }
    llvm_unreachable("covered switch");
  };
  for (auto [node, from] : enumerate(graph.nodes))
    for (unsigned other : from.before)
      network.addEdge(vertexOf(node), vertexOf(other), MinCut::kInfinite);
  for (unsigned buffer = 0; buffer < graph.buffers.size(); ++buffer)
    if (!is_contained(graph.nodes[id].reads, buffer))
      addBuffer(network, buffer, vertexOf, sink);
  return needs[id] + network.solve(source, sink, limit);
}

/// A bound on every order in which `first` runs before `second`.
int64_t CutBound::boundWithOrder(unsigned first, unsigned second) const {
  Sides atFirst(graph), atSecond(graph);
  for (unsigned other : graph.nodes[first].before)
    atFirst.addRun(other);
  atFirst.addLater(first);
  atFirst.addLater(second);
  for (unsigned other : graph.nodes[second].before)
    atSecond.addRun(other);
  atSecond.addRun(first);
  atSecond.addLater(second);
  if (atFirst.conflict() || atSecond.conflict())
    return MinCut::kInfinite;
  return std::max(leastDuring(first, atFirst), leastDuring(second, atSecond));
}

int64_t CutBound::compute(ArrayRef<int64_t> stepBounds) const {
  std::vector<unsigned> large;
  for (unsigned id = 0; id < graph.nodes.size(); ++id)
    large.push_back(id);
  size_t count = std::min(kLargeNodes, large.size());
  std::partial_sort(large.begin(), large.begin() + count, large.end(),
                    [&](unsigned a, unsigned b) {
                      return std::tie(stepBounds[b], a) <
                             std::tie(stepBounds[a], b);
                    });
  large.resize(count);
  int64_t bound = 0;
  for (auto [index, a] : enumerate(large))
    for (unsigned b : ArrayRef(large).drop_front(index + 1))
      if (!limit.isReached())
        bound = std::max(bound,
                         std::min(boundWithOrder(a, b), boundWithOrder(b, a)));
  return bound;
}

int64_t mlir::stax::computeCutBound(const BufferGraph &graph,
                                    ArrayRef<int64_t> stepBounds,
                                    WorkLimit &limit) {
  return CutBound(graph, limit).compute(stepBounds);
}
