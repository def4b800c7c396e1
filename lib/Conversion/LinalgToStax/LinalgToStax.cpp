//===- LinalgToStax.cpp - linalg on tensors to Stax -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/LinalgToStax.h"
#include "Patterns.h"
#include "StructuredOp.h"
#include "stax/Conversion/ImportSupport.h"
#include "stax/Conversion/Passes.h"

#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTLINALGTOSTAXPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Why `op`, an operation of linalg, stays.
static std::string getObstacle(Operation *op) {
  std::optional<std::string> obstacle;
  if (auto structuredOp = dyn_cast<linalg::LinalgOp>(op))
    obstacle = findObstacle(structuredOp);
  else if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    obstacle = findSoftmaxObstacle(softmax);
  return obstacle.value_or("there is no such operation in Stax");
}

namespace {
struct ConvertLinalgToStaxPass
    : stax::impl::ConvertLinalgToStaxPassBase<ConvertLinalgToStaxPass> {
  using ConvertLinalgToStaxPassBase::ConvertLinalgToStaxPassBase;

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk(
        [&](linalg::LinalgOp op) { flattenBranches(rewriter, op); });
    RewritePatternSet patterns(&getContext());
    populateLinalgToStaxPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    eraseDeadSources(getOperation());
    getOperation()->walk<WalkOrder::PreOrder>([](Operation *op) {
      if (!isa_and_present<linalg::LinalgDialect>(op->getDialect()))
        return WalkResult::advance();
      reportNotConverted(op, getObstacle(op));
      return WalkResult::skip();
    });
  }
};
} // namespace

void stax::populateLinalgToStaxPatterns(RewritePatternSet &patterns) {
  populateSoftmaxPatterns(patterns);
  populateStructuredOpPatterns(patterns);
}
