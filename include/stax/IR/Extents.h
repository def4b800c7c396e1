//===- Extents.h - Extents that are equal by construction -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents are constants or values, and the same extent is often several
// values: `tensor.dim` of an operand and of the result that has its shape.
// These queries look through what defines them. They never create operations,
// and what they cannot see is unknown, not different.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_EXTENTS_H
#define STAX_IR_EXTENTS_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace mlir {
class RewriterBase;
namespace tensor {
class DimOp;
} // namespace tensor
} // namespace mlir

namespace mlir::stax {

/// Where an extent comes from, as far back as it can be seen: a constant, axis
/// `axis` of the shaped `value`, or else the index `value`.
struct ExtentOrigin {
  std::optional<int64_t> constant = std::nullopt;
  Value value = {};
  int64_t axis = -1;

  bool operator==(const ExtentOrigin &other) const {
    return constant == other.constant && value == other.value &&
           axis == other.axis;
  }
  /// Whether it cannot be negative: a constant that is not, or a shape's.
  bool isKnownNotNegative() const {
    return constant ? *constant >= 0 : axis >= 0;
  }
};

ExtentOrigin getExtentOrigin(OpFoldResult extent);

/// The origin of the extent of axis `axis` of `tensor`, a ranked tensor.
ExtentOrigin getExtentOrigin(Value tensor, int64_t axis);

/// Replaces `op`, the extent of a node's result, by that of the node's domain.
/// Returns whether it was one.
bool resolveDim(RewriterBase &rewriter, tensor::DimOp op);

} // namespace mlir::stax

#endif // STAX_IR_EXTENTS_H
