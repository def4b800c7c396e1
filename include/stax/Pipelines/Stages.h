//===- Stages.h - The stages of compilation by name -------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_PIPELINES_STAGES_H
#define STAX_PIPELINES_STAGES_H

#include "mlir/Pass/PassManager.h"
#include "stax/Pipelines/Regime.h"

namespace mlir::stax {

/// The stages in their order, from a source file to the LLVM dialect. Each
/// takes what the one before leaves, and `stax-<name>-pipeline` runs it alone.
enum class Stage { Import, Graph, Memory, Loops, LLVM };

/// All stages in their order.
ArrayRef<Stage> getStages();

/// "import", "graph", "memory", "loops" or "llvm".
StringRef getStageName(Stage stage);

/// The stage called `name`; an unknown one is an error that lists the names.
llvm::Expected<Stage> parseStage(StringRef name);

/// Adds the passes of `stage` to `pm`, which is for modules.
void buildStage(OpPassManager &pm, Stage stage, const Regime &regime);

/// Adds the passes that check what `stage` has decided under the same regime;
/// they change nothing.
void buildStageChecks(OpPassManager &pm, Stage stage, const Regime &regime);

} // namespace mlir::stax

#endif // STAX_PIPELINES_STAGES_H
