//===- FenceStreams.cpp - Orders stores that pass by the caches -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Neither locks nor barriers of x86's memory model order non-temporal stores,
// only a fence of the thread that stores. It drains the buffers of the core, so
// there is one for a loop, not one for an iteration.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/OpenMP/OpenMPDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir::stax {
#define GEN_PASS_DEF_FENCESTREAMSPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// The operation after which other threads may read what `store` stores.
static Operation *getScope(Operation *store) {
  if (auto loop = store->getParentOfType<omp::WsloopOp>())
    return loop;
  Operation *scope = store;
  while (!isa<FunctionOpInterface, omp::ParallelOp>(scope->getParentOp()))
    scope = scope->getParentOp();
  return scope;
}

/// A fence of each thread, before any of them goes on.
static void fenceAfter(OpBuilder &builder, Operation *scope) {
  Location loc = scope->getLoc();
  builder.setInsertionPointAfter(scope);
  LLVM::CallIntrinsicOp::create(
      builder, loc, builder.getStringAttr("llvm.x86.sse.sfence"), ValueRange());
  auto loop = dyn_cast<omp::WsloopOp>(scope);
  if (!loop || loop.getNowait())
    return;
  loop.setNowait(true);
  omp::BarrierOp::create(builder, loc);
}

namespace {
struct FenceStreamsPass
    : public stax::impl::FenceStreamsPassBase<FenceStreamsPass> {
  using FenceStreamsPassBase::FenceStreamsPassBase;

  void runOnOperation() override {
    SetVector<Operation *> scopes;
    getOperation().walk([&](vector::StoreOp store) {
      if (store.getNontemporal())
        scopes.insert(getScope(store));
    });
    OpBuilder builder(&getContext());
    for (Operation *scope : scopes)
      fenceAfter(builder, scope);
  }
};
} // namespace
