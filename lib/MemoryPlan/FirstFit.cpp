//===- FirstFit.cpp - One-pass offset planning ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MemoryPlanAlgorithms.h"
#include "stax/MemoryPlan/PlacedBuffers.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// The buffers that are not fixed, larger ones first, then earlier ones.
static std::vector<unsigned> placementOrder(ArrayRef<PlanBuffer> buffers) {
  std::vector<unsigned> order;
  for (auto [i, buffer] : enumerate(buffers))
    if (!buffer.fixedOffset)
      order.push_back(i);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::tie(buffers[b].size, buffers[a].lower, a) <
           std::tie(buffers[a].size, buffers[b].lower, b);
  });
  return order;
}

MemoryPlan mlir::stax::planFirstFit(const MemoryPlanProblem &problem,
                                    const MemoryPlanOptions &options) {
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
  for (unsigned i : placementOrder(buffers))
    place(i, placed.firstFit(buffers[i]));

  plan.height = problem.height(plan.offsets);
  plan.lowerBound = problem.lowerBound();
  plan.algorithm = "first-fit";
  return plan;
}
