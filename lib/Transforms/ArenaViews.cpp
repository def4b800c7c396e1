//===- ArenaViews.cpp - The views of arenas in a planned function ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaViews.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

/// Whether `to` is a result of a call that is never `from`.
static bool isSeparatedByCall(Value from, Value to,
                              const CallSummaries *summaries) {
  auto call = to.getDefiningOp<CallOpInterface>();
  if (!call || !summaries)
    return false;
  for (auto [number, operand] : llvm::enumerate(call.getArgOperands()))
    if (operand == from && summaries->getArgument(call, number).isReturned)
      return false;
  return true;
}

/// Whether `user` frees a buffer if that is another one: where branches meet,
/// upstream's deallocation compares owners in a branch.
static bool isFreeOfAnother(Operation *user) {
  auto dealloc = dyn_cast<memref::DeallocOp>(user);
  if (!dealloc || !isa<scf::IfOp>(dealloc->getParentOp()))
    return false;
  Value root = dealloc.getMemref();
  while (Operation *op = root.getDefiningOp()) {
    if (isa<memref::ViewOp>(op))
      return false;
    if (!isa<ViewLikeOpInterface, memref::ExtractStridedMetadataOp>(op))
      break;
    root = op->getOperand(0);
  }
  return true;
}

/// Whether `user` looks at no element of its operands.
static bool isQuery(Operation *user) {
  return isa<ViewLikeOpInterface, ShapedDimOpInterface,
             memref::ExtractStridedMetadataOp,
             memref::ExtractAlignedPointerAsIndexOp>(user);
}

ArenaView ViewLives::trace(memref::ViewOp view) {
  ArenaView result;
  result.view = view;
  llvm::SetVector<Value> aliases;
  aliases.insert(view.getResult());
  for (size_t next = 0; next < aliases.size(); ++next) {
    Value from = aliases[next];
    auto targets = flow.find(from);
    if (targets == flow.end())
      continue;
    for (Value to : targets->second)
      if (!isSeparatedByCall(from, to, summaries))
        aliases.insert(to);
  }
  result.aliases = aliases.takeVector();
  for (Value alias : result.aliases)
    for (Operation *user : alias.getUsers())
      if (!isQuery(user) && !isFreeOfAnother(user))
        result.users.push_back(user);
  return result;
}

/// The innermost block that holds, possibly in nested regions, the view and all
/// its users.
static Block *findHome(const ArenaView &view) {
  Block *home = memref::ViewOp(view.view)->getBlock();
  for (Operation *user : view.users)
    while (!home->getParent()->findAncestorOpInRegion(*user))
      home = home->getParentOp()->getBlock();
  return home;
}

/// Whether control can come from `from` to `to`, blocks of one region.
static bool canReach(Block *from, Block *to) {
  llvm::SetVector<Block *> reached;
  reached.insert(from);
  for (size_t next = 0; next < reached.size(); ++next)
    reached.insert_range(reached[next]->getSuccessors());
  return reached.contains(to);
}

/// Whether a value that may be the view comes to the next iteration of a loop
/// around it.
static bool isCarried(const ArenaView &view) {
  memref::ViewOp op = view.view;
  return llvm::any_of(view.aliases, [&](Value alias) {
    auto argument = dyn_cast<BlockArgument>(alias);
    if (!argument)
      return false;
    Block *block = argument.getOwner();
    Block *inside =
        block->getParent()->findAncestorBlockInRegion(*op->getBlock());
    return inside && canReach(block, inside);
  });
}

static LogicalResult checkRegions(memref::ViewOp view, Block *home) {
  bool isHome = false;
  for (Block *block = view->getBlock();;
       block = block->getParentOp()->getBlock()) {
    isHome |= block == home;
    Operation *parent = block->getParentOp();
    if (isa<FunctionOpInterface>(parent))
      return success();
    if (parent->hasTrait<OpTrait::HasParallelRegion>())
      return view.emitOpError("of an arena is in a parallel region, where it "
                              "may exist several times at once");
    auto branch = dyn_cast<RegionBranchOpInterface>(parent);
    if (!isHome && (!branch || branch.hasLoop()))
      return view.emitOpError("of an arena is used outside of the loop that "
                              "makes it");
  }
}

LogicalResult ViewLives::addEvents(const ArenaView &view, unsigned number,
                                   ViewEvents &events) {
  if (view.users.empty())
    return success();
  memref::ViewOp op = view.view;
  Block *home = findHome(view);
  if (isCarried(view))
    return op.emitOpError("of an arena is used in another iteration of a loop "
                          "than the one that makes it");
  if (failed(checkRegions(op, home)))
    return failure();
  addBlockEvents(view, number, home, events);
  return success();
}

namespace {
/// The first and last operation of a block that hold users of a view.
struct Span {
  Operation *first = nullptr;
  Operation *last = nullptr;

  void add(Operation *op) {
    if (!first || op->isBeforeInBlock(first))
      first = op;
    if (!last || last->isBeforeInBlock(op))
      last = op;
  }
};
} // namespace

/// Blocks that control can come to after one of `touched`.
static llvm::SetVector<Block *>
findReached(const llvm::MapVector<Block *, Span> &touched) {
  llvm::SetVector<Block *> reached;
  for (auto &[block, span] : touched)
    reached.insert_range(block->getSuccessors());
  for (size_t next = 0; next < reached.size(); ++next)
    reached.insert_range(reached[next]->getSuccessors());
  return reached;
}

void ViewLives::addBlockEvents(const ArenaView &view, unsigned number,
                               Block *home, ViewEvents &events) {
  memref::ViewOp op = view.view;
  Region *region = home->getParent();
  Span inner; // in the block of the view
  llvm::MapVector<Block *, Span> touched;
  for (Operation *user : view.users) {
    if (Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user))
      inner.add(ancestor);
    Operation *ancestor = region->findAncestorOpInRegion(*user);
    touched[ancestor->getBlock()].add(ancestor);
  }
  llvm::SetVector<Block *> reached = findReached(touched);
  Block *first = region->findAncestorBlockInRegion(*op->getBlock());
  for (Block &block : *region) {
    auto isAny = [&](const Liveness::ValueSetT &values) {
      return llvm::any_of(view.aliases,
                          [&](Value alias) { return values.contains(alias); });
    };
    auto span = touched.find(&block);
    bool isTouched = span != touched.end();
    bool isIn = reached.contains(&block) && isAny(liveness.getLiveIn(&block));
    bool isOut = (isTouched || isIn) && isAny(liveness.getLiveOut(&block));
    if (isIn && (isTouched || isOut))
      events.entering[&block].push_back(number);
    else if (isTouched)
      events
          .starts[&block == first && inner.first ? inner.first
                                                 : span->second.first]
          .push_back(number);
    if (isTouched && !isOut)
      events.ends[span->second.last].push_back(number);
  }
}
