//===- SelectSchedule.cpp - How the loops of kernels run ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses from what a kernel's point reads, writes and computes.
//
//===----------------------------------------------------------------------===//

#include "Vectorize/LoopAccess.h"
#include "stax/Analysis/KernelNodes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

namespace mlir::stax {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What a point of `kernel` reads from inputs and writes to destinations: maps
/// from the space to the elements.
static SmallVector<AffineMap> collectAccesses(KernelOp kernel) {
  SmallVector<AffineMap> accesses;
  for (const KernelNode &node : getKernelNodes(kernel)) {
    FusableOpInterface op = node.op;
    if (!node.isLive)
      continue;
    for (const OperandAccess &access : op.getOperandAccesses())
      if (isa<BlockArgument>(access.operand) &&
          isa<ShapedType>(access.operand.getType()))
        accesses.push_back(access.map.compose(node.map));
    for (auto [number, result] : llvm::enumerate(op->getResults()))
      if (llvm::is_contained(kernel.getYield().getValues(), result))
        accesses.push_back(op.getResultMap(number).compose(node.map));
  }
  return accesses;
}

/// How the access `map` moves along dimension `dim` of the space, be it
/// forwards or backwards.
static AccessKind classify(AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return AccessKind::Uniform;
  for (auto [number, result] : llvm::enumerate(map.getResults())) {
    bool isLast = number + 1 == map.getNumResults();
    std::optional<int64_t> step = getCoefficient(result, dim);
    if (!step || std::abs(*step) != isLast)
      return AccessKind::Strided;
  }
  return AccessKind::Contiguous;
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Shorter dimensions do not fill a vector.
static constexpr int64_t kMinVectorExtent = 4;

/// The dimension that vectors run along, -1 for none.
static int64_t chooseVectorDim(KernelOp kernel) {
  SmallVector<AffineMap> accesses = collectAccesses(kernel);
  int64_t best = -1, bestScore = 0;
  for (auto [dim, extent] : llvm::enumerate(kernel.getExtents())) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    if (constant && *constant < kMinVectorExtent)
      continue;
    int64_t score = 0;
    for (AffineMap access : accesses) {
      AccessKind kind = classify(access, dim);
      score += kind == AccessKind::Contiguous;
      score -= kind == AccessKind::Strided;
    }
    if (score < bestScore)
      continue;
    best = dim;
    bestScore = score;
  }
  return best;
}

namespace {
/// Scalar operations of a body, a function as those it becomes.
struct BodySize {
  int64_t ops = 0;
  int64_t depth = 0; ///< of the longest chain
};
} // namespace

/// About what a function of `math` is expanded to.
static constexpr BodySize kFunctionSize = {24, 12};

static BodySize measureBody(Block &body) {
  BodySize size;
  DenseMap<Value, int64_t> depths;
  for (Operation &op : body.without_terminator()) {
    BodySize own = isa<math::MathDialect>(op.getDialect()) &&
                           !isa<math::FmaOp, math::AbsFOp, math::SqrtOp>(op)
                       ? kFunctionSize
                       : BodySize{1, 1};
    int64_t before = 0;
    for (Value operand : op.getOperands())
      before = std::max(before, depths.lookup(operand));
    for (Value result : op.getResults())
      depths[result] = before + own.depth;
    size.ops += own.ops;
    size.depth = std::max(size.depth, before + own.depth);
  }
  return size;
}

/// Two units of latency four are busy with so many independent operations.
static constexpr int64_t kOperationsInFlight = 8;
/// More operations need the registers themselves.
static constexpr int64_t kMaxOpsOfStrip = 24;
/// Few operations are hidden behind memory.
static constexpr int64_t kMinOpsToMatter = 8;

/// Vectors a step where those of columns are combined: a strip of each row is
/// read, which should be long, but accumulators take half of the registers.
static int64_t chooseStrip(KernelOp kernel, bool hasManyRegisters) {
  int64_t carried = 1;
  for (FusableOpInterface node : kernel.getNodes())
    if (node.getCombiner())
      carried = std::max<int64_t>(carried, node->getNumResults());
  int64_t vectors = (hasManyRegisters ? 16 : 8) / carried;
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(vectors)), 1, 8);
}

/// Vectors a step along `dim`: as many as give independent operations enough.
static int64_t chooseUnroll(KernelOp kernel, int64_t dim, TargetAttr target) {
  BodySize size;
  for (FusableOpInterface node : kernel.getNodes())
    for (Region &region : node->getRegions())
      if (!region.empty()) {
        BodySize own = measureBody(region.front());
        size.ops += own.ops;
        size.depth += own.depth;
      }
  if (dim < int64_t(kernel.getPar().size()) && !kernel.getSeq().empty() &&
      size.ops <= kMaxOpsOfStrip)
    return chooseStrip(kernel, target && target.getIsa() == "avx512");
  if (size.ops < kMinOpsToMatter)
    return 4;
  int64_t vectors = kOperationsInFlight * size.depth / size.ops;
  return std::max<int64_t>(llvm::bit_floor(uint64_t(vectors)), 1);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct SelectSchedulePass
    : public stax::impl::SelectSchedulePassBase<SelectSchedulePass> {
  using SelectSchedulePassBase::SelectSchedulePassBase;

  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](KernelOp kernel) {
      return failed(schedule(kernel)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

private:
  TargetAttr getTarget() {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    return module ? module->getAttrOfType<TargetAttr>(kTargetAttr)
                  : TargetAttr();
  }

  bool hasOptions() const { return vectorDim != -2 || unroll != 0; }

  LogicalResult schedule(KernelOp kernel) {
    TargetAttr target = getTarget();
    if (kernel.getScheduleAttr() || (!target && !hasOptions()))
      return success();
    int64_t dim = vectorDim == -2 ? chooseVectorDim(kernel) : vectorDim;
    int64_t vectors = unroll == 0 ? chooseUnroll(kernel, dim, target) : unroll;
    auto chosen = ScheduleAttr::getChecked(
        [&] { return kernel.emitOpError("cannot run as the options say: "); },
        &getContext(), dim == -1 ? KernelForm::Scalar : KernelForm::Vector, dim,
        vectors, ArrayRef<int64_t>());
    if (!chosen)
      return failure();
    kernel.setScheduleAttr(chosen);
    remark::passed(kernel.getLoc(),
                   remark::RemarkOpts::name("Schedule").category("stax"))
        << remark::metric("vector_dim", dim)
        << remark::metric("unroll", vectors);
    // An option may not fit the space.
    return kernel.verify();
  }
};
} // namespace
