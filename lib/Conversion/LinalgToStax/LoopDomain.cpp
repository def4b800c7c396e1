//===- LoopDomain.cpp - Loops of linalg as a domain of Stax ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopDomain.h"
#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"

using namespace mlir;
using namespace mlir::stax;

SmallVector<OpFoldResult> stax::getLoopExtents(OpBuilder &builder,
                                               linalg::LinalgOp op) {
  SmallVector<OpFoldResult> extents(op.getNumLoops());
  SmallVector<std::pair<Value, int64_t>> sources(op.getNumLoops());
  for (OpOperand &operand : op->getOpOperands()) {
    ArrayRef<int64_t> shape = op.getShape(&operand);
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        continue;
      unsigned position = loop.getPosition();
      if (!ShapedType::isDynamic(shape[axis]))
        extents[position] = builder.getIndexAttr(shape[axis]);
      else if (!sources[position].first)
        sources[position] = {operand.get(), axis};
    }
  }
  for (auto [extent, source] : llvm::zip_equal(extents, sources))
    if (!extent)
      extent = getExtent(builder, op.getLoc(), source.first, source.second);
  return extents;
}

SmallVector<OpFoldResult> LoopDomain::getParallelExtents() const {
  SmallVector<OpFoldResult> parallel;
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (!llvm::is_contained(reduced, int64_t(dim)))
      parallel.push_back(extent);
  return parallel;
}

LoopDomain stax::getDomain(OpBuilder &builder, linalg::LinalgOp op,
                           AffineMap map, ArrayRef<int64_t> shape,
                           ArrayRef<OpFoldResult> loopExtents) {
  LoopDomain domain;
  domain.shape = llvm::to_vector(shape);
  SmallVector<AffineExpr> dimOfLoop(op.getNumLoops());
  auto addLoop = [&](unsigned loop, OpFoldResult extent) {
    dimOfLoop[loop] = builder.getAffineDimExpr(domain.extents.size());
    domain.extents.push_back(extent);
  };
  unsigned axis = 0;
  auto addPoints = [&] {
    for (; axis < shape.size() && isa<AffineConstantExpr>(map.getResult(axis));
         ++axis)
      domain.extents.push_back(builder.getIndexAttr(1));
  };
  addPoints();
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (kind == utils::IteratorType::reduction) {
      domain.reduced.push_back(domain.extents.size());
      addLoop(loop, loopExtents[loop]);
      continue;
    }
    OpFoldResult extent = loopExtents[map.getDimPosition(axis)];
    // A dynamic result has a dynamic extent, even where it is known.
    if (ShapedType::isDynamic(shape[axis]))
      extent = getValueOrCreateConstantIndexOp(builder, op.getLoc(), extent);
    addLoop(map.getDimPosition(axis++), extent);
    addPoints();
  }
  domain.toLoops =
      AffineMap::get(domain.extents.size(), 0, dimOfLoop, builder.getContext());
  return domain;
}
