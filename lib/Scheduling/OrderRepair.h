//===- OrderRepair.h - Better orders around the peak ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_ORDERREPAIR_H
#define STAX_LIB_SCHEDULING_ORDERREPAIR_H

#include "OrderSearch.h"

namespace mlir::stax {

/// Reorders windows around the steps with the most live bytes until no window
/// helps, the peak is at most `target`, or `limit` is reached. The peak never
/// rises.
void repairOrder(const BufferGraph &graph, std::vector<unsigned> &order,
                 int64_t target, WorkLimit &limit);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERREPAIR_H
