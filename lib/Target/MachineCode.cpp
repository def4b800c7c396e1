//===- MachineCode.cpp - LLVM IR to objects -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/TargetMachine.h"

#include "llvm/Bitcode/BitcodeReader.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/ThreadPool.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/SplitModule.h"

using namespace mlir;
using namespace mlir::stax;

/// A part has at least as many functions: to start one costs more than to
/// compile a few.
static constexpr unsigned kFunctionsPerPart = 8;

llvm::Error stax::emitMachineCode(llvm::Module &module,
                                  llvm::TargetMachine &machine,
                                  llvm::CodeGenFileType type,
                                  SmallVectorImpl<char> &code) {
  llvm::raw_svector_ostream os(code);
  llvm::legacy::PassManager passes;
  if (machine.addPassesToEmitFile(passes, os, /*DwoOut=*/nullptr, type))
    return makeError("LLVM cannot write this kind of file for {0}",
                     machine.getTargetTriple().str());
  passes.run(module);
  return llvm::Error::success();
}

static llvm::Error compilePart(llvm::Module &module, StringRef cpu,
                               SmallVectorImpl<char> &object) {
  auto machine = createTargetMachine(cpu, CodePlacement::InProcess);
  if (!machine)
    return machine.takeError();
  optimizeLLVMIR(module, **machine);
  return emitMachineCode(module, **machine, llvm::CodeGenFileType::ObjectFile,
                         object);
}

/// The same for a part that comes as bitcode: threads share no context.
static llvm::Error compileBitcode(StringRef bitcode, StringRef cpu,
                                  SmallVectorImpl<char> &object) {
  llvm::LLVMContext context;
  auto module =
      llvm::parseBitcodeFile(llvm::MemoryBufferRef(bitcode, "stax"), context);
  if (!module)
    return module.takeError();
  return compilePart(**module, cpu, object);
}

static unsigned countParts(const llvm::Module &module) {
  unsigned functions = llvm::count_if(
      module, [](const llvm::Function &f) { return !f.isDeclaration(); });
  unsigned processors = llvm::hardware_concurrency().compute_thread_count();
  return std::clamp(functions / kFunctionsPerPart, 1u, processors);
}

llvm::Expected<ObjectFiles>
stax::compileToObjects(std::unique_ptr<llvm::Module> module, StringRef cpu) {
  unsigned numParts = countParts(*module);
  ObjectFiles objects(numParts);
  if (numParts == 1) {
    if (llvm::Error error = compilePart(*module, cpu, objects[0]))
      return error;
    return objects;
  }
  std::vector<SmallVector<char, 0>> parts;
  llvm::SplitModule(
      *module, numParts,
      [&](std::unique_ptr<llvm::Module> part) {
        llvm::raw_svector_ostream os(parts.emplace_back());
        llvm::WriteBitcodeToFile(*part, os);
      },
      /*PreserveLocals=*/false, /*RoundRobin=*/true);
  std::vector<std::string> errors(numParts);
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(numParts));
  for (unsigned i = 0; i < numParts; ++i)
    pool.async([&, i] {
      StringRef bitcode(parts[i].data(), parts[i].size());
      if (llvm::Error error = compileBitcode(bitcode, cpu, objects[i]))
        errors[i] = llvm::toString(std::move(error));
    });
  pool.wait();
  for (const std::string &error : errors)
    if (!error.empty())
      return makeError("{0}", error);
  return objects;
}
