//===- ParallelToOpenMP.cpp - Parallel loops on threads -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits OpenMP operations directly: upstream's conversion wraps bodies in
// `memref.alloca_scope`, which allocates in every iteration.
//
//===----------------------------------------------------------------------===//

#include "LoopCost.h"
#include "ParallelDepth.h"
#include "Workers.h"
#include "stax/Conversion/Passes.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PARALLELIZEPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Threads that code is made for where nothing is said of the machine.
static constexpr int64_t kUnknownThreads = 16;

/// Moves stack arrays of constant size from `body` to the start of `block`.
static void hoistAllocas(Block &body, Block &block) {
  for (auto alloca :
       llvm::make_early_inc_range(body.getOps<memref::AllocaOp>()))
    if (alloca.getOperands().empty())
      alloca->moveBefore(&block, block.begin());
}

/// scf.parallel -> nested scf.for
static void makeSerial(RewriterBase &rewriter, scf::ParallelOp loop) {
  // A stack array must stay inside the loop whose iterations threads share.
  auto outer = loop->getParentOfType<scf::ParallelOp>();
  Block &target = outer ? *outer.getBody()
                        : loop->getParentOfType<FunctionOpInterface>()
                              .getFunctionBody()
                              .front();
  hoistAllocas(*loop.getBody(), target);
  rewriter.setInsertionPoint(loop);
  [[maybe_unused]] FailureOr<scf::LoopNest> nest =
      scf::parallelForToNestedFors(rewriter, loop);
  assert(succeeded(nest) && "loops without reductions always nest");
}

/// scf.parallel -> omp.parallel { omp.wsloop { omp.loop_nest { scf.for } } }
/// The first `shared` dimensions are collapsed, the others serial loops inside.
/// Where `isWorth`, if given, does not hold, one thread runs the loop. `limit`
/// is that of threads with numbers.
static void makeThreaded(RewriterBase &rewriter, scf::ParallelOp loop,
                         unsigned shared, Value isWorth, Value limit) {
  Location loc = loop.getLoc();
  SmallVector<WorkerOp> workers = getWorkers(loop);
  rewriter.setInsertionPoint(loop);
  omp::ParallelOperands clauses;
  clauses.ifExpr = isWorth;
  if (!workers.empty())
    clauses.numThreads = limit;
  auto region = omp::ParallelOp::create(rewriter, loc, clauses);
  Block *threadBody = rewriter.createBlock(&region.getRegion());
  if (!workers.empty())
    numberWorkers(rewriter, workers);
  auto share = omp::WsloopOp::create(rewriter, loc);
  omp::TerminatorOp::create(rewriter, loc);
  rewriter.createBlock(&share.getRegion());

  omp::LoopNestOperands bounds;
  bounds.loopLowerBounds =
      llvm::to_vector(loop.getLowerBound().take_front(shared));
  bounds.loopUpperBounds =
      llvm::to_vector(loop.getUpperBound().take_front(shared));
  bounds.loopSteps = llvm::to_vector(loop.getStep().take_front(shared));
  bounds.collapseNumLoops = rewriter.getI64IntegerAttr(shared);
  auto nest = omp::LoopNestOp::create(rewriter, loc, bounds);
  SmallVector<Type> types(shared, rewriter.getIndexType());
  Block *body = rewriter.createBlock(&nest.getRegion(), {}, types,
                                     SmallVector<Location>(shared, loc));
  omp::YieldOp::create(rewriter, loc);
  rewriter.setInsertionPointToStart(body);
  SmallVector<Value> inductionVars(body->getArguments());
  for (unsigned dim = shared; dim < loop.getNumLoops(); ++dim) {
    auto inner =
        scf::ForOp::create(rewriter, loc, loop.getLowerBound()[dim],
                           loop.getUpperBound()[dim], loop.getStep()[dim]);
    inductionVars.push_back(inner.getInductionVar());
    body = inner.getBody();
    rewriter.setInsertionPointToStart(body);
  }
  hoistAllocas(*loop.getBody(), *threadBody);
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), body->getTerminator(),
                             inductionVars);
  rewriter.eraseOp(loop);
}

static bool isOutermost(scf::ParallelOp loop) {
  return !loop->getParentOfType<scf::ParallelOp>() &&
         !loop->getParentOfType<omp::ParallelOp>();
}

//===----------------------------------------------------------------------===//
// Depth
//===----------------------------------------------------------------------===//

static SmallVector<std::optional<int64_t>> getExtents(scf::ParallelOp loop) {
  return llvm::map_to_vector(
      llvm::zip_equal(loop.getLowerBound(), loop.getUpperBound(),
                      loop.getStep()),
      [](auto bounds) -> std::optional<int64_t> {
        auto [lower, upper, step] = bounds;
        std::optional<APInt> trips = constantTripCount(
            lower, upper, step, /*isSigned=*/true, scf::computeUbMinusLb);
        return trips ? std::optional(trips->getSExtValue()) : std::nullopt;
      });
}

/// Iterations of the longest nest of serial loops inside `loop`. Loops count by
/// their ranges: steps of a vector are iterations, too.
static int64_t countInnerIterations(scf::ParallelOp loop) {
  int64_t most = 1;
  loop.walk([&](scf::ForOp innermost) {
    int64_t product = 1;
    for (Operation *op = innermost; op != loop; op = op->getParentOp()) {
      auto inner = dyn_cast<scf::ForOp>(op);
      if (!inner)
        continue;
      std::optional<int64_t> lower = getConstantIntValue(inner.getLowerBound());
      std::optional<int64_t> upper = getConstantIntValue(inner.getUpperBound());
      int64_t range = lower && upper ? *upper - *lower : kManyIterations;
      product = range > kManyIterations / product
                    ? kManyIterations
                    : std::max<int64_t>(product * range, 1);
    }
    most = std::max(most, product);
  });
  return most;
}

/// How many loops of `loop` threads share. Where that depends on what is known
/// only when the program runs, `isWorth` becomes its condition.
static unsigned chooseDepth(RewriterBase &rewriter, scf::ParallelOp loop,
                            const ParallelizePassOptions &options,
                            Value &isWorth) {
  SmallVector<std::optional<int64_t>> extents = getExtents(loop);
  if (options.rule == ParallelRule::Textbook)
    return chooseTextbookDepth(extents, countInnerIterations(loop),
                               options.threads, options.minIterations);
  LoopCost cost(loop);
  unsigned depth = chooseDepth(extents, options.threads, cost.getNanoseconds(),
                               options.minNanoseconds);
  rewriter.setInsertionPoint(loop);
  if (!llvm::all_of(extents, [](auto extent) { return extent.has_value(); }))
    isWorth = cost.emitIsWorth(rewriter, options.minNanoseconds);
  return depth;
}

/// Distributes the outermost loops of `function` that threads may run.
static void parallelize(RewriterBase &rewriter, func::FuncOp function,
                        const ParallelizePassOptions &options) {
  SmallVector<scf::ParallelOp> loops;
  SmallVector<WorkerOp> workers;
  function.walk([&](scf::ParallelOp loop) {
    if (loop.getNumReductions() != 0)
      return;
    loops.push_back(loop);
    llvm::append_range(workers, getWorkers(loop));
  });
  Value limit = workers.empty() ? Value() : emitThreadLimit(function, workers);
  for (scf::ParallelOp loop : loops) {
    Value isWorth;
    if (unsigned depth = chooseDepth(rewriter, loop, options, isWorth))
      makeThreaded(rewriter, loop, depth, isWorth, limit);
    else
      makeSerial(rewriter, loop);
  }
}

namespace {
struct ParallelizePass
    : public stax::impl::ParallelizePassBase<ParallelizePass> {
  using ParallelizePassBase::ParallelizePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    WalkResult walk = module.walk([&](CombineOp combine) -> WalkResult {
      return combine.emitOpError("is not lowered; run stax-vectorize before "
                                 "lower-affine");
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    makeInnerSerial(rewriter);
    if (parallel) {
      if (hasThreadedWorkers() && failed(declareThreadFunctions(module)))
        return signalPassFailure();
      ParallelizePassOptions options{parallel, rule, getThreads(),
                                     minIterations, minNanoseconds};
      for (auto function : module.getOps<func::FuncOp>())
        parallelize(rewriter, function, options);
    }
    if (failed(numberSerialWorkers(rewriter, module)))
      signalPassFailure();
  }

private:
  /// Makes all loops serial that threads may not share.
  void makeInnerSerial(RewriterBase &rewriter) {
    SmallVector<scf::ParallelOp> inner;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
      if (loop.getNumReductions() == 0 && !(parallel && isOutermost(loop)))
        inner.push_back(loop);
    });
    // The innermost first: stack arrays move outwards from loop to loop.
    for (scf::ParallelOp loop : llvm::reverse(inner))
      makeSerial(rewriter, loop);
  }

  bool hasThreadedWorkers() {
    return getOperation()
        .walk([](WorkerOp worker) {
          return worker->getParentOfType<scf::ParallelOp>()
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  }

  /// Cores of the module's target, unless the option says how many.
  int64_t getThreads() {
    if (threads > 0)
      return threads;
    auto target = getOperation()->getAttrOfType<TargetAttr>(kTargetAttr);
    return target ? target.getCores() : kUnknownThreads;
  }
};
} // namespace
