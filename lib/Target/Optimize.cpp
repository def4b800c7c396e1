//===- Optimize.cpp - LLVM's passes for kernels ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops arrive vectorised, so what is left is to clean up what lowering leaves
// behind. LLVM's own pipeline takes eight times as long for code that is no
// faster, and its unrolling of long loops spills rows that it keeps in
// registers.
//
//===----------------------------------------------------------------------===//

#include "stax/Target/TargetMachine.h"

#include "llvm/Analysis/CGSCCPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"

using namespace mlir;
using namespace mlir::stax;

/// Iterations up to which a loop disappears, so that a short row stays in
/// registers.
static constexpr unsigned kMaxUnrolled = 16;

static void addCleanUp(llvm::FunctionPassManager &passes) {
  passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
  passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(llvm::InstCombinePass());
  passes.addPass(llvm::SimplifyCFGPass());
}

static llvm::FunctionPassManager buildFunctionPasses() {
  llvm::FunctionPassManager passes;
  addCleanUp(passes);
  llvm::LoopPassManager loops;
  loops.addPass(llvm::LoopRotatePass());
  loops.addPass(llvm::LICMPass(llvm::LICMOptions()));
  passes.addPass(llvm::createFunctionToLoopPassAdaptor(std::move(loops),
                                                       /*UseMemorySSA=*/true));
  passes.addPass(
      llvm::LoopUnrollPass(llvm::LoopUnrollOptions(/*OptLevel=*/2)
                               .setPartial(false)
                               .setPeeling(false)
                               .setRuntime(false)
                               .setUpperBound(false)
                               .setFullUnrollMaxCount(kMaxUnrolled)));
  addCleanUp(passes);
  return passes;
}

void stax::optimizeLLVMIR(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
  llvm::ModulePassManager passes;
  passes.addPass(
      llvm::createModuleToFunctionPassAdaptor(buildFunctionPasses()));
  passes.run(module, modules);
}
