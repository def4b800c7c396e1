//===- FixedTree.cpp - How the points of a reduction associate ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FixedTree.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

static constexpr int64_t kRowChunk = 4096;
static constexpr int64_t kRowLanes = 64;
static constexpr int64_t kRowLanesOfF64 = 32;
static constexpr int64_t kColumnChunk = 256;
static constexpr int64_t kScanBlock = 16;

/// f(1) is the point, f(m) = f(first h) + f(rest), h the largest power of two
/// below m. The depth is the logarithm of the count.
Tuple FixedTree::reducePairs(int64_t first, int64_t count, Leaf leaf) const {
  if (count == 1)
    return leaf(first);
  int64_t half = llvm::PowerOf2Ceil(count) / 2;
  Tuple result = reducePairs(first, half, leaf);
  monoid.combine(result, reducePairs(first + half, count - half, leaf));
  return result;
}

Tuple FixedTree::reduceInOrder(int64_t first, int64_t count, Leaf leaf) const {
  Tuple result = leaf(first);
  for (int64_t point = first + 1; point < first + count; ++point)
    monoid.combine(result, leaf(point));
  return result;
}

/// Lane l takes points l, l + lanes, ... in order; then lane l takes lane
/// l + half, with half the lanes each time. Lanes without points are left out.
Tuple FixedTree::reduceLanes(int64_t first, int64_t count, Leaf leaf) const {
  int64_t lanes = monoid.kind == ElementKind::F64 ? kRowLanesOfF64 : kRowLanes;
  SmallVector<Tuple, kRowLanes> lane;
  for (int64_t k = 0; k < count; ++k) {
    if (k < lanes)
      lane.push_back(leaf(first + k));
    else
      monoid.combine(lane[k % lanes], leaf(first + k));
  }
  for (int64_t half = lanes / 2; half > 0; half /= 2)
    for (int64_t l = 0; l < half; ++l)
      if (l + half < std::min<int64_t>(lane.size(), 2 * half))
        monoid.combine(lane[l], lane[l + half]);
  return lane[0];
}

/// The last prefix of a block of a scan: steps of 1, 2, 4 and 8 points.
Tuple FixedTree::reduceScanBlock(int64_t first, int64_t count,
                                 Leaf leaf) const {
  SmallVector<Tuple, kScanBlock> prefix;
  for (int64_t k = 0; k < count; ++k)
    prefix.push_back(leaf(first + k));
  for (int64_t step = 1; step < kScanBlock; step *= 2)
    for (int64_t k = count; k-- > step;) {
      Tuple combined = prefix[k - step];
      monoid.combine(combined, prefix[k]);
      prefix[k] = std::move(combined);
    }
  return prefix.back();
}

/// Calls `reduceChunk` for the points of each chunk, and combines by pairs.
Tuple FixedTree::reduceChunksByPairs(int64_t count, int64_t chunk,
                                     Leaf leaf) const {
  return reducePairs(0, llvm::divideCeil(count, chunk), [&](int64_t index) {
    int64_t first = index * chunk;
    int64_t points = std::min(chunk, count - first);
    return tree == Tree::Row ? reduceLanes(first, points, leaf)
                             : reduceInOrder(first, points, leaf);
  });
}

/// The last carry of a scan: carries of chunks are serial, and so are those of
/// blocks in a chunk. Off the row, chunks are shorter and have no blocks.
Tuple FixedTree::reduceScanChunks(int64_t count, Leaf leaf) const {
  int64_t chunk = alongRow ? kRowChunk : kColumnChunk;
  auto reduceChunk = [&](int64_t index) {
    int64_t first = index * chunk;
    int64_t points = std::min(chunk, count - first);
    if (!alongRow)
      return reduceInOrder(first, points, leaf);
    int64_t blocks = llvm::divideCeil(points, kScanBlock);
    return reduceInOrder(0, blocks, [&](int64_t block) {
      int64_t start = block * kScanBlock;
      return reduceScanBlock(first + start,
                             std::min(kScanBlock, points - start), leaf);
    });
  };
  return reduceInOrder(0, llvm::divideCeil(count, chunk), reduceChunk);
}

Tuple FixedTree::reduce(int64_t count, Leaf leaf) const {
  switch (tree) {
  case Tree::Serial:
    return reduceInOrder(0, count, leaf);
  case Tree::Row:
    return reduceChunksByPairs(count, kRowChunk, leaf);
  case Tree::Column:
    return reduceChunksByPairs(count, kColumnChunk, leaf);
  case Tree::Pairs:
    return reducePairs(0, count, leaf);
  case Tree::Scan:
    return reduceScanChunks(count, leaf);
  }
  llvm_unreachable("all trees are covered");
}
