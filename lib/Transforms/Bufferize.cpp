//===- Bufferize.cpp - Puts every tensor into a buffer --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearBufferization.h"
#include "PrivateBuffers.h"
#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

namespace mlir::stax {
#define GEN_PASS_DEF_BUFFERIZEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

static bufferization::OneShotBufferizationOptions getOptions() {
  bufferization::OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  options.allowReturnAllocsFromLoops = true;
  options.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  options.bufferAlignment = 64;
  // The region of a kernel stays on tensors.
  options.opFilter.denyOperation(
      [](Operation *op) { return op->getParentOfType<KernelOp>() != nullptr; });
  return options;
}

/// The buffer that `value` is a view of.
static Value findStorage(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether deallocation copies `storage` whenever it is returned, as the
/// function does not own it.
static bool isBorrowed(Value storage) {
  auto argument = dyn_cast<BlockArgument>(storage);
  if (argument)
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return isa<memref::GetGlobalOp>(storage.getDefiningOp());
}

/// Copies results that share storage with another result, as a caller frees
/// each of them.
static void separateResults(func::ReturnOp op) {
  if (op.getNumOperands() < 2)
    return;
  OpBuilder builder(op);
  llvm::SmallPtrSet<Value, 4> taken;
  for (OpOperand &result : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(result.get().getType()))
      continue;
    Value storage = findStorage(result.get());
    if (isBorrowed(storage))
      continue;
    // A choice between buffers may be any other result.
    bool isFresh = isa_and_nonnull<memref::AllocOp, CallOpInterface>(
                       storage.getDefiningOp()) &&
                   taken.insert(storage).second;
    if (!isFresh)
      result.set(
          bufferization::CloneOp::create(builder, op.getLoc(), result.get()));
  }
}

/// Tensors that cross the border of the module are values on either side: what
/// updates one that a caller passed needs a copy, and functions from outside
/// only read theirs.
static void protectArguments(ModuleOp module) {
  using bufferization::BufferizationDialect;
  Builder builder(module.getContext());
  for (auto function : module.getOps<func::FuncOp>())
    for (unsigned number = 0; number < function.getNumArguments(); ++number) {
      if (!isa<TensorType>(function.getArgumentTypes()[number]))
        continue;
      if (function.isDeclaration())
        function.setArgAttr(number, BufferizationDialect::kBufferAccessAttrName,
                            builder.getStringAttr("read"));
      else if (function.isPublic())
        function.setArgAttr(number, BufferizationDialect::kWritableAttrName,
                            builder.getBoolAttr(false));
    }
}

/// Only kernels write to buffers; nodes outside them have no destination.
static LogicalResult checkFused(ModuleOp module) {
  WalkResult walk =
      module.walk<WalkOrder::PreOrder>([](Operation *op) -> WalkResult {
        if (isa<KernelOp>(op))
          return WalkResult::skip();
        if (isa<FusableOpInterface>(op))
          return op->emitOpError("is not in a kernel; run stax-fuse before "
                                 "stax-bufferize");
        return WalkResult::advance();
      });
  return failure(walk.wasInterrupted());
}

/// Sizes in bytes are computed in 64 bits: one that does not fit would wrap
/// around to a smaller buffer.
static LogicalResult checkSize(memref::AllocOp alloc) {
  MemRefType type = alloc.getType();
  auto element = MemRefType::get({}, type.getElementType());
  SmallVector<int64_t> extents(type.getShape());
  std::replace_if(extents.begin(), extents.end(), ShapedType::isDynamic, 1);
  if (!getStaticBytes(element) ||
      getStaticBytes(MemRefType::get(extents, type.getElementType())))
    return success();
  return alloc.emitError("a buffer of type ")
         << type << " has more bytes than 64 bits can count";
}

namespace {
struct BufferizePass : public stax::impl::BufferizePassBase<BufferizePass> {
  using BufferizePassBase::BufferizePassBase;

  LogicalResult checkOptions() {
    if (threads <= 0)
      return getOperation().emitError(
                 "stax-bufferize: expected threads to be positive, but got ")
             << threads.getValue();
    if (maxScratch < 0)
      return getOperation().emitError(
                 "stax-bufferize: expected max-scratch not "
                 "to be negative, but got ")
             << maxScratch.getValue();
    return success();
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkOptions()) || failed(checkFused(module)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    SymbolTableCollection symbolTables;
    SymbolUserMap users(symbolTables, module);
    for (auto function : module.getOps<func::FuncOp>())
      if (users.useEmpty(function) && isLinearlyBufferizable(function) &&
          failed(bufferizeLinearly(rewriter, function)))
        return signalPassFailure();

    protectArguments(module);
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(module, getOptions(),
                                                        state)))
      return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
    for (auto function : module.getOps<func::FuncOp>())
      function.walk([](func::ReturnOp op) { separateResults(op); });
    module.walk([&](KernelOp kernel) {
      allocatePrivateValues(rewriter, kernel, maxScratch, threads);
    });
    WalkResult sizes = module.walk(
        [](memref::AllocOp alloc) { return WalkResult(checkSize(alloc)); });
    if (sizes.wasInterrupted())
      return signalPassFailure();
  }
};
} // namespace
