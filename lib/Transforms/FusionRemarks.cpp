//===- FusionRemarks.cpp - Why operations share a kernel ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionRemarks.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::stax;

static remark::RemarkOpts named(StringRef name) {
  return remark::RemarkOpts::name(name).category("stax");
}

/// "op3 (stax.reduce)".
static std::string spellNode(const DependenceGraph &graph, unsigned node) {
  return llvm::formatv("op{0} ({1})", node,
                       graph.getNodes()[node].op->getName().getStringRef());
}

/// "((64), (128))".
static std::string spellGrouping(const DependenceGraph &graph, unsigned node) {
  std::string text;
  llvm::raw_string_ostream os(text);
  graph.getGrouping(node).print(os);
  return text;
}

FusionExplainer::FusionExplainer(const DependenceGraph &graph,
                                 const FusionModel &model,
                                 const FusionPartition &partition)
    : graph(graph), model(model) {
  for (unsigned node = 0; node < graph.getNodes().size(); ++node)
    partOf.push_back(node);
  for (const std::vector<unsigned> &part : partition)
    for (unsigned node : part)
      partOf[node] = *llvm::min_element(part);
  for (auto [a, b] : model.getProblem().forbidden)
    forbidden.try_emplace(std::minmax(partOf[a], partOf[b]), std::pair(a, b));
}

std::string FusionExplainer::explainForbidden(unsigned a, unsigned b) const {
  return llvm::formatv("op{0} cannot be with op{1}: {2}", b, a,
                       model.whyForbidden(a, b));
}

std::string
FusionExplainer::explainDomains(const FusionDecision &decision) const {
  // Loops have no names in common where accesses do not lie over each other.
  auto pair = forbidden.find(std::minmax(decision.a, decision.b));
  if (pair != forbidden.end())
    return explainForbidden(pair->second.first, pair->second.second);
  if (!graph.getNodes()[decision.a].isFusable() ||
      !graph.getNodes()[decision.b].isFusable())
    return "one of them never is in a kernel";
  std::string first = spellGrouping(graph, decision.a);
  std::string second = spellGrouping(graph, decision.b);
  if (first == second)
    return "their loops do not lie over each other";
  return "no iteration space holds " + first + " and " + second;
}

std::string FusionExplainer::explain(const FusionDecision &decision) const {
  auto limit = [&](StringRef what) {
    return llvm::formatv("{0}: {1}, limit {2}", what, decision.found,
                         decision.limit)
        .str();
  };
  switch (decision.reason) {
  case FusionReason::None:
    return "it saves nothing";
  case FusionReason::Domains:
    return explainDomains(decision);
  case FusionReason::LosesParallelism:
    return llvm::formatv("parallel points left: {0}, needed {1}",
                         decision.found, decision.limit);
  case FusionReason::Ordered:
    return "both are ordered";
  case FusionReason::Forbidden:
    return explainForbidden(decision.forbidden.first,
                            decision.forbidden.second);
  case FusionReason::MaxNodes:
    return limit("max-nodes");
  case FusionReason::MaxBuffers:
    return limit("max-buffers");
  case FusionReason::MinSharedBytes:
    return limit("min-shared-bytes");
  case FusionReason::PeakMemory:
    return limit("peak-guard, bytes kept alive for longer");
  case FusionReason::PeakRise:
    return limit("peak-rise, bytes alive at once");
  case FusionReason::Taken:
    return "one of them was fused in this round";
  case FusionReason::Cycle:
    return "a cycle through " + spellNode(graph, decision.third);
  }
  llvm_unreachable("covered switch");
}

void stax::reportDecisions(const DependenceGraph &graph,
                           const FusionExplainer &explainer,
                           ArrayRef<FusionDecision> decisions) {
  for (const FusionDecision &decision : decisions) {
    bool isFused = decision.reason == FusionReason::None && decision.round != 0;
    Location loc = graph.getNodes()[decision.b].op->getLoc();
    auto remark = isFused ? remark::passed(loc, named("Fused"))
                          : remark::missed(loc, named("NotFused"));
    if (!remark)
      continue;
    if (!isFused)
      remark << remark::reason("{0}", explainer.explain(decision));
    remark << remark::metric("code", spellFusionReason(decision.reason))
           << remark::metric("first", spellNode(graph, decision.a))
           << remark::metric("second", spellNode(graph, decision.b))
           << remark::metric("round", decision.round)
           << remark::metric("tau", int(decision.score.alike))
           << remark::metric("sigma", decision.score.sharedBytes)
           << remark::metric("omega", decision.score.sharedBuffers)
           << remark::metric("distance", decision.score.distance)
           << remark::metric("gain", decision.gain);
  }
}

void stax::reportRounds(const DependenceGraph &graph,
                        ArrayRef<FusionRound> rounds) {
  Location loc = graph.getNodes().front().op->getLoc();
  for (auto [number, round] : llvm::enumerate(rounds))
    remark::analysis(loc, named("FusionRound"))
        << remark::metric("round", number + 1)
        << remark::metric("candidates", round.candidates)
        << remark::metric("fused", round.fused);
}

void stax::reportNotExact(const DependenceGraph &graph, StringRef reason) {
  remark::missed(graph.getNodes().front().op->getLoc(), named("NotExact"))
      << remark::reason("{0}", reason);
}

void stax::reportPartition(const DependenceGraph &graph,
                           const FusionModel &model,
                           const FusionPartition &partition) {
  FusionPartition single;
  unsigned kernels = 0;
  for (ArrayRef<unsigned> part : partition) {
    for (unsigned node : part)
      single.push_back({node});
    kernels += graph.getNodes()[part.front()].isFusable();
    if (part.size() < 2)
      continue;
    std::string nodes;
    llvm::raw_string_ostream os(nodes);
    llvm::interleave(part, os, [&](unsigned node) { os << "op" << node; }, " ");
    remark::passed(graph.getNodes()[part.front()].op->getLoc(), named("Kernel"))
        << remark::metric("nodes", nodes);
  }
  remark::analysis(graph.getNodes().front().op->getLoc(), named("Fusion"))
      << remark::metric("kernels", kernels)
      << remark::metric("bytes-unfused", model.getProblem().traffic(single))
      << remark::metric("bytes", model.getProblem().traffic(partition));
}
