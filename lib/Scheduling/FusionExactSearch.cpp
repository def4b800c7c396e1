//===- FusionExactSearch.cpp - The best blocks of a window ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionExactSearch.h"

#include "FusionSolvers.h"
#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>

using namespace llvm;
using namespace mlir::stax;

using Buffer = FusionWindow::Buffer;

ExactSearch::ExactSearch(const FusionWindow &window)
    : window(window), blocks(window), best(window) {
  for (const Buffer &buffer : window.buffers) {
    bool isInput = buffer.producer == FusionWindow::kNoProducer;
    bool isApart =
        !isInput && (buffer.readers & window.conflicts[buffer.producer]);
    prepaid.push_back(isInput || isApart);
    certain += buffer.bytes *
               (prepaid.back() + (!isInput && (isApart || buffer.isOutput)));
  }
}

/// What placing `node` adds to the certain traffic.
int64_t ExactSearch::costOf(unsigned node, unsigned block) const {
  NodeMask placed = maskTrailingOnes<NodeMask>(node);
  NodeMask members = blocks.members(block);
  int64_t cost = 0;
  for (unsigned index : window.buffersOf[node]) {
    const Buffer &buffer = window.buffers[index];
    if (buffer.producer == node)
      continue;
    NodeMask readers = buffer.readers & placed;
    bool isInput = buffer.producer == FusionWindow::kNoProducer;
    if (!isInput) {
      unsigned home = blocks.blockOf(buffer.producer);
      if (home == block)
        continue;
      readers &= ~blocks.members(home);
    }
    if (readers & members)
      continue;
    if (readers || !prepaid[index])
      cost += buffer.bytes;
    if (!readers && !prepaid[index] && !buffer.isOutput)
      cost += buffer.bytes;
  }
  return cost;
}

/// Cheapest first; between equals a block that exists first.
void ExactSearch::listChoices(unsigned node,
                              SmallVectorImpl<Choice> &choices) const {
  NodeMask others = blocks.alive() & maskTrailingOnes<NodeMask>(node);
  forEachNode(others, [&](unsigned block) {
    if (blocks.fits(node, block))
      choices.push_back({costOf(node, block), block});
  });
  choices.push_back({costOf(node, node), node});
  // The new block comes last of equals.
  llvm::sort(choices, [](const Choice &x, const Choice &y) {
    return std::tie(x.cost, x.block) < std::tie(y.cost, y.block);
  });
}

void ExactSearch::keep(int64_t cost) {
  bool isLegal = true;
  forEachNode(blocks.alive(),
              [&](unsigned b) { isLegal &= blocks.obeysBufferLimit(b); });
  if (!isLegal)
    return;
  bestCost = cost;
  best = blocks;
}

/// Places `node` and those after it; at most 64 calls deep. A block has the
/// number of its first node, and nodes not placed yet are alone.
void ExactSearch::place(unsigned node, int64_t cost) {
  if (node == window.size())
    return keep(cost);
  SmallVector<Choice, 16> choices;
  listChoices(node, choices);
  for (const Choice &choice : choices) {
    if (cost + choice.cost >= bestCost || steps >= stepLimit)
      return;
    ++steps;
    if (choice.block == node) {
      place(node + 1, cost + choice.cost);
      continue;
    }
    blocks.move(node, choice.block);
    // Nodes that are not placed lead to no placed one.
    if (!blocks.isOnCycle(choice.block))
      place(node + 1, cost + choice.cost);
    blocks.move(node, node);
  }
}

WindowBlocks ExactSearch::run(const WindowBlocks &start, uint64_t maxSteps) {
  best = start;
  bestCost = start.cost();
  blocks = WindowBlocks(window);
  steps = 0;
  stepLimit = maxSteps;
  place(0, certain);
  return best;
}

void mlir::stax::optimise(const FusionGraph &graph, const FusionRules &rules,
                          uint64_t maxSteps, std::vector<unsigned> &blockOf) {
  std::vector<unsigned> nodes(graph.size());
  std::iota(nodes.begin(), nodes.end(), 0);
  FusionWindow window(graph, rules, nodes);
  WindowBlocks start(window);
  start.read(nodes, blockOf);
  ExactSearch(window).run(start, maxSteps).write(nodes, blockOf);
}

Expected<FusionPartition>
mlir::stax::fuseExactly(const FusionProblem &problem,
                        const FusionOptions &options) {
  unsigned limit = std::min(options.exactLimit, FusionWindow::kMaxNodes);
  if (problem.nodes.size() > limit)
    return makeError("the exact solver takes at most {0} nodes, found {1}; use "
                     "another algorithm, or an exact-limit of up to {2}",
                     limit, problem.nodes.size(), FusionWindow::kMaxNodes);
  FusionGraph graph(problem, options.rules);
  std::vector<unsigned> blockOf = solveByGain(graph, options);
  optimise(graph, options.rules, std::numeric_limits<uint64_t>::max(), blockOf);
  return graph.partition(blockOf);
}
