//===- FusionExamples.h - Problems and oracles for fusion -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Worked examples of docs/Planning.md as plain problems, random small ones, and
// the optimum by trying every partition.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TEST_UNIT_SCHEDULING_FUSIONEXAMPLES_H
#define STAX_TEST_UNIT_SCHEDULING_FUSIONEXAMPLES_H

#include "stax/Scheduling/FusionAlgorithms.h"
#include "stax/Support/Random.h"

namespace mlir::stax {

inline NodeDomain anyDomain() { return {NodeDomain::Kind::Any}; }
inline NodeDomain pointwise(int64_t n, bool splits = true) {
  return {NodeDomain::Kind::Pointwise, n, 1, splits};
}
inline NodeDomain reduction(int64_t n, int64_t r) {
  return {NodeDomain::Kind::Reduction, n, r};
}

inline FusionNode makeNode(NodeDomain domain, int64_t bytes,
                           llvm::ArrayRef<unsigned> reads) {
  FusionNode node;
  node.domain = domain;
  node.bytes = bytes;
  node.reads.assign(reads.begin(), reads.end());
  return node;
}

/// x / sum(x) of 64x128 f32: node 0 sums, node 1 divides, buffer 2 is x.
inline FusionProblem makeDivideBySum() {
  FusionProblem problem;
  problem.nodes = {makeNode(reduction(64, 128), 256, {2}),
                   makeNode(pointwise(8192), 32768, {0, 2})};
  problem.inputBytes = {32768};
  problem.outputs = {1};
  return problem;
}

/// sum(exp(x)) and max(exp(x)) of 64x128 f32. Where exp iterates over 8192
/// merged elements its ranges do not split.
inline FusionProblem makeSumAndMaxOfExp(bool splits) {
  FusionProblem problem;
  problem.nodes = {makeNode(pointwise(8192, splits), 32768, {3}),
                   makeNode(reduction(64, 128), 256, {0}),
                   makeNode(reduction(64, 128), 256, {0})};
  problem.inputBytes = {32768};
  problem.outputs = {1, 2};
  return problem;
}

/// 0 -> 1 -> 2, where 0 and 2 share input 3 and 1 fits neither.
inline FusionProblem makeCycle() {
  FusionProblem problem;
  problem.nodes = {makeNode(anyDomain(), 8, {3}),
                   makeNode({NodeDomain::Kind::External}, 8, {0}),
                   makeNode(anyDomain(), 8, {1, 3})};
  problem.inputBytes = {64};
  problem.outputs = {2};
  return problem;
}

/// The three-terminal cut of s1, s2, s3, c (nodes 4 to 7) with the edges c-s1
/// 3, c-s2 2, c-s3 2, s1-s2 1 (nodes 0 to 3): the least cut is 5.
inline FusionProblem makeMultiwayCut() {
  FusionProblem problem;
  for (int64_t weight : {3, 2, 2, 1})
    problem.nodes.push_back(makeNode(anyDomain(), weight, {8}));
  const std::vector<unsigned> edgesOf[] = {{0, 3}, {1, 3}, {2}, {0, 1, 2}};
  for (const std::vector<unsigned> &edges : edgesOf)
    problem.nodes.push_back(makeNode(anyDomain(), 0, edges));
  problem.inputBytes = {0};
  problem.forbidden = {{4, 5}, {4, 6}, {5, 6}};
  return problem;
}

/// Pointwise nodes, each of which reads the one before it.
inline FusionProblem makeChain(unsigned size) {
  FusionProblem problem;
  for (unsigned node = 0; node < size; ++node)
    problem.nodes.push_back(
        makeNode(pointwise(64), 256, {node ? node - 1 : size}));
  problem.inputBytes = {256};
  problem.outputs = {size - 1};
  return problem;
}

/// x0 + x1 + ... of `terms` inputs, one node a sum of two.
inline FusionProblem makeSum(unsigned terms) {
  FusionProblem problem;
  unsigned nodes = terms - 1;
  for (unsigned node = 0; node < nodes; ++node)
    problem.nodes.push_back(
        makeNode(pointwise(64), 256,
                 {node ? node - 1 : nodes + terms - 1, nodes + node}));
  problem.inputBytes.assign(terms, 256);
  problem.outputs = {nodes - 1};
  return problem;
}

/// Layernorm forward on 1024x768 f32, whose two statistics are pointwise over
/// rows: legal as one kernel only with a space for the block.
inline FusionProblem makeLayerNorm() {
  constexpr int64_t kRows = 1024, kGrid = 1024 * 768;
  FusionProblem problem;
  problem.nodes = {makeNode(reduction(kRows, 768), 4 * kRows, {6}),
                   makeNode(pointwise(kGrid), 4 * kGrid, {6, 0}),
                   makeNode(reduction(kRows, 768), 4 * kRows, {1}),
                   makeNode(pointwise(kRows), 4 * kRows, {2}),
                   makeNode(pointwise(kGrid), 4 * kGrid, {1, 3}),
                   makeNode(pointwise(kGrid), 4 * kGrid, {4, 7, 8})};
  problem.inputBytes = {4 * kGrid, 4 * 768, 4 * 768};
  problem.outputs = {5};
  return problem;
}

/// A problem of `size` nodes of mixed domains, with order-only edges, dead
/// nodes and forbidden pairs. Ids are in no order.
inline FusionProblem makeRandom(unsigned size, uint64_t seed) {
  Random random(seed);
  FusionProblem problem;
  problem.nodes.resize(size);
  problem.inputBytes = {64, 16, 0};
  unsigned step = size % 5 ? 5 : 7; // node i of the order has id i * step
  auto id = [&](unsigned i) { return size % step ? i * step % size : i; };
  const NodeDomain domains[] = {pointwise(64),    pointwise(64, false),
                                pointwise(8),     reduction(8, 8),
                                reduction(8, 8),  pointwise(64),
                                reduction(4, 16), {NodeDomain::Kind::External}};
  for (unsigned i = 0; i < size; ++i) {
    FusionNode &node = problem.nodes[id(i)];
    node.domain = domains[random.below(8)];
    node.bytes = int64_t(4) << random.below(5);
    for (unsigned k = 1 + random.below(3); k--;) {
      unsigned buffer = size + random.below(3);
      if (i && random.chance(75))
        buffer = id(i - 1 - random.below(std::min(i, 4u)));
      if (std::find(node.reads.begin(), node.reads.end(), buffer) ==
          node.reads.end())
        node.reads.push_back(buffer);
    }
    if (i && random.chance(10))
      node.after.push_back(id(random.below(i)));
    if (i && random.chance(15))
      problem.forbidden.emplace_back(id(i), id(random.below(i)));
    if (random.chance(40))
      problem.outputs.push_back(id(i));
  }
  return problem;
}

/// The least traffic of all partitions that verify, of at most some 8 nodes.
inline int64_t optimumByTrying(const FusionProblem &problem,
                               const FusionRules &rules) {
  std::vector<unsigned> order = sortTopologically(problem.predecessors()).order;
  unsigned size = order.size();
  std::vector<unsigned> block(size), most(size + 1);
  int64_t best = INT64_MAX;
  Predecessors before = problem.predecessors();
  // Restricted growth strings: block[i] is at most the number of blocks that
  // the nodes before it have.
  while (true) {
    for (unsigned i = 0; i < size; ++i)
      most[i + 1] = std::max(most[i], block[i] + 1);
    FusionPartition parts(most[size]);
    Predecessors quotient(parts.size());
    std::vector<unsigned> blockOf(size);
    for (unsigned i = 0; i < size; ++i) {
      parts[block[i]].push_back(order[i]);
      blockOf[order[i]] = block[i];
    }
    for (unsigned node = 0; node < size; ++node)
      for (unsigned other : before[node])
        if (blockOf[other] != blockOf[node])
          quotient[blockOf[node]].push_back(blockOf[other]);
    FusionPartition sorted;
    for (unsigned b : sortTopologically(quotient).order)
      sorted.push_back(parts[b]);
    if (sorted.size() == parts.size()) {
      if (llvm::Error error = problem.verify(sorted, rules))
        llvm::consumeError(std::move(error));
      else
        best = std::min(best, problem.traffic(sorted));
    }
    unsigned i = size;
    while (i && block[i - 1] >= most[i - 1])
      block[--i] = 0;
    if (i == 0)
      return best;
    ++block[i - 1];
  }
}

} // namespace mlir::stax

#endif // STAX_TEST_UNIT_SCHEDULING_FUSIONEXAMPLES_H
