//===- FoldDescriptors.cpp - Fields of descriptors without descriptors ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowering puts a descriptor together where a memref begins, and takes it apart
// at each use. LLVM would see through that, but only after the bodies of
// parallel regions have become functions, to which whole descriptors are passed
// in memory.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/FoldUtils.h"

namespace mlir::stax {
#define GEN_PASS_DEF_FOLDDESCRIPTORSPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;

namespace {
struct FoldDescriptorsPass
    : public stax::impl::FoldDescriptorsPassBase<FoldDescriptorsPass> {
  using FoldDescriptorsPassBase::FoldDescriptorsPassBase;

  void runOnOperation() override {
    OperationFolder folder(&getContext());
    getOperation().walk(
        [&](LLVM::ExtractValueOp extract) { (void)folder.tryToFold(extract); });
    // Users come before what they use.
    getOperation().walk<WalkOrder::PostOrder, ReverseIterator>(
        [](Operation *op) {
          if (isOpTriviallyDead(op))
            op->erase();
        });
  }
};
} // namespace
