//===- InPlaceMerge.cpp - Outputs in the place of dying inputs ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InPlaceMerge.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Finds and makes the merges of one function.
class InPlaceMerger {
public:
  explicit InPlaceMerger(const BufferLifetimes &lifetimes) {
    for (const BufferLifetime &life : lifetimes.getBuffers())
      lives[life.buffer] = life;
  }

  unsigned run(const BufferLifetimes &lifetimes);

private:
  Value findInput(const BufferLifetime &output);
  bool isSafe(linalg::LinalgOp op, OpOperand &input, OpOperand &output);
  void merge(const BufferLifetime &output, const BufferLifetime &input);

  /// By the buffer that each has now.
  DenseMap<Value, BufferLifetime> lives;
};
} // namespace

/// Whether `value` is known to be no other name of a buffer of the function but
/// the one that its views lead to.
static bool hasKnownOrigin(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return isa<memref::AllocOp, memref::AllocaOp, memref::GetGlobalOp>(
      value.getDefiningOp());
}

static Value findOrigin(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Every point of `op` reads from the buffer of `input` at most the element
/// that it writes to `output`, and reads nothing from there.
bool InPlaceMerger::isSafe(linalg::LinalgOp op, OpOperand &input,
                           OpOperand &output) {
  AffineMap map = op.getMatchingIndexingMap(&output);
  if (op.getNumParallelLoops() != op.getNumLoops() || !map.isPermutation() ||
      op.payloadUsesValueFromOperand(&output))
    return false;
  return llvm::all_of(op->getOpOperands(), [&](OpOperand &other) {
    if (&other == &output || !isa<BaseMemRefType>(other.get().getType()))
      return true;
    if (!hasKnownOrigin(other.get()))
      return false;
    if (findOrigin(other.get()) != input.get())
      return findOrigin(other.get()) != output.get();
    return other.get() == input.get() && !op.isDpsInit(&other) &&
           op.getMatchingIndexingMap(&other) == map;
  });
}

/// The allocation that `output`, which is first written by a linalg operation,
/// can lie in; null for none.
Value InPlaceMerger::findInput(const BufferLifetime &output) {
  auto op = dyn_cast_if_present<linalg::LinalgOp>(output.firstUser);
  auto alloc = output.buffer.getDefiningOp<memref::AllocOp>();
  if (!op || !alloc || !output.isKnown() || !op.hasPureBufferSemantics() ||
      !alloc.getType().hasStaticShape())
    return nullptr;
  OpOperand *written = nullptr;
  for (OpOperand &init : op.getDpsInitsMutable())
    if (init.get() == output.buffer)
      written = &init;
  if (!written)
    return nullptr;
  for (OpOperand *input : op.getDpsInputOperands()) {
    auto known = lives.find(input->get());
    if (known == lives.end())
      continue;
    const BufferLifetime &life = known->second;
    auto source = life.buffer.getDefiningOp<memref::AllocOp>();
    if (source && life.isKnown() && life.lastUser == op &&
        source.getType() == alloc.getType() &&
        source->getBlock() == alloc->getBlock() &&
        op->getBlock() == alloc->getBlock() && isSafe(op, *input, *written))
      return life.buffer;
  }
  return nullptr;
}

/// Replaces `output` by the buffer of `input`, which then lives as long.
void InPlaceMerger::merge(const BufferLifetime &output,
                          const BufferLifetime &input) {
  auto alloc = output.buffer.getDefiningOp<memref::AllocOp>();
  auto source = input.buffer.getDefiningOp<memref::AllocOp>();
  for (memref::DeallocOp dealloc : input.deallocs)
    dealloc.erase();
  // Views of the output may be made before it is first written.
  if (alloc->isBeforeInBlock(source))
    source->moveBefore(alloc);
  int64_t alignment = std::max(source.getAlignment().value_or(1),
                               alloc.getAlignment().value_or(1));
  if (alignment > 1)
    source.setAlignment(alignment);
  alloc.replaceAllUsesWith(source.getResult());
  alloc.erase();
}

unsigned InPlaceMerger::run(const BufferLifetimes &lifetimes) {
  unsigned count = 0;
  for (const BufferLifetime &output : lifetimes.getBuffers()) {
    Value input = findInput(output);
    if (!input)
      continue;
    lives.erase(output.buffer);
    merge(output, lives.at(input));
    // From now on the storage lives as long as what took it over.
    lives[input] = output;
    lives[input].buffer = input;
    ++count;
  }
  return count;
}

unsigned stax::mergeInPlace(const BufferLifetimes &lifetimes) {
  return InPlaceMerger(lifetimes).run(lifetimes);
}
