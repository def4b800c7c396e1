//===- YieldMissingValues.cpp - Places for values that cross loops --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that a later loop of its kernel reads is computed again there. Where
// that cannot be, as for the prefixes of a scan, the kernel yields it, and the
// later loop reads it back.
//
//===----------------------------------------------------------------------===//

#include "FormKernels.h"
#include "stax/Analysis/KernelStructure.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::stax;

/// Values without a place, in the order of their nodes.
static SmallVector<OpResult> findMissing(KernelOp kernel) {
  KernelStructure structure(kernel);
  SmallVector<OpResult> missing;
  for (const CrossingValue &crossing : structure.getCrossingValues())
    if (crossing.source == ValueSource::Missing)
      missing.push_back(cast<OpResult>(structure.getValue(crossing.value)));
  return missing;
}

/// An empty tensor outside of `kernel` for `value`, a result of a node in it.
static Value createDestination(OpBuilder &builder, KernelOp kernel,
                               OpResult value) {
  auto node = cast<FusableOpInterface>(value.getOwner());
  SmallVector<OpFoldResult> extents = node.getIterationExtents(), sizes;
  for (AffineExpr dim :
       node.getResultMap(value.getResultNumber()).getResults()) {
    OpFoldResult extent = extents[cast<AffineDimExpr>(dim).getPosition()];
    // Extents inside are arguments, or constants.
    if (auto argument =
            dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(extent)))
      extent = kernel.getOuterValue(argument);
    else if (std::optional<int64_t> constant = getConstantIntValue(extent))
      extent = builder.getIndexAttr(*constant);
    sizes.push_back(extent);
  }
  auto type = cast<RankedTensorType>(value.getType());
  return tensor::EmptyOp::create(builder, node.getLoc(), sizes,
                                 type.getElementType());
}

KernelOp stax::yieldMissingValues(RewriterBase &rewriter, KernelOp kernel) {
  SmallVector<OpResult> missing = findMissing(kernel);
  if (missing.empty())
    return kernel;
  rewriter.setInsertionPoint(kernel);
  SmallVector<Value> outs(kernel.getOuts());
  for (OpResult value : missing)
    outs.push_back(createDestination(rewriter, kernel, value));
  SmallVector<OpFoldResult> extents = kernel.getExtents();
  ArrayRef<OpFoldResult> space(extents);
  size_t numPar = kernel.getPar().size();
  auto extended =
      KernelOp::create(rewriter, kernel.getLoc(), space.take_front(numPar),
                       space.drop_front(numPar), kernel.getIns(), outs);
  extended.setScheduleAttr(kernel.getScheduleAttr());
  extended->setDiscardableAttrs(kernel->getDiscardableAttrDictionary());
  rewriter.eraseBlock(extended.getBodyBlock());
  rewriter.inlineRegionBefore(kernel.getBody(), extended.getBody(),
                              extended.getBody().end());
  rewriter.modifyOpInPlace(extended.getYield(), [&] {
    extended.getYield().getValuesMutable().append(
        SmallVector<Value>(missing.begin(), missing.end()));
  });
  rewriter.replaceOp(kernel,
                     extended.getResults().take_front(kernel.getNumResults()));
  return extended;
}
