//===- FusionVerifier.cpp - Check a partition independently ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/FusionProblem.h"
#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

using namespace llvm;
using namespace mlir::stax;

namespace {
/// Where each node is: its block, and its place in the order of all.
struct Placement {
  std::vector<unsigned> block;
  std::vector<unsigned> position;
};
} // namespace

static Expected<Placement> placeNodes(const FusionProblem &problem,
                                      const FusionPartition &partition) {
  constexpr unsigned kNone = -1;
  unsigned size = problem.nodes.size();
  Placement placement{std::vector<unsigned>(size, kNone),
                      std::vector<unsigned>(size)};
  unsigned position = 0;
  for (auto [block, members] : enumerate(partition)) {
    if (members.empty())
      return makeError("block {0} is empty", block);
    for (unsigned node : members) {
      if (node >= size)
        return makeError("block {0} holds node {1}; there are {2} nodes", block,
                         node, size);
      if (placement.block[node] != kNone)
        return makeError("node {0} is in block {1} and in block {2}", node,
                         placement.block[node], block);
      placement.block[node] = block;
      placement.position[node] = position++;
    }
  }
  for (unsigned node = 0; node < size; ++node)
    if (placement.block[node] == kNone)
      return makeError("node {0} is in no block", node);
  return placement;
}

/// The quotient graph has no cycle, and the blocks are listed in its order.
static Error verifyOrder(const FusionProblem &problem,
                         const FusionPartition &partition,
                         const Placement &placement) {
  Predecessors before = problem.predecessors();
  Predecessors quotient(partition.size());
  for (unsigned node = 0; node < before.size(); ++node)
    for (unsigned other : before[node])
      if (placement.block[other] != placement.block[node])
        quotient[placement.block[node]].push_back(placement.block[other]);
  TopologicalSort sort = sortTopologically(quotient);
  if (!sort.cycle.empty())
    return makeError("the blocks form a cycle: {0}", describeCycle(sort.cycle));

  for (unsigned node = 0; node < before.size(); ++node)
    for (unsigned other : before[node])
      if (placement.position[other] > placement.position[node])
        return makeError("node {0} of block {1} is listed before node {2} of "
                         "block {3}, which it depends on",
                         node, placement.block[node], other,
                         placement.block[other]);
  return Error::success();
}

static Error verifyPairwise(const FusionProblem &problem, unsigned block,
                            ArrayRef<unsigned> members, bool sameOutermost) {
  for (auto [i, a] : enumerate(members))
    for (unsigned b : members.drop_front(i + 1))
      if (!areCompatible(problem.nodes[a].domain, problem.nodes[b].domain,
                         sameOutermost))
        return makeError("block {0} holds nodes {1} and {2}, whose domains are "
                         "not compatible",
                         block, a, b);
  return Error::success();
}

static Error verifyBlockSpace(const FusionProblem &problem, unsigned block,
                              ArrayRef<unsigned> members, int64_t threads) {
  BlockSpace space;
  for (unsigned node : members) {
    std::optional<BlockSpace> joined = space.join(problem.nodes[node].domain);
    if (!joined)
      return makeError("block {0} has no iteration space that holds node {1} "
                       "and those before it",
                       block, node);
    space = *joined;
  }
  for (unsigned node : members) {
    int64_t alone = problem.nodes[node].domain.parallelPoints();
    if (space.parallelPoints() < std::min(alone, threads))
      return makeError("block {0} has {1} parallel points, node {2} of it has "
                       "{3} alone",
                       block, space.parallelPoints(), node, alone);
  }
  return Error::success();
}

static Error verifyOrdered(const FusionProblem &problem, unsigned block,
                           ArrayRef<unsigned> members) {
  std::optional<unsigned> first;
  for (unsigned node : members) {
    if (!problem.nodes[node].isOrdered)
      continue;
    if (first)
      return makeError("block {0} holds nodes {1} and {2}, which are both "
                       "ordered",
                       block, *first, node);
    first = node;
  }
  return Error::success();
}

/// A buffer counts if the kernel reads it from memory or writes it there.
static Error verifyCaps(const FusionProblem &problem,
                        const FusionPartition &partition,
                        const Placement &placement, const FusionRules &rules) {
  std::vector<SmallSet<unsigned, 8>> buffers(partition.size());
  for (unsigned node : problem.outputs)
    buffers[placement.block[node]].insert(node);
  for (unsigned node = 0; node < problem.nodes.size(); ++node) {
    unsigned block = placement.block[node];
    for (unsigned buffer : problem.nodes[node].reads) {
      bool isInput = buffer >= problem.nodes.size();
      if (!isInput && placement.block[buffer] == block)
        continue;
      buffers[block].insert(buffer);
      if (!isInput)
        buffers[placement.block[buffer]].insert(buffer);
    }
  }
  for (auto [block, members] : enumerate(partition)) {
    if (members.size() < 2)
      continue;
    if (members.size() > rules.maxNodes)
      return makeError("block {0} holds {1} nodes, expected at most {2}", block,
                       members.size(), rules.maxNodes);
    if (buffers[block].size() > rules.maxBuffers)
      return makeError("block {0} uses {1} buffers, expected at most {2}",
                       block, buffers[block].size(), rules.maxBuffers);
  }
  return Error::success();
}

Error FusionProblem::verify(const FusionPartition &partition,
                            const FusionRules &rules) const {
  Expected<Placement> placement = placeNodes(*this, partition);
  if (!placement)
    return placement.takeError();
  if (Error error = verifyOrder(*this, partition, *placement))
    return error;
  for (auto [a, b] : forbidden)
    if (placement->block[a] == placement->block[b])
      return makeError("block {0} holds the forbidden pair ({1}, {2})",
                       placement->block[a], a, b);
  if (Error error = verifyCaps(*this, partition, *placement, rules))
    return error;
  for (auto [block, members] : enumerate(partition)) {
    Error error =
        rules.space == FusionSpace::Pairwise
            ? verifyPairwise(*this, block, members, rules.sameOutermost)
            : verifyBlockSpace(*this, block, members, rules.threads);
    if (!error)
      error = verifyOrdered(*this, block, members);
    if (error)
      return error;
  }
  return Error::success();
}
