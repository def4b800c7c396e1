//===- PlanMode.h - How buffers are placed ----------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_TRANSFORMS_PLANMODE_H
#define STAX_TRANSFORMS_PLANMODE_H

namespace mlir::stax {

/// How `stax-plan-memory` places buffers.
enum class PlanMode {
  None,     ///< as they are
  Reuse,    ///< some in the storage of others of the same size
  PoolTree, ///< at offsets of one allocation, by the textbook's splits
  Arena     ///< at offsets of one allocation, by the best planner
};

/// Who allocates the arenas of `stax-plan-memory`.
enum class ArenaOwner {
  Function, ///< the function itself
  Argument  ///< its caller, who passes it
};

} // namespace mlir::stax

#endif // STAX_TRANSFORMS_PLANMODE_H
