//===- TensorToStax.cpp - Copies of tensor elements to Stax ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations whose result may share its source's storage (casts, reshapes,
// insertions) are not touched: they are free once buffers are chosen.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/TensorToStax.h"
#include "Converters.h"
#include "stax/Analysis/TensorStorage.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTTENSORTOSTAXPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Why `op` stays; nothing if it can be converted.
template <typename OpTy>
static std::optional<std::string> findAnyObstacle(OpTy op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (std::optional<std::string> obstacle = findTypeObstacle(type))
        return obstacle;
  return findObstacle(op);
}

namespace {
// tensor.op -> stax.pointwise or stax.scatter
template <typename OpTy>
struct ConvertToStax : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const final {
    if (std::optional<std::string> obstacle = findAnyObstacle(op))
      return rewriter.notifyMatchFailure(op, *obstacle);
    auto converted = convert(rewriter, op);
    copyPlacement(op, converted);
    rewriter.replaceOp(op, converted);
    return success();
  }
};

/// materialize_in_destination x in (an argument) -> x
///
/// A caller's tensor is not the function's to write over, so that the result is
/// the same value in a buffer of its own.
struct DropReadOnlyDestination
    : OpRewritePattern<bufferization::MaterializeInDestinationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(bufferization::MaterializeInDestinationOp op,
                                PatternRewriter &rewriter) const final {
    auto argument = dyn_cast<BlockArgument>(op.getDest());
    if (!argument || op->getNumResults() != 1 || isWritable(argument) ||
        !isa<FunctionOpInterface>(argument.getOwner()->getParentOp()))
      return rewriter.notifyMatchFailure(op, "has a destination to write to");
    if (op.getSource().getType() != op.getResult().getType())
      return rewriter.notifyMatchFailure(op, "has a source of another type");
    rewriter.replaceOp(op, op.getSource());
    return success();
  }
};

struct ConvertTensorToStaxPass
    : stax::impl::ConvertTensorToStaxPassBase<ConvertTensorToStaxPass> {
  using ConvertTensorToStaxPassBase::ConvertTensorToStaxPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](tensor::GenerateOp op) { flattenBranches(rewriter, op); });
    RewritePatternSet patterns(&getContext());
    populateTensorToStaxPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    eraseDeadSources(getOperation());
    getOperation()->walk([](Operation *op) {
      llvm::TypeSwitch<Operation *>(op)
          .Case<tensor::ConcatOp, tensor::ExtractSliceOp,
                tensor::FromElementsOp, tensor::GatherOp, tensor::GenerateOp,
                tensor::PadOp, tensor::ScatterOp, tensor::SplatOp>([](auto op) {
            if (std::optional<std::string> obstacle = findAnyObstacle(op))
              reportNotConverted(op, *obstacle);
          });
    });
  }
};
} // namespace

void stax::populateTensorToStaxPatterns(RewritePatternSet &patterns) {
  patterns.add<
      ConvertToStax<tensor::ConcatOp>, ConvertToStax<tensor::ExtractSliceOp>,
      ConvertToStax<tensor::FromElementsOp>, ConvertToStax<tensor::GatherOp>,
      ConvertToStax<tensor::GenerateOp>, ConvertToStax<tensor::PadOp>,
      ConvertToStax<tensor::ScatterOp>, ConvertToStax<tensor::SplatOp>,
      DropReadOnlyDestination>(patterns.getContext());
}
