//===- FusionExplanation.cpp - Why an answer is not fused further ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionCandidate.h"
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

std::vector<FusionDecision>
mlir::stax::explainFusion(const FusionProblem &problem,
                          const FusionOptions &options,
                          const FusionPartition &partition) {
  FusionGraph graph(problem, options.rules);
  FusionBlocks blocks(graph, options.rules, numberBlocks(graph, partition));
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
      FusionCandidate pair(blocks, partner, block);
      FusionReason reason = pair.check(blocks, options);
      std::optional<unsigned> third;
      if (reason == FusionReason::None)
        third = blocks.findBetween(partner, block);
      if (third)
        reason = FusionReason::Cycle;
      decisions.push_back(
          pair.describe(graph, blocks, options, reason, third.value_or(0)));
    }
  }
  return decisions;
}
