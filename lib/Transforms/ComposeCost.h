//===- ComposeCost.h - Whether to compute a value where read ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The decision of `stax-compose` about one value. It knows how much a value is
// computed and read, not whether composing it is exact.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_COMPOSECOST_H
#define STAX_LIB_TRANSFORMS_COMPOSECOST_H

#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

namespace mlir::stax {

/// What is known about composing a pointwise operation into all its users.
/// Dynamic extents count as 1024.
struct ComposeFacts {
  int64_t users = 0; ///< operations that read it
  int64_t ops = 0;   ///< scalar operations of its region, constants aside
  int64_t reads = 0; ///< its inputs
  int64_t work = 0;  ///< cost of one point, a sum of floats being 1
  bool isExpensive = false; ///< computes an expensive function
  double points = 0;        ///< of its domain
  double evaluated = 0;     ///< points at which it would be computed
  double savedBytes = 0;    ///< written and read less, inputs read more
};

/// Why a value is composed or kept, in the words of remarks.
enum class ComposeReason {
  SingleUse,         ///< composed: computed hardly more often than before
  CheapRecompute,    ///< composed: costs less than keeping it
  Inlined,           ///< composed: the textbook's rule does not keep it
  BodyLimit,         ///< kept: more than max-ops operations
  ReadLimit,         ///< kept: more than max-reads inputs
  ExpensiveShared,   ///< kept: expensive, and at least two users
  ExpensiveRepeated, ///< kept: a function would be computed more often
  CopyBudget,        ///< kept: its copies would be too large
  CostlyRecompute    ///< kept: costs more than keeping it
};

StringRef stringifyComposeReason(ComposeReason reason);

/// Whether values are composed for `reason`.
bool isComposed(ComposeReason reason);

/// The facts about `op`, all of whose uses are reads of operations over a
/// domain.
ComposeFacts getComposeFacts(PointwiseOp op, ComposeTarget target);

/// What `options.rule`, which is not None, says about a value.
ComposeReason decideComposition(const ComposeFacts &facts,
                                const ComposePassOptions &options);

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_COMPOSECOST_H
