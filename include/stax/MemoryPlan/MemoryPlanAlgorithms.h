//===- MemoryPlanAlgorithms.h - The offset planners by name -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A planner makes the arena as low as it can. Its answer passes
// MemoryPlanProblem::verify and, time limits aside, is deterministic.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_MEMORYPLAN_MEMORYPLANALGORITHMS_H
#define STAX_MEMORYPLAN_MEMORYPLANALGORITHMS_H

#include "stax/MemoryPlan/MemoryPlanProblem.h"

namespace mlir::stax {

struct MemoryPlanOptions {
  /// Seconds after which a search gives its best plan. They are counted as
  /// work, so that the plan depends neither on the machine nor on its load, and
  /// may differ from the clock's by a factor.
  double timeLimit = 5;
};

/// Offsets and what is known about their height.
struct MemoryPlan {
  std::vector<Offset> offsets; ///< one for each buffer
  int64_t height = 0;
  int64_t lowerBound = 0;    ///< no plan is lower
  llvm::StringRef algorithm; ///< that found the offsets

  bool proven() const { return height == lowerBound; }

  /// How far the height is above the bound, as a fraction of it.
  double gap() const {
    return lowerBound ? double(height - lowerBound) / double(lowerBound) : 0;
  }
};

/// One planner. `problem` has passed `check`.
struct MemoryPlanAlgorithm {
  llvm::StringLiteral name;
  llvm::StringLiteral summary; ///< one line, for help texts
  MemoryPlan (*solve)(const MemoryPlanProblem &problem,
                      const MemoryPlanOptions &options);
};

/// All planners; the first is the default.
llvm::ArrayRef<MemoryPlanAlgorithm> memoryPlanAlgorithms();

/// The planner called `name`, or null.
const MemoryPlanAlgorithm *findMemoryPlanAlgorithm(llvm::StringRef name);

/// The best of the rules below; if it is above the lower bound (or the
/// capacity, if there is one), a search for less, up to the time limit. May
/// prove a bound above the live bytes.
MemoryPlan planBySearch(const MemoryPlanProblem &problem,
                        const MemoryPlanOptions &options);

/// Places the fixed buffers, then each other one at the least offset that is
/// free during its life: larger ones first, then earlier ones.
MemoryPlan planFirstFit(const MemoryPlanProblem &problem,
                        const MemoryPlanOptions &options);

/// As first fit, but in the tightest gap between placed buffers that holds the
/// buffer; above them if none does.
MemoryPlan planBestFit(const MemoryPlanProblem &problem,
                       const MemoryPlanOptions &options);

/// As best fit, longer lives first.
MemoryPlan planBestFitByLife(const MemoryPlanProblem &problem,
                             const MemoryPlanOptions &options);

/// As first fit, greater products of size and life first.
MemoryPlan planFirstFitByArea(const MemoryPlanProblem &problem,
                              const MemoryPlanOptions &options);

/// The textbook's pools for inference: a row of slots whose buffers follow each
/// other in time, each slot split beside a buffer that is smaller. Larger
/// buffers first, of equal ones those of longer lives. A problem with fixed
/// offsets goes to first fit.
MemoryPlan planByPoolTree(const MemoryPlanProblem &problem,
                          const MemoryPlanOptions &options);

} // namespace mlir::stax

#endif // STAX_MEMORYPLAN_MEMORYPLANALGORITHMS_H
