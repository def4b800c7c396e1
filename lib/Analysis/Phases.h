//===- Phases.h - Order of the loops of one level ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the Analysis library. Of instances that share all loops before
// one level, which ones can share the loop of that level, and what comes first.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_PHASES_H
#define STAX_LIB_ANALYSIS_PHASES_H

#include "stax/Analysis/KernelStructure.h"

namespace mlir::stax {

/// Which way the loop around an instance must run.
enum class LoopDirection { Any, Forward, Reverse };

/// Where an instance runs among those of one level.
struct PhaseSlot {
  unsigned instance = 0;
  /// Loops of phase p run before points of phase p. Points that need no loop
  /// have phase -1.
  int phase = -1;
  LoopDirection direction = LoopDirection::Any;
};

class Phases {
public:
  /// `members` are indices into `instances`, in order of their nodes; others
  /// may be added to `instances` later.
  Phases(ArrayRef<KernelNode> nodes,
         const SmallVectorImpl<NodeInstance> &instances,
         ArrayRef<unsigned> members, unsigned level);

  /// Slots of the members, in order.
  ArrayRef<PhaseSlot> getSlots() const { return slots; }
  /// The slot of `node`, null if no member is an instance of it.
  const PhaseSlot *findSlot(unsigned node) const;
  /// Whether the member is at a point of this level, not in a loop of its own.
  bool isPoint(const PhaseSlot &slot) const {
    return getNest(slot).dims.size() == level;
  }
  /// Whether both can run in one loop of this level.
  bool shareLoop(const PhaseSlot &lhs, const PhaseSlot &rhs) const;
  /// Whether the results of the member are complete after its loop.
  bool isComplete(const PhaseSlot &slot) const {
    return getNest(slot).valueLevel <= level;
  }

private:
  const NodeNest &getNest(const PhaseSlot &slot) const {
    return instances[slot.instance].nest;
  }
  ArrayRef<NodeValue> getReads(const PhaseSlot &slot) const {
    return nodes[instances[slot.instance].node].reads;
  }
  void assign(PhaseSlot &slot);
  bool inheritDirection(PhaseSlot &slot);
  void sink(PhaseSlot &slot, ArrayRef<unsigned> readers);

  ArrayRef<KernelNode> nodes;
  const SmallVectorImpl<NodeInstance> &instances;
  unsigned level;
  SmallVector<PhaseSlot> slots;
  llvm::DenseMap<unsigned, unsigned> positions; ///< of slots, by node
};

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_PHASES_H
