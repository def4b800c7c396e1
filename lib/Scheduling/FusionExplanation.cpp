//===- FusionExplanation.cpp - Why an answer is not fused further ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionCandidate.h"
#include "FusionPeak.h"
#include "FusionSolvers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

static std::vector<unsigned> numberBlocks(const FusionGraph &graph,
                                          const FusionPartition &partition) {
  std::vector<unsigned> ofId(graph.size()), result;
  for (auto [block, members] : enumerate(partition))
    for (unsigned id : members)
      ofId[id] = block;
  for (unsigned id : graph.original)
    result.push_back(ofId[id]);
  return result;
}

namespace {
/// Asks about pairs of blocks of an answer.
class Explanation {
public:
  Explanation(const FusionGraph &graph, const FusionOptions &options,
              const std::vector<unsigned> &blockOf)
      : graph(graph), options(options), blocks(graph, options.rules, blockOf),
        peak(graph, options) {}

  std::vector<FusionDecision> explainAll();

private:
  FusionDecision explain(unsigned a, unsigned b);

  const FusionGraph &graph;
  const FusionOptions &options;
  FusionBlocks blocks;
  FusionPeak peak;
};
} // namespace

FusionDecision Explanation::explain(unsigned a, unsigned b) {
  FusionCandidate pair(blocks, a, b);
  auto describe = [&](FusionReason reason, unsigned third = 0) {
    return pair.describe(graph, blocks, options, reason, third);
  };
  FusionReason reason = pair.check(blocks, options);
  if (reason != FusionReason::None)
    return describe(reason);
  if (std::optional<unsigned> third = blocks.findBetween(a, b))
    return describe(FusionReason::Cycle, *third);
  FusionDecision decision = describe(FusionReason::None);
  // Who gains nothing is left alone for that.
  if (!peak.isLimited() || decision.gain <= 0)
    return decision;
  int64_t found = peak.peakIfMerged(blocks.blocks(), a, b);
  if (found > peak.limit()) {
    decision.reason = FusionReason::PeakRise;
    decision.found = found;
    decision.limit = peak.limit();
  }
  return decision;
}

std::vector<FusionDecision> Explanation::explainAll() {
  std::vector<FusionDecision> decisions;
  SmallVector<unsigned> partners;
  for (unsigned node = 0; node < graph.size(); ++node) {
    unsigned block = blocks.blockOf(node);
    if (blocks.first(block) != node)
      continue;
    partners.clear();
    blocks.findPartners(block, blocks.members(block), partners);
    llvm::sort(partners, [&](unsigned x, unsigned y) {
      return blocks.first(x) < blocks.first(y);
    });
    for (unsigned partner : partners) {
      if (blocks.first(partner) > node)
        break;
      decisions.push_back(explain(partner, block));
    }
  }
  return decisions;
}

std::vector<FusionDecision>
mlir::stax::explainFusion(const FusionProblem &problem,
                          const FusionOptions &options,
                          const FusionPartition &partition) {
  FusionGraph graph(problem, options.rules);
  return Explanation(graph, options, numberBlocks(graph, partition))
      .explainAll();
}
