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
#include "stax/InitAll.h"
#include "stax/Runtime/Symbols.h"
#include "stax/Support/Diagnostics.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::stax;

void mlir::stax::registerRunnerDialects(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mlir::stax::registerAllDialects(registry);
  registerTargetTranslations(registry);
}

llvm::Expected<OwningOpRef<ModuleOp>>
mlir::stax::parseModule(llvm::SourceMgr &sources, MLIRContext &context) {
  if (auto module = parseSourceFile<ModuleOp>(sources, &context))
    return module;
  return makeError("cannot read the program");
}

llvm::Error mlir::stax::keepEntries(ModuleOp module, ArrayRef<Entry> entries) {
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

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

static StringRef getName(Stage stage) {
  switch (stage) {
  case Stage::Import:
    return "import";
  case Stage::Graph:
    return "graph";
  case Stage::Memory:
    return "memory";
  case Stage::Cpu:
    return "cpu";
  }
  llvm_unreachable("all stages are covered");
}

static void buildStage(OpPassManager &pm, Stage stage, const Regime &regime) {
  switch (stage) {
  case Stage::Import:
    return buildImportPipeline(pm);
  case Stage::Graph:
    return buildGraphPipeline(pm, GraphPipelineOptions());
  case Stage::Memory:
    return buildMemoryPipeline(pm);
  case Stage::Cpu: {
    CpuPipelineOptions options;
    options.parallel = regime.parallel;
    return buildCpuPipeline(pm, options);
  }
  }
}

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
  if (failed(pm.run(module)))
    return makeError("stage '{0}' failed", getName(stage));
  // What a stage leaves is checked once in any case: the next relies on it.
  if (!verify && failed(mlir::verify(module)))
    return makeError("stage '{0}' left invalid IR", getName(stage));
  if (verify && !isReadable(module))
    return makeError("stage '{0}' left IR whose text does not parse",
                     getName(stage));
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

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
mlir::stax::generateCode(ModuleOp module) {
  auto code = CompiledModule::create(module, getRuntimeSymbols());
  if (!code)
    return makeError("generating code failed: {0}",
                     llvm::toString(code.takeError()));
  return code;
}
