//===- GraphGenerator.cpp - Made-up graphs and order problems -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/Generators.h"
#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::stax;

/// One or two of the last eight values, and in a seventh of the nodes one from
/// anywhere, which keeps buffers alive for long.
static void addLayeredUses(unsigned node, Random &random,
                           SmallVectorImpl<unsigned> &uses) {
  unsigned window = std::min(node, 8u);
  unsigned count = window ? 1 + random.below(2) : 0;
  for (unsigned i = 0; i < count; ++i)
    uses.push_back(node - 1 - random.below(window));
  if (node > window && random.chance(15))
    uses.push_back(random.below(node));
  llvm::sort(uses);
  uses.erase(llvm::unique(uses), uses.end());
}

/// Nodes in threes: two read the join before them, the third reads both.
static void addDiamondUses(unsigned node, SmallVectorImpl<unsigned> &uses) {
  if (node == 0)
    return;
  switch ((node - 1) % 3) {
  case 0:
    uses.push_back(node - 1);
    return;
  case 1:
    uses.push_back(node - 2);
    return;
  case 2:
    uses.append({node - 2, node - 1});
    return;
  }
}

Predecessors mlir::stax::generateGraph(GraphShape shape, unsigned nodes,
                                       uint64_t seed) {
  Random random(seed);
  Predecessors graph(nodes);
  for (unsigned node = 0; node < nodes; ++node) {
    switch (shape) {
    case GraphShape::Layered:
      addLayeredUses(node, random, graph[node]);
      break;
    case GraphShape::Chain:
      if (node)
        graph[node].push_back(node - 1);
      break;
    case GraphShape::Diamonds:
      addDiamondUses(node, graph[node]);
      break;
    case GraphShape::Fan:
      if (node)
        graph[node].push_back(0);
      break;
    }
  }
  return graph;
}

OrderProblem mlir::stax::generateOrderProblem(GraphShape shape, unsigned nodes,
                                              uint64_t seed) {
  Predecessors graph = generateGraph(shape, nodes, seed);
  Random random(~seed);
  OrderProblem problem;
  problem.name = "order-" + std::to_string(nodes) + "-" + std::to_string(seed);
  std::vector<bool> used(nodes);
  for (unsigned node = 0; node < nodes; ++node) {
    OrderNode &made = problem.nodes.emplace_back();
    made.bytes = int64_t(1024) << random.below(6);
    made.inputs = std::move(graph[node]);
    for (unsigned input : made.inputs)
      used[input] = true;
  }
  for (unsigned node = 0; node < nodes; ++node)
    if (!used[node])
      problem.outputs.push_back(node);
  return problem;
}
