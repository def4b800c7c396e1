//===- InsertFrees.cpp - Frees buffers after their last use ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the life of a buffer ends in the block that allocates it, it is freed
// there. What is handed on between blocks and functions has owners that only
// the running program may know: that is upstream's ownership-based
// deallocation.
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/BufferLifetimes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::stax {
#define GEN_PASS_DEF_INSERTFREESPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;
using bufferization::BufferizationDialect;

namespace {
/// The frees that one function needs.
class FunctionFrees {
public:
  FunctionFrees(FunctionOpInterface function, const CallSummaries *summaries)
      : function(function), lifetimes(function, summaries) {}

  /// Finds a place for each free; fails if one depends on the running program.
  LogicalResult solve();

  void insert();

  /// Tells upstream's deallocation to leave alone what is freed already.
  void mark();

private:
  bool isMovedToCaller(const BufferLifetime &buffer);
  bool ownsOtherBuffers();
  bool returnsBorrowed();

  FunctionOpInterface function;
  BufferLifetimes lifetimes;
  /// Buffers, and the operations that their frees follow.
  SmallVector<std::pair<Value, Operation *>> frees;
};
} // namespace

/// Whether `op` is where `function` returns.
static bool isReturn(Operation *op) {
  return op->hasTrait<OpTrait::ReturnLike>() &&
         isa<FunctionOpInterface>(op->getParentOp());
}

bool FunctionFrees::isMovedToCaller(const BufferLifetime &buffer) {
  return buffer.escape == EscapeKind::Returned &&
         function.getFunctionBody().hasOneBlock() &&
         isReturn(buffer.buffer.getDefiningOp()->getBlock()->getTerminator());
}

/// Whether the function owns a buffer that is not its own allocation, such as
/// the result of a call, and does more than to return it.
bool FunctionFrees::ownsOtherBuffers() {
  WalkResult walk = function.walk([](Operation *op) -> WalkResult {
    if (isa<ViewLikeOpInterface, RegionBranchOpInterface, memref::AllocOp,
            memref::AllocaOp, memref::GetGlobalOp, arith::SelectOp,
            memref::ExtractStridedMetadataOp>(op))
      return WalkResult::advance();
    for (Value result : op->getResults())
      if (isa<BaseMemRefType>(result.getType()) &&
          !llvm::all_of(result.getUsers(), isReturn))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return walk.wasInterrupted();
}

/// Whether a result may be a buffer that the function does not own, or another
/// result, too: what callers get must be theirs.
bool FunctionFrees::returnsBorrowed() {
  for (Block &block : function.getFunctionBody()) {
    Operation *end = block.getTerminator();
    llvm::SmallPtrSet<Value, 4> moved;
    for (Value value : end->getOperands()) {
      if (!isReturn(end) || !isa<BaseMemRefType>(value.getType()))
        continue;
      while (auto cast = value.getDefiningOp<memref::CastOp>())
        value = cast.getSource();
      Operation *op = value.getDefiningOp();
      bool isFresh =
          op &&
          isa<memref::AllocOp, CallOpInterface, bufferization::CloneOp>(op);
      if (!isFresh || !moved.insert(value).second)
        return true;
    }
  }
  return false;
}

LogicalResult FunctionFrees::solve() {
  if (ownsOtherBuffers() || returnsBorrowed())
    return failure();
  for (const BufferLifetime &buffer : lifetimes.getBuffers()) {
    Operation *alloc = buffer.buffer.getDefiningOp();
    if (!isa<memref::AllocOp>(alloc) || !buffer.deallocs.empty() ||
        buffer.escape == EscapeKind::SharedFree || isMovedToCaller(buffer))
      continue;
    if (!buffer.isKnown() && buffer.escape != EscapeKind::Parallel)
      return failure();
    Operation *last = alloc;
    if (buffer.lastUser)
      last = alloc->getBlock()->findAncestorOpInBlock(*buffer.lastUser);
    if (!last || last->hasTrait<OpTrait::IsTerminator>())
      return failure();
    frees.push_back({buffer.buffer, last});
  }
  return success();
}

void FunctionFrees::insert() {
  OpBuilder builder(function);
  for (auto [buffer, last] : frees) {
    builder.setInsertionPointAfter(last);
    memref::DeallocOp::create(builder, last->getLoc(), buffer);
  }
}

void FunctionFrees::mark() {
  Builder builder(function.getContext());
  for (const BufferLifetime &buffer : lifetimes.getBuffers()) {
    Operation *alloc = buffer.buffer.getDefiningOp();
    if (buffer.deallocs.empty() || !isa<memref::AllocOp>(alloc))
      continue;
    alloc->setAttr(BufferizationDialect::kManualDeallocation,
                   builder.getUnitAttr());
    for (memref::DeallocOp dealloc : buffer.deallocs)
      dealloc->setAttr(BufferizationDialect::kManualDeallocation,
                       builder.getUnitAttr());
  }
}

namespace {
struct InsertFreesPass
    : public stax::impl::InsertFreesPassBase<InsertFreesPass> {
  using InsertFreesPassBase::InsertFreesPassBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    InsertFreesPassBase::getDependentDialects(registry);
    getUpstream().getDependentDialects(registry);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    CallSummaries summaries(module);
    SmallVector<FunctionFrees> functions;
    bool isSolved = true;
    module.walk([&](FunctionOpInterface function) {
      if (function.isExternal())
        return;
      functions.emplace_back(function, &summaries);
      isSolved &= succeeded(functions.back().solve());
    });
    if (isSolved) {
      for (FunctionFrees &function : functions)
        function.insert();
      return;
    }
    // Callers and callees must agree on who owns what they pass.
    for (FunctionFrees &function : functions)
      function.mark();
    OpPassManager upstream = getUpstream();
    if (failed(runPipeline(upstream, module)))
      signalPassFailure();
  }

private:
  static OpPassManager getUpstream() {
    // Not followed by optimize-allocation-liveness, which takes the result of a
    // call for one of its arguments and frees these behind a return of it.
    OpPassManager manager(ModuleOp::getOperationName());
    bufferization::buildBufferDeallocationPipeline(manager);
    return manager;
  }
};
} // namespace
