//===- FusionWindowSearch.cpp - Improve the blocks of a window ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionWindowSearch.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

WindowSearch::WindowSearch(const FusionWindow &window, int64_t minSharedBytes,
                           uint64_t seed)
    : window(window), minSharedBytes(minSharedBytes), random(seed),
      stamps(window.buffers.size()) {}

//===----------------------------------------------------------------------===//
// Merges
//===----------------------------------------------------------------------===//

/// The pairs of block `a` that gain; `both` if all other blocks are asked, too.
void WindowSearch::addPairs(const WindowBlocks &blocks, unsigned a,
                            unsigned noisePercent, bool both,
                            std::vector<Pair> &pairs) {
  std::array<int64_t, FusionWindow::kMaxNodes> gain = {}, shared = {};
  NodeMask partners = 0, own = blocks.members(a);
  ++stamp;
  forEachNode(own, [&](unsigned node) {
    for (unsigned index : window.buffersOf[node]) {
      if (std::exchange(stamps[index], stamp) == stamp)
        continue;
      const FusionWindow::Buffer &buffer = window.buffers[index];
      NodeMask rest = buffer.touching() & ~own;
      bool isProduced = buffer.producer != FusionWindow::kNoProducer;
      while (rest) {
        ++steps;
        unsigned b = blocks.blockOf(countr_zero(rest));
        NodeMask members = blocks.members(b);
        rest &= ~members;
        partners |= bit(b);
        shared[b] += buffer.bytes;
        gain[b] += buffer.bytes;
        bool producesHere =
            isProduced && ((own | members) >> buffer.producer & 1);
        if (producesHere && !buffer.isOutput &&
            !(buffer.readers & ~own & ~members))
          gain[b] += buffer.bytes;
      }
    }
  });
  forEachNode(partners, [&](unsigned b) {
    if (gain[b] <= 0 || shared[b] < minSharedBytes || (both && b > a))
      return;
    double noise = noisePercent ? random.below(noisePercent) * 0.01 : 0;
    pairs.push_back({double(gain[b]) * (1 + noise), a, b});
  });
}

void WindowSearch::mergeByGain(WindowBlocks &blocks, unsigned noisePercent) {
  std::vector<Pair> pairs;
  forEachNode(blocks.alive(), [&](unsigned a) {
    addPairs(blocks, a, noisePercent, /*both=*/true, pairs);
  });
  while (!pairs.empty()) {
    auto it = max_element(
        pairs, [](const Pair &x, const Pair &y) { return x.key < y.key; });
    auto [key, a, b] = *it;
    *it = pairs.back();
    pairs.pop_back();
    if (!blocks.obeysRules(a, b) || blocks.isBetween(a, b))
      continue;
    blocks.merge(b, a);
    erase_if(pairs, [a = a, b = b](const Pair &pair) {
      return pair.a == a || pair.a == b || pair.b == a || pair.b == b;
    });
    addPairs(blocks, a, noisePercent, /*both=*/false, pairs);
  }
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// Other blocks that share a buffer with `node`, and an empty one.
NodeMask WindowSearch::findTargets(const WindowBlocks &blocks,
                                   unsigned node) const {
  NodeMask targets = 0, own = blocks.members(blocks.blockOf(node));
  for (unsigned index : window.buffersOf[node])
    forEachNode(window.buffers[index].touching() & ~own,
                [&](unsigned other) { targets |= bit(blocks.blockOf(other)); });
  if (own != bit(node))
    targets |= bit(countr_zero(~blocks.alive()));
  return targets;
}

bool WindowSearch::shareEnough(unsigned node, NodeMask members) const {
  int64_t bytes = 0;
  for (unsigned index : window.buffersOf[node])
    if (window.buffers[index].touching() & members)
      bytes += window.buffers[index].bytes;
  return bytes >= minSharedBytes;
}

bool WindowSearch::isLegal(WindowBlocks &blocks, unsigned node,
                           unsigned to) const {
  NodeMask members = blocks.members(to);
  if (!blocks.fits(node, to) || (members && !shareEnough(node, members)))
    return false;
  unsigned from = blocks.blockOf(node);
  blocks.move(node, to);
  bool isLegal = !blocks.isOnCycle(to) && !blocks.isOnCycle(from) &&
                 blocks.obeysBufferLimit(to) && blocks.obeysBufferLimit(from);
  blocks.move(node, from);
  return isLegal;
}

bool WindowSearch::findMove(WindowBlocks &blocks, NodeMask locked, Move &best) {
  bool found = false;
  forEachNode(window.all() & ~locked, [&](unsigned node) {
    forEachNode(findTargets(blocks, node), [&](unsigned to) {
      ++steps;
      int64_t gain = blocks.gainOfMove(node, to);
      if ((found && gain <= best.gain) || !isLegal(blocks, node, to))
        return;
      found = true;
      best = {gain, node, blocks.blockOf(node), to};
    });
  });
  return found;
}

/// One series of moves, each node once at most; whether it gained.
bool WindowSearch::moveNodes(WindowBlocks &blocks) {
  constexpr unsigned kPatience = 6;
  NodeMask locked = 0;
  SmallVector<Move> moves;
  int64_t gain = 0, bestGain = 0;
  size_t bestLength = 0;
  Move move = {};
  while (moves.size() < bestLength + kPatience &&
         findMove(blocks, locked, move)) {
    blocks.move(move.node, move.to);
    locked |= bit(move.node);
    moves.push_back(move);
    gain += move.gain;
    if (gain > bestGain) {
      bestGain = gain;
      bestLength = moves.size();
    }
  }
  while (moves.size() > bestLength) {
    Move last = moves.pop_back_val();
    blocks.move(last.node, last.from);
  }
  return bestGain > 0;
}

//===----------------------------------------------------------------------===//
// Restarts
//===----------------------------------------------------------------------===//

void WindowSearch::improve(WindowBlocks &blocks) {
  constexpr unsigned kPasses = 4;
  for (unsigned pass = 0; pass < kPasses && moveNodes(blocks); ++pass)
    mergeByGain(blocks, /*noisePercent=*/0);
}

/// Half of the blocks fall apart and merge anew.
void WindowSearch::perturb(WindowBlocks &blocks) {
  NodeMask dissolved = 0;
  forEachNode(blocks.alive(), [&](unsigned b) {
    if (random.chance(50))
      dissolved |= blocks.members(b);
  });
  blocks.dissolve(dissolved);
  mergeByGain(blocks, random.chance(50) ? 20 : 60);
}

WindowBlocks WindowSearch::run(const WindowBlocks &start, unsigned restarts) {
  WindowBlocks best = start;
  mergeByGain(best, /*noisePercent=*/0);
  improve(best);
  int64_t bestCost = best.cost();
  for (unsigned i = 0; i < restarts; ++i) {
    WindowBlocks next = best;
    perturb(next);
    improve(next);
    int64_t cost = next.cost();
    if (cost > bestCost)
      continue;
    best = next;
    bestCost = cost;
  }
  return best;
}
