//===- FusionRemarks.h - Why operations share a kernel ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_FUSIONREMARKS_H
#define STAX_LIB_TRANSFORMS_FUSIONREMARKS_H

#include "FusionModel.h"
#include "stax/Scheduling/FusionAlgorithms.h"

namespace mlir::stax {

/// Says in words what speaks against fusing the parts of a partition.
class FusionExplainer {
public:
  /// Decisions are about `partition`, which may leave out nodes that are alone.
  FusionExplainer(const DependenceGraph &graph, const FusionModel &model,
                  const FusionPartition &partition = {});

  std::string explain(const FusionDecision &decision) const;

private:
  std::string explainDomains(const FusionDecision &decision) const;
  std::string explainForbidden(unsigned a, unsigned b) const;

  const DependenceGraph &graph;
  const FusionModel &model;
  std::vector<unsigned> partOf; ///< of each node, the least one with it
  /// Of two parts that have one, the first forbidden pair of their nodes.
  llvm::DenseMap<std::pair<unsigned, unsigned>, std::pair<unsigned, unsigned>>
      forbidden;
};

/// Reports each decision about a pair at its later operation, as passed or
/// missed, with the reason and its numbers.
void reportDecisions(const DependenceGraph &graph,
                     const FusionExplainer &explainer,
                     ArrayRef<FusionDecision> decisions);

/// Reports each round at the first operation of the graph, as analysis.
void reportRounds(const DependenceGraph &graph, ArrayRef<FusionRound> rounds);

/// Reports, as missed, why a block is not fused optimally.
void reportNotExact(const DependenceGraph &graph, StringRef reason);

/// Reports the kernels of a partition at their first operations, as passed
/// where there are several, and what the partition moves.
void reportPartition(const DependenceGraph &graph, const FusionModel &model,
                     const FusionPartition &partition);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_FUSIONREMARKS_H
