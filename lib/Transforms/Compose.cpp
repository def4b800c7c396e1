//===- Compose.cpp - Computes pointwise values where they are read --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Visits the nodes of a block in their order, so that a value's own producers
// have been decided when it is. A visited node is simplified first: what was
// composed into it becomes one expression, whose size then bounds how far it
// is composed further. That, and not the number of paths, is how large regions
// grow.
//
// Decisions come from ComposeCost.cpp, exactness from stax/IR/Composition.h.
// Under the cost rule values are visited again while something was composed:
// users that were several may have become one.
//
//===----------------------------------------------------------------------===//

#include "ComposeCost.h"
#include "stax/IR/Composition.h"
#include "stax/IR/Extents.h"
#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::stax {
#define GEN_PASS_DEF_COMPOSEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Sweeps under the cost rule; few programs need a third.
static constexpr unsigned kMaxSweeps = 8;

namespace {
/// Composes the values of one function.
class Composer {
public:
  Composer(RewriterBase &rewriter, const ComposePassOptions &options)
      : rewriter(rewriter), options(options) {}

  void run(Operation *function);

private:
  bool sweep(Operation *function, bool isLast);
  void numberWrites(Operation *function);
  void simplify(Operation *op);
  bool composeMoves(PointwiseOp op);
  bool isStale(PointwiseOp op, Operation *user);
  std::optional<StringRef> findObstacle(PointwiseOp op);
  bool composeIfWorthwhile(PointwiseOp op);
  void composeInto(PointwiseOp op, Operation *user);
  void report(PointwiseOp op, bool composed, StringRef code,
              const ComposeFacts &facts);

  RewriterBase &rewriter;
  const ComposePassOptions &options;
  /// How many operations before a node, in its block, may write to memory.
  DenseMap<Operation *, unsigned> writesBefore;
  /// Operations that were composed into since they were simplified.
  llvm::DenseSet<Operation *> changed;
  bool isReporting = false;
};
} // namespace

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Whether `op` may change memory that a tensor was taken from.
static bool mayWrite(Operation &op) {
  if (isMemoryEffectFree(&op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || op.getNumRegions() != 0 ||
         effects.hasEffect<MemoryEffects::Write>() ||
         effects.hasEffect<MemoryEffects::Free>();
}

void Composer::numberWrites(Operation *function) {
  writesBefore.clear();
  function->walk([&](Block *block) {
    unsigned writes = 0;
    for (Operation &op : *block) {
      if (DomainParts::isChangeable(&op))
        writesBefore[&op] = writes;
      writes += mayWrite(op);
    }
  });
}

/// Whether `tensor` is what memory held at one time, or a view of that.
static bool isSnapshot(Value tensor) {
  while (Operation *producer = tensor.getDefiningOp()) {
    if (!isMemoryEffectFree(producer))
      return true;
    if (!isa<tensor::CastOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(producer))
      return false;
    tensor = producer->getOperand(0);
  }
  return false;
}

/// Whether memory that `op` reads may have changed where `user` reads `op`.
bool Composer::isStale(PointwiseOp op, Operation *user) {
  return writesBefore.lookup(op) != writesBefore.lookup(user) &&
         llvm::any_of(op->getOperands(), [](Value operand) {
           return isa<TensorType>(operand.getType()) && isSnapshot(operand);
         });
}

//===----------------------------------------------------------------------===//
// One value
//===----------------------------------------------------------------------===//

void Composer::simplify(Operation *op) {
  while (composeViewInput(rewriter, op))
    changed.insert(op);
  if (!changed.erase(op))
    return;
  simplifyReads(rewriter, op);
  DominanceInfo dominance(op);
  eliminateCommonSubExpressions(rewriter, dominance, op);
  simplifyReads(rewriter, op);
}

/// Composes into `user` every read of a result of `op` that can be.
void Composer::composeInto(PointwiseOp op, Operation *user) {
  unsigned number = 0;
  auto node = cast<FusableOpInterface>(user);
  while (number < node.getOperandAccesses().size()) {
    Value operand = node.getOperandAccesses()[number].operand;
    if (operand.getDefiningOp() != op ||
        findComposeObstacle(user, number) != ComposeObstacle::None) {
      ++number;
      continue;
    }
    composeRead(rewriter, user, number);
    changed.insert(user);
  }
}

/// Composes `op`, which only moves elements, wherever it can be. Returns
/// whether nobody uses it any more.
bool Composer::composeMoves(PointwiseOp op) {
  for (Operation *user :
       llvm::SetVector<Operation *>(op->user_begin(), op->user_end())
           .takeVector())
    if (DomainParts::isChangeable(user) && !isStale(op, user))
      composeInto(op, user);
  return op->use_empty();
}

/// What stands against composing `op` into all its users.
std::optional<StringRef> Composer::findObstacle(PointwiseOp op) {
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (user->hasTrait<OpTrait::IsTerminator>())
      return "Output";
    std::optional<unsigned> read = DomainParts::getReadNumber(use);
    if (!read)
      return "OtherUse";
    ComposeObstacle obstacle = findComposeObstacle(user, *read);
    if (obstacle != ComposeObstacle::None)
      return stringifyObstacle(obstacle);
    if (isStale(op, user))
      return "StaleMemory";
  }
  return std::nullopt;
}

void Composer::report(PointwiseOp op, bool composed, StringRef code,
                      const ComposeFacts &facts) {
  if (!composed && !isReporting)
    return;
  auto named = [](StringRef name) {
    return remark::RemarkOpts::name(name).category("stax");
  };
  auto remark = composed ? remark::passed(op.getLoc(), named("Composed"))
                         : remark::missed(op.getLoc(), named("Kept"));
  remark << remark::metric("code", code);
  if (facts.users == 0)
    return;
  remark << remark::metric("users", facts.users)
         << remark::metric("ops", facts.ops)
         << remark::metric("reads", facts.reads)
         << remark::metric("points", int64_t(facts.points))
         << remark::metric("evaluated", int64_t(facts.evaluated))
         << remark::metric("saved-bytes", int64_t(facts.savedBytes));
}

/// Composes `op` into all its users if the rule says so.
bool Composer::composeIfWorthwhile(PointwiseOp op) {
  if (std::optional<StringRef> obstacle = findObstacle(op)) {
    report(op, /*composed=*/false, *obstacle, ComposeFacts());
    return false;
  }
  ComposeFacts facts = getComposeFacts(op, options.target);
  ComposeReason reason = decideComposition(facts, options);
  report(op, isComposed(reason), stringifyComposeReason(reason), facts);
  if (!isComposed(reason))
    return false;
  for (Operation *user :
       llvm::SetVector<Operation *>(op->user_begin(), op->user_end())
           .takeVector())
    composeInto(op, user);
  return true;
}

//===----------------------------------------------------------------------===//
// All values
//===----------------------------------------------------------------------===//

/// Whether `op` computes nothing for any of its results.
static bool isMove(PointwiseOp op) {
  return llvm::all_of(op.getBodyBlock()->getTerminator()->getOperands(),
                      [&](Value value) { return isMovedOrUniform(op, value); });
}

/// Visits all nodes once; returns whether a value was composed.
bool Composer::sweep(Operation *function, bool isLast) {
  isReporting = isLast;
  numberWrites(function);
  SmallVector<Operation *> nodes;
  function->walk([&](Operation *op) {
    if (DomainParts::isChangeable(op))
      nodes.push_back(op);
  });
  bool isChanged = false;
  for (Operation *node : nodes) {
    simplify(node);
    auto op = dyn_cast<PointwiseOp>(node);
    if (!op || op->use_empty())
      continue;
    bool isGone = isMove(op) && composeMoves(op);
    if (!isGone && !composeIfWorthwhile(op))
      continue;
    rewriter.eraseOp(op);
    isChanged = true;
  }
  return isChanged;
}

void Composer::run(Operation *function) {
  function->walk([&](tensor::DimOp dim) { resolveDim(rewriter, dim); });
  if (options.rule == ComposeRule::Textbook) {
    sweep(function, /*isLast=*/true);
    return;
  }
  unsigned sweeps = 1;
  while (sweep(function, /*isLast=*/false) && sweeps < kMaxSweeps)
    ++sweeps;
  sweep(function, /*isLast=*/true);
}

namespace {
struct ComposePass : stax::impl::ComposePassBase<ComposePass> {
  using ComposePassBase::ComposePassBase;

  void runOnOperation() override {
    if (rule == ComposeRule::None)
      return;
    IRRewriter rewriter(&getContext());
    Composer(rewriter, getOptions()).run(getOperation());
  }

  ComposePassOptions getOptions() const {
    ComposePassOptions options;
    options.rule = rule;
    options.target = target;
    options.maxOps = maxOps;
    options.maxReads = maxReads;
    options.copyBudget = copyBudget;
    return options;
  }
};
} // namespace
