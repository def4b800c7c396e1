//===- CHeader.h - Compiled modules for C and C++ ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TARGET_CHEADER_H
#define STAX_TARGET_CHEADER_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace mlir::stax {

/// A function that a compiled module offers to C.
struct CEntry {
  std::string name;
  SmallVector<Type> arguments, results; ///< tensors, memrefs or scalars
};

/// The public functions of `module` with a body, in order; `module` is in any
/// form before `stax-emit-entry-points`. It is an error if there is none, if C
/// cannot have a function of that name, or if any function's name is one that
/// the runtime may use.
llvm::Expected<std::vector<CEntry>> collectCEntries(ModuleOp module);

/// Whether compiled code may call a function of the C library by `name`, as
/// LLVM does for functions that it has no instructions for.
bool isCLibraryFunction(llvm::StringRef name);

/// The path of the header that belongs to the output file `path`: its suffix
/// replaced by .h.
std::string getCHeaderPath(llvm::StringRef path);

/// Writes a header for C99 and C++ that declares all that a module of `entries`
/// defines; `path` is where it will be. The types are ones that the binary
/// interface has.
void printCHeader(ArrayRef<CEntry> entries, llvm::StringRef path,
                  llvm::raw_ostream &os);

} // namespace mlir::stax

#endif // STAX_TARGET_CHEADER_H
