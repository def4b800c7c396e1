//===- KernelLowering.cpp - The loops of one kernel -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the tree of the kernel's structure. A loop carries the accumulators
// of the instances that it has to, and the bits of failed checks.
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "FailureBits.h"
#include "KernelValues.h"
#include "ScanLowering.h"
#include "stax/IR/LoopSchedule.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineParallelOp;

namespace {
/// Everything is emitted at the rewriter's insertion point, which moves into
/// the loops as they are made.
class KernelLowering {
public:
  KernelLowering(RewriterBase &rewriter, const KernelStructure &structure)
      : rewriter(rewriter), structure(structure), kernel(structure.getKernel()),
        values(rewriter, structure) {}

  void run();

private:
  void emitPrologue();
  void enterParallel();
  void annotate(Operation *loop);
  void emitBody(const KernelBody &body);
  void emitLoop(const KernelLoop &loop);
  AffineForOp createLoop(Location loc, const KernelLoop &loop,
                         ValueRange inits);
  void startAccumulators(const KernelLoop &loop);
  SmallVector<Value> collectCarried(const KernelLoop &loop, bool hasChecks);
  void setCarried(const KernelLoop &loop, bool hasChecks, ValueRange carried);
  void completeReductions(const KernelLoop &loop);
  void emitPoint(unsigned number);
  void lowerBody(Block::iterator begin, MutableArrayRef<Value> emitted);

  const NodeInstance &getInstance(unsigned number) const {
    return structure.getInstances()[number];
  }
  const KernelNode &getNode(unsigned instance) const {
    return structure.getNodes()[getInstance(instance).node];
  }
  FusableOpInterface getOp(unsigned instance) const {
    return getNode(instance).op;
  }
  Value convert(Location loc, Value value, Type type) {
    return convertFloat(rewriter, loc, value, type);
  }
  SmallVector<Value> emitConstants(Location loc, ArrayRef<TypedAttr> constants);

  RewriterBase &rewriter;
  const KernelStructure &structure;
  KernelOp kernel;
  KernelValues values;
  /// The accumulators of instances in the loops around the insertion point.
  llvm::DenseMap<unsigned, SmallVector<Value>> accumulators;
  Value failures; ///< bits of checks that failed so far; null without checks
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Hands the kernel's schedule to an outermost loop.
void KernelLowering::annotate(Operation *loop) {
  if (ScheduleAttr schedule = kernel.getScheduleAttr())
    loop->setDiscardableAttr(kScheduleAttr, schedule);
}

/// Opens the loop over the parallel dimensions, if there are any.
void KernelLowering::enterParallel() {
  SmallVector<OpFoldResult> par = kernel.getExtents();
  par.truncate(kernel.getPar().size());
  if (par.empty())
    return;
  SmallVector<AffineMap> lower(par.size(), rewriter.getConstantAffineMap(0));
  SmallVector<AffineMap> upper;
  SmallVector<Value> operands;
  for (OpFoldResult extent : par) {
    if (std::optional<int64_t> constant = getConstantIntValue(extent)) {
      upper.push_back(rewriter.getConstantAffineMap(*constant));
      continue;
    }
    // All bounds share one list of operands.
    upper.push_back(AffineMap::get(
        0, operands.size() + 1, rewriter.getAffineSymbolExpr(operands.size())));
    operands.push_back(cast<Value>(extent));
  }
  for (AffineMap &map : upper)
    map = AffineMap::get(0, operands.size(), map.getResult(0));
  SmallVector<int64_t> steps(par.size(), 1);
  auto loop = AffineParallelOp::create(rewriter, kernel.getLoc(), TypeRange(),
                                       ArrayRef<arith::AtomicRMWKind>(), lower,
                                       ValueRange(), upper, operands, steps);
  annotate(loop);
  for (auto [dim, inductionVar] : llvm::enumerate(loop.getIVs()))
    values.setInductionVar(dim, inductionVar);
  rewriter.setInsertionPointToStart(loop.getBody());
}

/// A loop over [0, extent), the extent an argument or a constant.
AffineForOp KernelLowering::createLoop(Location loc, const KernelLoop &loop,
                                       ValueRange inits) {
  OpFoldResult extent = kernel.getExtents()[loop.dim];
  AffineMap zero = rewriter.getConstantAffineMap(0);
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return AffineForOp::create(rewriter, loc, ValueRange(), zero, ValueRange(),
                               rewriter.getConstantAffineMap(*constant),
                               /*step=*/1, inits);
  return AffineForOp::create(
      rewriter, loc, ValueRange(), zero, cast<Value>(extent),
      rewriter.getSymbolIdentityMap(), /*step=*/1, inits);
}

static bool hasChecks(FusableOpInterface op) {
  return op->walk([](CheckOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Whether a node in `body` checks anything.
static bool hasChecks(const KernelStructure &structure,
                      const KernelBody &body) {
  return llvm::any_of(body.steps, [&](const KernelStep &step) {
    if (step.loop)
      return hasChecks(structure, step.loop->body);
    unsigned node = structure.getInstances()[step.instance].node;
    return hasChecks(structure.getNodes()[node].op);
  });
}

/// The location of the first node in `body`.
static Location getLoc(const KernelStructure &structure,
                       const KernelBody &body) {
  const KernelStep *step = &body.steps.front();
  while (step->loop)
    step = &step->loop->body.steps.front();
  unsigned node = structure.getInstances()[step->instance].node;
  return structure.getNodes()[node].op->getLoc();
}

/// What `loop` carries now: accumulators of its instances, then failures.
SmallVector<Value> KernelLowering::collectCarried(const KernelLoop &loop,
                                                  bool hasChecks) {
  SmallVector<Value> carried;
  for (unsigned instance : loop.carried)
    llvm::append_range(carried, accumulators[instance]);
  if (hasChecks)
    carried.push_back(failures);
  return carried;
}

/// Takes `carried`, in the same order, as the current values.
void KernelLowering::setCarried(const KernelLoop &loop, bool hasChecks,
                                ValueRange carried) {
  for (unsigned instance : loop.carried) {
    SmallVector<Value> &current = accumulators[instance];
    current.assign(carried.begin(), carried.begin() + current.size());
    carried = carried.drop_front(current.size());
  }
  if (hasChecks)
    failures = carried.front();
}

void KernelLowering::emitLoop(const KernelLoop &loop) {
  Location loc = getLoc(structure, loop.body);
  startAccumulators(loop);
  bool checks = hasChecks(structure, loop.body);
  if (checks && !failures)
    failures = arith::ConstantIntOp::create(rewriter, loc, 0, 64);
  AffineForOp forOp = createLoop(loc, loop, collectCarried(loop, checks));
  if (kernel.getPar().empty() && loop.level == 0)
    annotate(forOp);
  setCarried(loop, checks, forOp.getRegionIterArgs());
  rewriter.setInsertionPointToStart(forOp.getBody());
  Value coordinate = forOp.getInductionVar();
  if (loop.isReverse)
    coordinate = emitReverseIndex(rewriter, loc, coordinate,
                                  kernel.getExtents()[loop.dim]);
  values.setInductionVar(loop.dim, coordinate);
  emitBody(loop.body);
  SmallVector<Value> next = collectCarried(loop, checks);
  if (!next.empty())
    affine::AffineYieldOp::create(rewriter, loc, next);
  rewriter.setInsertionPointAfter(forOp);
  setCarried(loop, checks, forOp.getResults());
  completeReductions(loop);
}

void KernelLowering::emitBody(const KernelBody &body) {
  values.enterBody();
  for (const KernelStep &step : body.steps)
    step.loop ? emitLoop(*step.loop) : emitPoint(step.instance);
  values.leaveBody();
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

SmallVector<Value>
KernelLowering::emitConstants(Location loc, ArrayRef<TypedAttr> constants) {
  return llvm::map_to_vector(constants, [&](TypedAttr constant) {
    return Value(arith::ConstantOp::create(rewriter, loc, constant));
  });
}

static SmallVector<Type> getElementTypes(FusableOpInterface op) {
  return llvm::map_to_vector(op->getResultTypes(), [](Type type) {
    return cast<RankedTensorType>(type).getElementType();
  });
}

/// Types that `op` accumulates in. Those of its results will do: each is a
/// member of the tuple or accumulates one already.
static SmallVector<Type> getAccumulatorTypes(FusableOpInterface op) {
  return op.getCombiner().getAccumulatorTypes(getElementTypes(op));
}

/// Starts what `loop` is the first to carry: reductions from the identity,
/// scans from their carries.
void KernelLowering::startAccumulators(const KernelLoop &loop) {
  for (unsigned instance : loop.carried) {
    if (getInstance(instance).nest.carryLevel != loop.level)
      continue;
    FusableOpInterface op = getOp(instance);
    SmallVector<Type> types = getAccumulatorTypes(op);
    accumulators[instance] =
        op.getScanInfo()
            ? values.emitStart(getNode(instance), types)
            : emitConstants(op.getLoc(), op.getCombiner().getIdentity(types));
  }
}

/// Completes the reductions that `loop` was the first to carry.
void KernelLowering::completeReductions(const KernelLoop &loop) {
  for (unsigned instance : loop.carried) {
    if (getInstance(instance).nest.carryLevel != loop.level)
      continue;
    FusableOpInterface op = getOp(instance);
    // A scan has left its results at its points.
    if (op.getScanInfo())
      continue;
    Location loc = op.getLoc();
    MonoidAttrInterface monoid = op.getCombiner();
    SmallVector<Type> types = getAccumulatorTypes(op);
    SmallVector<Value> results = accumulators[instance];
    if (!op.isPartial()) {
      auto last =
          CombineOp::create(rewriter, loc, types, monoid, Tree::Serial, results,
                            emitConstants(loc, monoid.getInit(types)));
      results = llvm::to_vector_of<Value>(last.getResults());
    }
    for (auto [result, type] : llvm::zip_equal(results, getElementTypes(op)))
      result = convert(loc, result, type);
    values.define(getInstance(instance), results);
  }
}

//===----------------------------------------------------------------------===//
// Points
//===----------------------------------------------------------------------===//

/// Lowers what a body has besides scalar arithmetic, from `begin` to the
/// insertion point: reads of captured tensors, and checks. `emitted` are those
/// of the body's values that are still to be used.
void KernelLowering::lowerBody(Block::iterator begin,
                               MutableArrayRef<Value> emitted) {
  auto getBuffer = [](Operation &op) {
    return op.getOperand(0)
        .getDefiningOp<bufferization::ToTensorOp>()
        .getBuffer();
  };
  auto replace = [&](Operation &op, Value replacement) {
    llvm::replace(emitted, Value(op.getResult(0)), replacement);
    rewriter.replaceOp(&op, replacement);
  };
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(begin, rewriter.getInsertionPoint()))) {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPoint(&op);
    if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
      replace(op, memref::LoadOp::create(rewriter, op.getLoc(), getBuffer(op),
                                         extract.getIndices()));
    } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      replace(op, memref::DimOp::create(rewriter, op.getLoc(), getBuffer(op),
                                        dim.getIndex()));
    } else if (auto check = dyn_cast<CheckOp>(op)) {
      Value bits = emitFailureBits(rewriter, check);
      failures =
          failures ? arith::OrIOp::create(rewriter, op.getLoc(), failures, bits)
                         .getResult()
                   : bits;
      rewriter.eraseOp(check);
    }
  }
}

/// Computes the body of an instance at the current point.
void KernelLowering::emitPoint(unsigned number) {
  const NodeInstance &instance = getInstance(number);
  const KernelNode &node = structure.getNodes()[instance.node];
  FusableOpInterface op = node.op;
  Location loc = op.getLoc();
  SmallVector<Value> args = values.emitReads(node);
  SmallVector<Value> indices = values.emitIndices(node);
  Block *block = rewriter.getInsertionBlock();
  bool isEmpty = rewriter.getInsertionPoint() == block->begin();
  Block::iterator last =
      isEmpty ? block->end() : std::prev(rewriter.getInsertionPoint());
  SmallVector<Value> results =
      op.emitBody(rewriter, loc, indices, args, values.getCaptures());
  lowerBody(isEmpty ? block->begin() : std::next(last), results);
  MonoidAttrInterface monoid = op.getCombiner();
  if (!monoid)
    return values.define(instance, results);
  SmallVector<Type> types = getAccumulatorTypes(op);
  for (auto [result, type] : llvm::zip_equal(results, types))
    result = convert(loc, result, type);
  SmallVector<Value> &current = accumulators[number];
  if (op.getScanInfo()) {
    ScanStep step = emitScanStep(rewriter, op, current, results);
    current = step.next;
    for (auto [state, type] : llvm::zip_equal(step.state, getElementTypes(op)))
      state = convert(loc, state, type);
    return values.define(instance, step.state);
  }
  auto combine = CombineOp::create(rewriter, loc, types, monoid,
                                   op.getCombiningTree(), current, results);
  current.assign(combine.getResults().begin(), combine.getResults().end());
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

/// Computes what needs no node, outside of the loops.
void KernelLowering::emitPrologue() {
  values.mapArguments();
  SmallVector<Value> inner, outer;
  Operation *first = nullptr;
  for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
    if (isa<FusableOpInterface>(op))
      continue;
    Operation *clone = rewriter.clone(op, values.getCaptures());
    first = first ? first : clone;
    llvm::append_range(inner, op.getResults());
    llvm::append_range(outer, clone->getResults());
  }
  if (first)
    lowerBody(Block::iterator(first), outer);
  values.map(inner, outer);
}

void KernelLowering::run() {
  rewriter.setInsertionPoint(kernel);
  emitPrologue();
  enterParallel();
  values.openScratch();
  emitBody(structure.getBody());
  if (failures) {
    auto function = kernel->getParentOfType<func::FuncOp>();
    emitStatusUpdateIfSet(rewriter, kernel.getLoc(), failures,
                          function.getArguments().back());
  }
  rewriter.eraseOp(kernel);
  values.finish();
}

void stax::lowerKernel(RewriterBase &rewriter,
                       const KernelStructure &structure) {
  KernelLowering(rewriter, structure).run();
}
