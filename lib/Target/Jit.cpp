//===- Jit.cpp - Compiled modules in memory -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Jit.h"

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/ExecutionEngine/OptUtils.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"

#include <mutex>

using namespace mlir;
using namespace mlir::stax;

void stax::registerTargetTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
}

/// A target machine for the processor that this runs on.
static llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine() {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return builder.takeError();
  return builder->createTargetMachine();
}

CompiledModule::CompiledModule(std::unique_ptr<ExecutionEngine> engine)
    : engine(std::move(engine)) {}

CompiledModule::~CompiledModule() = default;

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::create(ModuleOp module, llvm::ArrayRef<JitSymbol> symbols) {
  auto machine = createHostMachine();
  if (!machine)
    return machine.takeError();
  auto optimize = makeOptimizingTransformer(/*optLevel=*/2, /*sizeLevel=*/0,
                                            machine->get());
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = llvm::CodeGenOptLevel::Default;
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
