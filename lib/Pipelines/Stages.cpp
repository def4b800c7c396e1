//===- Stages.cpp - The stages of compilation by name ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Pipelines/Stages.h"
#include "stax/Pipelines/Pipelines.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::stax;

ArrayRef<Stage> stax::getStages() {
  static constexpr Stage stages[] = {Stage::Import, Stage::Graph, Stage::Memory,
                                     Stage::Loops, Stage::LLVM};
  return stages;
}

StringRef stax::getStageName(Stage stage) {
  switch (stage) {
  case Stage::Import:
    return "import";
  case Stage::Graph:
    return "graph";
  case Stage::Memory:
    return "memory";
  case Stage::Loops:
    return "loops";
  case Stage::LLVM:
    return "llvm";
  }
  llvm_unreachable("all stages are named");
}

llvm::Expected<Stage> stax::parseStage(StringRef name) {
  for (Stage stage : getStages())
    if (name == getStageName(stage))
      return stage;
  return makeError(
      "unknown stage '{0}', expected one of: {1}", name,
      llvm::join(llvm::map_range(getStages(), getStageName), ", "));
}

/// Threads that scratch is allocated for, where the regime says how many run.
static std::optional<int64_t> getScratchThreads(const Regime &regime) {
  if (!regime.parallel)
    return 1;
  return regime.threads != 0 ? std::optional(regime.threads) : std::nullopt;
}

static void buildGraph(OpPassManager &pm, const Regime &regime) {
  GraphPipelineOptions options;
  options.compose = regime.compose;
  options.fuse = regime.fuse;
  options.order = regime.order;
  options.inPlace = regime.inPlace;
  if (std::optional<int64_t> threads = getScratchThreads(regime))
    options.threads = *threads;
  buildGraphPipeline(pm, options);
}

static void buildMemory(OpPassManager &pm, const Regime &regime) {
  MemoryPipelineOptions options;
  options.memory = regime.memory;
  if (std::optional<int64_t> threads = getScratchThreads(regime))
    options.threads = *threads;
  buildMemoryPipeline(pm, options);
}

static void buildLoops(OpPassManager &pm, const Regime &regime) {
  CpuPipelineOptions options;
  options.parallel = regime.parallel;
  options.threads = regime.threads;
  // Width 0 is that of the module's target.
  options.width = regime.vectorize ? regime.width : 1;
  buildLoopsPipeline(pm, options);
}

void stax::buildStage(OpPassManager &pm, Stage stage, const Regime &regime) {
  switch (stage) {
  case Stage::Import:
    return buildImportPipeline(pm);
  case Stage::Graph:
    return buildGraph(pm, regime);
  case Stage::Memory:
    return buildMemory(pm, regime);
  case Stage::Loops:
    return buildLoops(pm, regime);
  case Stage::LLVM:
    return buildLLVMPipeline(pm);
  }
}

void stax::buildStageChecks(OpPassManager &pm, Stage stage,
                            const Regime &regime) {
  if (stage == Stage::Graph) {
    pm.addNestedPass<func::FuncOp>(createVerifyFusionPass());
    VerifyOrderPassOptions order;
    if (std::optional<int64_t> threads = getScratchThreads(regime))
      order.threads = *threads;
    pm.addNestedPass<func::FuncOp>(createVerifyOrderPass(order));
  } else if (stage == Stage::Memory) {
    pm.addPass(createVerifyMemoryPlanPass());
  }
}
