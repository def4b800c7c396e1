//===- OpenKernels.cpp - Kernels back into operations ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpenKernels.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::stax;

/// Extents and inputs of the region are what they stand for outside.
static IRMapping mapArguments(KernelOp kernel) {
  IRMapping mapping;
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments())
    mapping.map(argument, kernel.getOuterValue(argument));
  return mapping;
}

/// A yielded value may have a static extent where the result has a dynamic one.
static Value castTo(RewriterBase &rewriter, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(rewriter, value.getLoc(), type, value);
}

llvm::DenseMap<Operation *, unsigned> stax::openKernels(Operation *root) {
  IRRewriter rewriter(root->getContext());
  llvm::DenseMap<Operation *, unsigned> kernelOf;
  SmallVector<KernelOp> kernels;
  root->walk([&](KernelOp kernel) {
    if (kernel.hasTensorSemantics())
      kernels.push_back(kernel);
  });
  for (auto [number, kernel] : llvm::enumerate(kernels)) {
    rewriter.setInsertionPoint(kernel);
    IRMapping mapping = mapArguments(kernel);
    for (Operation &op : kernel.getBodyBlock()->without_terminator()) {
      Operation *outside = rewriter.clone(op, mapping);
      outside->removeAttr(kNodeMapAttr);
      if (isa<FusableOpInterface>(outside))
        kernelOf[outside] = number;
    }
    SmallVector<Value> results;
    for (auto [yielded, result] :
         llvm::zip_equal(kernel.getYield().getOperands(), kernel.getResults()))
      results.push_back(
          castTo(rewriter, mapping.lookup(yielded), result.getType()));
    rewriter.replaceOp(kernel, results);
  }
  return kernelOf;
}
