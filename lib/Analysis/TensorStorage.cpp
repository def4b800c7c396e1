//===- TensorStorage.cpp - Whose memory a tensor will be in ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/TensorStorage.h"
#include "stax/Analysis/DependenceGraph.h"
#include "stax/IR/MemoryAttributes.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

Value stax::getViewed(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isView(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

bool stax::isStoredElsewhere(Operation *op) {
  return isa<bufferization::ToTensorOp, CallOpInterface>(op);
}

bool stax::isWritable(BlockArgument argument) {
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  return function && argument.getOwner()->isEntryBlock() &&
         function.getArgAttr(argument.getArgNumber(), kDonateAttr);
}

OpOperand *stax::getUpdatedOperand(OpResult result) {
  auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
  if (!op || isa<KernelOp>(result.getOwner()))
    return nullptr;
  OpOperand *init = op.getTiedOpOperand(result);
  Value viewed = getViewed(init->get());
  unsigned uses = 0;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      uses +=
          isa<TensorType>(operand.getType()) && getViewed(operand) == viewed;
  });
  return uses == 1 ? init : nullptr;
}
