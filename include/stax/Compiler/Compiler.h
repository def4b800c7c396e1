//===- Compiler.h - From source files to compiled files ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stax-compile does, as a library.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_COMPILER_COMPILER_H
#define STAX_COMPILER_COMPILER_H

#include "mlir/IR/OwningOpRef.h"
#include "stax/Pipelines/Stages.h"

#include <optional>
#include <string>

namespace mlir::stax {

/// How a file is compiled.
struct CompileOptions {
  std::string input;      ///< an .mlir file, "-" for stdin
  std::string output;     ///< its suffix says what to write; "" for nothing
  std::string cpu;        ///< as for createTargetMachine
  std::string executable; ///< of this program, to find the runtime by
  std::optional<Stage> dumpAfter;
  Regime regime;
};

/// Registers every dialect that a source file may use, and all that the stages
/// and the translation to LLVM IR need.
void registerForCompilation(DialectRegistry &registry);

/// Compiles a file, and writes a C header beside the output. With `dumpAfter`,
/// prints the IR after that stage to `dump`; without an output, compilation
/// ends there. Errors in the source are diagnostics of `context`, and then an
/// error that names the stage. A failure leaves no partial file.
llvm::Error compile(MLIRContext &context, const CompileOptions &options,
                    llvm::raw_ostream &dump);

} // namespace mlir::stax

#endif // STAX_COMPILER_COMPILER_H
