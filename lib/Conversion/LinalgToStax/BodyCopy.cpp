//===- BodyCopy.cpp - Bodies of linalg in regions of Stax -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BodyCopy.h"
#include "stax/IR/StaxOps.h"

using namespace mlir;
using namespace mlir::stax;

ElementReads stax::getReads(linalg::LinalgOp op, const BodySlice &slice,
                            const LoopDomain &domain) {
  ElementReads reads;
  for (unsigned argument : slice.arguments.set_bits()) {
    BlockArgument key = op.getBlock()->getArgument(argument);
    OpOperand *operand = op.getMatchingOpOperand(key);
    reads.add(key, operand->get(),
              op.getMatchingIndexingMap(operand).compose(domain.toLoops));
  }
  return reads;
}

void stax::cloneSlice(OpBuilder &builder, const BodySlice &slice,
                      const LoopDomain &domain, IRMapping &mapping) {
  for (Operation *op : slice.ops) {
    auto index = dyn_cast<linalg::IndexOp>(op);
    if (!index) {
      builder.clone(*op, mapping);
      continue;
    }
    unsigned dim = domain.toLoops.getDimPosition(index.getDim());
    mapping.map(index.getResult(),
                IndexOp::create(builder, index.getLoc(), dim).getResult());
  }
}
