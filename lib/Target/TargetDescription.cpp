//===- TargetDescription.cpp - What a machine is like, in IR --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Target/TargetDescription.h"
#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxDialect.h"
#include "stax/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Threading.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/TargetParser/Host.h"

#include <unistd.h>

using namespace mlir;
using namespace mlir::stax;

namespace {
struct InstructionSetInfo {
  StringLiteral name;
  int64_t vectorBits;
  StringLiteral features; ///< of LLVM, all needed
  StringLiteral limit;    ///< takes away what is wider
};
} // namespace

/// From wide to narrow.
static ArrayRef<InstructionSetInfo> getInstructionSets() {
  static constexpr InstructionSetInfo sets[] = {
      {"avx512", 512, "+avx512f,+avx512bw,+avx512dq,+avx512vl", ""},
      {"avx2", 256, "+avx2,+fma,+f16c", "-avx512f"},
      {"none", 0, "", "-avx"}};
  return sets;
}

static bool hasInstructionSet(const llvm::TargetMachine &machine,
                              const InstructionSetInfo &set) {
  return set.features.empty() ||
         machine.getMCSubtargetInfo()->checkFeatures(set.features.str());
}

/// A size in bytes that the system knows, 0 if it does not.
static int64_t getSystemSize(int name) {
  return std::max<int64_t>(sysconf(name), 0);
}

llvm::Error stax::describeTarget(ModuleOp module,
                                 const llvm::TargetMachine &machine,
                                 StringRef isa) {
  ArrayRef<InstructionSetInfo> sets = getInstructionSets();
  const auto *set = llvm::find_if(sets, [&](const InstructionSetInfo &set) {
    return isa.empty() ? hasInstructionSet(machine, set) : set.name == isa;
  });
  if (!hasInstructionSet(machine, *set)) {
    auto known =
        llvm::make_filter_range(sets, [&](const InstructionSetInfo &candidate) {
          return hasInstructionSet(machine, candidate);
        });
    return makeError("--options: isa={0} is not in the processor '{1}', "
                     "expected one of: {2}",
                     isa, machine.getTargetCPU(),
                     llvm::join(llvm::map_range(known,
                                                [](const auto &candidate) {
                                                  return candidate.name;
                                                }),
                                ", "));
  }
  bool isHost = machine.getTargetCPU() == llvm::sys::getHostCPUName();
  MLIRContext *context = module.getContext();
  context->loadDialect<StaxDialect>();
  module->setAttr(
      kTargetAttr,
      TargetAttr::get(
          context, set->name, set->vectorBits,
          isHost ? getSystemSize(_SC_LEVEL1_DCACHE_SIZE) : 0,
          isHost ? getSystemSize(_SC_LEVEL2_CACHE_SIZE) : 0,
          isHost ? getSystemSize(_SC_LEVEL3_CACHE_SIZE) : 0,
          isHost ? llvm::hardware_concurrency().compute_thread_count() : 1,
          machine.getTargetCPU()));
  return llvm::Error::success();
}

StringRef stax::getFeatureLimit(ModuleOp module) {
  auto target = module->getAttrOfType<TargetAttr>(kTargetAttr);
  // The extensions are those of one architecture.
  if (!target || !llvm::Triple(llvm::sys::getProcessTriple()).isX86())
    return "";
  for (const InstructionSetInfo &set : getInstructionSets())
    if (set.name == target.getIsa())
      return set.limit;
  return "";
}
