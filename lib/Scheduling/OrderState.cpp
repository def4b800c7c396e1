//===- OrderState.cpp - What is live after a set of nodes -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderState.h"

#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

OrderState::OrderState(const BufferGraph &graph)
    : graph(&graph), liveBytes(graph.base),
      readyIndex(graph.nodes.size(), kNone), waiting(graph.nodes.size()),
      costs(graph.nodes.size()), unreadBy(graph.buffers.size()),
      unreadXor(graph.buffers.size()) {
  for (auto [id, buffer] : enumerate(graph.buffers)) {
    unreadBy[id] = buffer.readers.size();
    for (unsigned reader : buffer.readers)
      unreadXor[id] ^= reader;
    if (graph.isSource(id))
      addPending(id, buffer.bytes);
    if (unreadBy[id] == 1 && !buffer.kept)
      costs[buffer.readers.front()].after -= buffer.bytes;
  }
  for (auto [id, node] : enumerate(graph.nodes)) {
    waiting[id] = node.before.size();
    if (!waiting[id]) {
      readyIndex[id] = readyNodes.size();
      readyNodes.push_back(id);
    }
    bool isDead = node.buffer != kNone && !unreadBy[node.buffer] &&
                  !graph.buffers[node.buffer].kept;
    costs[id].during += node.bytes + node.extra;
    costs[id].after += isDead ? 0 : node.bytes;
    costs[id].mayOverwrite = !node.overwrites.empty();
  }
}

/// The bytes of its own buffer that a node need not add.
int64_t OrderState::overwritten(unsigned id) const {
  const BufferGraph::Node &node = graph->nodes[id];
  int64_t reused = 0;
  for (unsigned buffer : node.overwrites)
    if (unreadBy[buffer] == 1 && !graph->buffers[buffer].kept)
      reused = std::max(reused, graph->buffers[buffer].bytes);
  return std::min(reused, node.bytes);
}

void OrderState::addPending(unsigned buffer, int64_t bytes) {
  for (unsigned reader : graph->buffers[buffer].readers) {
    costs[reader].during += bytes;
    costs[reader].after += bytes;
  }
}

/// The bits of a node are hashes of its id.
void OrderState::toggle(unsigned id) {
  Random bits(id);
  setKey.first ^= bits.next();
  setKey.second ^= bits.next();
}

void OrderState::read(unsigned id, unsigned reader) {
  const BufferGraph::Buffer &buffer = graph->buffers[id];
  if (graph->isSource(id) && unreadBy[id] == buffer.readers.size())
    addPending(id, -buffer.bytes);
  unreadXor[id] ^= reader;
  if (--unreadBy[id] == 1 && !buffer.kept)
    costs[unreadXor[id]].after -= buffer.bytes;
}

void OrderState::unread(unsigned id, unsigned reader) {
  const BufferGraph::Buffer &buffer = graph->buffers[id];
  if (unreadBy[id] == 1 && !buffer.kept)
    costs[unreadXor[id]].after += buffer.bytes;
  unreadXor[id] ^= reader;
  if (++unreadBy[id] == buffer.readers.size() && graph->isSource(id))
    addPending(id, buffer.bytes);
}

void OrderState::run(unsigned id) {
  const BufferGraph::Node &node = graph->nodes[id];
  liveBytes = liveAfter(id);
  unsigned last = readyNodes.back();
  readyNodes[readyIndex[id]] = last;
  readyIndex[last] = readyIndex[id];
  readyNodes.pop_back();
  for (unsigned buffer : node.reads)
    read(buffer, id);
  for (unsigned other : node.behind)
    if (!--waiting[other]) {
      readyIndex[other] = readyNodes.size();
      readyNodes.push_back(other);
    }
  ++numDone;
  toggle(id);
}

// `readyIndex[id]` still says where the node was when it ran.
void OrderState::undo(unsigned id) {
  const BufferGraph::Node &node = graph->nodes[id];
  for (unsigned other : node.behind)
    if (!waiting[other]++) {
      readyIndex[other] = kNone;
      readyNodes.pop_back();
    }
  for (unsigned buffer : reverse(node.reads))
    unread(buffer, id);
  unsigned index = readyIndex[id];
  if (index == readyNodes.size()) {
    readyNodes.push_back(id);
  } else {
    unsigned moved = readyNodes[index];
    readyIndex[moved] = readyNodes.size();
    readyNodes.push_back(moved);
    readyNodes[index] = id;
  }
  --numDone;
  toggle(id);
  liveBytes -= costs[id].after;
}

int64_t mlir::stax::peakOf(const BufferGraph &graph, ArrayRef<unsigned> order) {
  OrderState state(graph);
  int64_t peak = graph.base;
  for (unsigned id : order) {
    peak = std::max(peak, state.liveDuring(id));
    state.run(id);
  }
  return peak;
}
