//===- FixedTree.h - How combined points associate ------------ -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The association of a reduction or scan, written down as it is defined. Points
// are numbered from 0, in row-major order of the reduced dimensions or in the
// order of the scan.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_FIXEDTREE_H
#define STAX_LIB_REFERENCE_FIXEDTREE_H

#include "Monoid.h"
#include "stax/IR/StaxAttributes.h"

namespace mlir::stax::reference {

/// Combines points along a tree.
class FixedTree {
public:
  /// The tuple at a point; asked for once for each point, in order.
  using Leaf = llvm::function_ref<Tuple(int64_t point)>;

  /// What a scan has at a point.
  using Visit = llvm::function_ref<void(int64_t point, const Tuple &value)>;

  FixedTree(Tree tree, const Monoid &monoid) : tree(tree), monoid(monoid) {}

  /// The combination of points 0 to `count` - 1, at least one, without the
  /// monoid's init.
  Tuple reduce(int64_t count, Leaf leaf) const;

  /// Visits points 0 to `count` - 1 in order with `start` combined with all
  /// points up to each, or before it if `isExclusive`. The tree is one of a
  /// scan. A point may be visited later than the leaves after it are asked for.
  void scan(int64_t count, Tuple start, bool isExclusive, Leaf leaf,
            Visit visit) const;

private:
  Tuple reducePairs(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceInOrder(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceLanes(int64_t first, int64_t count, Leaf leaf) const;
  SmallVector<Tuple> getBlockPrefixes(int64_t first, int64_t count,
                                      Leaf leaf) const;
  Tuple reduceChunksByPairs(int64_t count, int64_t chunk, Leaf leaf) const;
  Tuple reduceScanChunks(int64_t count, Leaf leaf) const;

  Tree tree;
  const Monoid &monoid;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_FIXEDTREE_H
