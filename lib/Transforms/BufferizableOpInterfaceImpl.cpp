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
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::stax;

Operation *stax::moveOntoBuffers(RewriterBase &rewriter, Operation *op,
                                 ValueRange operands) {
  Operation *onBuffers = rewriter.insert(Operation::create(
      op->getLoc(), op->getName(), TypeRange(), operands,
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(),
      BlockRange(), /*numRegions=*/1));
  rewriter.inlineRegionBefore(op->getRegion(0), onBuffers->getRegion(0),
                              onBuffers->getRegion(0).begin());
  // What a call means is said by a function of tensors.
  if (auto outside = dyn_cast<ExternOp>(onBuffers))
    outside.removeReferenceAttr();
  return onBuffers;
}

/// Replaces `op` by the same on buffers, and its results by its destinations.
static LogicalResult bufferizeOp(Operation *op, RewriterBase &rewriter,
                                 const BufferizationOptions &options,
                                 BufferizationState &state) {
  SmallVector<Value> operands;
  for (Value operand : op->getOperands()) {
    if (!isa<TensorType>(operand.getType())) {
      operands.push_back(operand);
      continue;
    }
    FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
    if (failed(buffer))
      return failure();
    operands.push_back(*buffer);
  }
  auto onBuffers = cast<DestinationStyleOpInterface>(
      moveOntoBuffers(rewriter, op, operands));
  replaceOpWithBufferizedValues(rewriter, op,
                                llvm::to_vector(onBuffers.getDpsInits()));
  return success();
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
    return bufferizeOp(op, rewriter, options, state);
  }
};

/// Destinations are read, too.
template <typename OpTy>
struct UpdateOpModel
    : public DstBufferizableOpInterfaceExternalModel<UpdateOpModel<OpTy>,
                                                     OpTy> {
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    return bufferizeOp(op, rewriter, options, state);
  }
};
} // namespace

void stax::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, StaxDialect *) {
    ExternOp::attachInterface<UpdateOpModel<ExternOp>>(*context);
    KernelOp::attachInterface<KernelOpModel>(*context);
    ScatterOp::attachInterface<UpdateOpModel<ScatterOp>>(*context);
  });
}
