//===- ScatterChecks.cpp - Checks of dynamic shapes of scatters -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterChecks.h"

#include "stax-c/Runtime.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::stax;

SmallVector<ShapeCheck> stax::emitScatterChecks(OpBuilder &builder,
                                                ScatterOp scatter) {
  SmallVector<ShapeCheck> checks;
  Location loc = scatter.getLoc();
  auto compare = [&](arith::CmpIPredicate predicate, OpFoldResult lhs,
                     OpFoldResult rhs) -> Value {
    return arith::CmpIOp::create(
        builder, loc, predicate,
        getValueOrCreateConstantIndexOp(builder, loc, lhs),
        getValueOrCreateConstantIndexOp(builder, loc, rhs));
  };
  for (Value extent : scatter.getDynamicExtents())
    if (!extent.getDefiningOp<memref::DimOp>())
      checks.push_back(
          {compare(arith::CmpIPredicate::sge, extent, builder.getIndexAttr(0)),
           STAX_SHAPE_MISMATCH, "an extent is negative", loc});
  SmallVector<OpFoldResult> extents = scatter.getExtents();
  for (auto [input, read] : llvm::enumerate(scatter.getOperandAccesses()))
    for (auto [axis, expr] : llvm::enumerate(read.map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (!dim)
        continue; // the verifier has seen it
      OpFoldResult size = getBufferExtent(builder, loc, read.operand, axis);
      OpFoldResult extent = extents[dim.getPosition()];
      if (!isSameExtent(size, extent))
        checks.push_back({compare(arith::CmpIPredicate::eq, size, extent),
                          STAX_SHAPE_MISMATCH,
                          "the extent of dimension " + std::to_string(axis) +
                              " of input #" + std::to_string(input) +
                              " does not agree with the other shapes",
                          loc});
    }
  return checks;
}
