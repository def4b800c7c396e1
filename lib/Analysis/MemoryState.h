//===- MemoryState.h - Who touched memory last ------------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the effects of nodes in their order. Memory that was allocated here
// is apart from all other; what else there is may be one memory under several
// names, so that a write to one orders those who touch another.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_MEMORYSTATE_H
#define STAX_LIB_ANALYSIS_MEMORYSTATE_H

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::stax {

/// What one node does to memory.
struct MemoryUse {
  struct Root {
    Value value;
    bool isWrite;
    bool isNewVersion; ///< it holds something else than what was seen last
  };
  SmallVector<Root> roots;     ///< each once; written if it is also read
  SmallVector<unsigned> after; ///< nodes that come before for what they touch
};

class MemoryState {
public:
  /// Whether `op` reads or writes memory, or may do so.
  static bool touchesMemory(Operation *op);

  /// `op`, the node `number`, happens; adds what it does to `use`.
  void visit(Operation *op, unsigned number, MemoryUse &use);

  /// Node `number` reads what `snapshot` has shown.
  void readSnapshot(bufferization::ToTensorOp snapshot, unsigned number,
                    MemoryUse &use);

private:
  /// Memory apart from all other.
  struct Region {
    std::optional<unsigned> writer; ///< the last one
    SmallVector<unsigned> readers;  ///< since then
    unsigned writes = 0;
  };

  void read(Value root, unsigned number, MemoryUse &use);
  void write(Value root, unsigned number, MemoryUse &use);
  void touchEverything(unsigned number, MemoryUse &use);
  void touch(Region &region, bool isWrite, unsigned number, MemoryUse &use);
  Region &getRegion(Value root);

  /// By the root of what is allocated here, null for all else.
  llvm::MapVector<Value, Region> regions;
  std::optional<unsigned> barrier; ///< the last node that touched everything
  llvm::DenseMap<Value, unsigned> seen; ///< of a root the write that it is of
  llvm::DenseMap<Value, unsigned> snapshots; ///< likewise, of a shown tensor
};

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_MEMORYSTATE_H
