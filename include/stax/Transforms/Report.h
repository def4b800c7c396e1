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
#include "stax/Transforms/RemarkLog.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace mlir::stax {

/// What is known about a program, from the stages that know it.
class Report {
public:
  Report();
  Report(Report &&other);
  ~Report();

  /// Adds the kernels of `module` that are on tensors: what they consist of,
  /// what they save, and why they are not fewer.
  void addKernels(ModuleOp module);

  /// Adds the buffers of `module`, over time.
  void addMemory(ModuleOp module);

  /// Adds what passes said.
  void addRemarks(const RemarkLog &log);

  /// Writes the file `path`. Its ending says how: `.html` is a page that needs
  /// no other file, `.svg` one picture, `.json`, `.csv` and `.txt` the same
  /// numbers. Another ending is an error, and so is a file that cannot be
  /// written.
  llvm::Error write(StringRef path) const;

  struct Sections;

private:
  std::unique_ptr<Sections> sections;
};

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_REPORT_H
