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
#include "stax/IR/StaxOps.h"

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
/// The last of several dimensions is the serial loop inside: a collapsed loop
/// divides in every iteration to find its place.
static void makeThreaded(RewriterBase &rewriter, scf::ParallelOp loop) {
  Location loc = loop.getLoc();
  rewriter.setInsertionPoint(loop);
  auto region = omp::ParallelOp::create(rewriter, loc);
  Block *threadBody = rewriter.createBlock(&region.getRegion());
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
    IRRewriter rewriter(&getContext());
    // Inner loops first: stack arrays move outwards from loop to loop.
    for (scf::ParallelOp loop : llvm::reverse(inner))
      makeSerial(rewriter, loop);
    for (scf::ParallelOp loop : outer)
      makeThreaded(rewriter, loop);
  }
};
} // namespace
