//===- FusionDomains.cpp - Sets of domains that share a kernel ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionDomains.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

unsigned FusionDomains::intern(std::vector<unsigned> set) {
  auto [it, isNew] = setIds.try_emplace(std::move(set), sets.size());
  if (isNew)
    sets.push_back(it->first);
  return it->second;
}

unsigned FusionDomains::single(const NodeDomain &domain) {
  auto [it, isNew] = domainIds.try_emplace(domain, domains.size());
  if (isNew)
    domains.push_back(domain);
  return intern({it->second});
}

std::optional<BlockSpace> FusionDomains::join(unsigned a, unsigned b) const {
  std::optional<BlockSpace> joined = BlockSpace();
  for (unsigned domain : concat<const unsigned>(sets[a], sets[b])) {
    joined = joined->join(domains[domain]);
    if (!joined)
      break;
  }
  return joined;
}

/// As many as there are threads, or as the most parallel member has.
int64_t FusionDomains::neededPoints(unsigned a, unsigned b) const {
  int64_t most = 0;
  for (unsigned domain : concat<const unsigned>(sets[a], sets[b]))
    most = std::max(most, domains[domain].parallelPoints());
  return std::min(most, rules.threads);
}

std::optional<FusionDomains::Parallelism>
FusionDomains::lostParallelism(unsigned a, unsigned b) const {
  if (rules.space == FusionSpace::Pairwise)
    return std::nullopt;
  std::optional<BlockSpace> joined = join(a, b);
  if (!joined)
    return std::nullopt;
  return Parallelism{joined->parallelPoints(), neededPoints(a, b)};
}

bool FusionDomains::fit(unsigned a, unsigned b) const {
  if (rules.space == FusionSpace::Pairwise)
    return all_of(sets[a], [&](unsigned i) {
      return all_of(sets[b], [&](unsigned j) {
        return areCompatible(domains[i], domains[j], rules.sameOutermost);
      });
    });
  std::optional<BlockSpace> joined = join(a, b);
  return joined && joined->parallelPoints() >= neededPoints(a, b);
}

std::optional<unsigned> FusionDomains::computeUnion(unsigned a, unsigned b) {
  // Not even a set and itself need fit: an external node never shares.
  if (!fit(a, b))
    return std::nullopt;
  std::vector<unsigned> both;
  std::set_union(sets[a].begin(), sets[a].end(), sets[b].begin(), sets[b].end(),
                 std::back_inserter(both));
  return intern(std::move(both));
}

std::optional<unsigned> FusionDomains::uniteSlowly(unsigned a, unsigned b) {
  auto [it, isNew] = unions.try_emplace(std::minmax(a, b));
  if (isNew) {
    std::optional<unsigned> result = computeUnion(a, b);
    unions[std::minmax(a, b)] = result;
    if (std::max(a, b) < kNumFast)
      fast[a][b] = fast[b][a] = result.value_or(kNone);
    return result;
  }
  return it->second;
}
