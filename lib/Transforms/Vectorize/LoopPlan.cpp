//===- LoopPlan.cpp - What of a loop becomes vector code ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopPlan.h"
#include "CarriedReductions.h"

#include "stax/IR/UserMonoid.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;

namespace {
/// Fills a plan, whose induction variable, body and reductions are known.
class Planner {
public:
  Planner(LoopPlan &plan, Refusal &refusal) : plan(plan), refusal(refusal) {}

  LogicalResult run();

private:
  LogicalResult refuse(Operation *op, const Twine &reason) {
    refusal = {op, reason.str()};
    return failure();
  }
  void classifyAccesses();
  bool markVarying(ValueRange values);
  bool spread(Operation *op);
  bool spreadLoop(AffineForOp loop);
  bool isVaryingOp(Operation *op);
  LogicalResult check(Operation *op);
  LogicalResult checkUniform(Operation *op);
  LogicalResult checkVarying(Operation *op);
  void count(Operation *op);

  LoopPlan &plan;
  Refusal &refusal;
};
} // namespace

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

static bool isStore(Operation *op) {
  return isa<affine::AffineStoreOp, memref::StoreOp>(op);
}

//===----------------------------------------------------------------------===//
// Which values vary
//===----------------------------------------------------------------------===//

static MemRefType getAccessedType(Operation *op) {
  return llvm::TypeSwitch<Operation *, MemRefType>(op)
      .Case<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
            memref::StoreOp, memref::AtomicRMWOp>(
          [](auto access) { return access.getMemRefType(); })
      .Default([](Operation *) { return MemRefType(); });
}

void Planner::classifyAccesses() {
  plan.body->walk([&](Operation *op) {
    MemRefType type = getAccessedType(op);
    if (!type)
      return;
    AccessKind kind = AccessKind::Uniform; // unless an index varies
    if (auto load = dyn_cast<affine::AffineLoadOp>(op))
      kind = classifyAccess(
          type, ComposedMap(load.getAffineMap(), load.getMapOperands()),
          plan.iv);
    else if (auto store = dyn_cast<affine::AffineStoreOp>(op))
      kind = classifyAccess(
          type, ComposedMap(store.getAffineMap(), store.getMapOperands()),
          plan.iv);
    plan.accesses[op] = kind;
  });
}

/// Whether any of `values` was not known to vary.
bool Planner::markVarying(ValueRange values) {
  bool hasChanged = false;
  for (Value value : values)
    hasChanged |= plan.varying.insert(value).second;
  return hasChanged;
}

bool Planner::spreadLoop(AffineForOp loop) {
  bool hasChanged = false;
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [init, argument, yielded, result] :
       llvm::zip_equal(loop.getInits(), loop.getRegionIterArgs(),
                       yield->getOperands(), loop.getResults()))
    if (plan.isVarying(init) || plan.isVarying(yielded) ||
        plan.isVarying(argument)) {
      hasChanged |= markVarying(argument);
      hasChanged |= markVarying(result);
    }
  return hasChanged;
}

/// Whether `op` is another one in different iterations.
bool Planner::isVaryingOp(Operation *op) {
  auto access = plan.accesses.find(op);
  if (access != plan.accesses.end() && access->second != AccessKind::Uniform)
    return true;
  // The induction variable may be an operand and yet cancel out.
  if (isa<affine::AffineLoadOp>(op) || isStore(op))
    return false;
  return llvm::any_of(op->getOperands(),
                      [&](Value operand) { return plan.isVarying(operand); });
}

/// Indices of an access that is not affine; they may be any values.
static OperandRange getIndices(Operation *op) {
  return llvm::TypeSwitch<Operation *, OperandRange>(op)
      .Case<memref::LoadOp, memref::StoreOp, memref::AtomicRMWOp>(
          [](auto access) { return access.getIndices(); })
      .Default([](Operation *op) { return op->getOperands().take_front(0); });
}

/// Marks what varies because of `op`. Returns whether anything is new.
bool Planner::spread(Operation *op) {
  if (auto loop = dyn_cast<AffineForOp>(op))
    return spreadLoop(loop);
  if (llvm::any_of(getIndices(op),
                   [&](Value index) { return plan.isVarying(index); }))
    plan.accesses[op] = AccessKind::Irregular;
  if (isVaryingOp(op))
    return markVarying(op->getResults());
  if (!isa<AffineIfOp, scf::IfOp>(op))
    return false;
  bool hasChanged = false;
  for (Region &region : op->getRegions())
    if (!region.empty())
      for (auto [result, yielded] : llvm::zip_equal(
               op->getResults(), region.front().getTerminator()->getOperands()))
        if (plan.isVarying(yielded))
          hasChanged |= markVarying(result);
  return hasChanged;
}

//===----------------------------------------------------------------------===//
// Which operations can be repeated in vectors
//===----------------------------------------------------------------------===//

static bool hasAtomicUpdate(Operation *op) {
  return op->walk([](memref::AtomicRMWOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// An operation that runs once for all iterations of a vector.
LogicalResult Planner::checkUniform(Operation *op) {
  if (isStore(op))
    return refuse(op, "all iterations store to one element");
  if (isa<memref::AllocaOp, memref::AllocOp>(op))
    return refuse(op, "each iteration has an array of its own");
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op);
      atomic && atomic.getKind() != arith::AtomicRMWKind::ori)
    return refuse(op, "it updates memory in each iteration");
  if (isa<AffineForOp, AffineIfOp, scf::IfOp, memref::AtomicRMWOp>(op) ||
      plan.accesses.contains(op) || isMemoryEffectFree(op))
    return success();
  return refuse(op, "it has effects that vectors cannot have");
}

LogicalResult Planner::checkVarying(Operation *op) {
  for (Type type : op->getResultTypes())
    if (!isScalar(type))
      return refuse(op, "its results are not scalars");
  if (auto combine = dyn_cast<CombineOp>(op);
      combine && isa<UserMonoidAttr>(combine.getMonoid()))
    return refuse(op, "it combines by a function of scalars");
  if (isa<AffineIfOp, scf::IfOp>(op) && op->getNumResults() != 0 &&
      hasAtomicUpdate(op))
    return refuse(op, "it has results and updates memory");
  if (isa<affine::AffineLoadOp, affine::AffineStoreOp, memref::LoadOp,
          memref::StoreOp, affine::AffineApplyOp, AffineIfOp, scf::IfOp,
          CombineOp>(op))
    return success();
  if (auto atomic = dyn_cast<memref::AtomicRMWOp>(op)) {
    if (atomic.getKind() == arith::AtomicRMWKind::ori &&
        plan.accesses.lookup(op) == AccessKind::Uniform)
      return success();
    return refuse(op, "it updates memory in each iteration");
  }
  if (auto loop = dyn_cast<AffineForOp>(op))
    return llvm::any_of(loop->getOperands().drop_back(loop.getInits().size()),
                        [&](Value bound) { return plan.isVarying(bound); })
               ? refuse(op, "its bounds differ between iterations")
               : success();
  if (OpTrait::hasElementwiseMappableTraits(op) && isMemoryEffectFree(op) &&
      llvm::all_of(op->getOperandTypes(), isScalar))
    return success();
  return refuse(op, "it has no vector form");
}

LogicalResult Planner::check(Operation *op) {
  if (plan.combiners.contains(op) || op->hasTrait<OpTrait::IsTerminator>())
    return success();
  if (op->getNumRegions() != 0 && !isa<AffineForOp, AffineIfOp, scf::IfOp>(op))
    return refuse(op, "its regions cannot be widened");
  bool isVarying = isVaryingOp(op);
  // What an integer set says is about the induction variable.
  if (failed(isVarying ? checkVarying(op) : checkUniform(op)))
    return failure();
  if (isVarying)
    count(op);
  return success();
}

/// Operations that a function of `math` is about as long as.
static constexpr unsigned kOpsOfFunction = 24;

static bool isFunction(Operation *op) {
  return isa<math::MathDialect>(op->getDialect()) &&
         !isa<math::AbsFOp, math::AbsIOp, math::CopySignOp, math::FloorOp,
              math::CeilOp, math::TruncOp, math::RoundEvenOp, math::FmaOp,
              math::SqrtOp>(op);
}

/// Adds `op`, which becomes vectors, to the plan's numbers.
void Planner::count(Operation *op) {
  plan.numOps += isFunction(op) ? kOpsOfFunction : 1;
  auto addWidth = [&](Type type) {
    if (type.isIntOrFloat() && !type.isInteger(1))
      plan.widestElement =
          std::max(plan.widestElement, type.getIntOrFloatBitWidth());
  };
  if (MemRefType type = getAccessedType(op)) {
    AccessKind kind = plan.accesses.lookup(op);
    if (kind == AccessKind::Uniform)
      return;
    addWidth(type.getElementType());
    if (!isVectorInMemory(kind)) {
      ++plan.numScattered;
      return;
    }
    ++plan.numContiguous;
    Type element = type.getElementType();
    plan.narrowestAccess = std::min<unsigned>(
        plan.narrowestAccess, element.isIndex() ? 64
                              : element.isInteger(1)
                                  ? 8
                                  : element.getIntOrFloatBitWidth());
    return;
  }
  // Of integers that are not in memory, most are indices and bits.
  for (Type type : op->getResultTypes())
    if (isa<FloatType>(type))
      addWidth(type);
}

LogicalResult Planner::run() {
  plan.varying.insert(plan.iv);
  for (const CarriedScan &scan : plan.scans) {
    CombineOp combine = scan.combine;
    markVarying(combine.getAccumulators());
    markVarying(combine.getResults());
  }
  classifyAccesses();
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    plan.body->walk([&](Operation *op) {
      if (!plan.combiners.contains(op))
        hasChanged |= spread(op);
    });
  }
  WalkResult walk = plan.body->walk<WalkOrder::PreOrder>(
      [&](Operation *op) -> WalkResult { return check(op); });
  if (walk.wasInterrupted())
    return failure();
  if (plan.numScattered > plan.numContiguous)
    return refuse(plan.body->getParentOp(),
                  "most of its accesses are not contiguous");
  return success();
}

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

static FailureOr<LoopPlan> refuseLoop(Operation *loop, const Twine &reason,
                                      Refusal &refusal) {
  refusal = {loop, reason.str()};
  return failure();
}

FailureOr<LoopPlan> stax::planLoop(AffineForOp loop, Refusal &refusal,
                                   AffineForOp outermost) {
  if (!loop.hasConstantLowerBound() || loop.getStepAsInt() != 1 ||
      loop.getUpperBoundMap().getNumResults() != 1)
    return refuseLoop(loop, "it does not count from a constant in steps of 1",
                      refusal);
  LoopPlan plan;
  plan.iv = loop.getInductionVar();
  plan.body = loop.getBody();
  plan.scans = matchScans(loop);
  if (!plan.scans.empty() && loop.getConstantLowerBound() != 0)
    return refuseLoop(loop, "its points are some of those of a scan", refusal);
  auto reductions = matchReductions(loop, plan.combiners, plan.scans);
  if (!reductions)
    return refuseLoop(loop, "what it carries is not only reductions and scans",
                      refusal);
  plan.reductions = std::move(*reductions);
  bool hasTree = llvm::any_of(plan.reductions, [](auto &reduction) {
    return reduction.tree != Tree::Serial;
  });
  // Lanes may have to be stored, and vectors of booleans are bits in memory.
  if (hasTree && llvm::any_of(loop.getResultTypes(),
                              [](Type type) { return type.isInteger(1); }))
    return refuseLoop(loop, "it carries sums of floats and booleans", refusal);
  for (const CarriedReduction &reduction : plan.reductions) {
    if (reduction.tree == Tree::Serial)
      continue;
    if (reduction.tree != Tree::Row || loop.getConstantLowerBound() != 0)
      return refuseLoop(loop, "its points do not combine in lanes", refusal);
    if (!reduction.isReassociable &&
        !startsFromIdentity(outermost ? outermost : loop, reduction))
      return refuseLoop(loop, "its points are some of those of a tree",
                        refusal);
  }
  if (Operation *access = findCarriedDependence(loop))
    return refuseLoop(access, "another iteration may store what it accesses",
                      refusal);
  if (failed(Planner(plan, refusal).run()))
    return failure();
  return plan;
}

FailureOr<LoopPlan> stax::planLoop(affine::AffineParallelOp loop,
                                   Refusal &refusal,
                                   ArrayRef<Operation *> elsewhere) {
  unsigned last = loop.getNumDims() - 1;
  if (loop.getNumResults() != 0)
    return refuseLoop(loop, "it has results", refusal);
  AffineMap lower = loop.getLowerBoundMap(last);
  if (!lower.isSingleConstant() || loop.getSteps()[last] != 1 ||
      loop.getUpperBoundMap(last).getNumResults() != 1)
    return refuseLoop(loop, "it does not count from a constant in steps of 1",
                      refusal);
  LoopPlan plan;
  plan.iv = loop.getIVs()[last];
  plan.body = loop.getBody();
  for (Operation *access : elsewhere) {
    plan.combiners.insert(access);
    plan.varying.insert_range(access->getResults());
  }
  if (failed(Planner(plan, refusal).run()))
    return failure();
  return plan;
}
