//===- FixedTree.h - How the points of a reduction associate -- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The association of a reduction, written down as it is defined. Points are
// numbered from 0 in row-major order of the reduced dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_FIXEDTREE_H
#define STAX_LIB_REFERENCE_FIXEDTREE_H

#include "Monoid.h"
#include "stax/IR/StaxAttributes.h"

namespace mlir::stax::reference {

/// Combines points along the tree of a reduction.
class FixedTree {
public:
  /// The tuple at a point; asked for once for each point, in order.
  using Leaf = llvm::function_ref<Tuple(int64_t point)>;

  /// `alongRow` says whether the last dimension of the domain is reduced.
  FixedTree(Tree tree, bool alongRow, const Monoid &monoid)
      : tree(tree), alongRow(alongRow), monoid(monoid) {}

  /// The combination of points 0 to `count` - 1, at least one, without the
  /// monoid's init.
  Tuple reduce(int64_t count, Leaf leaf) const;

private:
  Tuple reducePairs(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceInOrder(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceLanes(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceScanBlock(int64_t first, int64_t count, Leaf leaf) const;
  Tuple reduceChunksByPairs(int64_t count, int64_t chunk, Leaf leaf) const;
  Tuple reduceScanChunks(int64_t count, Leaf leaf) const;

  Tree tree;
  bool alongRow;
  const Monoid &monoid;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_FIXEDTREE_H
