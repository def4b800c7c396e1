//===- ExpandMath.cpp - Functions of f32 become arithmetic ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One implementation of each function, for scalars and vectors of any shape.
//
//===----------------------------------------------------------------------===//

#include "Math/Functions.h"
#include "Math/ScaleByPower.h"
#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/X86Vector/X86VectorDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::stax {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

static bool isF32(Value value) {
  return !isa<TensorType>(value.getType()) &&
         getElementTypeOrSelf(value).isF32();
}

namespace {
/// A function of one or several f32.
template <typename OpTy, auto expand>
struct ExpandFunction : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getResult()))
      return rewriter.notifyMatchFailure(op, "not on f32");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Real first{builder, op->getOperand(0)};
    if constexpr (std::is_invocable_v<decltype(expand), Real>)
      rewriter.replaceOp(op, expand(first).getValue());
    else
      rewriter.replaceOp(
          op, expand(first, Real{builder, op->getOperand(1)}).getValue());
    return success();
  }
};

struct ExpandSincos : OpRewritePattern<math::SincosOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::SincosOp op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getOperand()))
      return rewriter.notifyMatchFailure(op, "not on f32");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Real x{builder, op.getOperand()};
    rewriter.replaceOp(op, {expandSin(x).getValue(), expandCos(x).getValue()});
    return success();
  }
};

struct ExpandFPowI : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    Type integer = getElementTypeOrSelf(op.getRhs());
    // Wider exponents are not exact in f64.
    if (!isF32(op.getLhs()) || integer.getIntOrFloatBitWidth() > 32)
      return rewriter.notifyMatchFailure(op, "not f32 to the power of an i32");
    ImplicitLocOpBuilder builder(op.getLoc(), rewriter);
    Type type = builder.getF64Type();
    if (auto shaped = dyn_cast<ShapedType>(op.getType()))
      type = shaped.clone(type);
    Real exponent{builder, arith::SIToFPOp::create(builder, type, op.getRhs())};
    Real base{builder, op.getLhs()};
    rewriter.replaceOp(op, expandPow(base, exponent).getValue());
    return success();
  }
};

struct ExpandMathPass : public stax::impl::ExpandMathPassBase<ExpandMathPass> {
  using ExpandMathPassBase::ExpandMathPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExpandFunction<math::ExpOp, expandExp>,
                 ExpandFunction<math::Exp2Op, expandExp2>,
                 ExpandFunction<math::ExpM1Op, expandExpM1>,
                 ExpandFunction<math::TanhOp, expandTanh>,
                 ExpandFunction<math::SinhOp, expandSinh>,
                 ExpandFunction<math::CoshOp, expandCosh>,
                 ExpandFunction<math::LogOp, expandLog>,
                 ExpandFunction<math::Log2Op, expandLog2>,
                 ExpandFunction<math::Log10Op, expandLog10>,
                 ExpandFunction<math::Log1pOp, expandLog1p>,
                 ExpandFunction<math::AsinhOp, expandAsinh>,
                 ExpandFunction<math::AcoshOp, expandAcosh>,
                 ExpandFunction<math::AtanhOp, expandAtanh>,
                 ExpandFunction<math::ErfOp, expandErf>,
                 ExpandFunction<math::ErfcOp, expandErfc>,
                 ExpandFunction<math::SinOp, expandSin>,
                 ExpandFunction<math::CosOp, expandCos>,
                 ExpandFunction<math::TanOp, expandTan>,
                 ExpandFunction<math::AsinOp, expandAsin>,
                 ExpandFunction<math::AcosOp, expandAcos>,
                 ExpandFunction<math::AtanOp, expandAtan>,
                 ExpandFunction<math::Atan2Op, expandAtan2>,
                 ExpandFunction<math::CbrtOp, expandCbrt>,
                 ExpandFunction<math::PowFOp, expandPow>, ExpandSincos,
                 ExpandFPowI>(&getContext());
    arith::populateExpandBFloat16Patterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    if (!hasAVX512())
      return;
    RewritePatternSet instructions(&getContext());
    populateScaleByPowerPatterns(instructions);
    walkAndApplyPatterns(getOperation(), std::move(instructions));
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    ExpandMathPassBase::getDependentDialects(registry);
    registry.insert<x86vector::X86VectorDialect>();
  }

private:
  bool hasAVX512() {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    auto target =
        module ? module->getAttrOfType<TargetAttr>(kTargetAttr) : TargetAttr();
    return target && target.getIsa() == "avx512";
  }
};
} // namespace
