//===- DisjointBuffers.cpp - Which buffers share no byte ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DisjointBuffers.h"
#include "stax/Analysis/BufferLifetimes.h"
#include "stax/Analysis/BufferSizes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;

/// Their pairs are facts of every access.
static constexpr unsigned kMaxBuffers = 64;

namespace {
/// Where the bytes of a memref are.
struct Extent {
  /// An allocation, an argument, a global, or null if it may be anything.
  Value root;
  /// Of the root, where it is an arena and the place is known.
  std::optional<int64_t> begin, end;

  bool isAllocated() const {
    return root && (root.getDefiningOp<memref::AllocOp>() || isArena(root));
  }
};
} // namespace

static Extent findExtent(Value memref) {
  Extent extent;
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    // May show more than its source.
    if (isa<memref::ReinterpretCastOp>(view))
      break;
    auto part = dyn_cast<memref::ViewOp>(view.getOperation());
    if (part && isArena(part.getSource())) {
      extent.begin = getConstantIntValue(part.getByteShift());
      std::optional<int64_t> bytes = getStaticStorage(part.getType());
      if (extent.begin && bytes && part.getType().hasStaticShape())
        extent.end = *extent.begin + *bytes;
    }
    memref = view.getViewSource();
  }
  auto argument = dyn_cast<BlockArgument>(memref);
  bool isFunctions =
      argument && argument.getOwner()->isEntryBlock() &&
      isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (isFunctions || isa_and_present<memref::AllocOp, memref::GetGlobalOp>(
                         memref.getDefiningOp()))
    extent.root = memref;
  return extent;
}

static bool areDisjoint(const Extent &lhs, const Extent &rhs) {
  if (!lhs.root || !rhs.root)
    return false;
  if (lhs.root != rhs.root)
    return lhs.isAllocated() || rhs.isAllocated();
  return lhs.end && rhs.end &&
         (*lhs.end <= *rhs.begin || *rhs.end <= *lhs.begin);
}

SmallVector<int64_t> stax::findDisjointPairs(ValueRange values) {
  SmallVector<std::pair<int64_t, Extent>> extents;
  for (auto [position, value] : llvm::enumerate(values))
    if (isa<MemRefType>(value.getType()))
      extents.push_back({position, findExtent(value)});
  SmallVector<int64_t> pairs;
  if (extents.size() > kMaxBuffers)
    return pairs;
  for (auto [index, lhs] : llvm::enumerate(extents))
    for (const auto &rhs : ArrayRef(extents).drop_front(index + 1))
      if (areDisjoint(lhs.second, rhs.second))
        pairs.append({lhs.first, rhs.first});
  return pairs;
}
