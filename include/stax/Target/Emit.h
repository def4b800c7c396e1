//===- Emit.h - Compiled modules in files -----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_EMIT_H
#define STAX_TARGET_EMIT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace mlir::stax {

struct Toolchain;

/// The kinds of file that a module can be compiled to.
enum class OutputKind { LLVMIR, Assembly, Object, SharedLibrary };

/// The kind that the suffix of `path` asks for: .ll, .s, .o or .so. Any other
/// suffix is an error.
llvm::Expected<OutputKind> getOutputKind(llvm::StringRef path);

/// Compiles `module`, which is in the LLVM dialect and comes from
/// `stax-emit-entry-points`, for `machine` into the file `path`. The file is
/// replaced as a whole, or left alone if this fails. `toolchain` links a
/// SharedLibrary; other kinds do without (null). If `module` cannot be
/// translated, the error comes after its diagnostics.
llvm::Error emitFile(ModuleOp module, llvm::TargetMachine &machine,
                     OutputKind kind, const Toolchain *toolchain,
                     llvm::StringRef path);

} // namespace mlir::stax

#endif // STAX_TARGET_EMIT_H
