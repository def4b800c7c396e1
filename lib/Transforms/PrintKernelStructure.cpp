//===- PrintKernelStructure.cpp - Prints the loops of kernels -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/KernelStructure.h"
#include "stax/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PRINTKERNELSTRUCTUREPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

namespace {
struct PrintKernelStructurePass
    : public stax::impl::PrintKernelStructurePassBase<
          PrintKernelStructurePass> {
  using PrintKernelStructurePassBase::PrintKernelStructurePassBase;

  void runOnOperation() override {
    getOperation().walk([](KernelOp kernel) {
      auto function = kernel->getParentOfType<FunctionOpInterface>();
      llvm::outs() << "kernel in @" << function.getName() << ":\n";
      KernelStructure(kernel).print(llvm::outs(), /*indent=*/2);
    });
    markAllAnalysesPreserved();
  }
};
} // namespace
