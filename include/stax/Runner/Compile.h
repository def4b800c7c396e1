//===- Compile.h - From a file to code in memory ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of compilation one by one, so that a run can look at the module
// between them. Failures have been reported through the context's diagnostics;
// the errors returned say which stage failed.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_COMPILE_H
#define STAX_RUNNER_COMPILE_H

#include "mlir/IR/OwningOpRef.h"
#include "stax/Pipelines/Stages.h"
#include "stax/Runner/Entry.h"
#include "stax/Runner/Expectations.h"
#include "stax/Runner/RunOptions.h"
#include "stax/Target/Jit.h"

namespace llvm {
class SourceMgr;
} // namespace llvm

namespace mlir::stax {

/// Parses and verifies the file that `sources` holds. Operations of unknown
/// dialects are let through, for expectations are such.
llvm::Expected<OwningOpRef<ModuleOp>> parseModule(llvm::SourceMgr &sources,
                                                  MLIRContext &context);

/// Lowers and returns the expectations of a parsed module; other operations of
/// unknown dialects are errors. Says of functions that print tensors that they
/// only read them. Then makes all functions but `entries` private
/// and removes those that nothing uses, so that only what runs is compiled.
llvm::Expected<std::vector<Expectation>> prepare(ModuleOp module,
                                                 ArrayRef<Entry> entries);

/// Fails unless code in this process can call every function of `module` that
/// has no body.
llvm::Error checkDeclarations(ModuleOp module);

/// Runs one stage. With `verify` every pass is verified, and the stage's output
/// must parse again, as the next stage must be able to start from its text.
llvm::Error runStage(ModuleOp module, Stage stage, const Regime &regime,
                     bool verify);

/// The name that a function called `name` has in machine code: another one if
/// code may call a function of the C library by it.
std::string getCodeName(StringRef name);

/// Renames the functions of `module` that have a body to their names in code.
/// Fails if there is something of such a name.
llvm::Error renameForCode(ModuleOp module);

/// Machine code of a module that has been through all stages; it may call the
/// runtime library of this process. With `regime.cache` code that was compiled
/// before is taken from the user's folder of compiled code, and stored there.
llvm::Expected<std::unique_ptr<CompiledModule>>
generateCode(ModuleOp module, const Regime &regime);

} // namespace mlir::stax

#endif // STAX_RUNNER_COMPILE_H
