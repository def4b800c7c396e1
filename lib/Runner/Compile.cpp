//===- Compile.cpp - From a file to code in memory ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nothing is decided here: the stages are the pipelines, and code generation is
// the target's.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Compile.h"
#include "stax/Runtime/Symbols.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/CHeader.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::stax;

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::stax::parseModule(llvm::SourceMgr &sources, MLIRContext &context) {
  // For expectations, which are the only ones that stay.
  context.allowUnregisteredDialects();
  auto module = parseSourceFile<ModuleOp>(sources, &context);
  context.allowUnregisteredDialects(false);
  if (!module)
    return makeError("cannot read the program");
  return module;
}

static llvm::Error keepEntries(ModuleOp module, ArrayRef<Entry> entries) {
  llvm::StringSet<> names;
  for (const Entry &entry : entries)
    names.insert(entry.name);
  for (auto function : module.getOps<func::FuncOp>())
    if (!names.contains(function.getName()))
      function.setPrivate();
  PassManager pm(module.getContext());
  pm.addPass(createSymbolDCEPass());
  if (failed(pm.run(module)))
    return makeError("removing unused functions failed");
  return llvm::Error::success();
}

/// Says of declared functions that print tensors that they only read them. An
/// unranked tensor cannot be copied, as would be needed for what may be
/// written.
static void declarePrintsAsReads(ModuleOp module) {
  auto read = StringAttr::get(module.getContext(), "read");
  for (auto function : module.getOps<func::FuncOp>())
    if (function.isDeclaration() &&
        function.getName().starts_with("printMemref"))
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        function.setArgAttr(
            i, bufferization::BufferizationDialect::kBufferAccessAttrName,
            read);
}

llvm::Expected<std::vector<Expectation>>
mlir::stax::prepare(ModuleOp module, ArrayRef<Entry> entries) {
  auto expectations = lowerExpectations(module);
  if (!expectations)
    return expectations;
  // Attributes of unknown dialects are found here.
  if (failed(mlir::verify(module)))
    return makeError("cannot read the program");
  declarePrintsAsReads(module);
  if (llvm::Error error = keepEntries(module, entries))
    return error;
  return expectations;
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Whether the text of `module` is a module again.
static bool isReadable(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream os(text);
  module.print(os, OpPrintingFlags().enableDebugInfo());
  return static_cast<bool>(
      parseSourceString<ModuleOp>(text, module.getContext()));
}

llvm::Error mlir::stax::runStage(ModuleOp module, Stage stage,
                                 const Regime &regime, bool verify) {
  PassManager pm(module.getContext());
  pm.enableVerifier(verify);
  buildStage(pm, stage, regime);
  if (verify)
    buildStageChecks(pm, stage, regime);
  if (failed(pm.run(module)))
    return makeError("stage '{0}' failed", getStageName(stage));
  // What a stage leaves is checked once in any case: the next relies on it.
  if (!verify && failed(mlir::verify(module)))
    return makeError("stage '{0}' left invalid IR", getStageName(stage));
  if (verify && !isReadable(module))
    return makeError("stage '{0}' left IR whose text does not parse",
                     getStageName(stage));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

std::string mlir::stax::getCodeName(StringRef name) {
  return isCLibraryFunction(name) ? (name + ".program").str() : name.str();
}

llvm::Error mlir::stax::renameForCode(ModuleOp module) {
  SymbolTable symbols(module);
  for (auto function : module.getOps<func::FuncOp>()) {
    std::string name = getCodeName(function.getName());
    if (function.isDeclaration() || name == function.getName())
      continue;
    if (failed(symbols.rename(function, name)))
      return makeError("function '{0}' has the name of a C library function, "
                       "and there is one called '{1}', too; rename it",
                       function.getName(), name);
  }
  return llvm::Error::success();
}

static SmallVector<JitSymbol> getRuntimeSymbols() {
  size_t count = 0;
  const ::stax::rt::Symbol *runtime = ::stax::rt::getSymbols(count);
  SmallVector<JitSymbol> symbols;
  for (const ::stax::rt::Symbol &symbol : ArrayRef(runtime, count))
    symbols.push_back({symbol.name, symbol.address});
  return symbols;
}

llvm::Error mlir::stax::checkDeclarations(ModuleOp module) {
  llvm::StringSet<> known;
  for (const JitSymbol &symbol : getRuntimeSymbols())
    known.insert(symbol.name);
  // The C library and all else that this process has loaded.
  llvm::sys::DynamicLibrary::LoadLibraryPermanently(nullptr);
  bool isComplete = true;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (!function.isDeclaration() || known.contains(function.getName()) ||
        llvm::sys::DynamicLibrary::SearchForAddressOfSymbol(
            function.getName().str()))
      continue;
    function.emitError("'")
        << function.getName()
        << "' has no body, and neither the runtime library nor this process "
           "has a function of that name";
    isComplete = false;
  }
  if (isComplete)
    return llvm::Error::success();
  return makeError("the program calls functions that do not exist");
}

llvm::Expected<std::unique_ptr<CompiledModule>>
mlir::stax::generateCode(ModuleOp module, const Regime &regime) {
  auto code = CompiledModule::create(module, getRuntimeSymbols(),
                                     regime.cache ? getDefaultCacheDirectory()
                                                  : std::string());
  if (!code)
    return makeError("generating code failed: {0}",
                     llvm::toString(code.takeError()));
  return code;
}
