//===- Pipelines.h - The stages of compilation as pass lists ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pipeline a stage. Each takes a module in the form that the one before
// leaves it in, and can be run alone from a text file.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_PIPELINES_PIPELINES_H
#define STAX_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"
#include "stax/Transforms/Passes.h"

namespace mlir::stax {

struct GraphPipelineOptions : PassPipelineOptions<GraphPipelineOptions> {
  PassOptions::Option<ComposeRule> compose{
      *this, "compose", llvm::cl::desc("Rule of stax-compose."),
      llvm::cl::init(ComposeRule::None),
      llvm::cl::values(
          clEnumValN(ComposeRule::None, "none", "Values are kept."),
          clEnumValN(ComposeRule::Textbook, "textbook",
                     "Cheap values and values used once are composed."),
          clEnumValN(ComposeRule::Cost, "cost",
                     "Values are composed where that costs less."))};
  PassOptions::Option<FuseAlgorithm> fuse{
      *this, "fuse", llvm::cl::desc("Algorithm of stax-fuse."),
      llvm::cl::init(FuseAlgorithm::Gain),
      llvm::cl::values(
          clEnumValN(FuseAlgorithm::None, "none",
                     "A kernel for each operation."),
          clEnumValN(FuseAlgorithm::GreedyTextbook, "greedy-textbook",
                     "Rounds of pairs by score."),
          clEnumValN(FuseAlgorithm::Gain, "gain",
                     "The greatest saving first, then refinement."),
          clEnumValN(FuseAlgorithm::Exact, "exact",
                     "The least traffic, for few operations."))};
  PassOptions::Option<OrderStrategyKind> order{
      *this, "order", llvm::cl::desc("Strategy of stax-order."),
      llvm::cl::init(OrderStrategyKind::Exact),
      llvm::cl::values(
          clEnumValN(OrderStrategyKind::Original, "original",
                     "The order of the text."),
          clEnumValN(OrderStrategyKind::Textbook, "textbook",
                     "The best of the original and three greedy orders."),
          clEnumValN(OrderStrategyKind::Exact, "exact",
                     "Exact search piece by piece, within limits."))};
  PassOptions::Option<bool> inPlace{
      *this, "in-place",
      llvm::cl::desc("Whether kernels may write over inputs that die there."),
      llvm::cl::init(true)};
  PassOptions::Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc("Threads that stax-order counts scratch for."),
      llvm::cl::init(64)};
};

struct MemoryPipelineOptions : PassPipelineOptions<MemoryPipelineOptions> {
  PassOptions::Option<PlanMode> memory{
      *this, "memory", llvm::cl::desc("Mode of stax-plan-memory."),
      llvm::cl::init(PlanMode::Arena),
      llvm::cl::values(
          clEnumValN(PlanMode::None, "none", "An allocation for each buffer."),
          clEnumValN(PlanMode::Reuse, "reuse",
                     "Storages for buffers of the same size."),
          clEnumValN(PlanMode::PoolTree, "pool-tree",
                     "Offsets of one allocation, by splits."),
          clEnumValN(PlanMode::Arena, "arena", "Offsets of one allocation."))};
  PassOptions::Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc("Threads that run a kernel with scratch at most."),
      llvm::cl::init(64)};
};

struct CpuPipelineOptions : PassPipelineOptions<CpuPipelineOptions> {
  PassOptions::Option<int64_t> width{
      *this, "width",
      llvm::cl::desc("Elements of 32 bits in a vector; 1 for scalar code, 0 "
                     "for a register of the instruction set."),
      llvm::cl::init(0)};
  PassOptions::Option<InstructionSet> isa{
      *this, "isa", llvm::cl::desc("What code may use of the processor."),
      llvm::cl::init(InstructionSet::FromTarget),
      llvm::cl::values(
          clEnumValN(InstructionSet::FromTarget, "target",
                     "What the module's stax.target says; scalar code without "
                     "one."),
          clEnumValN(InstructionSet::None, "none", "What every processor has."),
          clEnumValN(InstructionSet::AVX2, "avx2", "AVX2."),
          clEnumValN(InstructionSet::AVX512, "avx512", "AVX-512."))};
  PassOptions::Option<bool> parallel{*this, "parallel",
                                     llvm::cl::desc("Whether to use threads."),
                                     llvm::cl::init(true)};
  PassOptions::Option<int64_t> threads{
      *this, "threads",
      llvm::cl::desc(
          "Threads that loops are shared for; 0 for the cores of the "
          "module's stax.target."),
      llvm::cl::init(0)};
};

/// tosa, arith, math, linalg and tensor operations -> stax.
void buildImportPipeline(OpPassManager &pm);

/// stax -> kernels on tensors.
void buildGraphPipeline(OpPassManager &pm, const GraphPipelineOptions &options);

/// Kernels on tensors -> kernels on buffers, allocated and freed.
void buildMemoryPipeline(OpPassManager &pm,
                         const MemoryPipelineOptions &options);

/// Kernels on buffers -> loops on threads, in upstream dialects, and entry
/// points. The first half of buildCpuPipeline.
void buildLoopsPipeline(OpPassManager &pm, const CpuPipelineOptions &options);

/// Upstream dialects -> the LLVM dialect. The second half of buildCpuPipeline.
void buildLLVMPipeline(OpPassManager &pm);

/// Kernels on buffers -> the LLVM dialect, with entry points.
void buildCpuPipeline(OpPassManager &pm, const CpuPipelineOptions &options);

/// Registers all of them, as stax-import-pipeline and so on.
void registerPipelines();

} // namespace mlir::stax

#endif // STAX_PIPELINES_PIPELINES_H
