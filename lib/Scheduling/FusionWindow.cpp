//===- FusionWindow.cpp - Up to 64 nodes of a graph -----------------------===//
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

namespace {
/// Translates nodes and buffers of the graph into those of a window.
class WindowBuilder {
public:
  WindowBuilder(FusionWindow &window, const FusionGraph &graph,
                ArrayRef<unsigned> nodes)
      : window(window), graph(graph), nodes(nodes) {}

  void addEdges(unsigned node);
  void addBuffers(unsigned node);
  void finishBuffers();

private:
  std::optional<unsigned> find(unsigned node) const {
    const unsigned *it = lower_bound(nodes, node);
    if (it == nodes.end() || *it != node)
      return std::nullopt;
    return it - nodes.begin();
  }
  void touch(unsigned buffer, unsigned node, bool isWriter);

  FusionWindow &window;
  const FusionGraph &graph;
  ArrayRef<unsigned> nodes;
  std::vector<FusionWindow::Buffer> found;
  SmallDenseMap<unsigned, unsigned, 64> indices; ///< in `found`
};
} // namespace

void WindowBuilder::addEdges(unsigned node) {
  for (unsigned after : graph.successors[nodes[node]])
    if (std::optional<unsigned> other = find(after))
      window.successors[node] |= bit(*other);
  for (unsigned enemy : graph.forbidden[nodes[node]])
    if (std::optional<unsigned> other = find(enemy))
      window.conflicts[node] |= bit(*other);
  for (unsigned other = 0; other < nodes.size(); ++other)
    if (other != node &&
        (!window.domains.unite(window.domain[node], window.domain[other]) ||
         (graph.isOrdered[nodes[node]] && graph.isOrdered[nodes[other]])))
      window.conflicts[node] |= bit(other);
}

void WindowBuilder::touch(unsigned buffer, unsigned node, bool isWriter) {
  auto [it, isNew] = indices.try_emplace(buffer, found.size());
  if (isNew)
    found.emplace_back().bytes = graph.bytes[buffer];
  FusionWindow::Buffer &entry = found[it->second];
  if (!isWriter) {
    entry.readers |= bit(node);
    return;
  }
  entry.producer = node;
  ArrayRef<unsigned> readers = graph.readers[buffer];
  entry.isOutput = graph.isOutput[buffer] ||
                   any_of(readers, [&](unsigned r) { return !find(r); });
}

void WindowBuilder::addBuffers(unsigned node) {
  touch(nodes[node], node, /*isWriter=*/true);
  for (unsigned buffer : graph.reads[nodes[node]])
    touch(buffer, node, /*isWriter=*/false);
}

void WindowBuilder::finishBuffers() {
  for (const FusionWindow::Buffer &buffer : found) {
    NodeMask touching = buffer.touching();
    if (touching & (touching - 1)) {
      forEachNode(touching, [&](unsigned node) {
        window.buffersOf[node].push_back(window.buffers.size());
      });
      window.buffers.push_back(buffer);
    } else if (buffer.readers || buffer.isOutput) {
      ++window.lonelyBuffers[countr_zero(touching)];
    }
  }
}

FusionWindow::FusionWindow(const FusionGraph &graph, const FusionRules &rules,
                           ArrayRef<unsigned> nodes)
    : domains(graph.domains), rules(rules), successors(nodes.size()),
      conflicts(nodes.size()), buffersOf(nodes.size()),
      lonelyBuffers(nodes.size()) {
  for (unsigned node : nodes)
    domain.push_back(graph.domain[node]);
  WindowBuilder builder(*this, graph, nodes);
  for (unsigned node = 0; node < nodes.size(); ++node) {
    builder.addEdges(node);
    builder.addBuffers(node);
  }
  builder.finishBuffers();
}
