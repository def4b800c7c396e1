//===- OrderRepair.cpp - Better orders around the peak --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderRepair.h"
#include "OrderState.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

/// Steps on each side of the peak, and the work that one window may take.
static constexpr unsigned kWindows[] = {8, 24, 64, 160};
static constexpr uint64_t kWorkPerWindow = 1'000'000;

namespace {
/// Live bytes step by step.
struct Profile {
  Profile(const BufferGraph &graph, ArrayRef<unsigned> order);
  std::vector<int64_t> before; ///< resting before a step
  int64_t peak = 0;
  size_t peakStep = 0; ///< the first with `peak` bytes
};
} // namespace

Profile::Profile(const BufferGraph &graph, ArrayRef<unsigned> order) {
  OrderState state(graph);
  for (auto [step, node] : enumerate(order)) {
    before.push_back(state.live());
    if (state.liveDuring(node) > peak) {
      peak = state.liveDuring(node);
      peakStep = step;
    }
    state.run(node);
  }
}

/// Reorders the steps in [begin, end) so that all stay below the peak.
static bool repairWindow(const BufferGraph &graph,
                         MutableArrayRef<unsigned> order,
                         const Profile &profile, size_t begin, size_t end,
                         WorkLimit &limit) {
  std::vector<bool> done(graph.nodes.size());
  for (unsigned node : order.take_front(begin))
    done[node] = true;
  std::vector<unsigned> window(order.slice(begin, end - begin));
  BufferGraph part = takePart(graph, window, done, profile.before[begin]);
  limit.spend(graph.nodes.size() + graph.buffers.size());

  uint64_t share = std::min(kWorkPerWindow, limit.unitsLeft());
  WorkLimit windowLimit(share);
  BudgetSearch found = searchUnderBudget(part, profile.peak - 1, windowLimit);
  limit.spend(share - windowLimit.unitsLeft());
  if (found.outcome != BudgetSearch::Found)
    return false;
  for (auto [offset, node] : enumerate(found.order))
    order[begin + offset] = window[node];
  return true;
}

void mlir::stax::repairOrder(const BufferGraph &graph,
                             std::vector<unsigned> &order, int64_t target,
                             WorkLimit &limit) {
  while (!limit.isReached()) {
    Profile profile(graph, order);
    if (profile.peak <= target)
      return;
    bool repaired = any_of(kWindows, [&](size_t reach) {
      size_t step = profile.peakStep;
      size_t begin = step - std::min(step, reach);
      size_t end = std::min(step + reach + 1, order.size());
      return repairWindow(graph, order, profile, begin, end, limit);
    });
    if (!repaired)
      return;
  }
}
