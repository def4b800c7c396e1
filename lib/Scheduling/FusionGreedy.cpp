//===- FusionGreedy.cpp - Fusion in rounds, best score first --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pair that a round rejects stays rejected until one of its blocks changes:
// rules only get tighter, and a path through a third block stays. So a round
// looks only at pairs with a block that the round before it made.
//
//===----------------------------------------------------------------------===//

#include "FusionCandidate.h"
#include "FusionSolvers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

namespace {
class GreedyFusion {
public:
  GreedyFusion(const FusionGraph &graph, const FusionOptions &options,
               FusionLog *log)
      : graph(graph), options(options), log(log), blocks(graph, options.rules) {
  }

  std::vector<unsigned> run();

private:
  void runRounds(std::vector<unsigned> changed);
  std::vector<FusionCandidate> collect(ArrayRef<unsigned> changed);
  std::vector<unsigned> fuse(ArrayRef<FusionCandidate> candidates);
  void record(const FusionCandidate &pair, FusionReason reason,
              unsigned third = 0);

  const FusionGraph &graph;
  const FusionOptions &options;
  FusionLog *log;
  FusionBlocks blocks;
  bool withTemplates = false;
  unsigned round = 0;
};
} // namespace

/// Weights make "only bytes count if they differ by more than 16 times" a total
/// order.
static bool isBetter(const FusionCandidate &x, const FusionCandidate &y) {
  if (x.weight != y.weight)
    return x.weight > y.weight;
  auto key = [](const FusionCandidate &c) {
    return std::tuple(!c.alike, -c.sharing.bytes, -int64_t(c.sharing.count),
                      c.firstB - c.firstA, c.firstA, c.firstB);
  };
  return key(x) < key(y);
}

void GreedyFusion::record(const FusionCandidate &pair, FusionReason reason,
                          unsigned third) {
  if (!log)
    return;
  log->decisions.push_back(
      pair.describe(graph, blocks, options, reason, third));
  log->decisions.back().round = round;
}

/// The pairs with a block in `changed` that obey the rules, best first.
std::vector<FusionCandidate> GreedyFusion::collect(ArrayRef<unsigned> changed) {
  std::vector<std::pair<unsigned, unsigned>> pairs;
  SmallVector<unsigned> partners;
  for (unsigned a : changed) {
    partners.clear();
    blocks.findPartners(a, blocks.members(a), partners);
    for (unsigned b : partners)
      if (withTemplates || !(blocks.hasTemplate(a) || blocks.hasTemplate(b)))
        pairs.push_back(std::minmax(a, b));
  }
  llvm::sort(pairs);
  pairs.erase(llvm::unique(pairs), pairs.end());

  std::vector<FusionCandidate> candidates;
  for (auto [a, b] : pairs) {
    FusionCandidate pair(blocks, a, b);
    FusionReason reason = pair.check(blocks, options);
    if (reason == FusionReason::None)
      candidates.push_back(pair);
    else
      record(pair, reason);
  }
  llvm::sort(candidates, isBetter);
  return candidates;
}

/// One round; returns the blocks that it made.
std::vector<unsigned> GreedyFusion::fuse(ArrayRef<FusionCandidate> candidates) {
  std::vector<unsigned> made;
  BitVector taken(graph.size());
  for (const FusionCandidate &pair : candidates) {
    if (taken[pair.a] || taken[pair.b]) {
      record(pair, FusionReason::Taken);
    } else if (auto third = blocks.merge(pair.a, pair.b)) {
      record(pair, FusionReason::Cycle, *third);
    } else {
      record(pair, FusionReason::None);
      taken.set(pair.a);
      taken.set(pair.b);
      made.push_back(blocks.isAlive(pair.a) ? pair.a : pair.b);
    }
  }
  return made;
}

void GreedyFusion::runRounds(std::vector<unsigned> changed) {
  for (unsigned i = 0; i < options.rounds && !changed.empty(); ++i) {
    ++round;
    std::vector<FusionCandidate> candidates = collect(changed);
    changed = fuse(candidates);
    if (log)
      log->rounds.push_back(
          {unsigned(candidates.size()), unsigned(changed.size())});
  }
}

std::vector<unsigned> GreedyFusion::run() {
  std::vector<unsigned> all(graph.size());
  std::iota(all.begin(), all.end(), 0);
  runRounds(std::move(all));
  if (graph.isTemplate.any()) {
    withTemplates = true;
    runRounds(
        {graph.isTemplate.set_bits_begin(), graph.isTemplate.set_bits_end()});
  }
  return blocks.blocks();
}

std::vector<unsigned> mlir::stax::mergeInRounds(const FusionGraph &graph,
                                                const FusionOptions &options,
                                                FusionLog *log) {
  return GreedyFusion(graph, options, log).run();
}

FusionPartition mlir::stax::fuseGreedily(const FusionProblem &problem,
                                         const FusionOptions &options,
                                         FusionLog *log) {
  FusionGraph graph(problem, options.rules);
  return graph.partition(mergeInRounds(graph, options, log));
}
