//===- EliminateCommonNodes.cpp - Computes equal values once --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk with a table of what has been computed. Unlike that of upstream's
// CSE, its hash covers regions: of thousands of nodes that read the same
// tensors and differ only in their regions, each would be compared with all.
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::stax {
#define GEN_PASS_DEF_ELIMINATECOMMONNODESPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Equal for operations that compute the same, regions included.
static llvm::hash_code hashComputation(Operation *op) {
  auto hashOperand = [&](Value value) {
    bool isInside = op->isAncestor(value.getParentBlock()->getParentOp());
    return isInside ? llvm::hash_code(0) : hash_value(value);
  };
  llvm::hash_code hash(0);
  op->walk<WalkOrder::PreOrder>([&](Operation *nested) {
    hash = llvm::hash_combine(hash, OperationEquivalence::computeHash(
                                        nested, hashOperand,
                                        OperationEquivalence::ignoreHashValue,
                                        OperationEquivalence::IgnoreLocations));
  });
  return hash;
}

namespace {
/// An operation and its hash, which is taken once.
struct Computation {
  Operation *op;
  unsigned hash;
};

struct ComputationInfo {
  static Computation getEmptyKey() {
    return {DenseMapInfo<Operation *>::getEmptyKey(), 0};
  }
  static Computation getTombstoneKey() {
    return {DenseMapInfo<Operation *>::getTombstoneKey(), 0};
  }
  static unsigned getHashValue(const Computation &key) { return key.hash; }
  static bool isEqual(const Computation &lhs, const Computation &rhs) {
    if (lhs.op == rhs.op)
      return true;
    auto isSpecial = [](Operation *op) {
      return op == getEmptyKey().op || op == getTombstoneKey().op;
    };
    return lhs.hash == rhs.hash && !isSpecial(lhs.op) && !isSpecial(rhs.op) &&
           OperationEquivalence::isEquivalentTo(
               lhs.op, rhs.op, OperationEquivalence::IgnoreLocations);
  }
};

struct EliminateCommonNodesPass
    : stax::impl::EliminateCommonNodesPassBase<EliminateCommonNodesPass> {
  using EliminateCommonNodesPassBase::EliminateCommonNodesPassBase;

  void runOnOperation() override;
};
} // namespace

/// The operation around `op` whose regions use no values from outside.
static Operation *getIsolatedParent(Operation *op) {
  return op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
}

void EliminateCommonNodesPass::runOnOperation() {
  auto &dominance = getAnalysis<DominanceInfo>();
  llvm::DenseSet<Computation, ComputationInfo> known;
  SmallVector<Operation *> replaced;
  // What is nested comes first, so that nothing changes that is in the table.
  getOperation().walk([&](Operation *op) {
    if (op->getNumResults() == 0 || !isMemoryEffectFree(op))
      return;
    Computation computation{op, unsigned(hashComputation(op))};
    auto [entry, isNew] = known.insert(computation);
    if (isNew)
      return;
    if (!dominance.properlyDominates(entry->op, op) ||
        getIsolatedParent(entry->op) != getIsolatedParent(op)) {
      known.erase(entry);
      known.insert(computation);
      return;
    }
    op->replaceAllUsesWith(entry->op);
    replaced.push_back(op);
  });
  // What is nested is in front of what it is in.
  for (Operation *op : replaced)
    op->erase();
}
