//===- TargetMachine.h - How machine code is made ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one way from the LLVM dialect to optimised LLVM IR. Compilation in memory
// and to files both go through it, so that both give the same code.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_TARGETMACHINE_H
#define STAX_TARGET_TARGETMACHINE_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace llvm {
class LLVMContext;
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::stax {

/// The name of the processor that this runs on, with all that it can do.
inline constexpr llvm::StringLiteral kHostCpu = "host";

/// Where code will run: in this process, or linked into another.
enum class CodePlacement { InProcess, Linked };

/// A target machine for position-independent code on `cpu`: kHostCpu, or a
/// processor of the host's architecture by LLVM's name, such as x86-64-v3. An
/// unknown name is an error that lists the known ones.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createTargetMachine(llvm::StringRef cpu, CodePlacement placement);

/// Registers what translation to LLVM IR needs.
void registerTargetTranslations(DialectRegistry &registry);

/// Translates `module`, which is in the LLVM dialect, to LLVM IR for `machine`.
/// Private symbols become internal. Null, after diagnostics, if `module` cannot
/// be translated.
std::unique_ptr<llvm::Module> translateToLLVMIR(ModuleOp module,
                                                llvm::LLVMContext &context,
                                                llvm::TargetMachine &machine);

/// Runs LLVM's optimisations for `machine`.
void optimizeLLVMIR(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace mlir::stax

#endif // STAX_TARGET_TARGETMACHINE_H
