//===- Sections.h - Moments that decide a memory plan -----------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_MEMORYPLAN_SECTIONS_H
#define STAX_LIB_MEMORYPLAN_SECTIONS_H

#include "stax/MemoryPlan/MemoryPlanProblem.h"

namespace mlir::stax {

/// The maximal sets of buffers that live at once, in the order of time: at each
/// moment the live buffers are part of one. A buffer is in a run of sections.
class Sections {
public:
  explicit Sections(llvm::ArrayRef<PlanBuffer> buffers);

  unsigned size() const { return members.size(); }

  /// The buffers of a section, in ascending order.
  llvm::ArrayRef<unsigned> buffersOf(unsigned section) const {
    return members[section];
  }

  /// The sections of `buffer` are [first, end). There is at least one.
  unsigned first(unsigned buffer) const { return begins[buffer]; }
  unsigned end(unsigned buffer) const { return ends[buffer]; }

  bool meet(unsigned a, unsigned b) const {
    return begins[a] < ends[b] && begins[b] < ends[a];
  }

private:
  std::vector<std::vector<unsigned>> members;
  std::vector<unsigned> begins, ends;
};

} // namespace mlir::stax

#endif // STAX_LIB_MEMORYPLAN_SECTIONS_H
