//===- FusionGraph.cpp - A fusion problem indexed for solvers -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionGraph.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

using Pairs = std::vector<std::pair<unsigned, unsigned>>;

Adjacency::Adjacency(unsigned numLists,
                     ArrayRef<std::pair<unsigned, unsigned>> listsAndItems)
    : begin(numLists + 1), items(listsAndItems.size()) {
  for (auto [list, item] : listsAndItems)
    ++begin[list + 1];
  for (unsigned list = 0; list < numLists; ++list)
    begin[list + 1] += begin[list];
  std::vector<unsigned> next(begin.begin(), begin.end() - 1);
  for (auto [list, item] : listsAndItems)
    items[next[list]++] = item;
}

static Pairs reversed(Pairs pairs) {
  for (auto &[a, b] : pairs)
    std::swap(a, b);
  return pairs;
}

FusionGraph::FusionGraph(const FusionProblem &problem, const FusionRules &rules)
    : original(sortTopologically(problem.predecessors()).order),
      isOutput(problem.nodes.size()), isTemplate(problem.nodes.size()),
      isReduction(problem.nodes.size()), isOrdered(problem.nodes.size()),
      domains(rules) {
  unsigned numNodes = original.size();
  std::vector<unsigned> number(numNodes);
  for (auto [node, id] : enumerate(original))
    number[id] = node;

  Pairs readPairs, edges, forbiddenPairs;
  for (auto [node, id] : enumerate(original)) {
    const FusionNode &description = problem.nodes[id];
    for (unsigned buffer : description.reads) {
      bool isNode = buffer < numNodes;
      readPairs.emplace_back(node, isNode ? number[buffer] : buffer);
      if (isNode)
        edges.emplace_back(number[buffer], node);
    }
    for (unsigned before : description.after)
      edges.emplace_back(number[before], node);
    bytes.push_back(description.bytes);
    domain.push_back(domains.single(description.domain));
    if (description.isTemplate)
      isTemplate.set(node);
    if (description.domain.kind == NodeDomain::Kind::Reduction)
      isReduction.set(node);
    if (description.isOrdered)
      isOrdered.set(node);
  }
  append_range(bytes, problem.inputBytes);
  for (unsigned id : problem.outputs)
    isOutput.set(number[id]);
  for (auto [a, b] : problem.forbidden) {
    forbiddenPairs.emplace_back(number[a], number[b]);
    forbiddenPairs.emplace_back(number[b], number[a]);
  }
  reads = Adjacency(numNodes, readPairs);
  readers = Adjacency(numBuffers(), reversed(std::move(readPairs)));
  successors = Adjacency(numNodes, edges);
  predecessors = Adjacency(numNodes, reversed(std::move(edges)));
  forbidden = Adjacency(numNodes, forbiddenPairs);
}

FusionPartition FusionGraph::sortBlocks(ArrayRef<unsigned> blockOf) const {
  // A block goes by its first node, so that the order does not depend on the
  // numbers that a solver gave.
  constexpr unsigned kNone = -1;
  std::vector<unsigned> firstOf(size(), kNone), first(size());
  Predecessors quotient(size());
  for (unsigned node = 0; node < size(); ++node) {
    if (firstOf[blockOf[node]] == kNone)
      firstOf[blockOf[node]] = node;
    first[node] = firstOf[blockOf[node]];
    for (unsigned before : predecessors[node])
      if (first[before] != first[node])
        quotient[first[node]].push_back(first[before]);
  }
  std::vector<unsigned> order = sortTopologically(quotient).order;
  assert(order.size() == size() && "the blocks form a cycle");

  std::vector<unsigned> place(size());
  for (auto [i, block] : enumerate(order))
    place[block] = i;
  FusionPartition blocks(size());
  for (unsigned node = 0; node < size(); ++node)
    blocks[place[first[node]]].push_back(node);
  erase_if(blocks, [](const auto &block) { return block.empty(); });
  return blocks;
}

FusionPartition FusionGraph::partition(ArrayRef<unsigned> blockOf) const {
  FusionPartition blocks = sortBlocks(blockOf);
  for (std::vector<unsigned> &block : blocks)
    for (unsigned &node : block)
      node = original[node];
  return blocks;
}

int64_t FusionGraph::traffic(ArrayRef<unsigned> blockOf) const {
  int64_t sum = 0;
  SmallVector<unsigned> blocks;
  for (unsigned buffer = 0; buffer < numBuffers(); ++buffer) {
    blocks.clear();
    for (unsigned reader : readers[buffer])
      if (isInput(buffer) || blockOf[reader] != blockOf[buffer])
        blocks.push_back(blockOf[reader]);
    llvm::sort(blocks, std::less<>());
    int64_t transfers = llvm::unique(blocks) - blocks.begin();
    if (!isInput(buffer) && (transfers || isOutput[buffer]))
      ++transfers;
    sum += bytes[buffer] * transfers;
  }
  return sum;
}
