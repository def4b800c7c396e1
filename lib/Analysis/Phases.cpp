//===- Phases.cpp - Order of the loops of one level -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Members run as early as what they read allows: that puts all reductions of
// one phase into one loop. Then those that carry nothing sink to their first
// reader, as a value that is read where it is computed needs no place.
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

using namespace mlir;
using namespace mlir::stax;

static LoopDirection getOwnDirection(const NodeNest &nest, unsigned level) {
  if (!nest.carries(level))
    return LoopDirection::Any;
  return nest.isReverse ? LoopDirection::Reverse : LoopDirection::Forward;
}

Phases::Phases(ArrayRef<KernelNode> nodes,
               const SmallVectorImpl<NodeInstance> &instances,
               ArrayRef<unsigned> members, unsigned level)
    : nodes(nodes), instances(instances), level(level) {
  SmallVector<SmallVector<unsigned>> readers(members.size());
  for (unsigned member : members) {
    unsigned position = slots.size();
    PhaseSlot slot{member, -1, LoopDirection::Any};
    for (NodeValue read : getReads(slot))
      if (auto known = positions.find(read.node); known != positions.end())
        readers[known->second].push_back(position);
    assign(slot);
    positions[instances[member].node] = position;
    slots.push_back(slot);
  }
  for (unsigned position = slots.size(); position-- > 0;)
    sink(slots[position], readers[position]);
}

const PhaseSlot *Phases::findSlot(unsigned node) const {
  auto known = positions.find(node);
  return known == positions.end() ? nullptr : &slots[known->second];
}

bool Phases::shareLoop(const PhaseSlot &lhs, const PhaseSlot &rhs) const {
  if (isPoint(lhs) || isPoint(rhs))
    return false;
  return getNest(lhs).dims[level] == getNest(rhs).dims[level] &&
         (lhs.direction == rhs.direction ||
          lhs.direction == LoopDirection::Any ||
          rhs.direction == LoopDirection::Any);
}

/// The earliest phase that all producers of `slot` allow.
void Phases::assign(PhaseSlot &slot) {
  slot.direction = getOwnDirection(getNest(slot), level);
  if (!isPoint(slot))
    slot.phase = 0;
  for (NodeValue read : getReads(slot)) {
    const PhaseSlot *producer = findSlot(read.node);
    if (!producer)
      continue;
    bool canFollow =
        isPoint(slot) || (!isComplete(*producer) && shareLoop(*producer, slot));
    slot.phase = std::max(slot.phase, producer->phase + (canFollow ? 0 : 1));
  }
  // Producers in loops of opposite directions leave none to join.
  if (!inheritDirection(slot)) {
    ++slot.phase;
    slot.direction = getOwnDirection(getNest(slot), level);
  }
}

/// Gives `slot` the direction of the producers in its loop. Returns whether
/// they agree.
bool Phases::inheritDirection(PhaseSlot &slot) {
  if (isPoint(slot))
    return true;
  for (NodeValue read : getReads(slot)) {
    const PhaseSlot *producer = findSlot(read.node);
    if (!producer || producer->phase != slot.phase || isPoint(*producer))
      continue;
    if (!shareLoop(*producer, slot))
      return false;
    if (slot.direction == LoopDirection::Any)
      slot.direction = producer->direction;
  }
  return true;
}

/// Moves `slot`, if its loop carries nothing of it, as late as its `readers`
/// allow.
void Phases::sink(PhaseSlot &slot, ArrayRef<unsigned> readers) {
  if (isPoint(slot) || isComplete(slot) || getNest(slot).carries(level) ||
      readers.empty())
    return;
  const PhaseSlot *first = nullptr;
  int latest = 0;
  for (unsigned position : readers) {
    const PhaseSlot &reader = slots[position];
    int phase = reader.phase - (shareLoop(slot, reader) ? 0 : 1);
    if (first && phase >= latest)
      continue;
    first = &reader;
    latest = phase;
  }
  if (latest > slot.phase) {
    slot.phase = latest;
    slot.direction = LoopDirection::Any;
  }
  if (slot.direction == LoopDirection::Any && first->phase == slot.phase &&
      shareLoop(slot, *first))
    slot.direction = first->direction;
}
