//===- PlanMemory.cpp - Decides where buffers live ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks the analysis for the lives of buffers, a planner of lib/MemoryPlan for
// their offsets, and rewrites.
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "ArenaRewrite.h"
#include "InPlaceMerge.h"
#include "PlannedBuffers.h"
#include "ReuseRewrite.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// What the binary interface promises of arenas that callers pass.
static constexpr int64_t kArgumentAlignment = 64;

namespace {
/// Plans one function.
class FunctionPlanner {
public:
  FunctionPlanner(FunctionOpInterface function,
                  const PlanMemoryPassOptions &options, bool takesArena)
      : function(function), options(options), takesArena(takesArena) {}

  LogicalResult run(const CallSummaries *summaries);

private:
  LogicalResult planSpace(const PlannedSpace &space);
  LogicalResult planOffsets(const PlannedSpace &space,
                            const MemoryPlanProblem &problem);
  LogicalResult planStorages(const PlannedSpace &space,
                             const MemoryPlanProblem &problem);
  LogicalResult checkBudget(const PlannedSpace &space,
                            const MemoryPlanProblem &problem,
                            const MemoryPlan &plan);
  void writeTotals();

  FunctionOpInterface function;
  const PlanMemoryPassOptions &options;
  bool takesArena; ///< from its caller
  int64_t numBuffers = 0;
  /// Whether the numbers below depend on arguments.
  bool isDynamic = false;
  int64_t arenaBytes = 0;
  int64_t peakBytes = 0;
};
} // namespace

/// A budget that cannot be kept is an error that says what is in the way.
LogicalResult FunctionPlanner::checkBudget(const PlannedSpace &space,
                                           const MemoryPlanProblem &problem,
                                           const MemoryPlan &plan) {
  if (options.budget < 0)
    return success();
  if (space.isDynamic())
    return function.emitError("stax-plan-memory: a budget of ")
           << options.budget
           << " bytes cannot be promised, as sizes of buffers are known only "
              "when the program runs";
  if (plan.height <= options.budget)
    return success();
  LivePeak peak = problem.livePeak();
  InFlightDiagnostic diag = function.emitError("stax-plan-memory: the buffers ")
                            << "need an arena of " << plan.height
                            << " bytes, which is more than the budget of "
                            << options.budget << "; ";
  if (peak.bytes > options.budget)
    diag << "no plan of this order can be smaller than " << peak.bytes
         << " bytes, which are live at once: ";
  else
    diag << "the lower bound is " << plan.lowerBound
         << " bytes; live at the peak are ";
  diag << problem.describeLive(peak.time);
  return diag;
}

LogicalResult FunctionPlanner::planOffsets(const PlannedSpace &space,
                                           const MemoryPlanProblem &problem) {
  MemoryPlanOptions limits;
  limits.timeLimit = options.timeBudgetMs / 1000.0;
  MemoryPlan plan = options.mode == PlanMode::PoolTree
                        ? planByPoolTree(problem, limits)
                        : planBySearch(problem, limits);
  if (llvm::Error error = problem.verify(plan.offsets))
    return function.emitError("stax-plan-memory: ")
           << llvm::toString(std::move(error));
  if (failed(checkBudget(space, problem, plan)))
    return failure();
  arenaBytes += plan.height;
  bool asArgument = takesArena && !space.memorySpace &&
                    space.getAlignment() <= kArgumentAlignment;
  bool needsSize = asArgument && space.isDynamic();
  Value bytes = rewriteToArena(function, space, plan.offsets, asArgument);
  if (needsSize)
    createArenaSize(function, bytes);
  return success();
}

LogicalResult FunctionPlanner::planStorages(const PlannedSpace &space,
                                            const MemoryPlanProblem &problem) {
  SameSizeReuse reuse = planReuse(space);
  MemoryPlan plan;
  plan.height = reuse.peak;
  plan.lowerBound = problem.lowerBound();
  if (failed(checkBudget(space, problem, plan)))
    return failure();
  arenaBytes += plan.height;
  rewriteToReuse(space, reuse);
  return success();
}

LogicalResult FunctionPlanner::planSpace(const PlannedSpace &space) {
  MemoryPlanProblem problem = space.getProblem();
  if (llvm::Error error = problem.check())
    return function.emitError("stax-plan-memory: ")
           << llvm::toString(std::move(error));
  numBuffers += space.buffers.size();
  isDynamic |= space.isDynamic();
  peakBytes += problem.livePeak().bytes;
  return options.mode == PlanMode::Reuse ? planStorages(space, problem)
                                         : planOffsets(space, problem);
}

void FunctionPlanner::writeTotals() {
  if (isDynamic) {
    function->removeAttr(kArenaBytesAttr);
    function->removeAttr(kPeakBytesAttr);
    remark::analysis(function.getLoc(),
                     remark::RemarkOpts::name("ArenaSize").category("stax"))
        << remark::metric("buffers", numBuffers);
    return;
  }
  Builder builder(function.getContext());
  function->setAttr(kArenaBytesAttr, builder.getI64IntegerAttr(arenaBytes));
  function->setAttr(kPeakBytesAttr, builder.getI64IntegerAttr(peakBytes));
  remark::analysis(function.getLoc(),
                   remark::RemarkOpts::name("ArenaSize").category("stax"))
      << remark::metric("buffers", numBuffers)
      << remark::metric("arena_bytes", arenaBytes)
      << remark::metric("peak_bytes", peakBytes);
}

LogicalResult FunctionPlanner::run(const CallSummaries *summaries) {
  SmallVector<PlannedSpace> spaces;
  SmallVector<UnplannedBuffer> others;
  if (options.inPlace)
    mergeInPlace(BufferLifetimes(function, summaries));
  EntryValues values(function);
  bool allowsDynamic = options.mode != PlanMode::Reuse;
  selectBuffers(BufferLifetimes(function, summaries), values, options.alignment,
                allowsDynamic, spaces, others);
  for (UnplannedBuffer &other : others)
    remark::missed(other.alloc.getLoc(),
                   remark::RemarkOpts::name("NotPlanned").category("stax"))
        << remark::reason("{0}", other.reason);
  // What an earlier run has planned stays.
  if (auto bytes = function->getAttrOfType<IntegerAttr>(kArenaBytesAttr))
    arenaBytes = bytes.getInt();
  if (auto bytes = function->getAttrOfType<IntegerAttr>(kPeakBytesAttr))
    peakBytes = bytes.getInt();
  for (const PlannedSpace &space : spaces)
    if (failed(planSpace(space)))
      return failure();
  writeTotals();
  return success();
}

namespace {
struct PlanMemoryPass : public stax::impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;

  void runOnOperation() override {
    Operation *root = getOperation();
    if (failed(checkAlignment(root, getArgument(), alignment)))
      return signalPassFailure();
    if (auto function = dyn_cast<FunctionOpInterface>(root)) {
      // Other functions may be changing at this moment.
      if (arena == ArenaOwner::Argument) {
        function.emitError("stax-plan-memory: whether a caller can pass an "
                           "arena is known on a module only; run the pass on "
                           "the module, or with arena=function");
        return signalPassFailure();
      }
      if (failed(plan(function, /*summaries=*/nullptr, /*takesArena=*/false)))
        signalPassFailure();
      return;
    }
    planAll(root);
  }

private:
  void planAll(Operation *root) {
    CallSummaries summaries(root);
    SmallVector<std::pair<FunctionOpInterface, bool>> functions;
    {
      SymbolTableCollection symbolTables;
      SymbolUserMap users(symbolTables, root);
      root->walk([&](FunctionOpInterface function) {
        bool isEntry = isa<func::FuncOp>(function) && function.isPublic() &&
                       users.useEmpty(function);
        functions.push_back({function, isEntry});
      });
    }
    for (auto [function, isEntry] : functions)
      if (failed(plan(function, &summaries,
                      isEntry && arena == ArenaOwner::Argument)))
        return signalPassFailure();
  }

  LogicalResult plan(FunctionOpInterface function,
                     const CallSummaries *summaries, bool takesArena) {
    if (function.isExternal() || mode == PlanMode::None)
      return success();
    PlanMemoryPassOptions options{mode,   arena,     inPlace,
                                  budget, alignment, timeBudgetMs};
    return FunctionPlanner(function, options, takesArena).run(summaries);
  }
};
} // namespace
