//===- RestartingSearch.cpp - Searches with different preferences ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RestartingSearch.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;
using Outcome = OffsetSearch::Outcome;

/// Scores by `major`, ties by `minor`, each scaled to its greatest value.
static std::vector<double> scoreBy(ArrayRef<double> major,
                                   ArrayRef<double> minor) {
  constexpr double kTieWeight = 1e-6;
  double greatestMajor = *llvm::max_element(major);
  double greatestMinor = *llvm::max_element(minor);
  std::vector<double> scores;
  for (auto [a, b] : zip_equal(major, minor))
    scores.push_back(a / greatestMajor + kTieWeight * b / greatestMinor);
  return scores;
}

RestartingSearch::RestartingSearch(ArrayRef<PlanBuffer> buffers)
    : search(buffers), failures(buffers.size()) {
  std::vector<double> lives, areas;
  for (const PlanBuffer &buffer : buffers) {
    lives.push_back(double(buffer.upper) - double(buffer.lower));
    areas.push_back(lives.back() * double(buffer.size));
  }
  orders = {scoreBy(lives, areas), scoreBy(areas, areas)};
}

double RestartingSearch::noise() {
  constexpr double kUnit = 1.0 / double(uint64_t(1) << 53);
  return kNoise * kUnit * double(random.next() >> 11);
}

Outcome RestartingSearch::attempt(int64_t capacity, ArrayRef<double> order,
                                  uint64_t nodeLimit, WorkLimit &limit) {
  OffsetSearch::Preference preference;
  for (double score : order)
    preference.scores.push_back(score + noise());
  preference.failures = failures;
  if (double most = *llvm::max_element(failures))
    preference.failureScale = kFailureWeight / most;
  Outcome outcome = search.run(capacity, preference, nodeLimit, limit);
  for (auto [kept, counted] : zip_equal(failures, preference.failures))
    kept = counted - (1 - kMemory) * kept;
  return outcome;
}

Outcome RestartingSearch::run(int64_t capacity, WorkLimit &limit) {
  double nodeLimit = kFirstLimit * double(failures.size());
  while (true) {
    for (ArrayRef<double> order : orders) {
      Outcome outcome = attempt(capacity, order, uint64_t(nodeLimit), limit);
      if (outcome != Outcome::LimitReached || limit.isReached())
        return outcome;
    }
    nodeLimit *= kGrowth;
  }
}
