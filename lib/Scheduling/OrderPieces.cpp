//===- OrderPieces.cpp - Parts of a graph that run one by one -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderPieces.h"
#include "OrderState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

using NodeList = SmallVector<unsigned, 4> BufferGraph::Node::*;

/// Marks the nodes that are an ancestor (by way of `behind`) of all nodes after
/// them in `order`, a topological one: those that are ready alone.
static std::vector<bool> findAloneReady(const BufferGraph &graph,
                                        ArrayRef<unsigned> order,
                                        NodeList before, NodeList behind) {
  std::vector<unsigned> waiting;
  unsigned numReady = 0;
  for (const BufferGraph::Node &node : graph.nodes) {
    waiting.push_back((node.*before).size());
    numReady += waiting.back() == 0;
  }
  std::vector<bool> alone(graph.nodes.size());
  for (unsigned id : order) {
    alone[id] = numReady == 1;
    --numReady;
    for (unsigned other : graph.nodes[id].*behind)
      numReady += --waiting[other] == 0;
  }
  return alone;
}

std::vector<OrderPiece> mlir::stax::cutIntoPieces(const BufferGraph &graph) {
  using Node = BufferGraph::Node;
  std::vector<unsigned> order;
  for (unsigned id = 0; id < graph.nodes.size(); ++id)
    order.push_back(id);
  std::vector<bool> beforeRest =
      findAloneReady(graph, order, &Node::before, &Node::behind);
  std::reverse(order.begin(), order.end());
  std::vector<bool> afterRest =
      findAloneReady(graph, order, &Node::behind, &Node::before);

  std::vector<OrderPiece> pieces;
  std::vector<bool> done(graph.nodes.size());
  OrderState state(graph);
  std::vector<unsigned> piece;
  for (unsigned id = 0; id < graph.nodes.size(); ++id) {
    piece.push_back(id);
    bool isCut = beforeRest[id] && afterRest[id];
    if (!isCut && id + 1 < graph.nodes.size())
      continue;
    pieces.push_back({piece, takePart(graph, piece, done, state.live())});
    for (unsigned node : piece) {
      state.run(node);
      done[node] = true;
    }
    piece.clear();
  }
  return pieces;
}
