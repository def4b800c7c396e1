//===- MergeParallelRegions.cpp - One region for adjacent loops -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Starting threads costs about as much as a small kernel. Adjacent parallel
// regions become one, in which threads wait between two loops only where the
// later one may access what the earlier one wrote, or write what it read.
//
//===----------------------------------------------------------------------===//

#include "Workers.h"
#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::stax {
#define GEN_PASS_DEF_MERGEPARALLELREGIONSPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

static Value getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Whether `root` is memory that no other root is. Two arguments may be parts
/// of one arena that are used one after the other.
static bool isAlone(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root)) {
    auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
    return function &&
           function.getArgAttr(argument.getArgNumber(),
                               LLVM::LLVMDialect::getNoAliasAttrName());
  }
  return isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(
      root.getDefiningOp());
}

//===----------------------------------------------------------------------===//
// Footprints
//===----------------------------------------------------------------------===//

namespace {
/// Memory, as the roots of memrefs.
struct Memory {
  DenseSet<Value> roots;
  bool hasShared = false; ///< some root may be memory that others are, too

  void insert(Value root);
  void insert(const Memory &other);
  bool overlaps(const Memory &other) const;
};

/// What loops read and write.
struct Footprint {
  Memory reads, writes;
  bool isUnknown = false;

  void add(Operation *root);
  void add(const Footprint &other);
  bool conflictsWith(const Footprint &later) const;

private:
  void addEffects(MemoryEffectOpInterface op);
};
} // namespace

void Memory::insert(Value root) {
  roots.insert(root);
  hasShared |= !isAlone(root);
}

void Memory::insert(const Memory &other) {
  roots.insert_range(other.roots);
  hasShared |= other.hasShared;
}

bool Memory::overlaps(const Memory &other) const {
  return (hasShared && other.hasShared) || llvm::any_of(roots, [&](Value root) {
           return other.roots.contains(root);
         });
}

void Footprint::addEffects(MemoryEffectOpInterface op) {
  SmallVector<MemoryEffects::EffectInstance> instances;
  op.getEffects(instances);
  for (const MemoryEffects::EffectInstance &effect : instances) {
    // Arrays of a thread are its own.
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      continue;
    Value value = effect.getValue();
    if (!value)
      isUnknown = true;
    else if (isa<MemoryEffects::Read>(effect.getEffect()))
      reads.insert(getRoot(value));
    else
      writes.insert(getRoot(value));
  }
}

void Footprint::add(Operation *root) {
  root->walk([&](Operation *op) {
    if (op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
        isa<omp::LoopNestOp>(op))
      return;
    if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
      addEffects(effects);
    else
      isUnknown |= !isMemoryEffectFree(op);
  });
}

void Footprint::add(const Footprint &other) {
  reads.insert(other.reads);
  writes.insert(other.writes);
  isUnknown |= other.isUnknown;
}

bool Footprint::conflictsWith(const Footprint &later) const {
  return isUnknown || later.isUnknown || writes.overlaps(later.reads) ||
         writes.overlaps(later.writes) || reads.overlaps(later.writes);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

static Block &getBody(omp::ParallelOp op) { return op.getRegion().front(); }

static SmallVector<omp::WsloopOp> getLoops(omp::ParallelOp op) {
  return llvm::to_vector(getBody(op).getOps<omp::WsloopOp>());
}

static bool isThreadNumber(Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  return call && call.getCallee() == kThreadNumberFunction;
}

/// Whether `op` is loops, and in front of them what each thread has.
static bool isMergeable(omp::ParallelOp op) {
  size_t clauses = (op.getIfExpr() ? 1 : 0) + (op.getNumThreads() ? 1 : 0);
  return op->getNumOperands() == clauses &&
         llvm::hasSingleElement(op.getRegion()) && !getLoops(op).empty() &&
         llvm::all_of(getBody(op), [](Operation &inner) {
           return isa<memref::AllocaOp, omp::WsloopOp, omp::TerminatorOp>(
                      inner) ||
                  isThreadNumber(&inner) || isPure(&inner);
         });
}

/// Whether threads that `next` asks for may run `op`: their number must be
/// known in front of it, and the same as that which `op` asks for.
static bool haveSameThreads(omp::ParallelOp op, omp::ParallelOp next) {
  Value threads = next.getNumThreads();
  if (!threads || threads == op.getNumThreads())
    return true;
  Operation *definingOp = threads.getDefiningOp();
  return !op.getNumThreads() &&
         (!definingOp || (definingOp->getBlock() == op->getBlock() &&
                          definingOp->isBeforeInBlock(op)));
}

/// The next region after `op` that may be one with it. In between are only
/// operations without effects, which `between` gets.
static omp::ParallelOp findNext(omp::ParallelOp op,
                                SmallVectorImpl<Operation *> &between) {
  for (Operation *next = op->getNextNode(); next; next = next->getNextNode()) {
    if (auto parallel = dyn_cast<omp::ParallelOp>(next))
      return isMergeable(parallel) && haveSameThreads(op, parallel)
                 ? parallel
                 : omp::ParallelOp();
    if (!isMemoryEffectFree(next))
      return {};
    between.push_back(next);
  }
  return {};
}

/// Lets threads run `op` where they would have run `next`, too.
static void uniteConditions(RewriterBase &rewriter, omp::ParallelOp op,
                            omp::ParallelOp next) {
  if (!op.getIfExpr() || op.getIfExpr() == next.getIfExpr())
    return;
  if (!next.getIfExpr()) {
    op.getIfExprMutable().clear();
    return;
  }
  rewriter.setInsertionPoint(op);
  Value any = arith::OrIOp::create(rewriter, op.getLoc(), op.getIfExpr(),
                                   next.getIfExpr());
  op.getIfExprMutable().assign(any);
}

/// Moves the loops of `next` into `op`.
static void merge(RewriterBase &rewriter, omp::ParallelOp op,
                  omp::ParallelOp next, ArrayRef<Operation *> between) {
  for (Operation *free : between)
    free->moveBefore(op);
  uniteConditions(rewriter, op, next);
  if (!op.getNumThreads() && next.getNumThreads())
    op.getNumThreadsMutable().assign(next.getNumThreads());
  Block &body = getBody(op);
  Operation *last = body.getTerminator();
  // Stack arrays stay at the start, where each thread has one.
  for (auto alloca :
       llvm::make_early_inc_range(getBody(next).getOps<memref::AllocaOp>()))
    alloca->moveBefore(&body, body.begin());
  rewriter.inlineBlockBefore(&getBody(next), last);
  rewriter.eraseOp(last);
  rewriter.eraseOp(next);
}

/// Merges into `region` what follows, and lets threads wait where they must.
static void mergeFollowing(RewriterBase &rewriter, omp::ParallelOp region) {
  // What loops access that threads have not waited for.
  Footprint earlier;
  earlier.add(region);
  while (true) {
    SmallVector<Operation *> between;
    omp::ParallelOp next = findNext(region, between);
    if (!next)
      break;
    Footprint later;
    later.add(next);
    if (earlier.conflictsWith(later))
      earlier = std::move(later);
    else {
      getLoops(region).back().setNowait(true);
      earlier.add(later);
    }
    merge(rewriter, region, next, between);
  }
  // The end of the region waits for all.
  getLoops(region).back().setNowait(true);
}

namespace {
struct MergeParallelRegionsPass
    : public stax::impl::MergeParallelRegionsPassBase<
          MergeParallelRegionsPass> {
  using MergeParallelRegionsPassBase::MergeParallelRegionsPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation().walk([&](Block *block) {
      // Those that follow one are gone when it is done.
      for (Operation &op : *block)
        if (auto region = dyn_cast<omp::ParallelOp>(op))
          if (isMergeable(region))
            mergeFollowing(rewriter, region);
    });
  }
};
} // namespace
