//===- Composition.h - Producers computed where they are read ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite that replaces a read of a pointwise value by its computation.
// Whether it pays is decided elsewhere; here is whether it is exact: the same
// bits, and the same errors for all values that are needed.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_COMPOSITION_H
#define STAX_IR_COMPOSITION_H

#include "stax/IR/DomainParts.h"

namespace mlir::stax {

/// Why a read cannot be replaced by the computation of what it reads.
enum class ComposeObstacle {
  None,
  NotPointwise,  ///< nothing over a domain computes it point by point
  OtherBlock,    ///< it is computed in another block
  OtherPlace,    ///< it is computed on another device or stream
  GuardedError,  ///< where the guard does not hold the computation could fail
  LostCheck,     ///< a check of shapes or bounds would be lost
  ChangedCheck,  ///< a check of shapes or bounds would become another one
  UnknownPadding ///< its element type has no zero to pad with
};

/// The code of `obstacle` in remarks, such as "LostCheck".
StringRef stringifyObstacle(ComposeObstacle obstacle);

/// What stands against computing input `input` of `consumer` at the points
/// where it is read.
ComposeObstacle findComposeObstacle(Operation *consumer, unsigned input);

/// Computes input `input` of `consumer` at the points where it is read. There
/// is no obstacle. The input's reads are added at the end, equal ones and what
/// is not needed any more are left for `simplifyReads`.
void composeRead(RewriterBase &rewriter, Operation *consumer, unsigned input);

/// Makes maps of the `tensor.cast` and `tensor.extract_slice` operations that
/// `op` reads, one of them at a time; returns whether there was one.
bool composeViewInput(RewriterBase &rewriter, Operation *op);

/// Whether `value` is an element that `op` reads, at its argument, or a scalar
/// that is the same at all points: nothing is computed.
bool isMovedOrUniform(PointwiseOp op, Value value);

/// Whether evaluating `op`, in a region over a domain, can be an error.
bool mayFail(Operation *op);

} // namespace mlir::stax

#endif // STAX_IR_COMPOSITION_H
