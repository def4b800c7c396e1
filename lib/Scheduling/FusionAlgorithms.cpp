//===- FusionAlgorithms.cpp - The fusion solvers by name ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/FusionAlgorithms.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

FusionPartition mlir::stax::fuseNothing(const FusionProblem &problem) {
  FusionPartition partition;
  for (unsigned node : sortTopologically(problem.predecessors()).order)
    partition.push_back({node});
  return partition;
}

ArrayRef<FusionAlgorithm> mlir::stax::fusionAlgorithms() {
  using Result = Expected<FusionPartition>;
  using Problem = const FusionProblem &;
  using Options = const FusionOptions &;
  static const FusionAlgorithm algorithms[] = {
      {"gain", "the greatest saving first, then refinement", FusionSpace::Block,
       [](Problem problem, Options options) -> Result {
         return fuseByGain(problem, options);
       }},
      {"exact", "the least traffic, for few nodes", FusionSpace::Block,
       fuseExactly},
      {"greedy-textbook", "rounds of pairs by score", FusionSpace::Pairwise,
       [](Problem problem, Options options) -> Result {
         return fuseGreedily(problem, options);
       }},
      {"none", "a kernel for each node", FusionSpace::Block,
       [](Problem problem, Options) -> Result { return fuseNothing(problem); }},
  };
  return algorithms;
}

const FusionAlgorithm *mlir::stax::findFusionAlgorithm(StringRef name) {
  const auto *it = find_if(fusionAlgorithms(), [&](const FusionAlgorithm &a) {
    return a.name == name;
  });
  return it == fusionAlgorithms().end() ? nullptr : it;
}
