//===- StaxToAffine.cpp - Kernels to affine loops -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops say what they are by structure alone: parallel dimensions are an
// `affine.parallel`, a reduction is carried by `affine.for` and combined in one
// place. How points associate, and how loops run, is decided later. Checks
// become bits of the status word. This file says what can be lowered.
//
//===----------------------------------------------------------------------===//

#include "FailureBits.h"
#include "KernelLowering.h"
#include "ScatterLowering.h"
#include "stax/Analysis/InPlace.h"
#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <deque>

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTSTAXTOAFFINEPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// What can be lowered
//===----------------------------------------------------------------------===//

/// Checks that a destination which is also an input is written after all reads
/// of the elements that it overwrites, and that no two are the same.
static LogicalResult checkInPlace(const KernelStructure &structure) {
  KernelOp kernel = structure.getKernel();
  llvm::SmallDenseMap<Value, unsigned> written;
  for (auto [number, out] : llvm::enumerate(kernel.getOuts())) {
    if (auto [other, isNew] = written.try_emplace(out, number); !isNew)
      return kernel.emitOpError("writes destinations #")
             << other->second << " and #" << number
             << " to one buffer; give each a buffer of its own";
    for (auto [in, argument] :
         llvm::zip_equal(kernel.getIns(), kernel.getInArguments())) {
      if (in != out)
        continue;
      InPlaceVerdict verdict = getInPlaceVerdict(structure, number, argument);
      if (verdict != InPlaceVerdict::Allowed)
        return kernel.emitOpError("writes destination #")
               << number << " in place, but " << describe(verdict)
               << "; give the kernel a destination of its own";
    }
  }
  return success();
}

/// Checks that every value is found where it is read.
static LogicalResult checkCrossing(const KernelStructure &structure) {
  KernelOp kernel = structure.getKernel();
  for (const CrossingValue &crossing : structure.getCrossingValues())
    if (crossing.source == ValueSource::Missing) {
      InFlightDiagnostic diag = kernel.emitOpError(
          "reads a value in another loop than the one that computes it, and "
          "cannot compute it again; run stax-bufferize, which keeps it, or let "
          "the kernel yield it");
      diag.attachNote(structure.getValue(crossing.value).getLoc())
          << "value is computed here";
      return diag;
    }
  return success();
}

static LogicalResult checkKernel(KernelOp kernel) {
  auto function = kernel->getParentOfType<func::FuncOp>();
  if (!function->hasAttr(kLaunchGroupAttr))
    return kernel.emitOpError(
        "is not outlined; run stax-outline-kernels first");
  if (kernel.hasTensorSemantics())
    return kernel.emitOpError("is on tensors; run stax-bufferize first");
  for (Value operand : kernel->getOperands())
    if (!isa<BlockArgument>(operand))
      return kernel.emitOpError("expected operands of an outlined kernel to be "
                                "arguments of its function");
  return success();
}

static LogicalResult checkStructure(const KernelStructure &structure) {
  if (failed(checkCrossing(structure)))
    return failure();
  return checkInPlace(structure);
}

//===----------------------------------------------------------------------===//
// Lowering
//===----------------------------------------------------------------------===//

/// stax.check outside of kernels -> an update of its status word
static void lowerCheck(RewriterBase &rewriter, CheckOp check) {
  rewriter.setInsertionPoint(check);
  Value bits = emitFailureBits(rewriter, check);
  emitStatusUpdate(rewriter, check.getLoc(), bits, check.getStatus());
  rewriter.eraseOp(check);
}

namespace {
struct ConvertStaxToAffinePass
    : public stax::impl::ConvertStaxToAffinePassBase<ConvertStaxToAffinePass> {
  using ConvertStaxToAffinePassBase::ConvertStaxToAffinePassBase;

  void runOnOperation() override {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp kernel) { kernels.push_back(kernel); });
    // All are checked before one is changed.
    std::deque<KernelStructure> structures;
    for (KernelOp kernel : kernels) {
      if (failed(checkKernel(kernel)) ||
          failed(checkStructure(structures.emplace_back(kernel))))
        return signalPassFailure();
    }
    SmallVector<ScatterOp> scatters;
    getOperation().walk([&](ScatterOp op) { scatters.push_back(op); });
    for (ScatterOp scatter : scatters)
      if (failed(checkScatter(scatter)))
        return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (const KernelStructure &structure : structures)
      lowerKernel(rewriter, structure);
    for (ScatterOp scatter : scatters)
      lowerScatter(rewriter, scatter);
    getOperation().walk([&](CheckOp check) { lowerCheck(rewriter, check); });
  }
};
} // namespace
