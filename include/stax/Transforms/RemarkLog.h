//===- RemarkLog.h - Remarks as data ----------------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_REMARKLOG_H
#define STAX_TRANSFORMS_REMARKLOG_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/Support/LLVM.h"

#include <string>
#include <vector>

namespace mlir::stax {

/// What a pass said about a decision.
struct RecordedRemark {
  std::string kind;  ///< "Passed", "Missed", "Analysis"
  std::string name;  ///< "Fused"
  std::string place; ///< "file:line:column"; empty if not known
  std::string text;  ///< the reason, and then "key=value, ..."
};

using RemarkLog = std::vector<RecordedRemark>;

/// Appends the remarks of the category `stax` to `log` from now on, instead of
/// what was done with them before. `context` must not use threads; `log` lives
/// until remarks are ignored.
LogicalResult recordRemarks(MLIRContext &context, RemarkLog &log);

/// Remarks in `context` go nowhere from now on.
void ignoreRemarks(MLIRContext &context);

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_REMARKLOG_H
