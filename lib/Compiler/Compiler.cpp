//===- Compiler.cpp - From source files to compiled files -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Compiler/Compiler.h"
#include "stax/InitAll.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/CHeader.h"
#include "stax/Target/Emit.h"
#include "stax/Target/TargetDescription.h"
#include "stax/Target/TargetMachine.h"
#include "stax/Target/Toolchain.h"

#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::stax;

void stax::registerForCompilation(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  stax::registerAllDialects(registry);
  registerTargetTranslations(registry);
}

namespace {
/// What turns the LLVM dialect into the output, found before the work starts.
struct Backend {
  OutputKind kind;
  std::unique_ptr<llvm::TargetMachine> machine;
  std::optional<Toolchain> toolchain; ///< for a SharedLibrary
};
} // namespace

static llvm::Expected<Backend> createBackend(const CompileOptions &options) {
  llvm::Expected<OutputKind> kind = getOutputKind(options.output);
  if (!kind)
    return kind.takeError();
  Backend backend{*kind, nullptr, std::nullopt};
  auto machine = createTargetMachine(options.cpu, CodePlacement::Linked);
  if (!machine)
    return machine.takeError();
  backend.machine = std::move(*machine);
  if (*kind == OutputKind::SharedLibrary) {
    llvm::Expected<Toolchain> toolchain = findToolchain(options.executable);
    if (!toolchain)
      return toolchain.takeError();
    backend.toolchain = std::move(*toolchain);
  }
  return backend;
}

static llvm::Expected<OwningOpRef<ModuleOp>>
parse(MLIRContext &context, StringRef input,
      const std::shared_ptr<llvm::SourceMgr> &sources) {
  std::string error;
  std::unique_ptr<llvm::MemoryBuffer> buffer = openInputFile(input, &error);
  if (!buffer)
    return makeError("{0}", error);
  sources->AddNewSourceBuffer(std::move(buffer), SMLoc());
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  if (!module)
    return makeError("'{0}' is not a valid module", input);
  return module;
}

/// Runs the stages up to the last one that is needed.
static llvm::Error runStages(ModuleOp module, const CompileOptions &options,
                             llvm::raw_ostream &dump) {
  for (Stage stage : getStages()) {
    PassManager pm(module.getContext());
    buildStage(pm, stage, options.regime);
    if (failed(pm.run(module)))
      return makeError("'{0}' cannot be compiled: stage '{1}' failed",
                       options.input, getStageName(stage));
    if (stage != options.dumpAfter)
      continue;
    module.print(dump);
    dump << "\n";
    if (options.output.empty())
      break;
  }
  return llvm::Error::success();
}

static llvm::Error writeHeader(ArrayRef<CEntry> entries, StringRef output) {
  std::string path = getCHeaderPath(output);
  llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
    printCHeader(entries, path, os);
    return llvm::Error::success();
  });
  if (error)
    return makeError("cannot write '{0}': {1}", path,
                     llvm::toString(std::move(error)));
  return llvm::Error::success();
}

llvm::Error stax::compile(MLIRContext &context, const CompileOptions &options,
                          llvm::raw_ostream &dump) {
  if (options.output.empty() && !options.dumpAfter)
    return makeError("nothing to do: give -o FILE, --dump-after=STAGE or both");
  std::optional<Backend> backend;
  if (!options.output.empty()) {
    llvm::Expected<Backend> created = createBackend(options);
    if (!created)
      return created.takeError();
    backend = std::move(*created);
  }
  auto sources = std::make_shared<llvm::SourceMgr>();
  SourceMgrDiagnosticHandler handler(*sources, &context);
  llvm::Expected<OwningOpRef<ModuleOp>> module =
      parse(context, options.input, sources);
  if (!module)
    return module.takeError();
  llvm::Expected<std::vector<CEntry>> entries = collectCEntries(**module);
  if (!entries)
    return makeError("'{0}': {1}", options.input,
                     llvm::toString(entries.takeError()));
  // Also without a file to write, so that the stages are the same.
  auto machine = createTargetMachine(options.cpu, CodePlacement::Linked);
  if (!machine)
    return machine.takeError();
  if (llvm::Error error =
          describeTarget(**module, **machine, options.regime.isa))
    return error;
  if (llvm::Error error = runStages(**module, options, dump))
    return error;
  if (!backend)
    return llvm::Error::success();
  if (llvm::Error error = emitFile(
          **module, *backend->machine, backend->kind,
          backend->toolchain ? &*backend->toolchain : nullptr, options.output))
    return error;
  return writeHeader(*entries, options.output);
}
