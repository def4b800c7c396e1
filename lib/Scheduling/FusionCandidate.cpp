//===- FusionCandidate.cpp - A pair of blocks and its score ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionCandidate.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

FusionCandidate::FusionCandidate(const FusionBlocks &blocks, unsigned x,
                                 unsigned y)
    : a(blocks.first(x) < blocks.first(y) ? x : y), b(a == x ? y : x),
      firstA(blocks.first(a)), firstB(blocks.first(b)),
      numNodes(blocks.members(a).size() + blocks.members(b).size()),
      sharing(blocks.share(a, b)),
      alike(blocks.hasReduction(a) == blocks.hasReduction(b)) {
  weight = SaturatingMultiply<uint64_t>(sharing.bytes, alike ? 16 : 1);
}

FusionReason FusionCandidate::check(const FusionBlocks &blocks,
                                    const FusionOptions &options) const {
  FusionReason reason = blocks.checkRules(a, b, sharing);
  if (reason != FusionReason::None)
    return reason;
  if (sharing.bytes < options.minSharedBytes)
    return FusionReason::MinSharedBytes;
  return blocks.raisesPeak(a, b, sharing, options.peakGuard)
             ? FusionReason::PeakMemory
             : FusionReason::None;
}

FusionDecision FusionCandidate::describe(const FusionGraph &graph,
                                         const FusionBlocks &blocks,
                                         const FusionOptions &options,
                                         FusionReason reason,
                                         unsigned third) const {
  FusionDecision decision;
  decision.a = graph.original[firstA];
  decision.b = graph.original[firstB];
  decision.reason = reason;
  decision.score = {alike, sharing.bytes, sharing.count, firstB - firstA};
  decision.gain = sharing.gain;
  if (reason == FusionReason::MaxNodes) {
    decision.found = numNodes;
    decision.limit = options.rules.maxNodes;
  } else if (reason == FusionReason::MaxBuffers) {
    decision.found = sharing.buffers;
    decision.limit = options.rules.maxBuffers;
  } else if (reason == FusionReason::MinSharedBytes) {
    decision.found = sharing.bytes;
    decision.limit = options.minSharedBytes;
  } else if (reason == FusionReason::PeakMemory) {
    decision.found = blocks.bytesKeptAlive(a, b);
    decision.limit = sharing.gain * options.peakGuard;
  } else if (reason == FusionReason::LosesParallelism) {
    auto [left, needed] = *blocks.lostParallelism(a, b);
    decision.found = left;
    decision.limit = needed;
  } else if (reason == FusionReason::Forbidden) {
    auto [x, y] = *blocks.findForbidden(a, b);
    decision.forbidden = {std::min(graph.original[x], graph.original[y]),
                          std::max(graph.original[x], graph.original[y])};
  } else if (reason == FusionReason::Cycle) {
    decision.third = graph.original[third];
  }
  return decision;
}
