//===- FusionModel.h - The fusion problem of a block ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Projects a dependence graph onto a FusionProblem such that every partition
// which obeys the problem's rules can be built: loops of a kernel have the
// names of LoopAxes, and pairs whose accesses do not lie over each other are
// forbidden. Node i of the problem is node i of the graph.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_FUSIONMODEL_H
#define STAX_LIB_TRANSFORMS_FUSIONMODEL_H

#include "stax/Analysis/LoopAxes.h"
#include "stax/Scheduling/FusionProblem.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::stax {

/// What fusion has to know of the machine.
struct FusionMachine {
  int64_t threads = 8;              ///< that kernels are to keep busy
  int64_t cacheBudget = 512 * 1024; ///< half of the cache that a core has

  /// The machine that the module around `op` is for, or the above where it does
  /// not say.
  static FusionMachine get(Operation *op);
};

class FusionModel {
public:
  /// Rows of up to `cacheBudget` bytes may be read again in a kernel.
  FusionModel(const DependenceGraph &graph, const LoopAxes &axes,
              const FusionRules &rules, int64_t cacheBudget);

  const FusionProblem &getProblem() const { return problem; }

  /// Why two nodes must not share a kernel, in either order; empty if the
  /// problem does not forbid the pair.
  StringRef whyForbidden(unsigned a, unsigned b) const;

private:
  NodeDomain getDomain(unsigned number);
  void addNode(unsigned number);
  void addRead(unsigned number, const GraphAccess &access);
  void guardCache(unsigned reader, unsigned reduction);
  int64_t getRowBytes(unsigned number, int64_t points) const;
  void forbid(unsigned from, unsigned to, std::string reason);
  unsigned getInput(unsigned number, const GraphAccess &access);

  /// Reads of one input that are the same: all aligned ones, those of one
  /// index, or all others.
  using InputKey = std::tuple<unsigned, unsigned, AccessIndex>;

  const DependenceGraph &graph;
  const LoopAxes &axes;
  FusionRules rules;
  int64_t cacheBudget;
  FusionProblem problem;
  std::map<InputKey, unsigned> inputs;
  std::map<std::pair<int64_t, int64_t>, unsigned> places;
  llvm::MapVector<std::pair<unsigned, unsigned>, std::string> reasons;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_FUSIONMODEL_H
