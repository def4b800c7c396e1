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

namespace mlir::stax {

/// The most bytes that are live in the step of some node in every order: what
/// it makes and reads, and each buffer that one of its ancestors made and one
/// of its descendants reads (not counted in graphs too large for a transitive
/// closure). In the last step all outputs are live.
int64_t computeStepBound(const BufferGraph &graph);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERBOUND_H
