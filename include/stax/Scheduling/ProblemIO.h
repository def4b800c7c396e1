//===- ProblemIO.h - Fusion and order problems as JSON ----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The formats are described in docs/Planning.md. A file holds one problem or a
// list of them; unknown keys are ignored.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_PROBLEMIO_H
#define STAX_SCHEDULING_PROBLEMIO_H

#include "stax/Scheduling/FusionProblem.h"
#include "stax/Scheduling/OrderProblem.h"
#include "llvm/Support/JSON.h"

namespace mlir::stax {

/// What a file holds: a list answers with a list, even of one.
template <typename Problem>
struct ProblemFile {
  std::vector<Problem> problems;
  bool isList = false;
};

/// Parse problems and check them. Errors give the file, the line and column of
/// broken JSON or else the path of the value, what was expected and what was
/// found.
llvm::Expected<ProblemFile<FusionProblem>>
readFusionProblems(llvm::StringRef text, llvm::StringRef fileName);
llvm::Expected<ProblemFile<OrderProblem>>
readOrderProblems(llvm::StringRef text, llvm::StringRef fileName);

/// Write a problem so that the readers give it back.
void writeFusionProblem(const FusionProblem &problem, llvm::json::OStream &os);
void writeOrderProblem(const OrderProblem &problem, llvm::json::OStream &os);

} // namespace mlir::stax

#endif // STAX_SCHEDULING_PROBLEMIO_H
