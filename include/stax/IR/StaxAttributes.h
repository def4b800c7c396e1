//===- StaxAttributes.h - Attributes of the Stax dialect --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXATTRIBUTES_H
#define STAX_IR_STAXATTRIBUTES_H

#include "mlir/IR/Attributes.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/IR/ValueRange.h"

#include "stax/IR/MonoidInterface.h.inc"
#include "stax/IR/StaxEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "stax/IR/StaxAttributes.h.inc"

namespace mlir::stax {

/// Parallel sums of a float reduction run in this many lanes, which hold every
/// so-manieth point of a chunk; see `TreeShape`.
struct TreeShape {
  int64_t lanes; ///< accumulators of a chunk, a power of two
  int64_t chunk; ///< points a chunk, a multiple of `lanes`
};

/// How `tree` splits the points of a reduction whose accumulators are of
/// `accumulatorTypes`: chunks of points are reduced in lanes, lanes combine by
/// halving, chunks by `pairs`: f(m) = f(h) + f(m - h) with h the largest power
/// of two below m. The others do not split like this and must not be asked for.
TreeShape getTreeShape(Tree tree, TypeRange accumulatorTypes);

/// Whether `tree` is that of a scan, or of a reduction which does the same.
inline bool isScanTree(Tree tree) {
  return tree == Tree::ScanRow || tree == Tree::ScanColumn;
}

/// How the trees of scans split their points: into chunks, whose totals combine
/// in order, and each chunk into blocks, whose totals do the same.
struct ScanShape {
  int64_t block; ///< points a block, a power of two; 1 where there are none
  int64_t chunk; ///< points a chunk, a multiple of `block`
};

/// The shape of `tree`, which is one of a scan.
ScanShape getScanShape(Tree tree);

} // namespace mlir::stax

#endif // STAX_IR_STAXATTRIBUTES_H
