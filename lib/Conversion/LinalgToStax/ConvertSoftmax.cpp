//===- ConvertSoftmax.cpp - linalg.softmax to Stax ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream decomposes softmax with a maximum that ignores NaN and starts from
// the least finite value. Neither can be seen in the result (a row with a NaN,
// or of nothing but negative infinity, is NaN either way), so the maximum here
// is the plain one, which needs no destination to be combined with.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::stax;

std::optional<std::string> stax::findSoftmaxObstacle(linalg::SoftmaxOp op) {
  if (op->getNumResults() != 1)
    return "it works on buffers";
  for (Type type : op->getOperandTypes())
    if (std::optional<std::string> obstacle = findTypeObstacle(type))
      return obstacle;
  if (!isa<FloatType>(op.getInputOperandType().getElementType()))
    return "elements are not floats";
  return std::nullopt;
}

namespace {
/// Builds the operations of a softmax over one domain.
class SoftmaxBuilder {
public:
  SoftmaxBuilder(OpBuilder &builder, linalg::SoftmaxOp op)
      : builder(builder), op(op),
        type(cast<RankedTensorType>(op.getOutputOperandType())),
        dim(op.getDimension()),
        identity(builder.getMultiDimIdentityMap(type.getRank())),
        row(identity.dropResult(dim)),
        extents(getExtents(builder, op.getLoc(), type, op.getInput())) {}

  Value build() {
    // An empty row has no maximum, and no element that would need it.
    bool mayBeEmpty = ShapedType::isDynamic(type.getDimSize(dim)) ||
                      type.getDimSize(dim) == 0;
    Value maximum =
        reduce(MaxAttr::get(op.getContext()), op.getInput(), mayBeEmpty);
    Value exponential =
        withRow(op.getInput(), maximum,
                [](OpBuilder &b, Location loc, ValueRange args) {
                  Value shifted =
                      arith::SubFOp::create(b, loc, args[0], args[1]);
                  Value result = math::ExpOp::create(b, loc, shifted);
                  YieldOp::create(b, loc, result);
                });
    Value sum = reduce(AddAttr::get(op.getContext()), exponential,
                       /*isPartial=*/false);
    return withRow(
        exponential, sum, [](OpBuilder &b, Location loc, ValueRange args) {
          Value result = arith::DivFOp::create(b, loc, args[0], args[1]);
          YieldOp::create(b, loc, result);
        });
  }

private:
  Value reduce(MonoidAttrInterface monoid, Value input, bool isPartial) {
    SmallVector<int64_t> shape = llvm::to_vector(type.getShape());
    shape.erase(shape.begin() + dim);
    auto reduce = ReduceOp::create(
        builder, op.getLoc(),
        TypeRange{RankedTensorType::get(shape, type.getElementType())}, monoid,
        {dim}, input, {identity}, extents, isPartial);
    copyPlacement(op, reduce);
    return reduce.getResult(0);
  }

  Value withRow(Value input, Value rowValue,
                function_ref<void(OpBuilder &, Location, ValueRange)> body) {
    auto pointwise = PointwiseOp::create(builder, op.getLoc(), TypeRange{type},
                                         ValueRange{input, rowValue},
                                         {identity, row}, extents, body);
    copyPlacement(op, pointwise);
    return pointwise.getResult(0);
  }

  OpBuilder &builder;
  linalg::SoftmaxOp op;
  RankedTensorType type;
  int64_t dim;
  AffineMap identity, row;
  SmallVector<OpFoldResult> extents;
};

// linalg.softmax -> max, exp(x - max), sum, quotient
struct ConvertSoftmax : OpRewritePattern<linalg::SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::SoftmaxOp op,
                                PatternRewriter &rewriter) const final {
    if (std::optional<std::string> obstacle = findSoftmaxObstacle(op))
      return rewriter.notifyMatchFailure(op, *obstacle);
    rewriter.replaceOp(op, SoftmaxBuilder(rewriter, op).build());
    return success();
  }
};
} // namespace

void stax::populateSoftmaxPatterns(RewritePatternSet &patterns) {
  patterns.add<ConvertSoftmax>(patterns.getContext());
}
