//===- ElementwiseToStax.cpp - arith and math on tensors to Stax ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation that maps over elements is its own scalar body: it is copied
// into the region with scalar types.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/ElementwiseToStax.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/Conversion/Passes.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTELEMENTWISETOSTAXPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Whether `op` is one that this conversion is about: it maps a scalar
/// operation of arith or math over tensors.
static bool isElementwiseOnTensors(Operation *op) {
  return isa_and_present<arith::ArithDialect, math::MathDialect>(
             op->getDialect()) &&
         OpTrait::hasElementwiseMappableTraits(op) &&
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<TensorType>);
}

/// Why an elementwise operation on tensors cannot be converted.
static std::optional<std::string> findObstacle(Operation *op) {
  for (TypeRange types :
       {TypeRange(op->getOperandTypes()), TypeRange(op->getResultTypes())})
    for (Type type : types)
      if (std::optional<std::string> obstacle = findTypeObstacle(type))
        return obstacle;
  ArrayRef<int64_t> shape =
      cast<RankedTensorType>(op->getResult(0).getType()).getShape();
  for (Type type : op->getResultTypes())
    if (cast<RankedTensorType>(type).getShape() != shape)
      return "results differ in shape";
  return std::nullopt;
}

namespace {
// arith.op %x, %y : tensor -> stax.pointwise ins(%x, %y) { arith.op : scalar }
struct ElementwiseToPointwise : RewritePattern {
  ElementwiseToPointwise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const final {
    if (!isElementwiseOnTensors(op))
      return rewriter.notifyMatchFailure(op, "not elementwise on tensors");
    if (std::optional<std::string> obstacle = findObstacle(op))
      return rewriter.notifyMatchFailure(op, *obstacle);

    Value source = *llvm::find_if(op->getOperands(), [](Value operand) {
      return isa<RankedTensorType>(operand.getType());
    });
    SmallVector<OpFoldResult> extents =
        getExtents(rewriter, op->getLoc(),
                   cast<RankedTensorType>(op->getResult(0).getType()), source);
    AffineMap identity = rewriter.getMultiDimIdentityMap(extents.size());
    ElementReads reads;
    for (Value operand :
         llvm::SetVector<Value>(op->operand_begin(), op->operand_end()))
      reads.add(operand, operand, identity);
    auto pointwise = PointwiseOp::create(
        rewriter, op->getLoc(), op->getResultTypes(), reads.getInputs(),
        reads.getMaps(), extents,
        [&](OpBuilder &builder, Location loc, ValueRange args) {
          IRMapping mapping;
          reads.bind(builder, loc, args, mapping);
          YieldOp::create(builder, loc, cloneOnScalars(builder, op, mapping));
        });
    copyPlacement(op, pointwise);
    rewriter.replaceOp(op, pointwise);
    return success();
  }

private:
  static ResultRange cloneOnScalars(OpBuilder &builder, Operation *op,
                                    IRMapping &mapping) {
    Operation *scalar = builder.clone(*op, mapping);
    scalar->setDiscardableAttrs(ArrayRef<NamedAttribute>());
    for (Value result : scalar->getResults())
      result.setType(getElementTypeOrSelf(result.getType()));
    return scalar->getResults();
  }
};

struct ConvertElementwiseToStaxPass
    : stax::impl::ConvertElementwiseToStaxPassBase<
          ConvertElementwiseToStaxPass> {
  using ConvertElementwiseToStaxPassBase::ConvertElementwiseToStaxPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateElementwiseToStaxPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    eraseDeadSources(getOperation());
    getOperation()->walk([](Operation *op) {
      if (isElementwiseOnTensors(op))
        if (std::optional<std::string> obstacle = findObstacle(op))
          reportNotConverted(op, *obstacle);
    });
  }
};
} // namespace

void stax::populateElementwiseToStaxPatterns(RewritePatternSet &patterns) {
  patterns.add<ElementwiseToPointwise>(patterns.getContext());
}
