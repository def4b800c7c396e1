//===- Jit.cpp - Compiled modules in memory -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Jit.h"
#include "stax/Target/TargetMachine.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "llvm/IR/Module.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::stax;

/// Removes the engine's wrapper of each function, which nothing here calls:
/// they would keep private functions alive that optimisation can do without.
static void removeWrappers(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    StringRef name = function.getName();
    if (name.consume_front("_mlir_") && module.getFunction(name) &&
        !function.isDeclaration() && function.use_empty())
      function.eraseFromParent();
  }
}

CompiledModule::CompiledModule(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}

CompiledModule::~CompiledModule() = default;

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::create(ModuleOp module, llvm::ArrayRef<JitSymbol> symbols) {
  auto machine = createTargetMachine(kHostCpu, CodePlacement::InProcess);
  if (!machine)
    return machine.takeError();
  llvm::TargetMachine &target = **machine;
  auto translate = [&](Operation *op, llvm::LLVMContext &context) {
    return translateToLLVMIR(cast<ModuleOp>(op), context, target);
  };
  auto optimize = [&](llvm::Module *translated) {
    removeWrappers(*translated);
    return optimizeLLVMIR(*translated, target);
  };
  ExecutionEngineOptions options;
  options.llvmModuleBuilder = translate;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
  // The engine compiles at once, so that what it borrows lives long enough.
  auto engine = ExecutionEngine::create(module, options, std::move(*machine));
  if (!engine)
    return engine.takeError();
  (*engine)->registerSymbols([&](llvm::orc::MangleAndInterner intern) {
    llvm::orc::SymbolMap map;
    for (const JitSymbol &symbol : symbols)
      map[intern(symbol.name)] = {
          llvm::orc::ExecutorAddr::fromPtr(symbol.address),
          llvm::JITSymbolFlags::Exported};
    return map;
  });
  std::unique_ptr<CompiledModule> compiled(
      new CompiledModule(std::move(*engine)));
  auto getSignature = compiled->engine->lookup("stax_signature");
  if (!getSignature)
    return getSignature.takeError();
  compiled->signature =
      reinterpret_cast<const stax_module *(*)()>(*getSignature)();
  return compiled;
}

const stax_function *
CompiledModule::lookupFunction(llvm::StringRef name) const {
  for (int32_t i = 0; i < signature->num_functions; ++i)
    if (name == signature->functions[i].name)
      return &signature->functions[i];
  return nullptr;
}

llvm::Expected<stax_entry>
CompiledModule::lookupEntry(llvm::StringRef name) const {
  auto address = engine->lookup(name);
  if (!address)
    return address.takeError();
  return reinterpret_cast<stax_entry>(*address);
}
