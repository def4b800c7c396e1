//===- Vectorize.cpp - Realises the combining trees of affine loops -------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides for each combining step how its tree is realised, and turns steps
// into arithmetic.
//
//===----------------------------------------------------------------------===//

#include "CombiningNest.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::stax {
#define GEN_PASS_DEF_VECTORIZEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Whether the shape of `combine`'s tree can be observed.
static bool needsTree(CombineOp combine) {
  return combine.getTree() != Tree::Serial &&
         !combine.getMonoid().isExact(combine.getAccumulators().getTypes());
}

namespace {
struct VectorizePass : public stax::impl::VectorizePassBase<VectorizePass> {
  using VectorizePassBase::VectorizePassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (width != 1) {
      function.emitError("stax-vectorize: expected width=1, but got ")
          << width.getValue();
      return signalPassFailure();
    }
    SmallVector<CombineOp> combines;
    function.walk([&](CombineOp combine) { combines.push_back(combine); });
    // All nests are matched before one is changed: a failure loses nothing.
    SmallVector<CombineOp> trees, steps;
    for (CombineOp combine : combines) {
      if (!needsTree(combine)) {
        steps.push_back(combine);
        continue;
      }
      if (failed(matchCombiningNest(combine)))
        return signalPassFailure();
      trees.push_back(combine);
    }
    IRRewriter rewriter(&getContext());
    for (CombineOp combine : steps) {
      rewriter.setInsertionPoint(combine);
      rewriter.replaceOp(
          combine, combine.getMonoid().emitCombine(rewriter, combine.getLoc(),
                                                   combine.getAccumulators(),
                                                   combine.getValues()));
    }
    // Nests that share a loop rebuild it in turn.
    for (CombineOp combine : trees)
      realizeTree(rewriter, *matchCombiningNest(combine));
  }
};
} // namespace
