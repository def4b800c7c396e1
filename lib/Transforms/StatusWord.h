//===- StatusWord.h - Where run-time checks are recorded --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Transforms library. Functions that check, and those that call
// them, have a status word as last argument; the module lists what each of its
// bits means.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_STATUSWORD_H
#define STAX_LIB_TRANSFORMS_STATUSWORD_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::stax {

/// The status words and checks of one module. Changes reach the module's
/// attributes and calls with `finish`.
class StatusWords {
public:
  explicit StatusWords(ModuleOp module);

  /// The status word of `function`, added as its last argument on first use.
  Value get(func::FuncOp function);

  /// The ordinal of a new check, whose failure means `code`, a stax_status,
  /// and `message` at `loc`.
  int64_t addCheck(int32_t code, const Twine &message, Location loc);

  /// Lets callers hand their status words on, and lists the checks. Fails with
  /// a diagnostic where a function that got one is used other than in calls.
  LogicalResult finish();

private:
  ModuleOp module;
  SmallVector<Attribute> checks;
  /// Functions that got the status word, in that order.
  llvm::MapVector<func::FuncOp, Value> added;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_STATUSWORD_H
