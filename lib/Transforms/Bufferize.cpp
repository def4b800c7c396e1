//===- Bufferize.cpp - Puts every tensor into a buffer --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearBufferization.h"
#include "PrivateBuffers.h"
#include "stax/Analysis/TensorStorage.h"
#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
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
  // Where either a view or the update of it could be the copy, it is the
  // update, as stax-order counts: a copied view would live longer.
  options.analysisHeuristic =
      bufferization::OneShotBufferizationOptions::AnalysisHeuristic::TopDown;
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

/// Tensors that functions are passed are values: what updates one needs a copy,
/// unless the caller gives the buffer away. Functions from outside only read
/// theirs.
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
      else
        function.setArgAttr(
            number, BufferizationDialect::kWritableAttrName,
            builder.getBoolAttr(isWritable(function.getArgument(number))));
    }
}

/// Gives each destination an empty tensor of its own: one that several share
/// would be one buffer, live from the first of them to the last.
static void separateEmptyTensors(RewriterBase &rewriter, ModuleOp module) {
  SmallVector<tensor::EmptyOp> empties;
  module.walk([&](tensor::EmptyOp empty) { empties.push_back(empty); });
  for (tensor::EmptyOp empty : empties)
    for (OpOperand &use : llvm::make_early_inc_range(empty->getUses())) {
      auto op = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if (empty->hasOneUse() || !op || !op.isDpsInit(&use))
        continue;
      rewriter.setInsertionPoint(op);
      use.set(rewriter.clone(*empty)->getResult(0));
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

  void runOnOperation() override {
    ModuleOp module = getOperation();
    PrivateBufferOptions privateBuffers{maxScratch, threads};
    if (failed(
            checkPrivateBufferOptions(module, getArgument(), privateBuffers)) ||
        failed(checkFused(module)))
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    SymbolTableCollection symbolTables;
    SymbolUserMap users(symbolTables, module);
    for (auto function : module.getOps<func::FuncOp>())
      if (users.useEmpty(function) && isLinearlyBufferizable(function) &&
          failed(bufferizeLinearly(rewriter, function)))
        return signalPassFailure();

    separateEmptyTensors(rewriter, module);
    protectArguments(module);
    bufferization::BufferizationState state;
    if (failed(bufferization::runOneShotModuleBufferize(module, getOptions(),
                                                        state)))
      return signalPassFailure();
    bufferization::removeBufferizationAttributesInModule(module);
    for (auto function : module.getOps<func::FuncOp>())
      function.walk([](func::ReturnOp op) { separateResults(op); });
    module.walk([&](KernelOp kernel) {
      allocatePrivateValues(rewriter, kernel, privateBuffers);
    });
    WalkResult sizes = module.walk(
        [](memref::AllocOp alloc) { return WalkResult(checkSize(alloc)); });
    if (sizes.wasInterrupted())
      return signalPassFailure();
  }
};
} // namespace
