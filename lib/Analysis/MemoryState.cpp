//===- MemoryState.cpp - Who touched memory last --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemoryState.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;
using bufferization::ToTensorOp;

/// All effects of `op` and what is in it but allocations; nothing if they are
/// not known.
static std::optional<SmallVector<MemoryEffects::EffectInstance>>
getEffects(Operation *op) {
  if (isMemoryEffectFree(op))
    return SmallVector<MemoryEffects::EffectInstance>();
  auto effects = getEffectsRecursively(op);
  if (effects)
    llvm::erase_if(*effects, [](const MemoryEffects::EffectInstance &effect) {
      return isa<MemoryEffects::Allocate>(effect.getEffect());
    });
  return effects;
}

bool MemoryState::touchesMemory(Operation *op) {
  if (isa<ToTensorOp>(op))
    return true;
  auto effects = getEffects(op);
  return !effects || !effects->empty();
}

static Value getRoot(Value memory) {
  while (auto view = memory.getDefiningOp<ViewLikeOpInterface>())
    memory = view.getViewSource();
  return memory;
}

static bool isAllocated(Value root) {
  return root.getDefiningOp() &&
         hasSingleEffect<MemoryEffects::Allocate>(root.getDefiningOp(), root);
}

MemoryState::Region &MemoryState::getRegion(Value root) {
  auto [it, isNew] = regions.try_emplace(isAllocated(root) ? root : Value());
  if (isNew)
    it->second.writer = barrier;
  return it->second;
}

void MemoryState::touch(Region &region, bool isWrite, unsigned number,
                        MemoryUse &use) {
  if (!isWrite) {
    if (region.writer)
      use.after.push_back(*region.writer);
    region.readers.push_back(number);
    return;
  }
  if (region.readers.empty() && region.writer)
    use.after.push_back(*region.writer);
  llvm::append_range(use.after, region.readers);
  region.readers.clear();
  region.writer = number;
  ++region.writes;
}

void MemoryState::read(Value root, unsigned number, MemoryUse &use) {
  Region &region = getRegion(root);
  touch(region, /*isWrite=*/false, number, use);
  auto [it, isNew] = seen.try_emplace(root, region.writes);
  bool isChanged = isNew || it->second != region.writes;
  it->second = region.writes;
  use.roots.push_back({root, /*isWrite=*/false, isChanged});
}

void MemoryState::write(Value root, unsigned number, MemoryUse &use) {
  Region &region = getRegion(root);
  touch(region, /*isWrite=*/true, number, use);
  seen[root] = region.writes;
  llvm::erase_if(use.roots, [&](const MemoryUse::Root &other) {
    return other.value == root && other.isWrite;
  });
  use.roots.push_back({root, /*isWrite=*/true, /*isNewVersion=*/true});
}

void MemoryState::touchEverything(unsigned number, MemoryUse &use) {
  if (barrier)
    use.after.push_back(*barrier);
  for (auto &[root, region] : regions)
    touch(region, /*isWrite=*/true, number, use);
  barrier = number;
}

void MemoryState::visit(Operation *op, unsigned number, MemoryUse &use) {
  if (auto snapshot = dyn_cast<ToTensorOp>(op)) {
    Value root = getRoot(snapshot.getBuffer());
    read(root, number, use);
    snapshots[snapshot.getResult()] = getRegion(root).writes;
    return;
  }
  auto effects = getEffects(op);
  if (!effects)
    return touchEverything(number, use);
  // Reads first: what is read is what was there before the writes.
  llvm::SmallSetVector<Value, 4> reads, writes;
  for (const MemoryEffects::EffectInstance &effect : *effects) {
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()))
      return touchEverything(number, use);
    bool isRead = isa<MemoryEffects::Read>(effect.getEffect());
    (isRead ? reads : writes).insert(getRoot(value));
  }
  for (Value root : reads)
    read(root, number, use);
  for (Value root : writes)
    write(root, number, use);
}

void MemoryState::readSnapshot(ToTensorOp snapshot, unsigned number,
                               MemoryUse &use) {
  Region &region = getRegion(getRoot(snapshot.getBuffer()));
  auto shown = snapshots.find(snapshot.getResult());
  if (shown == snapshots.end())
    return;
  if (shown->second == region.writes)
    region.readers.push_back(number);
  else if (region.writer)
    // Too late to be ordered before the write: it stays where it is.
    use.after.push_back(*region.writer);
}
