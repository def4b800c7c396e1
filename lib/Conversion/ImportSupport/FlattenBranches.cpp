//===- FlattenBranches.cpp - Branches in bodies of points -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

/// Whether `op` may run where the program does not ask for it. A read may not:
/// outside of its tensor it is an error.
static bool mayRun(Operation &op) {
  return op.getNumRegions() == 0 && isPure(&op) && !isa<tensor::ExtractOp>(op);
}

static bool mayRun(Region &arm) {
  return arm.empty() || llvm::all_of(arm.front().without_terminator(),
                                     [](Operation &op) { return mayRun(op); });
}

/// Moves the operations of `arm` in front of `branch`; returns its results.
static ValueRange hoist(RewriterBase &rewriter, scf::IfOp branch, Region &arm) {
  if (arm.empty())
    return {};
  for (Operation &op :
       llvm::make_early_inc_range(arm.front().without_terminator()))
    rewriter.moveOpBefore(&op, branch);
  return arm.front().getTerminator()->getOperands();
}

static void flatten(RewriterBase &rewriter, scf::IfOp branch) {
  ValueRange first = hoist(rewriter, branch, branch.getThenRegion());
  ValueRange second = hoist(rewriter, branch, branch.getElseRegion());
  rewriter.setInsertionPoint(branch);
  SmallVector<Value> results;
  for (unsigned result = 0; result < branch.getNumResults(); ++result)
    results.push_back(arith::SelectOp::create(rewriter, branch.getLoc(),
                                              branch.getCondition(),
                                              first[result], second[result]));
  rewriter.replaceOp(branch, results);
}

void stax::flattenBranches(RewriterBase &rewriter, Operation *op) {
  // Inner branches come before those around them.
  op->walk([&](scf::IfOp branch) {
    if (mayRun(branch.getThenRegion()) && mayRun(branch.getElseRegion()))
      flatten(rewriter, branch);
  });
}
