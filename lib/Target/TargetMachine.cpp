//===- TargetMachine.cpp - How machine code is made -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/TargetMachine.h"
#include "stax/Support/Diagnostics.h"
#include "stax/Target/TargetDescription.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/OpenMP/OpenMPToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"

#include <mutex>

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Target machines
//===----------------------------------------------------------------------===//

static llvm::Expected<const llvm::Target *>
lookupHostTarget(const llvm::Triple &triple) {
  static std::once_flag initialized;
  std::call_once(initialized, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  std::string error;
  if (const llvm::Target *target =
          llvm::TargetRegistry::lookupTarget(triple, error))
    return target;
  return makeError("LLVM cannot generate code for this machine: {0}", error);
}

/// LLVM only warns about an unknown processor.
static llvm::Error checkCpu(const llvm::Target &target,
                            const llvm::Triple &triple, StringRef cpu) {
  std::unique_ptr<llvm::MCSubtargetInfo> subtarget(
      target.createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
  if (subtarget->isCPUStringValid(cpu))
    return llvm::Error::success();
  auto names = llvm::map_range(subtarget->getAllProcessorDescriptions(),
                               [](const llvm::SubtargetSubTypeKV &known) {
                                 return StringRef(known.Key);
                               });
  return makeError(
      "unknown processor '{0}' for {1}, expected '{2}' or one of: {3}", cpu,
      triple.getArchName(), kHostCpu, llvm::join(names, ", "));
}

static std::string getHostFeatures() {
  llvm::SubtargetFeatures features;
  // A map with hashed keys, so in sorted order.
  llvm::StringMap<bool> enabled = llvm::sys::getHostCPUFeatures();
  SmallVector<StringRef> names = llvm::to_vector(enabled.keys());
  llvm::sort(names);
  for (StringRef name : names)
    features.AddFeature(name, enabled.lookup(name));
  return features.getString();
}

llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
stax::createTargetMachine(StringRef cpu, CodePlacement placement) {
  llvm::Triple triple(llvm::sys::getProcessTriple());
  llvm::Expected<const llvm::Target *> target = lookupHostTarget(triple);
  if (!target)
    return target.takeError();
  std::string features;
  if (cpu == kHostCpu) {
    cpu = llvm::sys::getHostCPUName();
    features = getHostFeatures();
  } else if (llvm::Error error = checkCpu(**target, triple, cpu)) {
    return error;
  }
  std::unique_ptr<llvm::TargetMachine> machine((*target)->createTargetMachine(
      triple, cpu, features, llvm::TargetOptions(), llvm::Reloc::PIC_,
      /*CM=*/std::nullopt, llvm::CodeGenOptLevel::Default,
      /*JIT=*/placement == CodePlacement::InProcess));
  if (!machine)
    return makeError("LLVM cannot generate code for {0}", triple.str());
  return machine;
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

void stax::registerTargetTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerOpenMPDialectTranslation(registry);
}

/// Translation takes linkage from its own attribute only; without this, private
/// functions of two modules would clash in one program.
static void internalizePrivateFunctions(ModuleOp module) {
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (!function.isExternal() && SymbolTable::getSymbolVisibility(function) ==
                                      SymbolTable::Visibility::Private)
      function.setLinkage(LLVM::Linkage::Internal);
}

std::unique_ptr<llvm::Module>
stax::translateToLLVMIR(ModuleOp module, llvm::LLVMContext &context,
                        llvm::TargetMachine &machine) {
  internalizePrivateFunctions(module);
  std::unique_ptr<llvm::Module> translated =
      translateModuleToLLVMIR(module, context, "stax");
  if (!translated)
    return nullptr;
  translated->setTargetTriple(machine.getTargetTriple());
  translated->setDataLayout(machine.createDataLayout());
  translated->setPICLevel(llvm::PICLevel::BigPIC);
  // Names the processor in the IR, so that other tools make the same code.
  std::string features = machine.getTargetFeatureString().str();
  if (StringRef limit = getFeatureLimit(module); !limit.empty())
    features += (features.empty() ? "" : ",") + limit.str();
  for (llvm::Function &function : translated->functions()) {
    if (function.isDeclaration())
      continue;
    function.addFnAttr("target-cpu", machine.getTargetCPU());
    if (!features.empty())
      function.addFnAttr("target-features", features);
  }
  return translated;
}
