//===- MachineCode.h - LLVM IR to objects ------------------------*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TARGET_MACHINECODE_H
#define STAX_LIB_TARGET_MACHINECODE_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CodeGen.h"
#include "llvm/Support/Error.h"

#include <memory>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::stax {

/// Object files that together are one module.
using ObjectFiles = std::vector<llvm::SmallVector<char, 0>>;

/// Appends machine code of `module`, as text or as an object, to `code`.
llvm::Error emitMachineCode(llvm::Module &module, llvm::TargetMachine &machine,
                            llvm::CodeGenFileType type,
                            SmallVectorImpl<char> &code);

/// Optimises `module` and compiles it for `cpu`, as for createTargetMachine, to
/// run in this process. A module of many functions is cut into as many parts as
/// there are processors, which are compiled at the same time; the parts depend
/// on nothing but the module and their number.
llvm::Expected<ObjectFiles>
compileToObjects(std::unique_ptr<llvm::Module> module, StringRef cpu);

} // namespace mlir::stax

#endif // STAX_LIB_TARGET_MACHINECODE_H
