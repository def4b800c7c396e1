//===- ReuseRewrite.cpp - Lets buffers take over storages -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReuseRewrite.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::stax;

SameSizeReuse stax::planReuse(const PlannedSpace &space) {
  DenseMap<std::tuple<Block *, Type, int64_t>, unsigned> kinds;
  std::vector<ReusableBuffer> buffers;
  for (const PlannedBuffer &buffer : space.buffers) {
    memref::AllocOp alloc = buffer.getAlloc();
    auto key = std::make_tuple(
        alloc->getBlock(), alloc.getType().getElementType(), buffer.unitBytes);
    unsigned kind = kinds.try_emplace(key, kinds.size()).first->second;
    buffers.push_back({buffer.life.interval.begin, buffer.life.interval.end,
                       buffer.bytes, kind});
  }
  return reuseSameSize(buffers);
}

/// `storage` with the shape of `type`, at the place of `builder`.
static Value reinterpret(OpBuilder &builder, Location loc, Value storage,
                         MemRefType type) {
  if (storage.getType() == type)
    return storage;
  SmallVector<int64_t> strides(type.getRank());
  int64_t stride = 1;
  for (int64_t dim = type.getRank() - 1; dim >= 0; --dim) {
    strides[dim] = stride;
    stride *= type.getDimSize(dim);
  }
  return memref::ReinterpretCastOp::create(builder, loc, type, storage,
                                           /*offset=*/0, type.getShape(),
                                           strides);
}

/// Moves the frees of the last buffer in a storage to it; all others go.
static void replaceFrees(const PlannedSpace &space, unsigned storage,
                         ArrayRef<unsigned> users) {
  unsigned last = *llvm::max_element(users, [&](unsigned lhs, unsigned rhs) {
    return space.buffers[lhs].life.interval.begin <
           space.buffers[rhs].life.interval.begin;
  });
  memref::AllocOp alloc = space.buffers[storage].getAlloc();
  for (unsigned user : users)
    for (memref::DeallocOp dealloc : space.buffers[user].life.deallocs) {
      if (user == last)
        dealloc.getMemrefMutable().assign(alloc.getResult());
      else
        dealloc.erase();
    }
}

void stax::rewriteToReuse(const PlannedSpace &space,
                          const SameSizeReuse &reuse) {
  llvm::MapVector<unsigned, SmallVector<unsigned>> users;
  for (auto [number, storage] : llvm::enumerate(reuse.storage))
    users[storage].push_back(number);
  for (auto &[storage, numbers] : users) {
    if (numbers.size() == 1)
      continue;
    replaceFrees(space, storage, numbers);
    memref::AllocOp root = space.buffers[storage].getAlloc();
    int64_t alignment = root.getAlignment().value_or(1);
    for (unsigned number : numbers) {
      if (number == storage)
        continue;
      memref::AllocOp alloc = space.buffers[number].getAlloc();
      alignment =
          std::max<int64_t>(alignment, alloc.getAlignment().value_or(1));
      // Views of a buffer may be made before it is first written.
      if (alloc->isBeforeInBlock(root))
        root->moveBefore(alloc);
      OpBuilder builder(alloc);
      alloc.replaceAllUsesWith(
          reinterpret(builder, alloc.getLoc(), root, alloc.getType()));
      alloc.erase();
    }
    if (alignment > 1)
      root.setAlignment(alignment);
  }
}
