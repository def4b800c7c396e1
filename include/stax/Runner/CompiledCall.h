//===- CompiledCall.h - Calls of compiled entries ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls an entry through the binary interface, any number of times.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_COMPILEDCALL_H
#define STAX_RUNNER_COMPILEDCALL_H

#include "stax/Runner/Entry.h"
#include "stax/Runner/Outcome.h"
#include "stax/Target/Jit.h"

namespace mlir::stax {

/// Borrows `tensors` as arguments of a call.
SmallVector<stax_tensor> getViews(ArrayRef<HostTensor> tensors);

/// An entry with its arguments, which are borrowed, and the results of the last
/// call.
class CompiledCall {
public:
  static llvm::Expected<CompiledCall> create(const CompiledModule &module,
                                             const Entry &entry,
                                             ArrayRef<stax_tensor> arguments);
  ~CompiledCall();
  CompiledCall(CompiledCall &&) = default;
  CompiledCall &operator=(CompiledCall &&) = delete;

  /// Releases the results of the call before and calls the entry.
  std::optional<RunTimeError> run();

  /// Copies of the outputs of the last call, which must have succeeded.
  llvm::Expected<std::vector<HostTensor>> copyOutputs() const;

private:
  CompiledCall() = default;
  void releaseResults();

  stax_entry code = nullptr;
  /// Positions of arguments whose final state is an output.
  SmallVector<size_t> outputArguments;
  std::vector<stax_tensor> argumentViews, results;
  /// Extents of each result; the views point into them.
  std::vector<std::vector<int64_t>> resultShapes;
};

/// Calls `entry` once; `arguments` that are memrefs change.
llvm::Expected<Outcome> runCompiled(const CompiledModule &module,
                                    const Entry &entry,
                                    ArrayRef<stax_tensor> arguments);

} // namespace mlir::stax

#endif // STAX_RUNNER_COMPILEDCALL_H
