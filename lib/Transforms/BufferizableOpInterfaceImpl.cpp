//===- BufferizableOpInterfaceImpl.cpp - Buffers of kernels ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Transforms/BufferizableOpInterfaceImpl.h"
#include "LinearBufferization.h"
#include "stax/Analysis/InPlace.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::stax;

KernelOp stax::moveOntoBuffers(RewriterBase &rewriter, KernelOp kernel,
                               ValueRange operands) {
  OperationState state(kernel.getLoc(), KernelOp::getOperationName(), operands,
                       TypeRange(),
                       llvm::to_vector(kernel->getDiscardableAttrs()));
  state.addRegion();
  state.getOrAddProperties<KernelOp::Properties>() = kernel.getProperties();
  auto onBuffers = cast<KernelOp>(rewriter.create(state));
  rewriter.inlineRegionBefore(kernel.getBody(), onBuffers.getBody(),
                              onBuffers.getBody().begin());
  return onBuffers;
}

namespace {
struct KernelOpModel
    : public DstBufferizableOpInterfaceExternalModel<KernelOpModel, KernelOp> {
  /// Destinations are written at every element and not read.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<KernelOp>(op).isDpsInit(&operand);
  }

  /// Whether a kernel may write over an input that is its destination.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto kernel = cast<KernelOp>(op);
    KernelStructure structure(kernel);
    unsigned firstIn = kernel.getIns().getBeginOperandIndex();
    unsigned firstOut = kernel.getOuts().getBeginOperandIndex();
    SmallVector<unsigned> ins, outs;
    for (OpOperand *operand : operands)
      if (kernel.isDpsInit(operand))
        outs.push_back(operand->getOperandNumber() - firstOut);
      else
        ins.push_back(operand->getOperandNumber() - firstIn);
    return llvm::all_of(outs, [&](unsigned out) {
      return llvm::all_of(ins, [&](unsigned in) {
        return getInPlaceVerdict(structure, out, kernel.getInArguments()[in]) ==
               InPlaceVerdict::Allowed;
      });
    });
  }

  /// The region keeps its tensors, so only operands and results count.
  bool hasTensorSemantics(Operation *op) const {
    return cast<KernelOp>(op).hasTensorSemantics();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto kernel = cast<KernelOp>(op);
    SmallVector<Value> operands;
    for (Value operand : kernel->getOperands()) {
      if (!isa<TensorType>(operand.getType())) {
        operands.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      operands.push_back(*buffer);
    }
    KernelOp onBuffers = moveOntoBuffers(rewriter, kernel, operands);
    replaceOpWithBufferizedValues(rewriter, kernel, onBuffers.getOuts());
    return success();
  }
};
} // namespace

void stax::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, StaxDialect *) {
    KernelOp::attachInterface<KernelOpModel>(*context);
  });
}
