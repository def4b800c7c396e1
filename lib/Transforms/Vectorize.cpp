//===- Vectorize.cpp - Affine loops in vectors ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which loops run in vectors. What stays scalar keeps its loops; their
// combining steps become arithmetic here, in the order of their trees.
//
//===----------------------------------------------------------------------===//

#include "CombiningNest.h"
#include "Vectorize/ArgExtremes.h"
#include "Vectorize/ChunkTree.h"
#include "Vectorize/FloatExtremes.h"
#include "Vectorize/LoopVectorizer.h"
#include "Vectorize/NestVectorizer.h"
#include "Vectorize/SerialChunks.h"
#include "Vectorize/SerialScans.h"
#include "Vectorize/TileVectorizer.h"
#include "stax/IR/LoopSchedule.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Remarks.h"
#include "llvm/ADT/StringSwitch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_VECTORIZEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineParallelOp;

//===----------------------------------------------------------------------===//
// Target
//===----------------------------------------------------------------------===//

static TargetAttr getTargetAttr(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  return module ? module->getAttrOfType<TargetAttr>(kTargetAttr) : TargetAttr();
}

static std::optional<InstructionSet> getInstructionSet(TargetAttr target) {
  if (!target)
    return std::nullopt;
  return llvm::StringSwitch<InstructionSet>(target.getIsa())
      .Case("avx2", InstructionSet::AVX2)
      .Case("avx512", InstructionSet::AVX512)
      .Default(InstructionSet::None);
}

/// Elements of 32 bits in a register.
static int64_t getRegisterWidth(InstructionSet isa) {
  switch (isa) {
  case InstructionSet::AVX512:
    return 16;
  case InstructionSet::AVX2:
    return 8;
  case InstructionSet::None:
  case InstructionSet::FromTarget:
    return 4;
  }
  llvm_unreachable("all instruction sets have registers");
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// Chooses among the loops of a function.
class LoopSelector {
public:
  LoopSelector(RewriterBase &rewriter, VectorTarget target)
      : rewriter(rewriter), target(target) {}

  void run(func::FuncOp function);

private:
  struct Choice {
    Operation *loop;
    LoopPlan plan;
    /// Where trees have their points in several loops, those; `loop` is last.
    SmallVector<AffineForOp> nest;
  };

  std::optional<Choice> plan(Operation *loop, Refusal &refusal);
  bool tile(AffineParallelOp loop);
  void selectInNest(AffineParallelOp loop);
  void addPrefetches(AffineParallelOp loop, MutableArrayRef<Choice> choices);
  void addStreams(LoopPlan &plan);
  void prepare(Choice &choice);
  void apply(Choice &choice);

  RewriterBase &rewriter;
  VectorTarget target;
};
} // namespace

static bool isLoop(Operation *op) {
  return isa<AffineForOp, AffineParallelOp>(op);
}

/// Loops in `root`, itself included, that have no loop in them.
static SmallVector<Operation *> getInnermostLoops(Operation *root) {
  SmallVector<Operation *> loops;
  root->walk([&](Operation *op) {
    if (!isLoop(op))
      return;
    bool hasInner = op->walk([&](Operation *inner) {
                        return inner != op && isLoop(inner)
                                   ? WalkResult::interrupt()
                                   : WalkResult::advance();
                      }).wasInterrupted();
    if (!hasInner)
      loops.push_back(op);
  });
  return loops;
}

/// The number of iterations that would run in vectors, where known.
static std::optional<int64_t> getCount(Operation *loop) {
  if (auto sequential = dyn_cast<AffineForOp>(loop))
    return sequential.hasConstantBounds()
               ? std::optional(sequential.getConstantUpperBound() -
                               sequential.getConstantLowerBound())
               : std::nullopt;
  std::optional<SmallVector<int64_t, 8>> ranges =
      cast<AffineParallelOp>(loop).getConstantRanges();
  return ranges ? std::optional(ranges->back()) : std::nullopt;
}

/// A plan for `loop`, if it is worth one.
std::optional<LoopSelector::Choice> LoopSelector::plan(Operation *loop,
                                                       Refusal &refusal) {
  if (std::optional<int64_t> count = getCount(loop); count && *count < 4) {
    refusal = {loop, "it has fewer than 4 iterations"};
    return std::nullopt;
  }
  auto sequential = dyn_cast<AffineForOp>(loop);
  SmallVector<AffineForOp> nest;
  if (sequential)
    nest = getReductionNest(sequential);
  FailureOr<LoopPlan> plan =
      sequential ? planLoop(sequential, refusal, nest.front())
                 : planLoop(cast<AffineParallelOp>(loop), refusal);
  if (failed(plan))
    return std::nullopt;
  bool hasTree = llvm::any_of(plan->reductions, [](auto &reduction) {
    return reduction.tree != Tree::Serial;
  });
  // Without trees each row may be combined by itself.
  if (nest.size() == 1 || !hasTree)
    nest.clear();
  if (!nest.empty() &&
      !(plan->isMaskable() && target.hasMaskedAccess(plan->narrowestAccess))) {
    refusal = {loop, "its rows end anywhere in a vector, and the target has no "
                     "masks for its elements"};
    return std::nullopt;
  }
  return Choice{loop, std::move(*plan), std::move(nest)};
}

static void reportRefusal(Operation *loop, const Refusal &refusal) {
  remark::missed(loop->getLoc(),
                 remark::RemarkOpts::name("NotVectorized").category("stax"))
      << remark::metric("op", refusal.op->getName().getStringRef())
      << remark::reason("{0}", refusal.reason);
}

/// Carries extremes in a cheaper form.
void LoopSelector::prepare(Choice &choice) {
  if (!isa<AffineForOp>(choice.loop) || !choice.nest.empty())
    return;
  auto replace = [&](auto rewrite) {
    AffineForOp loop =
        rewrite(rewriter, cast<AffineForOp>(choice.loop), choice.plan);
    Refusal refusal;
    std::optional<Choice> changed = plan(loop, refusal);
    assert(changed && "expected other values to fit where these do");
    choice = std::move(*changed);
  };
  if (llvm::any_of(choice.plan.reductions, isFloatExtreme))
    replace(carryExtremesAsIntegers);
  if (llvm::any_of(
          choice.plan.reductions, [&](const CarriedReduction &reduction) {
            return hasRisingIndex(cast<AffineForOp>(choice.loop), reduction);
          }))
    replace(carryPositions);
}

void LoopSelector::apply(Choice &choice) {
  remark::passed(choice.loop->getLoc(),
                 remark::RemarkOpts::name("Vectorized").category("stax"))
      << remark::metric("lanes",
                        getVectorShape(choice.plan, target, std::nullopt).lanes)
      << remark::metric("reductions", choice.plan.reductions.size());
  choice.plan.usesReciprocals = target.hasFusedMultiplyAdd();
  addStreams(choice.plan);
  if (!choice.nest.empty())
    vectorizeNest(rewriter, choice.nest, choice.plan, target);
  else if (auto sequential = dyn_cast<AffineForOp>(choice.loop))
    vectorizeSequential(rewriter, sequential, choice.plan, target);
  else
    vectorizeParallel(rewriter, cast<AffineParallelOp>(choice.loop),
                      choice.plan, target);
}

/// The next iteration of the last dimension of `loop`, or this one if it is the
/// last.
static Value createNextRow(RewriterBase &rewriter, AffineParallelOp loop) {
  Location loc = loop.getLoc();
  AffineMap upper = loop.getUpperBoundMap(loop.getNumDims() - 1);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value next = affine::AffineApplyOp::create(
      rewriter, loc, AffineMap::get(1, 0, rewriter.getAffineDimExpr(0) + 1),
      loop.getIVs().back());
  Value last = affine::AffineApplyOp::create(
      rewriter, loc,
      AffineMap::get(upper.getNumDims(), upper.getNumSymbols(),
                     upper.getResult(0) - 1),
      loop.getUpperBoundsOperands());
  return arith::MinSIOp::create(rewriter, loc, next, last);
}

/// Lets the second of the loops in `loop` that load rows from a memref ask for
/// the next row. The first one is busy with this row.
void LoopSelector::addPrefetches(AffineParallelOp loop,
                                 MutableArrayRef<Choice> choices) {
  if (!target.prefetches ||
      loop.getUpperBoundMap(loop.getNumDims() - 1).getNumResults() != 1)
    return;
  Value row = loop.getIVs().back();
  Value nextRow;
  // How many loops load from a memref.
  DenseMap<Value, unsigned> passes;
  for (Choice &choice : choices) {
    DenseSet<Value> loaded;
    choice.plan.body->walk([&](affine::AffineLoadOp load) {
      if (choice.plan.accesses.lookup(load) != AccessKind::Contiguous ||
          !llvm::is_contained(load.getMapOperands(), row) ||
          !loaded.insert(load.getMemRef()).second ||
          ++passes[load.getMemRef()] != 2)
        return;
      if (!nextRow)
        nextRow = createNextRow(rewriter, loop);
      choice.plan.prefetched.insert(load);
      choice.plan.row = row;
      choice.plan.nextRow = nextRow;
    });
  }
}

/// Lets stores pass by the caches if the schedule says so.
void LoopSelector::addStreams(LoopPlan &plan) {
  if (!target.streams)
    return;
  Operation *nest = plan.body->getParentOp();
  while (isLoop(nest->getParentOp()))
    nest = nest->getParentOp();
  for (Operation *store : findWriteOnlyStores(*plan.body, nest))
    if (isVectorInMemory(plan.accesses.lookup(store)))
      plan.streamed.insert(store);
}

/// The schedule of the kernel that `loop` was lowered from, null if none.
static ScheduleAttr getSchedule(Operation *loop) {
  for (; loop && !isa<func::FuncOp>(loop); loop = loop->getParentOp())
    if (auto schedule = loop->getAttrOfType<ScheduleAttr>(kScheduleAttr))
      return schedule;
  return nullptr;
}

/// Whether the schedule wants vectors along the last dimension of `loop`.
static bool isScheduledForVectors(AffineParallelOp loop) {
  ScheduleAttr schedule = getSchedule(loop);
  return schedule && schedule.getVectorDim() == loop.getNumDims() - 1;
}

/// What the schedule says of the sides of tiles, 0 for nothing.
static int64_t getTileSide(ScheduleAttr schedule) {
  int64_t dim = schedule.getVectorDim();
  return dim >= 0 && dim < int64_t(schedule.getTile().size())
             ? schedule.getTile()[dim]
             : 0;
}

/// Runs `loop` in tiles if it accesses memory along two dimensions.
bool LoopSelector::tile(AffineParallelOp loop) {
  if (!target.isTiled)
    return false;
  std::optional<TilePlan> plan = planTiles(loop, target);
  if (!plan)
    return false;
  remark::passed(loop.getLoc(),
                 remark::RemarkOpts::name("Tiled").category("stax"))
      << remark::metric("transposed", plan->transposed.size())
      << remark::metric("lanes", plan->lanes)
      << remark::metric("side", plan->side);
  addStreams(plan->plan);
  vectorizeInTiles(rewriter, loop, *plan, target);
  return true;
}

/// Prefers the innermost loops, whose accesses are usually contiguous. Where
/// one of them is not fit, the parallel loop around all may be.
void LoopSelector::selectInNest(AffineParallelOp loop) {
  SmallVector<Operation *> innermost = getInnermostLoops(loop);
  if (innermost.front() == loop && tile(loop))
    return;
  Refusal unused;
  if (isScheduledForVectors(loop))
    if (std::optional<Choice> outer = plan(loop, unused))
      return apply(*outer);
  SmallVector<Choice, 1> choices;
  SmallVector<std::pair<Operation *, Refusal>> refusals;
  for (Operation *inner : innermost) {
    Refusal refusal;
    if (std::optional<Choice> choice = plan(inner, refusal))
      choices.push_back(std::move(*choice));
    else
      refusals.emplace_back(inner, std::move(refusal));
  }
  if (!refusals.empty() && innermost.front() != loop)
    if (std::optional<Choice> outer = plan(loop, unused))
      return apply(*outer);
  for (auto &[inner, refusal] : refusals)
    reportRefusal(inner, refusal);
  for (Choice &choice : choices)
    prepare(choice);
  addPrefetches(loop, choices);
  for (Choice &choice : choices)
    apply(choice);
}

void LoopSelector::run(func::FuncOp function) {
  SmallVector<Operation *> loops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<AffineParallelOp>(op)) {
      loops.push_back(op);
      return WalkResult::skip();
    }
    if (isa<AffineForOp>(op) && getInnermostLoops(op).front() == op)
      loops.push_back(op);
    return WalkResult::advance();
  });
  for (Operation *loop : loops) {
    Refusal refusal;
    ScheduleAttr schedule = getSchedule(loop);
    if (schedule && schedule.getForm() == KernelForm::Scalar)
      continue;
    target.unroll = schedule ? schedule.getUnroll() : 0;
    target.isTiled = !schedule || schedule.getForm() == KernelForm::Tile;
    target.tileSide = schedule ? getTileSide(schedule) : 0;
    target.keepsRows = schedule && schedule.getRowInRegisters();
    target.prefetches = schedule && schedule.getPrefetch();
    // The instructions are those of x86.
    target.streams = schedule && schedule.getNontemporal() &&
                     target.isa != InstructionSet::None;
    if (auto parallel = dyn_cast<AffineParallelOp>(loop))
      selectInNest(parallel);
    else if (std::optional<Choice> choice = plan(loop, refusal)) {
      prepare(*choice);
      apply(*choice);
    } else
      reportRefusal(loop, refusal);
  }
}

/// Whether the shape of `combine`'s tree can be observed.
static bool needsTree(CombineOp combine) {
  return combine.getTree() != Tree::Serial &&
         !combine.getMonoid().isExact(
             getElementTypes(combine.getAccumulators().getTypes()));
}

/// Realises trees whose chunks are serial; returns the steps that are left.
static SmallVector<CombineOp> realizeChunks(RewriterBase &rewriter,
                                            ArrayRef<CombineOp> trees) {
  SmallVector<Operation *> loops = llvm::map_to_vector(
      trees, [](CombineOp combine) { return combine->getParentOp(); });
  // Addresses of loops that are gone, only to compare with.
  DenseMap<Operation *, bool> isRealized;
  SmallVector<CombineOp> left;
  for (auto [combine, loop] : llvm::zip_equal(trees, loops)) {
    auto [entry, isNew] = isRealized.try_emplace(loop, false);
    if (isNew)
      entry->second = realizeSerialChunks(rewriter, cast<AffineForOp>(loop)) ||
                      realizeSerialScans(rewriter, cast<AffineForOp>(loop));
    if (!entry->second)
      left.push_back(combine);
  }
  return left;
}

namespace {
struct VectorizePass : public stax::impl::VectorizePassBase<VectorizePass> {
  using VectorizePassBase::VectorizePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    FailureOr<VectorTarget> target = getTarget();
    if (failed(target))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    if (target->width > 1)
      LoopSelector(rewriter, *target).run(function);
    function.walk([](Operation *op) {
      if (isLoop(op))
        op->removeDiscardableAttr(kScheduleAttr);
    });
    if (failed(lowerSteps(rewriter)))
      signalPassFailure();
  }

private:
  FailureOr<VectorTarget> getTarget() {
    if (width < 0 || width > 64 || (width != 0 && !llvm::isPowerOf2_64(width)))
      return getOperation().emitError(
                 "stax-vectorize: expected width to be a power of two up to "
                 "64, or 0, but got ")
             << width.getValue();
    TargetAttr described = getTargetAttr(getOperation());
    VectorTarget target{width, isa, described ? described.getL1() : 0};
    std::optional<InstructionSet> known = getInstructionSet(described);
    if (isa == InstructionSet::FromTarget)
      target.isa = known.value_or(InstructionSet::None);
    // Without any word on the processor, code is scalar.
    bool isUnknown = isa == InstructionSet::FromTarget && !known;
    if (width == 0)
      target.width = isUnknown ? 1 : getRegisterWidth(target.isa);
    return target;
  }

  /// Turns the combining steps that are left into arithmetic.
  LogicalResult lowerSteps(RewriterBase &rewriter) {
    func::FuncOp function = getOperation();
    SmallVector<CombineOp> combines;
    function.walk([&](CombineOp combine) { combines.push_back(combine); });
    // All nests are matched before one is changed: a failure loses nothing.
    SmallVector<CombineOp> trees, steps;
    for (CombineOp combine : combines) {
      if (!needsTree(combine)) {
        steps.push_back(combine);
        continue;
      }
      if (failed(matchCombiningNest(combine)))
        return failure();
      trees.push_back(combine);
    }
    for (CombineOp combine : steps) {
      rewriter.setInsertionPoint(combine);
      rewriter.replaceOp(
          combine, combine.getMonoid().emitCombine(rewriter, combine.getLoc(),
                                                   combine.getAccumulators(),
                                                   combine.getValues()));
    }
    for (CombineOp combine : realizeChunks(rewriter, trees))
      // Nests that share a loop rebuild it in turn.
      realizeTree(rewriter, *matchCombiningNest(combine));
    return success();
  }
};
} // namespace
