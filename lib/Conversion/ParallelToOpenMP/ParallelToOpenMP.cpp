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

#include "stax/Conversion/Passes.h"
#include "stax/IR/Scratch.h"
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

/// Functions of OpenMP: the threads that the next parallel region has unless it
/// asks for fewer, and which of its threads calls.
static constexpr StringLiteral kMaxThreadsFunction = "omp_get_max_threads";
static constexpr StringLiteral kThreadNumberFunction = "omp_get_thread_num";

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

/// Number of threads that a loop with `workers` may have: as many as any other,
/// but not more than their limits.
static Value emitThreadLimit(OpBuilder &builder, ArrayRef<WorkerOp> workers) {
  Location loc = workers.front()->getLoc();
  int64_t limit = std::numeric_limits<int32_t>::max();
  for (WorkerOp worker : workers)
    limit = std::min<int64_t>(limit, WorkerOp(worker).getLimit());
  Value threads = func::CallOp::create(builder, loc, kMaxThreadsFunction,
                                       builder.getI32Type())
                      .getResult(0);
  return arith::MinSIOp::create(
      builder, loc, threads,
      arith::ConstantIntOp::create(builder, loc, limit, /*width=*/32));
}

/// Replaces `workers` by the number of the thread at the insertion point.
static void numberWorkers(RewriterBase &rewriter, ArrayRef<WorkerOp> workers) {
  Location loc = workers.front()->getLoc();
  Value thread = func::CallOp::create(rewriter, loc, kThreadNumberFunction,
                                      rewriter.getI32Type())
                     .getResult(0);
  Value number = arith::IndexCastOp::create(rewriter, loc,
                                            rewriter.getIndexType(), thread);
  for (WorkerOp worker : workers)
    rewriter.replaceOp(worker, number);
}

/// Declares the functions of OpenMP that loops with workers call.
static LogicalResult declareFunctions(ModuleOp module) {
  auto type = FunctionType::get(module.getContext(), {},
                                IntegerType::get(module.getContext(), 32));
  for (StringRef name : {kMaxThreadsFunction, kThreadNumberFunction}) {
    if (Operation *known = SymbolTable::lookupSymbolIn(module, name)) {
      auto function = dyn_cast<func::FuncOp>(known);
      if (function && function.isDeclaration() &&
          function.getFunctionType() == type)
        continue;
      return known->emitError("'")
             << name << "' is a function of OpenMP; rename this one";
    }
    auto builder = OpBuilder::atBlockBegin(module.getBody());
    func::FuncOp::create(builder, module.getLoc(), name, type).setPrivate();
  }
  return success();
}

/// scf.parallel -> omp.parallel { omp.wsloop { omp.loop_nest { scf.for } } }
/// The last of several dimensions is the serial loop inside: a collapsed loop
/// divides in every iteration to find its place.
static void makeThreaded(RewriterBase &rewriter, scf::ParallelOp loop) {
  Location loc = loop.getLoc();
  SmallVector<WorkerOp> workers;
  loop.walk([&](WorkerOp worker) { workers.push_back(worker); });
  rewriter.setInsertionPoint(loop);
  Value limit = workers.empty() ? Value() : emitThreadLimit(rewriter, workers);
  auto region = omp::ParallelOp::create(rewriter, loc);
  if (limit)
    region.getNumThreadsMutable().assign(limit);
  Block *threadBody = rewriter.createBlock(&region.getRegion());
  if (!workers.empty())
    numberWorkers(rewriter, workers);
  auto share = omp::WsloopOp::create(rewriter, loc);
  omp::TerminatorOp::create(rewriter, loc);
  rewriter.createBlock(&share.getRegion());

  unsigned shared = std::max<unsigned>(loop.getNumLoops() - 1, 1);
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
  if (shared < loop.getNumLoops()) {
    auto inner =
        scf::ForOp::create(rewriter, loc, loop.getLowerBound().back(),
                           loop.getUpperBound().back(), loop.getStep().back());
    inductionVars.push_back(inner.getInductionVar());
    body = inner.getBody();
  }
  hoistAllocas(*loop.getBody(), *threadBody);
  rewriter.eraseOp(loop.getBody()->getTerminator());
  rewriter.inlineBlockBefore(loop.getBody(), body->getTerminator(),
                             inductionVars);
  rewriter.eraseOp(loop);
}

/// stax.worker outside of threads -> 0
static LogicalResult numberSerialWorkers(RewriterBase &rewriter,
                                         ModuleOp module) {
  SmallVector<WorkerOp> workers;
  module.walk([&](WorkerOp worker) { workers.push_back(worker); });
  for (WorkerOp worker : workers) {
    if (worker->getParentOfType<omp::ParallelOp>())
      return worker.emitOpError("is in a parallel region whose number of "
                                "threads is not limited; put it into an "
                                "scf.parallel");
    rewriter.setInsertionPoint(worker);
    rewriter.replaceOpWithNewOp<arith::ConstantIndexOp>(worker, 0);
  }
  return success();
}

namespace {
struct ParallelizePass
    : public stax::impl::ParallelizePassBase<ParallelizePass> {
  using ParallelizePassBase::ParallelizePassBase;

  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](CombineOp combine) -> WalkResult {
      return combine.emitOpError("is not lowered; run stax-vectorize before "
                                 "lower-affine");
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    SmallVector<scf::ParallelOp> outer, inner;
    getOperation().walk<WalkOrder::PreOrder>([&](scf::ParallelOp loop) {
      if (loop.getNumReductions() != 0)
        return;
      bool isOutermost = !loop->getParentOfType<scf::ParallelOp>() &&
                         !loop->getParentOfType<omp::ParallelOp>();
      (parallel && isOutermost ? outer : inner).push_back(loop);
    });
    bool hasWorkers = llvm::any_of(outer, [](scf::ParallelOp loop) {
      return loop.walk([](WorkerOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
    });
    if (hasWorkers && failed(declareFunctions(getOperation())))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    // Inner loops first: stack arrays move outwards from loop to loop.
    for (scf::ParallelOp loop : llvm::reverse(inner))
      makeSerial(rewriter, loop);
    for (scf::ParallelOp loop : outer)
      makeThreaded(rewriter, loop);
    if (failed(numberSerialWorkers(rewriter, getOperation())))
      signalPassFailure();
  }
};
} // namespace
