//===- MemoryStats.h - What a memory plan costs -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_MEMORYSTATS_H
#define STAX_RUNNER_MEMORYSTATS_H

#include "stax/Runner/Entry.h"
#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// Bytes of one call, nothing if they depend on data. A function that calls
/// others holds its own arena meanwhile.
struct MemoryStats {
  std::optional<int64_t> peakBytes = 0;  ///< of planned buffers, live at once
  std::optional<int64_t> arenaBytes = 0; ///< of arenas

  MemoryStats &operator+=(const MemoryStats &other);
  /// The larger of both, number by number.
  void raise(const MemoryStats &other);
};

/// What a call of `entry` with `arguments` needs; `module` has been through the
/// stage memory, with a plan.
MemoryStats analyzeMemory(ModuleOp module, const Entry &entry,
                          ArrayRef<HostTensor> arguments);

} // namespace mlir::stax

#endif // STAX_RUNNER_MEMORYSTATS_H
