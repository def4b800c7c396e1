//===- OnePassRules.cpp - One-pass offset planning ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rules that look at each buffer once, as compilers use them: cheap, valid, and
// a bound from above for the search.
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "stax/MemoryPlan/PlacedBuffers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// The greater comes first.
using Key = double (*)(const PlanBuffer &);
using Fit = Offset (PlacedBuffers::*)(const PlanBuffer &) const;

static double sizeOf(const PlanBuffer &buffer) { return double(buffer.size); }

static double lifeOf(const PlanBuffer &buffer) {
  return double(buffer.upper) - double(buffer.lower);
}

static double areaOf(const PlanBuffer &buffer) {
  return sizeOf(buffer) * lifeOf(buffer);
}

/// The buffers that are not fixed: by `key`, then larger ones, then earlier
/// ones.
static std::vector<unsigned> placementOrder(ArrayRef<PlanBuffer> buffers,
                                            Key key) {
  std::vector<unsigned> order;
  for (auto [i, buffer] : enumerate(buffers))
    if (!buffer.fixedOffset)
      order.push_back(i);
  auto rank = [&](unsigned i) {
    const PlanBuffer &buffer = buffers[i];
    return std::tuple(-key(buffer), -buffer.size, buffer.lower, i);
  };
  llvm::sort(order, [&](unsigned a, unsigned b) { return rank(a) < rank(b); });
  return order;
}

static MemoryPlan planInOnePass(const MemoryPlanProblem &problem, Key key,
                                Fit fit, StringRef name) {
  ArrayRef<PlanBuffer> buffers = problem.buffers;
  MemoryPlan plan;
  plan.offsets.resize(buffers.size());
  PlacedBuffers placed;
  auto place = [&](unsigned buffer, Offset offset) {
    plan.offsets[buffer] = offset;
    placed.insert(buffers[buffer], offset);
  };
  for (auto [i, buffer] : enumerate(buffers))
    if (buffer.fixedOffset)
      place(i, *buffer.fixedOffset);
  for (unsigned i : placementOrder(buffers, key))
    place(i, (placed.*fit)(buffers[i]));

  plan.height = problem.height(plan.offsets);
  plan.lowerBound = problem.lowerBound();
  plan.algorithm = name;
  return plan;
}

MemoryPlan mlir::stax::planFirstFit(const MemoryPlanProblem &problem,
                                    const MemoryPlanOptions &options) {
  return planInOnePass(problem, sizeOf, &PlacedBuffers::firstFit, "first-fit");
}

MemoryPlan mlir::stax::planBestFit(const MemoryPlanProblem &problem,
                                   const MemoryPlanOptions &options) {
  return planInOnePass(problem, sizeOf, &PlacedBuffers::bestFit, "best-fit");
}

MemoryPlan mlir::stax::planBestFitByLife(const MemoryPlanProblem &problem,
                                         const MemoryPlanOptions &options) {
  return planInOnePass(problem, lifeOf, &PlacedBuffers::bestFit,
                       "best-fit-by-life");
}

MemoryPlan mlir::stax::planFirstFitByArea(const MemoryPlanProblem &problem,
                                          const MemoryPlanOptions &options) {
  return planInOnePass(problem, areaOf, &PlacedBuffers::firstFit,
                       "first-fit-by-area");
}
