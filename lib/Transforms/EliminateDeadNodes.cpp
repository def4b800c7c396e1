//===- EliminateDeadNodes.cpp - Deletes what nobody uses ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worklist that starts with all operations, users last, so that it takes
// users before what they use. What an operation that goes was using is looked
// at again; all else once.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/DomainParts.h"
#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::stax {
#define GEN_PASS_DEF_ELIMINATEDEADNODESPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Which results of `op` have uses.
static llvm::BitVector getUsedResults(Operation *op) {
  llvm::BitVector used(op->getNumResults());
  for (OpResult result : op->getResults())
    used[result.getResultNumber()] = !result.use_empty();
  return used;
}

/// The elements of `values` whose bits are set.
template <typename Range>
static auto select(Range &&values, const llvm::BitVector &bits) {
  SmallVector<std::decay_t<decltype(values[0])>> selected;
  for (unsigned position : bits.set_bits())
    selected.push_back(values[position]);
  return selected;
}

namespace {
class DeadNodeEliminator {
public:
  explicit DeadNodeEliminator(RewriterBase &rewriter) : rewriter(rewriter) {}

  void run(Operation *root);

private:
  void add(Operation *op) {
    if (pending.insert(op).second)
      worklist.push_back(op);
  }
  void revisitOperands(Operation *op);
  void erase(Operation *op);
  void visit(Operation *op);
  void shrinkPointwise(PointwiseOp op, const llvm::BitVector &used);
  void shrinkKernel(KernelOp op, const llvm::BitVector &used);
  void eraseDeadBody(Block &body);

  RewriterBase &rewriter;
  /// What to visit, the last one first; no longer so if it is not pending.
  SmallVector<Operation *> worklist;
  llvm::DenseSet<Operation *> pending;
};
} // namespace

/// What defines the values that `op`, and all in it, uses may be dead next.
void DeadNodeEliminator::revisitOperands(Operation *op) {
  op->walk([&](Operation *nested) {
    for (Value operand : nested->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        add(producer);
  });
}

/// Erases `op`, which is dead, and with it what it contains.
void DeadNodeEliminator::erase(Operation *op) {
  revisitOperands(op);
  op->walk([&](Operation *nested) { pending.erase(nested); });
  rewriter.eraseOp(op);
}

/// Erases the dead operations of `body`, the last ones first.
void DeadNodeEliminator::eraseDeadBody(Block &body) {
  for (Operation &op :
       llvm::make_early_inc_range(llvm::reverse(body.getOperations())))
    if (isOpTriviallyDead(&op))
      erase(&op);
}

void DeadNodeEliminator::shrinkPointwise(PointwiseOp op,
                                         const llvm::BitVector &used) {
  revisitOperands(op);
  pending.erase(op);
  PointwiseOp shrunk = dropResults(rewriter, op, used);
  eraseDeadBody(*shrunk.getBodyBlock());
  simplifyReads(rewriter, shrunk);
}

void DeadNodeEliminator::shrinkKernel(KernelOp op,
                                      const llvm::BitVector &used) {
  revisitOperands(op);
  pending.erase(op);
  Block *body = op.getBodyBlock();
  YieldOp yield = op.getYield();
  llvm::BitVector unused = used;
  unused.flip();
  rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
  eraseDeadBody(*body);

  unsigned numExtents = op.getDynamicExtents().size();
  llvm::BitVector keptIns(op.getIns().size());
  llvm::BitVector deadArguments(body->getNumArguments());
  for (unsigned in = 0; in < keptIns.size(); ++in) {
    keptIns[in] = !op.getInArguments()[in].use_empty();
    deadArguments[numExtents + in] = !keptIns[in];
  }
  rewriter.setInsertionPoint(op);
  SmallVector<OpFoldResult> extents = op.getExtents();
  auto shrunk = KernelOp::create(
      rewriter, op.getLoc(), ArrayRef(extents).take_front(op.getPar().size()),
      ArrayRef(extents).drop_front(op.getPar().size()),
      select(op.getIns(), keptIns), select(op.getOuts(), used));
  shrunk.setScheduleAttr(op.getScheduleAttr());
  shrunk->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  rewriter.inlineRegionBefore(op.getBody(), shrunk.getBody(),
                              shrunk.getBody().begin());
  rewriter.eraseBlock(&shrunk.getBody().back());
  shrunk.getBodyBlock()->eraseArguments(deadArguments);
  for (auto [result, kept] :
       llvm::zip_equal(used.set_bits(), shrunk.getResults()))
    rewriter.replaceAllUsesWith(op.getResult(result), kept);
  rewriter.eraseOp(op);
}

void DeadNodeEliminator::visit(Operation *op) {
  if (isOpTriviallyDead(op))
    return erase(op);
  if (op->getNumResults() < 2)
    return;
  llvm::BitVector used = getUsedResults(op);
  if (used.all())
    return;
  auto pointwise = dyn_cast<PointwiseOp>(op);
  if (pointwise && DomainParts::isChangeable(op))
    shrinkPointwise(pointwise, used);
  else if (auto kernel = dyn_cast<KernelOp>(op))
    shrinkKernel(kernel, used);
}

void DeadNodeEliminator::run(Operation *root) {
  root->walk([&](Operation *op) {
    if (op != root)
      add(op);
  });
  while (!worklist.empty()) {
    Operation *op = worklist.pop_back_val();
    if (pending.erase(op))
      visit(op);
  }
}

namespace {
struct EliminateDeadNodesPass
    : stax::impl::EliminateDeadNodesPassBase<EliminateDeadNodesPass> {
  using EliminateDeadNodesPassBase::EliminateDeadNodesPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    DeadNodeEliminator(rewriter).run(getOperation());
  }
};
} // namespace
