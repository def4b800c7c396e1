//===- Jit.h - Compiled modules in memory -----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_JIT_H
#define STAX_TARGET_JIT_H

#include "mlir/IR/BuiltinOps.h"
#include "stax-c/Runtime.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir {
class ExecutionEngine;
} // namespace mlir

namespace mlir::stax {

/// A symbol of the process that compiled code may call.
struct JitSymbol {
  llvm::StringRef name;
  void *address;
};

/// Machine code of one module, for the processor that this runs on.
class CompiledModule {
public:
  /// Compiles `module`, which is in the LLVM dialect and comes from
  /// `stax-emit-entry-points`. `symbols` are what it may call besides the C
  /// library. The translations to LLVM IR of the dialects used must be
  /// registered, as `registerTargetTranslations` does.
  static llvm::Expected<std::unique_ptr<CompiledModule>>
  create(ModuleOp module, llvm::ArrayRef<JitSymbol> symbols);
  ~CompiledModule();

  /// All entries, in the order of the source; owned by this.
  const stax_module &getSignature() const { return *signature; }

  /// The compiled type of entry `name`, or null.
  const stax_function *lookupFunction(llvm::StringRef name) const;

  /// The code of entry `name`.
  llvm::Expected<stax_entry> lookupEntry(llvm::StringRef name) const;

private:
  explicit CompiledModule(std::unique_ptr<ExecutionEngine> engine);

  std::unique_ptr<ExecutionEngine> engine;
  const stax_module *signature = nullptr;
};

} // namespace mlir::stax

#endif // STAX_TARGET_JIT_H
