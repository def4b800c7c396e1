//===- Entry.h - Functions that a run calls ---------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which functions of a module a run calls, and what they take and give in the
// terms of host tensors.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_ENTRY_H
#define STAX_RUNNER_ENTRY_H

#include "mlir/IR/BuiltinOps.h"
#include "stax-c/Runtime.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace mlir::stax {

/// An argument or result: a tensor, a memref or, with rank 0, a scalar.
struct EntryValue {
  Type elementType;
  stax_dtype dtype = STAX_F32;   ///< of `elementType`
  SmallVector<int64_t, 4> shape; ///< ShapedType::kDynamic where dynamic
  /// Passed by reference: the final state of an argument is an output.
  bool isMemRef = false;
  /// The program may write over it (`stax.donate`).
  bool isDonated = false;
  /// Extents to use for dynamic ones, one for each dimension; may be empty.
  SmallVector<int64_t, 4> example;

  /// As inside an MLIR tensor type: "?x128xf32".
  std::string getText() const;
};

/// A function that can be called with host tensors.
struct Entry {
  std::string name;
  std::vector<EntryValue> arguments, results;

  /// Results, then memref arguments.
  std::vector<EntryValue> getOutputs() const;
};

/// The dtype of elements of `type`; nothing if host tensors have none.
std::optional<stax_dtype> getHostDType(Type type);

/// A type with elements of `dtype`; i64 where index is one, too.
Type getElementType(stax_dtype dtype, MLIRContext &context);

/// The functions of `module` that `requested` names: "all" is every public one
/// without arguments, "" the only public one with a body, else "main". Errors
/// list the public functions, or say which argument or result cannot be
/// passed.
llvm::Expected<std::vector<Entry>> selectEntries(ModuleOp module,
                                                 StringRef requested);

} // namespace mlir::stax

#endif // STAX_RUNNER_ENTRY_H
