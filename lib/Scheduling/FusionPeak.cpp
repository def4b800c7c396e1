//===- FusionPeak.cpp - Fusion that keeps the peak memory low -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fusion saves so many buffers that the peak seldom rises. So blocks are looked
// at when all are found, in linear time, instead of with each merge.
//
//===----------------------------------------------------------------------===//

#include "FusionPeak.h"

#include "FusionBlocks.h"
#include "stax/Support/WorkLimit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

namespace {
/// When each node's buffer is in memory, if blocks run in a given order.
struct Lives {
  Lives(const FusionGraph &graph, const FusionPartition &order);

  /// Bytes that are alive at each place of the order.
  std::vector<int64_t> liveBytes() const;

  const FusionGraph &graph;
  unsigned numPlaces;
  std::vector<unsigned> place; ///< of each node: that of its block
  std::vector<unsigned> end;   ///< of each node: the first place at which its
                               ///< buffer is dead; `place` if it has none
};
} // namespace

Lives::Lives(const FusionGraph &graph, const FusionPartition &order)
    : graph(graph), numPlaces(order.size()), place(graph.size()) {
  for (auto [i, block] : enumerate(order))
    for (unsigned node : block)
      place[node] = i;
  end = place;
  for (unsigned node = 0; node < graph.size(); ++node) {
    for (unsigned reader : graph.readers[node])
      if (place[reader] != place[node])
        end[node] = std::max(end[node], place[reader] + 1);
    if (graph.isOutput[node])
      end[node] = numPlaces;
  }
}

std::vector<int64_t> Lives::liveBytes() const {
  std::vector<int64_t> live(numPlaces + 1);
  for (unsigned node = 0; node < graph.size(); ++node) {
    live[place[node]] += graph.bytes[node];
    live[end[node]] -= graph.bytes[node];
  }
  for (unsigned i = 1; i <= numPlaces; ++i)
    live[i] += live[i - 1];
  return live;
}

//===----------------------------------------------------------------------===//
// The peak
//===----------------------------------------------------------------------===//

static std::vector<unsigned> makeSingles(const FusionGraph &graph) {
  std::vector<unsigned> singles(graph.size());
  std::iota(singles.begin(), singles.end(), 0);
  return singles;
}

FusionPeak::FusionPeak(const FusionGraph &graph, const FusionOptions &options)
    : graph(graph), limited(options.peakRise >= 0) {
  if (!limited)
    return;
  uint64_t before = peak(makeSingles(graph));
  uint64_t rise = SaturatingMultiply<uint64_t>(before, options.peakRise) / 100;
  most = std::min<uint64_t>(most, SaturatingAdd(before, rise));
  most = std::max(most, options.peakFloor);
}

int64_t FusionPeak::peak(ArrayRef<unsigned> blockOf) const {
  std::vector<int64_t> live =
      Lives(graph, graph.sortBlocks(blockOf)).liveBytes();
  return *max_element(live);
}

int64_t FusionPeak::peakIfMerged(ArrayRef<unsigned> blockOf, unsigned a,
                                 unsigned b) const {
  std::vector<unsigned> merged(blockOf);
  std::replace(merged.begin(), merged.end(), b, a);
  return peak(merged);
}

//===----------------------------------------------------------------------===//
// Enforcing the limit
//===----------------------------------------------------------------------===//

/// For each place of `order` the bytes times places above `limit` of buffers
/// that a block there makes or is the last to read.
static std::vector<double> weighBlocks(const FusionGraph &graph,
                                       const FusionPartition &order,
                                       int64_t limit) {
  Lives lives(graph, order);
  std::vector<unsigned> above = {0}; ///< places before each that are above
  for (int64_t bytes : lives.liveBytes())
    above.push_back(above.back() + (bytes > limit));
  std::vector<double> weights(order.size());
  for (unsigned node = 0; node < graph.size(); ++node) {
    unsigned begin = lives.place[node], end = lives.end[node];
    if (begin == end)
      continue;
    double weight = double(graph.bytes[node]) * (above[end] - above[begin]);
    weights[begin] += weight;
    if (!graph.isOutput[node])
      weights[end - 1] += weight;
  }
  return weights;
}

/// Splits each block that holds at least a share of what the worst one holds
/// above the limit. The parts are apart where most of the program lies between
/// two of the block's nodes; as numbers ascend along edges, no path joins them
/// through a third block backwards.
void FusionPeak::split(std::vector<unsigned> &blockOf, double share) const {
  FusionPartition order = graph.sortBlocks(blockOf);
  std::vector<double> weights = weighBlocks(graph, order, most);
  double worst = 0;
  for (auto [block, weight] : zip_equal(order, weights))
    if (block.size() > 1)
      worst = std::max(worst, weight);
  for (auto [block, weight] : zip_equal(order, weights)) {
    if (weight < share * worst)
      continue;
    size_t cut = 0;
    unsigned widest = 0;
    for (size_t i = 1; i < block.size(); ++i)
      if (unsigned gap = block[i] - block[i - 1]; gap > widest) {
        widest = gap;
        cut = i;
      }
    // The least node names a block, so that no other block has its number.
    for (size_t i = 0; i < block.size(); ++i)
      blockOf[block[i]] = i < cut ? block.front() : block[cut];
  }
}

/// Pairs of blocks that gain, the greatest gain first.
static std::vector<std::pair<unsigned, unsigned>>
findGains(const FusionBlocks &blocks, const FusionGraph &graph,
          const FusionOptions &options) {
  std::vector<std::tuple<int64_t, unsigned, unsigned>> found;
  SmallVector<unsigned> partners;
  for (unsigned node = 0; node < graph.size(); ++node) {
    unsigned block = blocks.blockOf(node);
    if (blocks.first(block) != node)
      continue;
    partners.clear();
    blocks.findPartners(block, blocks.members(block), partners);
    for (unsigned partner : partners) {
      FusionSharing sharing = blocks.share(block, partner);
      if (blocks.first(partner) < node && sharing.gain > 0 &&
          sharing.bytes >= options.minSharedBytes &&
          blocks.checkRules(block, partner, sharing) == FusionReason::None &&
          !blocks.raisesPeak(block, partner, sharing, options.peakGuard))
        found.emplace_back(-sharing.gain, node, blocks.first(partner));
    }
  }
  llvm::sort(found);
  std::vector<std::pair<unsigned, unsigned>> pairs;
  for (auto [gain, a, b] : found)
    pairs.emplace_back(a, b);
  return pairs;
}

/// `blockOf` with these pairs merged, each given by a node of either block, as
/// far as that is legal.
static std::vector<unsigned>
mergeAll(const FusionGraph &graph, const FusionRules &rules,
         ArrayRef<unsigned> blockOf,
         ArrayRef<std::pair<unsigned, unsigned>> pairs) {
  FusionBlocks blocks(graph, rules, blockOf);
  for (auto [nodeA, nodeB] : pairs) {
    unsigned a = blocks.blockOf(nodeA), b = blocks.blockOf(nodeB);
    if (a != b &&
        blocks.checkRules(a, b, blocks.share(a, b)) == FusionReason::None)
      blocks.merge(a, b);
  }
  return blocks.blocks();
}

/// Merges all pairs that gain if the peak allows, else one half of them after
/// the other, the half with the greater gains first.
void FusionPeak::fuseAgain(const FusionOptions &options,
                           std::vector<unsigned> &blockOf) const {
  constexpr uint64_t kMostNodes = 200'000;
  WorkLimit limit(kMostNodes);
  bool changed = true;
  while (changed && !limit.isReached()) {
    changed = false;
    auto pairs =
        findGains(FusionBlocks(graph, options.rules, blockOf), graph, options);
    using Range = ArrayRef<std::pair<unsigned, unsigned>>;
    SmallVector<Range> pending;
    if (!pairs.empty())
      pending.push_back(pairs);
    while (!pending.empty() && !limit.isReached()) {
      Range range = pending.pop_back_val();
      limit.spend(graph.size());
      std::vector<unsigned> merged =
          mergeAll(graph, options.rules, blockOf, range);
      if (peak(merged) <= most) {
        changed |= merged != blockOf;
        blockOf = std::move(merged);
      } else if (range.size() > 1) {
        pending.push_back(range.drop_front(range.size() / 2));
        pending.push_back(range.take_front(range.size() / 2));
      }
    }
  }
}

void FusionPeak::enforce(const FusionOptions &options,
                         std::vector<unsigned> &blockOf) const {
  if (!limited || peak(blockOf) <= most)
    return;
  for (double share = 0.5; peak(blockOf) > most; share /= 2)
    split(blockOf, share);
  fuseAgain(options, blockOf);
}
