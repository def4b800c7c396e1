//===- ChainContraction.cpp - Nodes that run just before their user -------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Let u be read by w only, and let u alone read all that it reads. Whenever u
// runs, it changes what rests by the same amount. If that is a rise, then
// everything between u and w gains from u waiting until just before w; and if u
// never needs more than w does once u has run, then that step of u does not
// raise the peak either.
//
//===----------------------------------------------------------------------===//

#include "BufferGraph.h"
#include "OrderBound.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

static bool hasOneReader(const BufferGraph &graph, unsigned buffer) {
  return !graph.buffers[buffer].kept &&
         graph.buffers[buffer].readers.size() == 1;
}

/// The only user of `node`, if it is safe to run `node` just before it.
static std::optional<unsigned> findHost(const BufferGraph &graph,
                                        const BufferGraph::Node &node) {
  if (node.buffer == BufferGraph::kNone || node.behind.size() != 1 ||
      !hasOneReader(graph, node.buffer))
    return std::nullopt;
  unsigned host = node.behind.front();
  const BufferGraph::Node &user = graph.nodes[host];
  if (is_contained(user.overwrites, node.buffer))
    return std::nullopt;

  int64_t freed = 0, pending = 0;
  for (unsigned buffer : node.reads) {
    if (!hasOneReader(graph, buffer))
      return std::nullopt;
    freed += graph.buffers[buffer].bytes;
    if (graph.isSource(buffer))
      pending += graph.buffers[buffer].bytes;
  }
  bool rises = node.bytes + pending >= freed;
  bool needsLess = node.extra <= leastOwnBytes(graph, user) - freed;
  return rises && needsLess ? std::optional(host) : std::nullopt;
}

/// Makes `id` part of `host`.
static void absorb(BufferGraph &graph, unsigned id, unsigned host) {
  BufferGraph::Node &node = graph.nodes[id];
  BufferGraph::Node &user = graph.nodes[host];
  llvm::erase(user.reads, node.buffer);
  graph.buffers[node.buffer].readers.clear();
  user.extra += node.bytes;
  for (unsigned buffer : node.reads) {
    user.extra -= graph.buffers[buffer].bytes;
    user.reads.push_back(buffer);
    graph.buffers[buffer].readers = {host};
  }
  llvm::erase(user.before, id);
  for (unsigned other : node.before) {
    llvm::erase(graph.nodes[other].behind, id);
    if (is_contained(user.before, other))
      continue;
    user.before.push_back(other);
    graph.nodes[other].behind.push_back(host);
  }
  node.steps.append(user.steps);
  user.steps = std::move(node.steps);
}

/// Drops the nodes without steps.
static void compact(BufferGraph &graph) {
  std::vector<unsigned> newId(graph.nodes.size());
  unsigned count = 0;
  for (auto [id, node] : enumerate(graph.nodes)) {
    newId[id] = count;
    if (node.steps.empty())
      continue;
    if (count != id)
      graph.nodes[count] = std::move(node);
    ++count;
  }
  graph.nodes.resize(count);
  auto renumber = [&](MutableArrayRef<unsigned> ids) {
    for (unsigned &id : ids)
      id = newId[id];
  };
  for (BufferGraph::Node &node : graph.nodes) {
    renumber(node.before);
    renumber(node.behind);
  }
  for (BufferGraph::Buffer &buffer : graph.buffers)
    renumber(buffer.readers);
}

void mlir::stax::contractChains(BufferGraph &graph) {
  // A node comes before its user, so that chains collapse in one pass.
  for (unsigned id = 0; id < graph.nodes.size(); ++id)
    if (std::optional<unsigned> host = findHost(graph, graph.nodes[id])) {
      absorb(graph, id, *host);
      graph.nodes[id].steps.clear();
    }
  compact(graph);
}
