//===- Pipelines.cpp - The stages of compilation as pass lists ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Pipelines/Pipelines.h"
#include "stax/Conversion/Passes.h"

#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::stax;

/// tosa -> arith, linalg and tensor. Functions without tosa stay as they are.
static void addTosaPasses(OpPassManager &pm) {
  // Before a loop replaces scatters.
  pm.addNestedPass<func::FuncOp>(createConvertTosaToStaxPass());
  // Before the others, which do not know control flow.
  pm.addNestedPass<func::FuncOp>(createTosaToSCFPass());
  pm.addNestedPass<func::FuncOp>(tosa::createTosaToLinalgNamed());
  pm.addNestedPass<func::FuncOp>(tosa::createTosaToLinalg());
  // Also scales, which the pass before puts into bodies.
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  pm.addNestedPass<func::FuncOp>(createTosaToArithPass(arith));
  pm.addNestedPass<func::FuncOp>(createTosaToTensorPass());
}

void stax::buildImportPipeline(OpPassManager &pm) {
  addTosaPasses(pm);
  // First what may be a destination: then slices are only read.
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToStaxPass());
  pm.addNestedPass<func::FuncOp>(createConvertElementwiseToStaxPass());
  pm.addNestedPass<func::FuncOp>(createConvertTensorToStaxPass());
  // One value for each extent that operations share.
  pm.addNestedPass<func::FuncOp>(createEliminateCommonNodesPass());
}

void stax::buildGraphPipeline(OpPassManager &pm,
                              const GraphPipelineOptions &options) {
  // Later passes see an order in which memory is read before it changes.
  pm.addNestedPass<func::FuncOp>(createLegalizeMutationPass());
  // Before composition counts the users of values.
  pm.addNestedPass<func::FuncOp>(createEliminateDeadNodesPass());
  ComposePassOptions compose;
  compose.rule = options.compose;
  pm.addNestedPass<func::FuncOp>(createComposePass(compose));
  // What composition needs no more, such as views and constants.
  pm.addNestedPass<func::FuncOp>(createEliminateDeadNodesPass());
  pm.addNestedPass<func::FuncOp>(createSplitReductionsPass());
  FusePassOptions fuse;
  fuse.algorithm = options.fuse;
  pm.addNestedPass<func::FuncOp>(createFusePass(fuse));
  pm.addNestedPass<func::FuncOp>(createSelectSchedulePass());
  OrderPassOptions order;
  order.strategy = options.order;
  order.inPlace = options.inPlace;
  order.threads = options.threads;
  pm.addNestedPass<func::FuncOp>(createOrderPass(order));
}

void stax::buildMemoryPipeline(OpPassManager &pm,
                               const MemoryPipelineOptions &options) {
  BufferizePassOptions bufferize;
  bufferize.threads = options.threads;
  pm.addPass(createBufferizePass(bufferize));
  PlanMemoryPassOptions plan;
  plan.mode = options.memory;
  plan.arena = ArenaOwner::Argument;
  pm.addPass(createPlanMemoryPass(plan));
  // What is not part of the plan.
  pm.addPass(createInsertFreesPass());
  // What is copied, such as an argument that is also a result.
  pm.addPass(createConvertBufferizationToMemRefPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

/// Arithmetic of bf16, which few targets have, in f32: it has more than twice
/// the precision, which makes the second rounding harmless.
static void addBFloat16Emulation(OpPassManager &pm) {
  arith::ArithEmulateUnsupportedFloatsOptions emulate;
  emulate.sourceTypeStrs = {"bf16"};
  emulate.targetTypeStr = "f32";
  pm.addNestedPass<func::FuncOp>(
      arith::createArithEmulateUnsupportedFloats(emulate));
}

void stax::buildLoopsPipeline(OpPassManager &pm,
                              const CpuPipelineOptions &options) {
  pm.addPass(createOutlineKernelsPass());
  // Functions of f16 and bf16 are computed in f32 and rounded once.
  pm.addNestedPass<func::FuncOp>(math::createMathExtendToSupportedTypes());
  pm.addNestedPass<func::FuncOp>(createLegalizeFloatsPass());
  addBFloat16Emulation(pm);
  // Before entry points, which list the checks that this adds.
  pm.addPass(createLegalizeArithPass());
  pm.addPass(createEmitEntryPointsPass());
  pm.addNestedPass<func::FuncOp>(createConvertStaxToAffinePass());
  // Operations that import left as they were.
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  VectorizePassOptions vectorize;
  vectorize.width = options.width;
  vectorize.isa = options.isa;
  pm.addNestedPass<func::FuncOp>(createVectorizePass(vectorize));
  // Behind it, for what combining steps compute.
  addBFloat16Emulation(pm);
  pm.addNestedPass<func::FuncOp>(createExpandMathPass());
  pm.addPass(createLowerAffinePass());
  ParallelizePassOptions parallelize;
  parallelize.parallel = options.parallel;
  parallelize.threads = options.threads;
  pm.addPass(createParallelizePass(parallelize));
  pm.addNestedPass<func::FuncOp>(createMergeParallelRegionsPass());
  // Once it is known where threads wait for one another.
  pm.addNestedPass<func::FuncOp>(createFenceStreamsPass());
}

/// Adds `build` to the passes of functions: those of func, and entry points,
/// which are of the LLVM dialect. Constants of signatures are operations with
/// regions, too, and more than there are functions, but need none of this.
static void addToFunctions(OpPassManager &pm,
                           function_ref<void(OpPassManager &)> build) {
  build(pm.nest<func::FuncOp>());
  build(pm.nest<LLVM::LLVMFuncOp>());
}

void stax::buildLLVMPipeline(OpPassManager &pm) {
  // What can work on functions alone does, several at a time. As little as
  // possible is done by passes of the whole module.
  addToFunctions(pm, [](OpPassManager &loops) {
    loops.addPass(createCSEPass());
    // Printed vectors become loops.
    loops.addPass(createConvertVectorToSCFPass());
  });
  // Powers of integers.
  pm.addPass(createConvertMathToFuncs());
  pm.addPass(createCallLibmPass());
  addToFunctions(pm, [](OpPassManager &blocks) {
    blocks.addPass(createSCFToControlFlowPass());
    blocks.addPass(memref::createExpandStridedMetadataPass());
    // The pass before leaves affine arithmetic on extents.
    blocks.addPass(createLowerAffinePass());
    ConvertMathToLLVMPassOptions functions;
    // log(1 + x) loses all digits of a small x; libm's log1p does not.
    functions.approximateLog1p = false;
    blocks.addPass(createConvertMathToLLVMPass(functions));
  });
  pm.addPass(createConvertMathToLibmPass());
  addToFunctions(pm, [](OpPassManager &scalars) {
    ConvertVectorToLLVMPassOptions vectors;
    vectors.x86Vector = true;
    scalars.addPass(createConvertVectorToLLVMPass(vectors));
    scalars.addPass(createArithToLLVMConversionPass());
    scalars.addPass(createConvertIndexToLLVMPass());
  });
  FinalizeMemRefToLLVMConversionPassOptions memref;
  memref.useAlignedAlloc = true;
  // The runtime's pool.
  memref.useGenericFunctions = true;
  pm.addPass(createFinalizeMemRefToLLVMConversionPass(memref));
  pm.addNestedPass<func::FuncOp>(createAttachAliasScopesPass());
  pm.addPass(createPassBarePointersPass());
  // Functions, control flow and OpenMP.
  pm.addPass(createConvertToLLVMPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  pm.addPass(createConvertBF16ToI16Pass());
  pm.addNestedPass<LLVM::LLVMFuncOp>(createFoldDescriptorsPass());
}

void stax::buildCpuPipeline(OpPassManager &pm,
                            const CpuPipelineOptions &options) {
  buildLoopsPipeline(pm, options);
  buildLLVMPipeline(pm);
}

void stax::registerPipelines() {
  PassPipelineRegistration<>(
      "stax-import-pipeline",
      "tosa, arith, math, linalg and tensor operations to stax",
      buildImportPipeline);
  PassPipelineRegistration<GraphPipelineOptions>(
      "stax-graph-pipeline", "stax to kernels on tensors", buildGraphPipeline);
  PassPipelineRegistration<MemoryPipelineOptions>(
      "stax-memory-pipeline", "kernels on tensors to kernels on buffers",
      buildMemoryPipeline);
  PassPipelineRegistration<CpuPipelineOptions>(
      "stax-loops-pipeline", "kernels on buffers to loops on threads",
      buildLoopsPipeline);
  PassPipelineRegistration<>("stax-llvm-pipeline",
                             "loops on threads to the LLVM dialect",
                             buildLLVMPipeline);
  PassPipelineRegistration<CpuPipelineOptions>(
      "stax-cpu-pipeline", "kernels on buffers to the LLVM dialect",
      buildCpuPipeline);
}
