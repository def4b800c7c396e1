//===- PartitionStats.h - What a partition into kernels costs ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the kernels that a call runs and the bytes that they read and write,
// from the graph alone: shapes follow from those of the arguments.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_RUNNER_PARTITIONSTATS_H
#define STAX_RUNNER_PARTITIONSTATS_H

#include "stax/Runner/Entry.h"
#include "stax/Support/HostTensor.h"

namespace mlir::stax {

/// The work of one call. Operations in loops and branches count once.
struct PartitionStats {
  int64_t kernels = 0;
  /// Bytes of the inputs and outputs of each kernel; nothing if some extent
  /// depends on data.
  std::optional<int64_t> trafficBytes = 0;

  PartitionStats &operator+=(const PartitionStats &other);
};

/// The work of a call of `entry` with `arguments`; `module` has been through
/// the stage graph.
PartitionStats analyzePartition(ModuleOp module, const Entry &entry,
                                ArrayRef<HostTensor> arguments);

} // namespace mlir::stax

#endif // STAX_RUNNER_PARTITIONSTATS_H
