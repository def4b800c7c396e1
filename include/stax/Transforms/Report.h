//===- Report.h - Pages about a compiled program ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_REPORT_H
#define STAX_TRANSFORMS_REPORT_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace mlir::stax {

/// Writes what is known about `module` to the file `path`. Its ending says how:
/// `.html` is a page that needs no other file, `.svg` its picture, `.json`,
/// `.csv` and `.txt` the same numbers. Another ending is an error, and so is a
/// file that cannot be written.
llvm::Error writeReport(ModuleOp module, StringRef path);

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_REPORT_H
