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
#include <string>

namespace llvm::orc {
class LLJIT;
} // namespace llvm::orc

namespace mlir::stax {

/// The folder of compiled code: STAX_CACHE_DIR if that is set, else `stax` in
/// the user's folder of caches. Empty where there is none.
std::string getDefaultCacheDirectory();

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
  /// library. Code that was compiled before is taken from `cacheDirectory`, and
  /// stored there, unless that is empty. The translations to LLVM IR of the
  /// dialects used must be registered, as `registerTargetTranslations` does.
  static llvm::Expected<std::unique_ptr<CompiledModule>>
  create(ModuleOp module, llvm::ArrayRef<JitSymbol> symbols,
         llvm::StringRef cacheDirectory = "");
  ~CompiledModule();

  /// All entries, in the order of the source; owned by this.
  const stax_module &getSignature() const { return *signature; }

  /// The compiled type of entry `name`, or null.
  const stax_function *lookupFunction(llvm::StringRef name) const;

  /// The code of entry `name`.
  llvm::Expected<stax_entry> lookupEntry(llvm::StringRef name) const;

private:
  explicit CompiledModule(std::unique_ptr<llvm::orc::LLJIT> jit);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  const stax_module *signature = nullptr;
};

} // namespace mlir::stax

#endif // STAX_TARGET_JIT_H
