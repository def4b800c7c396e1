//===- FusionDomains.h - Sets of domains that share a kernel ----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph has few distinct domains, and a kernel fewer. A kernel's set of them
// is a number here, and whether two kernels fit is the union of two sets,
// computed once for each pair of sets.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONDOMAINS_H
#define STAX_LIB_SCHEDULING_FUSIONDOMAINS_H

#include "stax/Scheduling/FusionProblem.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include <array>
#include <map>
#include <vector>

namespace mlir::stax {

class FusionDomains {
public:
  explicit FusionDomains(const FusionRules &rules) : rules(rules) {
    for (auto &row : fast)
      row.fill(kUnknown);
  }

  /// The set that holds `domain` alone.
  unsigned single(const NodeDomain &domain);

  /// The union of two sets, or none if no kernel may hold both.
  std::optional<unsigned> unite(unsigned a, unsigned b) {
    if (std::max(a, b) < kNumFast && fast[a][b] != kUnknown)
      return fast[a][b] == kNone ? std::nullopt : std::optional(fast[a][b]);
    return uniteSlowly(a, b);
  }

  /// Independent points of two sets together, and how many they need at least.
  struct Parallelism {
    int64_t left, needed;
  };
  /// Of two sets that do not unite: the parallel points, if they fit but for
  /// those.
  std::optional<Parallelism> lostParallelism(unsigned a, unsigned b) const;

private:
  static constexpr unsigned kNumFast = 32;
  static constexpr unsigned kUnknown = -1, kNone = -2;

  std::optional<unsigned> uniteSlowly(unsigned a, unsigned b);
  std::optional<unsigned> computeUnion(unsigned a, unsigned b);
  bool fit(unsigned a, unsigned b) const;
  std::optional<BlockSpace> join(unsigned a, unsigned b) const;
  int64_t neededPoints(unsigned a, unsigned b) const;
  unsigned intern(std::vector<unsigned> set);

  FusionRules rules;
  std::vector<NodeDomain> domains; ///< the distinct ones
  std::map<NodeDomain, unsigned> domainIds;
  std::vector<std::vector<unsigned>> sets; ///< sorted lists of domains
  std::map<std::vector<unsigned>, unsigned> setIds;
  llvm::DenseMap<std::pair<unsigned, unsigned>, std::optional<unsigned>> unions;
  std::array<std::array<unsigned, kNumFast>, kNumFast>
      fast; ///< the unions of the first sets, which are most of what is asked
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONDOMAINS_H
