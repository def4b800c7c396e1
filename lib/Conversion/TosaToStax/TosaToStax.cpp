//===- TosaToStax.cpp - tosa that is no structured operation to Stax ------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Most of tosa has a structured form, which upstream's conversions to linalg
// give. Scatters have none: upstream writes serial loops over slices, which
// hide that batches and channels are independent.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/TosaToStax.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/Conversion/Passes.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTTOSATOSTAXPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

static std::optional<std::string> findObstacle(tosa::ScatterOp op) {
  for (Type type : op->getOperandTypes())
    if (std::optional<std::string> obstacle = findTypeObstacle(type))
      return obstacle;
  if (op.getType() != op.getValuesIn().getType())
    return "its result has another type than its destination";
  return std::nullopt;
}

namespace {
// tosa.scatter %d, %i, %x -> stax.scatter set, over batches, indices, channels
struct ConvertScatter : OpRewritePattern<tosa::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tosa::ScatterOp op,
                                PatternRewriter &rewriter) const final {
    if (std::optional<std::string> obstacle = findObstacle(op))
      return rewriter.notifyMatchFailure(op, *obstacle);
    AffineMap point = rewriter.getMultiDimIdentityMap(/*rank=*/3);
    SmallVector<OpFoldResult> extents;
    for (int64_t dim = 0; dim < 3; ++dim)
      extents.push_back(getExtent(rewriter, op.getLoc(), op.getInput(), dim));
    auto scatter = ScatterOp::create(
        rewriter, op.getLoc(), /*monoid=*/MonoidAttrInterface(),
        ValueRange{op.getInput(), op.getIndices()},
        {point, point.dropResult(2)}, extents, op.getValuesIn(),
        [](OpBuilder &builder, Location loc, ValueRange args) {
          Value batch = IndexOp::create(builder, loc, 0);
          Value row = arith::IndexCastOp::create(
              builder, loc, builder.getIndexType(), args[1]);
          Value channel = IndexOp::create(builder, loc, 2);
          YieldOp::create(builder, loc, {args[0], batch, row, channel});
        });
    copyPlacement(op, scatter);
    rewriter.replaceOp(op, scatter);
    return success();
  }
};

struct ConvertTosaToStaxPass
    : stax::impl::ConvertTosaToStaxPassBase<ConvertTosaToStaxPass> {
  using ConvertTosaToStaxPassBase::ConvertTosaToStaxPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateTosaToStaxPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    getOperation()->walk([](tosa::ScatterOp op) {
      if (std::optional<std::string> obstacle = findObstacle(op))
        reportNotConverted(op, *obstacle);
    });
  }
};
} // namespace

void stax::populateTosaToStaxPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertScatter>(patterns.getContext());
}
