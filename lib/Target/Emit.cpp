//===- Emit.cpp - Compiled modules in files -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/Emit.h"
#include "MachineCode.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/TargetMachine.h"
#include "stax/Target/Toolchain.h"

#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace mlir;
using namespace mlir::stax;

llvm::Expected<OutputKind> stax::getOutputKind(StringRef path) {
  static constexpr std::pair<StringLiteral, OutputKind> kinds[] = {
      {".ll", OutputKind::LLVMIR},
      {".s", OutputKind::Assembly},
      {".o", OutputKind::Object},
      {".so", OutputKind::SharedLibrary}};
  StringRef suffix = llvm::sys::path::extension(path);
  for (auto [known, kind] : kinds)
    if (suffix == known)
      return kind;
  return makeError("cannot tell from the name '{0}' what to write; expected it "
                   "to end in .ll, .s, .o or .so",
                   path);
}

static llvm::Error emitText(llvm::Module &module, llvm::TargetMachine &machine,
                            OutputKind kind, SmallVectorImpl<char> &text) {
  if (kind == OutputKind::LLVMIR) {
    llvm::raw_svector_ostream os(text);
    module.print(os, /*AAW=*/nullptr);
    return llvm::Error::success();
  }
  return emitMachineCode(module, machine,
                         kind == OutputKind::Assembly
                             ? llvm::CodeGenFileType::AssemblyFile
                             : llvm::CodeGenFileType::ObjectFile,
                         text);
}

static llvm::Error cannotWrite(StringRef path, llvm::Error reason) {
  return makeError("cannot write '{0}': {1}", path,
                   llvm::toString(std::move(reason)));
}

static llvm::Error writeFile(StringRef path, StringRef content) {
  if (llvm::Error error = llvm::writeToOutput(path, [&](llvm::raw_ostream &os) {
        os << content;
        return llvm::Error::success();
      }))
    return cannotWrite(path, std::move(error));
  return llvm::Error::success();
}

/// Links `object` into a file beside `path` that then takes its place.
static llvm::Error linkFile(StringRef path, StringRef object,
                            const Toolchain &toolchain) {
  SmallString<128> objectPath;
  if (std::error_code error =
          llvm::sys::fs::createTemporaryFile("stax", "o", objectPath))
    return makeError("cannot create a temporary file: {0}", error.message());
  llvm::FileRemover removeObject(objectPath);
  if (llvm::Error error = writeFile(objectPath, object))
    return error;
  auto library = llvm::sys::fs::TempFile::create(path + ".tmp-%%%%%%%%",
                                                 llvm::sys::fs::all_read |
                                                     llvm::sys::fs::all_write |
                                                     llvm::sys::fs::all_exe);
  if (!library)
    return cannotWrite(path, library.takeError());
  if (llvm::Error error =
          linkSharedLibrary(toolchain, objectPath,
                            llvm::sys::path::filename(path), library->TmpName))
    return llvm::joinErrors(std::move(error), library->discard());
  if (llvm::Error error = library->keep(path))
    return cannotWrite(path, std::move(error));
  return llvm::Error::success();
}

llvm::Error stax::emitFile(ModuleOp module, llvm::TargetMachine &machine,
                           OutputKind kind, const Toolchain *toolchain,
                           StringRef path) {
  assert((toolchain || kind != OutputKind::SharedLibrary) &&
         "a shared library is linked");
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated =
      translateToLLVMIR(module, context, machine);
  if (!translated)
    return makeError("translation to LLVM IR failed");
  optimizeLLVMIR(*translated, machine);
  SmallVector<char, 0> content;
  if (llvm::Error error = emitText(*translated, machine, kind, content))
    return error;
  StringRef text(content.data(), content.size());
  if (kind == OutputKind::SharedLibrary)
    return linkFile(path, text, *toolchain);
  return writeFile(path, text);
}
