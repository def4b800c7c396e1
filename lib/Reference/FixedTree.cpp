//===- FixedTree.cpp - How combined points associate ----------------------===//
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

/// The prefixes of a block of a scan: by steps of 1, 2, 4 and 8 points along a
/// row, in order elsewhere.
SmallVector<Tuple> FixedTree::getBlockPrefixes(int64_t first, int64_t count,
                                               Leaf leaf) const {
  SmallVector<Tuple> prefix;
  for (int64_t k = 0; k < count; ++k)
    prefix.push_back(leaf(first + k));
  auto add = [&](int64_t k, int64_t distance) {
    Tuple combined = prefix[k - distance];
    monoid.combine(combined, prefix[k]);
    prefix[k] = std::move(combined);
  };
  if (tree == Tree::ScanColumn) {
    for (int64_t k = 1; k < count; ++k)
      add(k, 1);
    return prefix;
  }
  for (int64_t step = 1; step < kScanBlock; step *= 2)
    for (int64_t k = count; k-- > step;)
      add(k, step);
  return prefix;
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

/// The total of a scan: chunks combine in order, and so do the blocks in each.
Tuple FixedTree::reduceScanChunks(int64_t count, Leaf leaf) const {
  int64_t chunk = tree == Tree::ScanRow ? kRowChunk : kColumnChunk;
  int64_t block = tree == Tree::ScanRow ? kScanBlock : kColumnChunk;
  return reduceInOrder(0, llvm::divideCeil(count, chunk), [&](int64_t index) {
    int64_t first = index * chunk;
    int64_t points = std::min(chunk, count - first);
    return reduceInOrder(
        0, llvm::divideCeil(points, block), [&](int64_t number) {
          int64_t start = number * block;
          return getBlockPrefixes(first + start,
                                  std::min(block, points - start), leaf)
              .back();
        });
  });
}

void FixedTree::scan(int64_t count, Tuple start, bool isExclusive, Leaf leaf,
                     Visit visit) const {
  if (tree == Tree::Serial) {
    for (int64_t point = 0; point < count; ++point) {
      Tuple before = start;
      monoid.combine(start, leaf(point));
      visit(point, isExclusive ? before : start);
    }
    return;
  }
  int64_t chunk = tree == Tree::ScanRow ? kRowChunk : kColumnChunk;
  int64_t block = tree == Tree::ScanRow ? kScanBlock : kColumnChunk;
  Tuple chunkCarry = std::move(start);
  std::optional<Tuple> blockCarry;
  for (int64_t first = 0; first < count; first += block) {
    if (first % chunk == 0 && blockCarry) {
      monoid.combine(chunkCarry, *blockCarry);
      blockCarry.reset();
    }
    Tuple carry = chunkCarry;
    if (blockCarry)
      monoid.combine(carry, *blockCarry);
    SmallVector<Tuple> prefixes =
        getBlockPrefixes(first, std::min(block, count - first), leaf);
    for (auto [k, prefix] : llvm::enumerate(prefixes)) {
      Tuple value = carry;
      if (!isExclusive)
        monoid.combine(value, prefix);
      else if (k > 0)
        monoid.combine(value, prefixes[k - 1]);
      visit(first + k, value);
    }
    if (blockCarry)
      monoid.combine(*blockCarry, prefixes.back());
    else
      blockCarry = prefixes.back();
  }
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
  case Tree::ScanRow:
  case Tree::ScanColumn:
    return reduceScanChunks(count, leaf);
  }
  llvm_unreachable("all trees are covered");
}
