//===- BufferLifetimes.cpp - When buffers of a function are live ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/BufferLifetimes.h"
#include "BufferFlow.h"
#include "stax/IR/MemoryAttributes.h"

using namespace mlir;
using namespace mlir::stax;

bool stax::isArena(Value value) {
  if (auto alloc = value.getDefiningOp<memref::AllocOp>())
    return alloc->hasAttr(kArenaAttr);
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || !argument.getOwner()->isEntryBlock())
    return false;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return function && function.getArgAttr(argument.getArgNumber(), kArenaAttr);
}

StringRef stax::describeEscape(EscapeKind kind) {
  switch (kind) {
  case EscapeKind::None:
    return "it does not escape";
  case EscapeKind::Returned:
    return "it is returned";
  case EscapeKind::UnknownUse:
    return "what an operation does with it is not known";
  case EscapeKind::UnknownCall:
    return "a function that it is passed to may keep it";
  case EscapeKind::Carried:
    return "a loop hands it on from one iteration to another";
  case EscapeKind::Parallel:
    return "it may be allocated by several threads at a time";
  case EscapeKind::SharedFree:
    return "it is freed through a value that may be another buffer";
  }
  llvm_unreachable("all kinds are described");
}

std::string stax::describeBuffer(const BufferLifetime &buffer) {
  Operation *op =
      buffer.firstUser ? buffer.firstUser : buffer.buffer.getDefiningOp();
  std::string text = op->getName().getStringRef().str();
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    text += (" at " + place.getFilename().getValue() + ":" +
             Twine(place.getLine()) + ":" + Twine(place.getColumn()))
                .str();
  return text;
}

/// The free of `buffer` that every run of its allocation comes to.
static memref::DeallocOp findCertainFree(const BufferLifetime &buffer) {
  Operation *origin = buffer.buffer.getDefiningOp();
  for (memref::DeallocOp dealloc : buffer.deallocs)
    if (dealloc->getBlock() == origin->getBlock())
      return dealloc;
  return nullptr;
}

/// Nothing may use a buffer after it was freed, whoever got to know it.
static void endAtFree(BufferLifetime &buffer, const ProgramPoints &points) {
  bool isHidden = buffer.escape == EscapeKind::UnknownUse ||
                  buffer.escape == EscapeKind::UnknownCall;
  memref::DeallocOp dealloc = findCertainFree(buffer);
  if (!isHidden || !dealloc)
    return;
  buffer.interval.end = points.getInterval(dealloc).begin;
  buffer.escape = EscapeKind::None;
  buffer.escapeOp = nullptr;
}

BufferLifetimes::BufferLifetimes(FunctionOpInterface function,
                                 const CallSummaries *summaries) {
  ProgramPoints points(function);
  BufferFlow flow(function, points, summaries);
  for (auto &[value, deallocs] : flow.buffers) {
    const BufferNode &node = flow.getNode(value);
    BufferLifetime buffer;
    buffer.buffer = value;
    buffer.interval = node.firstUser
                          ? node.interval
                          : points.getInterval(value.getDefiningOp());
    buffer.firstUser = node.firstUser;
    buffer.lastUser = node.lastUser;
    buffer.deallocs = deallocs;
    buffer.escape = node.escape;
    buffer.escapeOp = node.escapeOp;
    endAtFree(buffer, points);
    if (buffer.isKnown() && node.returnOp) {
      buffer.escape = EscapeKind::Returned;
      buffer.escapeOp = node.returnOp;
    }
    BlockInfo info = points.getInfo(value.getParentBlock());
    if (!info.isSequential && buffer.isKnown())
      buffer.escape = EscapeKind::Parallel;
    else if (node.leaveDepth <= info.loopDepth && buffer.isKnown())
      buffer.escape = EscapeKind::Carried;
    buffers.push_back(std::move(buffer));
  }
  end = points.getEnd();
}
