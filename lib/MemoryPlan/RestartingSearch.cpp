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
    : search(buffers), learned(buffers.size()) {
  const Sections &sections = search.getSections();
  std::vector<double> sectionBytes(sections.size());
  for (unsigned s = 0; s < sections.size(); ++s)
    for (unsigned i : sections.buffersOf(s))
      sectionBytes[s] += buffers[i].size;
  std::vector<double> width, area, contention;
  for (auto [i, buffer] : enumerate(buffers)) {
    width.push_back(double(buffer.upper) - double(buffer.lower));
    area.push_back(width.back() * double(buffer.size));
    ArrayRef<double> met =
        ArrayRef(sectionBytes)
            .slice(sections.first(i), sections.end(i) - sections.first(i));
    contention.push_back(*llvm::max_element(met));
  }
  orders = {scoreBy(width, area), scoreBy(contention, area),
            scoreBy(contention, width), scoreBy(area, area)};
}

double RestartingSearch::noise(double amount) {
  constexpr double kUnit = 1.0 / double(uint64_t(1) << 53);
  return amount * kUnit * double(random.next() >> 11);
}

Outcome RestartingSearch::attempt(int64_t capacity, unsigned order, Mode mode,
                                  bool isFirstRound, const Deadline &deadline) {
  OffsetSearch::Preference preference;
  preference.scores = orders[order];
  preference.failures.assign(learned.size(), 0);
  // Later plain rounds need some noise, or else they repeat the first one.
  double amount = mode == Mode::Noisy                    ? 0.1
                  : mode == Mode::Plain && !isFirstRound ? 0.02
                                                         : 0;
  for (double &score : preference.scores)
    score += noise(amount);
  if (double most = *llvm::max_element(learned);
      mode == Mode::Learned && most > 0) {
    preference.failures = learned;
    preference.failureScale = 1 / most;
  }
  std::vector<double> before = preference.failures;
  Outcome outcome = search.run(capacity, preference, nodeLimit, deadline);
  // Old failures fade.
  for (unsigned i = 0; i < learned.size(); ++i)
    learned[i] = 0.8 * learned[i] + preference.failures[i] - before[i];
  return outcome;
}

Outcome RestartingSearch::run(int64_t capacity, const Deadline &deadline) {
  nodeLimit = 2 * learned.size();
  bool isFirstRound = true;
  while (true) {
    for (Mode mode : {Mode::Plain, Mode::Learned, Mode::Noisy})
      for (unsigned order = 0; order < orders.size(); ++order) {
        Outcome outcome =
            attempt(capacity, order, mode, isFirstRound, deadline);
        if (outcome != Outcome::LimitReached || deadline.passed())
          return outcome;
      }
    nodeLimit += nodeLimit / 2;
    isFirstRound = false;
  }
}
