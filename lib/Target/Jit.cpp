//===- Jit.cpp - Compiled modules in memory -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Jit.h"
#include "CodeCache.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/TargetMachine.h"

#include "llvm/ExecutionEngine/Orc/LLJIT.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::stax;

std::string stax::getDefaultCacheDirectory() {
  if (std::optional<std::string> directory =
          llvm::sys::Process::GetEnv("STAX_CACHE_DIR"))
    return *directory;
  SmallString<128> directory;
  if (!llvm::sys::path::cache_directory(directory))
    return "";
  llvm::sys::path::append(directory, "stax");
  return directory.str().str();
}

/// Objects of `module` for this processor, from the cache if they are there.
static llvm::Expected<ObjectFiles> compile(ModuleOp module,
                                           StringRef cacheDirectory) {
  auto machine = createTargetMachine(kHostCpu, CodePlacement::InProcess);
  if (!machine)
    return machine.takeError();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateToLLVMIR(module, context, **machine);
  if (!translated)
    return makeError("translation to LLVM IR failed");
  if (cacheDirectory.empty())
    return compileToObjects(std::move(translated), kHostCpu);
  CodeCache cache(cacheDirectory);
  std::string key = CodeCache::computeKey(*translated, **machine);
  if (std::optional<ObjectFiles> known = cache.load(key))
    return std::move(*known);
  auto objects = compileToObjects(std::move(translated), kHostCpu);
  if (objects)
    cache.store(key, *objects);
  return objects;
}

/// Makes `symbols` known to the code in `jit`.
static llvm::Error defineSymbols(llvm::orc::LLJIT &jit,
                                 ArrayRef<JitSymbol> symbols) {
  llvm::orc::SymbolMap map;
  for (const JitSymbol &symbol : symbols)
    map[jit.mangleAndIntern(symbol.name)] = {
        llvm::orc::ExecutorAddr::fromPtr(symbol.address),
        llvm::JITSymbolFlags::Exported};
  return jit.getMainJITDylib().define(
      llvm::orc::absoluteSymbols(std::move(map)));
}

CompiledModule::CompiledModule(std::unique_ptr<llvm::orc::LLJIT> jit)
    : jit(std::move(jit)) {}

CompiledModule::~CompiledModule() = default;

llvm::Expected<std::unique_ptr<CompiledModule>>
CompiledModule::create(ModuleOp module, llvm::ArrayRef<JitSymbol> symbols,
                       llvm::StringRef cacheDirectory) {
  auto objects = compile(module, cacheDirectory);
  if (!objects)
    return objects.takeError();
  auto jit = llvm::orc::LLJITBuilder().create();
  if (!jit)
    return jit.takeError();
  if (llvm::Error error = defineSymbols(**jit, symbols))
    return error;
  for (const SmallVector<char, 0> &object : *objects)
    if (llvm::Error error =
            (*jit)->addObjectFile(llvm::MemoryBuffer::getMemBufferCopy(
                StringRef(object.data(), object.size()), "stax")))
      return error;
  std::unique_ptr<CompiledModule> compiled(new CompiledModule(std::move(*jit)));
  auto getSignature = compiled->jit->lookup("stax_signature");
  if (!getSignature)
    return getSignature.takeError();
  compiled->signature = getSignature->toPtr<const stax_module *()>()();
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
  // Parts of a module see each other's private functions; nobody else does.
  if (!lookupFunction(name))
    return makeError("the module has no entry '{0}'", name);
  auto address = jit->lookup(name);
  if (!address)
    return address.takeError();
  return address->toPtr<stax_entry>();
}
