//===- BufferGraph.cpp - The order problem as the searches see it ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

template <typename Container>
static void makeDistinct(Container &values) {
  llvm::sort(values);
  values.erase(llvm::unique(values), values.end());
}

namespace {
/// Builds a graph from a problem in one pass over a topological order.
class Builder {
public:
  explicit Builder(const OrderProblem &problem)
      : problem(problem), before(problem.predecessors()),
        order(sortTopologically(before).order), nodeOf(before.size(), kNone),
        bufferOf(before.size(), kNone), largest(before.size()) {}

  BufferGraph build(bool lateSources);

private:
  static constexpr unsigned kNone = BufferGraph::kNone;

  void findSources();
  void addSource(unsigned id);
  void addNode(unsigned id);
  void addOverwrites(unsigned id, BufferGraph::Node &node);

  const OrderProblem &problem;
  Predecessors before;
  std::vector<unsigned> order;
  BufferGraph graph;
  std::vector<unsigned> nodeOf;   ///< by node of the problem
  std::vector<unsigned> bufferOf; ///< that holds the node's value
  std::vector<int64_t> largest;   ///< storage that may hold the node's value
  std::vector<bool> isSource, isUsed, isOutput;
};
} // namespace

void Builder::findSources() {
  size_t size = before.size();
  isSource.resize(size);
  isUsed.resize(size);
  isOutput.resize(size);
  for (unsigned id = 0; id < size; ++id)
    isSource[id] = before[id].empty() && problem.nodes[id].scratch == 0;
  for (const OrderNode &node : problem.nodes) {
    for (unsigned input : node.inputs)
      isUsed[input] = true;
    // Its first reader is not the only one that waits for it.
    for (unsigned other : node.after)
      isSource[other] = isSource[other] && is_contained(node.inputs, other);
  }
  for (unsigned output : problem.outputs)
    isOutput[output] = true;
}

void Builder::addSource(unsigned id) {
  if (!isUsed[id]) {
    (isOutput[id] ? graph.epilogue : graph.prologue).push_back(id);
    return;
  }
  bufferOf[id] = graph.buffers.size();
  graph.buffers.push_back({problem.nodes[id].bytes, false, id, {}});
}

/// Keeps the candidates whose storage can have a size that fits; the storage
/// of a value is at least as large as the value.
void Builder::addOverwrites(unsigned id, BufferGraph::Node &node) {
  for (unsigned candidate : problem.nodes[id].inPlace) {
    unsigned buffer = bufferOf[candidate];
    int64_t least = graph.buffers[buffer].bytes;
    if (least - node.bytes > least / 8 || node.bytes > largest[candidate])
      continue;
    node.overwrites.push_back(buffer);
    largest[id] = std::max(largest[id], largest[candidate]);
  }
  makeDistinct(node.overwrites);
}

void Builder::addNode(unsigned id) {
  const OrderNode &from = problem.nodes[id];
  unsigned index = graph.nodes.size();
  nodeOf[id] = index;
  BufferGraph::Node &node = graph.nodes.emplace_back();
  node.steps = {id};
  node.extra = from.scratch;
  for (unsigned other : before[id])
    if (nodeOf[other] != kNone)
      node.before.push_back(nodeOf[other]);
  makeDistinct(node.before);
  for (unsigned other : node.before)
    graph.nodes[other].behind.push_back(index);
  for (unsigned input : from.inputs)
    node.reads.push_back(bufferOf[input]);
  makeDistinct(node.reads);
  for (unsigned buffer : node.reads)
    graph.buffers[buffer].readers.push_back(index);
  if (from.viewOf) {
    bufferOf[id] = bufferOf[*from.viewOf];
    largest[id] = largest[*from.viewOf];
    return;
  }
  node.bytes = largest[id] = from.bytes;
  addOverwrites(id, node);
  node.buffer = bufferOf[id] = graph.buffers.size();
  graph.buffers.push_back({from.bytes, false, kNone, {}});
}

BufferGraph Builder::build(bool lateSources) {
  if (lateSources)
    findSources();
  else
    isSource.resize(before.size());
  for (unsigned id : order) {
    largest[id] = problem.nodes[id].bytes;
    if (isSource[id])
      addSource(id);
    else
      addNode(id);
  }
  for (unsigned output : problem.outputs)
    if (bufferOf[output] != kNone)
      graph.buffers[bufferOf[output]].kept = true;
  return std::move(graph);
}

BufferGraph mlir::stax::buildBufferGraph(const OrderProblem &problem) {
  return Builder(problem).build(/*lateSources=*/true);
}

BufferGraph mlir::stax::buildGraphWithSources(const OrderProblem &problem) {
  return Builder(problem).build(/*lateSources=*/false);
}

namespace {
/// Numbers what a part of a graph needs, in the order of its first use.
class PartTaker {
public:
  PartTaker(const BufferGraph &graph, ArrayRef<unsigned> part,
            const std::vector<bool> &done)
      : graph(graph), done(done), nodeOf(graph.nodes.size(), kNone),
        bufferOf(graph.buffers.size(), kNone) {
    for (auto [index, node] : enumerate(part))
      nodeOf[node] = index;
  }

  void addNode(unsigned id);
  BufferGraph result;

private:
  static constexpr unsigned kNone = BufferGraph::kNone;

  unsigned bufferFor(unsigned id);
  template <typename Ids>
  Ids mapNodes(const Ids &ids) const;

  const BufferGraph &graph;
  const std::vector<bool> &done;
  std::vector<unsigned> nodeOf, bufferOf;
};
} // namespace

template <typename Ids>
Ids PartTaker::mapNodes(const Ids &ids) const {
  Ids mapped;
  for (unsigned id : ids)
    if (nodeOf[id] != kNone)
      mapped.push_back(nodeOf[id]);
  return mapped;
}

unsigned PartTaker::bufferFor(unsigned id) {
  if (bufferOf[id] != kNone)
    return bufferOf[id];
  bufferOf[id] = result.buffers.size();
  const BufferGraph::Buffer &from = graph.buffers[id];
  BufferGraph::Buffer &buffer = result.buffers.emplace_back();
  buffer.bytes = from.bytes;
  buffer.readers = mapNodes(from.readers);
  auto isDone = [&](unsigned reader) { return done[reader]; };
  buffer.kept = from.kept || any_of(from.readers, [&](unsigned reader) {
                  return !done[reader] && nodeOf[reader] == kNone;
                });
  if (none_of(from.readers, isDone))
    buffer.source = from.source;
  return bufferOf[id];
}

void PartTaker::addNode(unsigned id) {
  const BufferGraph::Node &from = graph.nodes[id];
  BufferGraph::Node node = from;
  node.before = mapNodes(from.before);
  node.behind = mapNodes(from.behind);
  for (unsigned &buffer : node.reads)
    buffer = bufferFor(buffer);
  for (unsigned &buffer : node.overwrites)
    buffer = bufferFor(buffer);
  if (node.buffer != kNone)
    node.buffer = bufferFor(node.buffer);
  result.nodes.push_back(std::move(node));
}

BufferGraph mlir::stax::takePart(const BufferGraph &graph,
                                 ArrayRef<unsigned> part,
                                 const std::vector<bool> &done, int64_t live) {
  PartTaker taker(graph, part, done);
  for (unsigned node : part)
    taker.addNode(node);
  taker.result.base = live;
  return std::move(taker.result);
}

std::vector<unsigned> mlir::stax::expandOrder(const BufferGraph &graph,
                                              ArrayRef<unsigned> order) {
  std::vector<unsigned> result = graph.prologue;
  std::vector<bool> made(graph.buffers.size());
  for (unsigned id : order) {
    for (unsigned buffer : graph.nodes[id].reads)
      if (graph.isSource(buffer) && !made[buffer]) {
        made[buffer] = true;
        result.push_back(graph.buffers[buffer].source);
      }
    append_range(result, graph.nodes[id].steps);
  }
  append_range(result, graph.epilogue);
  return result;
}

std::vector<unsigned> mlir::stax::projectOrder(const BufferGraph &graph,
                                               ArrayRef<unsigned> order) {
  std::vector<unsigned> lastStepOf(order.size(), BufferGraph::kNone);
  for (auto [index, node] : enumerate(graph.nodes))
    lastStepOf[node.steps.back()] = index;
  std::vector<unsigned> result;
  for (unsigned id : order)
    if (lastStepOf[id] != BufferGraph::kNone)
      result.push_back(lastStepOf[id]);
  return result;
}
