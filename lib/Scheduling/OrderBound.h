//===- OrderBound.h - What no order can undercut ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_ORDERBOUND_H
#define STAX_LIB_SCHEDULING_ORDERBOUND_H

#include "BufferGraph.h"

#include "stax/Support/WorkLimit.h"

namespace mlir::stax {

/// For each node the bytes that are live in its step in every order: what it
/// makes and reads, and each buffer that one of its ancestors made and one of
/// its descendants reads (not counted in graphs too large for a transitive
/// closure).
std::vector<int64_t> computeStepBounds(const BufferGraph &graph);

/// A bound on the peak of a whole graph: what rests at least when one of the
/// nodes with the highest of `stepBounds` runs, taking them in pairs.
int64_t computeCutBound(const BufferGraph &graph,
                        llvm::ArrayRef<int64_t> stepBounds, WorkLimit &limit);

/// Whichever node runs last, all outputs are live by then.
int64_t computeLastStepBound(const BufferGraph &graph);

/// What `node` needs in its step beyond the buffers that it reads, if it can
/// write over the largest that it may.
int64_t leastOwnBytes(const BufferGraph &graph, const BufferGraph::Node &node);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERBOUND_H
