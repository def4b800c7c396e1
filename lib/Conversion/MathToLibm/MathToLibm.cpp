//===- MathToLibm.cpp - Functions that the C library computes -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's patterns, for the functions only whose other lowering is not good
// enough.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"

#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CALLLIBMPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;

namespace {
struct CallLibmPass : public stax::impl::CallLibmPassBase<CallLibmPass> {
  using CallLibmPassBase::CallLibmPassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.addIllegalOp<math::ExpM1Op>();
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
