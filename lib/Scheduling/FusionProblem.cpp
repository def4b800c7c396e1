//===- FusionProblem.cpp - The fusion problem on plain data ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/FusionProblem.h"

#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

static Error checkDomain(unsigned node, const NodeDomain &domain) {
  if (domain.points < 0 || domain.reduced < 0)
    return makeError("node {0} has a domain of ({1}, {2}) elements, expected "
                     "none below 0",
                     node, domain.points, domain.reduced);
  int64_t total;
  if (MulOverflow(domain.points, domain.reduced, total))
    return makeError("node {0} reduces {1} * {2} elements, more than 64 bits "
                     "hold",
                     node, domain.points, domain.reduced);
  return Error::success();
}

static Error checkNode(const FusionProblem &problem, unsigned id) {
  const FusionNode &node = problem.nodes[id];
  if (Error error = checkDomain(id, node.domain))
    return error;
  if (node.bytes < 0)
    return makeError("node {0} has {1} bytes, expected at least 0", id,
                     node.bytes);
  for (auto [i, buffer] : enumerate(node.reads)) {
    if (buffer >= problem.numBuffers())
      return makeError("node {0} reads buffer {1}, expected one of 0 to {2}",
                       id, buffer, problem.numBuffers() - 1);
    if (is_contained(ArrayRef(node.reads).take_front(i), buffer))
      return makeError("node {0} lists buffer {1} twice", id, buffer);
  }
  for (unsigned before : node.after)
    if (before >= problem.nodes.size())
      return makeError("node {0} is after node {1}, expected one of 0 to {2}",
                       id, before, problem.nodes.size() - 1);
  return Error::success();
}

/// One block a node moves the most bytes; their sum must fit.
static Error checkTraffic(const FusionProblem &problem) {
  std::vector<int64_t> transfers(problem.numBuffers(), 1);
  for (const FusionNode &node : problem.nodes)
    for (unsigned buffer : node.reads)
      ++transfers[buffer];
  int64_t sum = 0;
  for (unsigned buffer = 0; buffer < transfers.size(); ++buffer) {
    int64_t bytes;
    if (MulOverflow(problem.bufferBytes(buffer), transfers[buffer], bytes) ||
        AddOverflow(sum, bytes, sum))
      return makeError("the traffic exceeds 64 bits at buffer {0} of {1} bytes",
                       buffer, problem.bufferBytes(buffer));
  }
  return Error::success();
}

Error FusionProblem::check() const {
  for (unsigned id = 0; id < nodes.size(); ++id)
    if (Error error = checkNode(*this, id))
      return error;
  for (auto [i, bytes] : enumerate(inputBytes))
    if (bytes < 0)
      return makeError("input {0} has {1} bytes, expected at least 0",
                       nodes.size() + i, bytes);
  std::vector<bool> isOutput(nodes.size());
  for (unsigned id : outputs) {
    if (id >= nodes.size())
      return makeError("output {0} is no node; there are {1} nodes", id,
                       nodes.size());
    if (isOutput[id])
      return makeError("output {0} is listed twice", id);
    isOutput[id] = true;
  }
  for (auto [a, b] : forbidden)
    if (a >= nodes.size() || b >= nodes.size() || a == b)
      return makeError("the forbidden pair ({0}, {1}) does not name two of {2} "
                       "nodes",
                       a, b, nodes.size());
  if (TopologicalSort sort = sortTopologically(predecessors());
      !sort.cycle.empty())
    return makeError("the nodes form a cycle: {0}", describeCycle(sort.cycle));
  return checkTraffic(*this);
}

Predecessors FusionProblem::predecessors() const {
  Predecessors result(nodes.size());
  for (auto [id, node] : enumerate(nodes)) {
    for (unsigned buffer : node.reads)
      if (buffer < nodes.size())
        result[id].push_back(buffer);
    append_range(result[id], node.after);
  }
  return result;
}

int64_t FusionProblem::peak(const FusionPartition &partition) const {
  std::vector<unsigned> placeOf(nodes.size());
  for (auto [place, members] : enumerate(partition))
    for (unsigned node : members)
      placeOf[node] = place;
  std::vector<unsigned> lastUse = placeOf;
  std::vector<bool> inMemory(nodes.size());
  for (auto [id, node] : enumerate(nodes))
    for (unsigned buffer : node.reads)
      if (buffer < nodes.size() && placeOf[buffer] != placeOf[id]) {
        lastUse[buffer] = std::max(lastUse[buffer], placeOf[id]);
        inMemory[buffer] = true;
      }
  for (unsigned node : outputs) {
    lastUse[node] = partition.size() - 1;
    inMemory[node] = true;
  }

  std::vector<int64_t> change(partition.size() + 1);
  for (unsigned id = 0; id < nodes.size(); ++id)
    if (inMemory[id]) {
      change[placeOf[id]] += nodes[id].bytes;
      change[lastUse[id] + 1] -= nodes[id].bytes;
    }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change) {
    live += bytes;
    peak = std::max(peak, live);
  }
  return peak;
}

int64_t FusionProblem::traffic(const FusionPartition &partition) const {
  constexpr unsigned kNone = -1;
  std::vector<unsigned> blockOf(nodes.size());
  for (auto [block, members] : enumerate(partition))
    for (unsigned node : members)
      blockOf[node] = block;
  std::vector<bool> written(numBuffers());
  for (unsigned node : outputs)
    written[node] = true;

  int64_t bytes = 0;
  std::vector<unsigned> lastReader(numBuffers(), kNone);
  for (auto [block, members] : enumerate(partition)) {
    for (unsigned node : members) {
      for (unsigned buffer : nodes[node].reads) {
        bool isInput = buffer >= nodes.size();
        if (lastReader[buffer] == block ||
            (!isInput && blockOf[buffer] == block))
          continue;
        lastReader[buffer] = block;
        written[buffer] = !isInput;
        bytes += bufferBytes(buffer);
      }
    }
  }
  for (auto [node, isWritten] : enumerate(written))
    if (isWritten)
      bytes += bufferBytes(node);
  return bytes;
}
