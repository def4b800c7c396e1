//===- OrderProblem.cpp - The order problem on plain data -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/OrderProblem.h"

#include "stax/Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace mlir::stax;

static Error checkInputs(const OrderProblem &problem, unsigned id) {
  const OrderNode &node = problem.nodes[id];
  for (auto [i, input] : enumerate(node.inputs)) {
    if (input >= problem.nodes.size())
      return makeError("node {0} has the input {1}; there are {2} nodes", id,
                       input, problem.nodes.size());
    if (is_contained(ArrayRef(node.inputs).take_front(i), input))
      return makeError("node {0} lists input {1} twice", id, input);
  }
  for (unsigned before : node.after)
    if (before >= problem.nodes.size())
      return makeError("node {0} is after node {1}; there are {2} nodes", id,
                       before, problem.nodes.size());
  return Error::success();
}

static Error checkStorage(const OrderProblem &problem, unsigned id) {
  const OrderNode &node = problem.nodes[id];
  if (node.bytes < 0)
    return makeError("node {0} has {1} bytes, expected at least 0", id,
                     node.bytes);
  if (node.scratch < 0)
    return makeError("node {0} has {1} bytes of scratch, expected at least 0",
                     id, node.scratch);
  if (node.viewOf && !is_contained(node.inputs, *node.viewOf))
    return makeError("node {0} is a view of node {1}, which is none of its "
                     "inputs",
                     id, *node.viewOf);
  if (node.viewOf && !node.inPlace.empty())
    return makeError("node {0} is a view of node {1} and cannot write over "
                     "node {2} as well",
                     id, *node.viewOf, node.inPlace.front());
  for (unsigned candidate : node.inPlace)
    if (!is_contained(node.inputs, candidate))
      return makeError("node {0} may write over node {1}, which is none of its "
                       "inputs",
                       id, candidate);
  return Error::success();
}

Error OrderProblem::check() const {
  int64_t sum = 0;
  for (unsigned id = 0; id < nodes.size(); ++id) {
    if (Error error = checkInputs(*this, id))
      return error;
    if (Error error = checkStorage(*this, id))
      return error;
    if (AddOverflow(sum, nodes[id].bytes, sum) ||
        AddOverflow(sum, nodes[id].scratch, sum))
      return makeError("the bytes of nodes 0 to {0} exceed 64 bits", id);
  }
  std::vector<bool> isOutput(nodes.size());
  for (unsigned id : outputs) {
    if (id >= nodes.size())
      return makeError("output {0} is no node; there are {1} nodes", id,
                       nodes.size());
    if (isOutput[id])
      return makeError("output {0} is listed twice", id);
    isOutput[id] = true;
  }
  if (TopologicalSort sort = sortTopologically(predecessors());
      !sort.cycle.empty())
    return makeError("the nodes form a cycle: {0}", describeCycle(sort.cycle));
  return Error::success();
}

Predecessors OrderProblem::predecessors() const {
  Predecessors result(nodes.size());
  for (auto [id, node] : enumerate(nodes)) {
    append_range(result[id], node.inputs);
    append_range(result[id], node.after);
  }
  return result;
}

/// For each node the step after its last use, its own step counting as one; for
/// outputs a step beyond the last, so that none is free in the last one.
static std::vector<unsigned> computeEnds(const OrderProblem &problem,
                                         ArrayRef<unsigned> order) {
  std::vector<unsigned> ends(problem.nodes.size());
  for (auto [step, node] : enumerate(order)) {
    ends[node] = step + 1;
    for (unsigned input : problem.nodes[node].inputs)
      ends[input] = step + 1;
  }
  for (unsigned output : problem.outputs)
    ends[output] = order.size() + 1;
  return ends;
}

/// Whether `node`, at `step`, may take over `storage`.
static bool canTakeOver(const OrderNode &node, unsigned step,
                        const Storage &storage) {
  bool fits = node.bytes <= storage.bytes;
  bool fills = storage.bytes - node.bytes <= storage.bytes / 8;
  return fits && fills && storage.end == step + 1;
}

std::vector<Storage> OrderProblem::storages(ArrayRef<unsigned> order) const {
  std::vector<unsigned> ends = computeEnds(*this, order);
  std::vector<Storage> result;
  std::vector<unsigned> storageOf(nodes.size());
  for (auto [step, id] : enumerate(order)) {
    const OrderNode &node = nodes[id];
    std::optional<unsigned> chosen;
    if (node.viewOf)
      chosen = storageOf[*node.viewOf];
    for (unsigned candidate : node.inPlace) {
      unsigned storage = storageOf[candidate];
      if (canTakeOver(node, step, result[storage]) &&
          (!chosen || result[storage].bytes < result[*chosen].bytes))
        chosen = storage;
    }
    if (!chosen) {
      chosen = result.size();
      result.push_back({node.bytes, static_cast<unsigned>(step), 0, {}});
    }
    storageOf[id] = *chosen;
    Storage &storage = result[*chosen];
    storage.end = std::max(storage.end, ends[id]);
    storage.nodes.push_back(id);
  }
  for (Storage &storage : result)
    storage.end = std::min<unsigned>(storage.end, order.size());
  return result;
}

int64_t OrderProblem::peak(ArrayRef<unsigned> order) const {
  std::vector<int64_t> change(order.size() + 1);
  for (const Storage &storage : storages(order)) {
    change[storage.begin] += storage.bytes;
    change[storage.end] -= storage.bytes;
  }
  int64_t live = 0, peak = 0;
  for (auto [step, id] : enumerate(order)) {
    live += change[step];
    peak = std::max(peak, live + nodes[id].scratch);
  }
  return peak;
}

int64_t OrderProblem::lowerBound() const {
  // A view needs the buffer at the root of its chain of views.
  std::vector<unsigned> rootOf(nodes.size());
  for (unsigned id : sortTopologically(predecessors()).order)
    rootOf[id] = nodes[id].viewOf ? rootOf[*nodes[id].viewOf] : id;

  constexpr unsigned kNone = -1;
  std::vector<unsigned> countedFor(nodes.size(), kNone);
  auto sum = [&](ArrayRef<unsigned> values, unsigned reason) {
    int64_t bytes = 0;
    for (unsigned value : values) {
      unsigned root = rootOf[value];
      if (countedFor[root] != reason)
        bytes += nodes[root].bytes;
      countedFor[root] = reason;
    }
    return bytes;
  };
  int64_t bound = sum(outputs, nodes.size());
  for (auto [id, node] : enumerate(nodes)) {
    int64_t bytes = sum(node.inputs, id) + node.scratch;
    // Its own buffer may be one of its inputs'.
    if (!node.viewOf && node.inPlace.empty())
      bytes += node.bytes;
    bound = std::max(bound, bytes);
  }
  return bound;
}

Error OrderProblem::verify(ArrayRef<unsigned> order) const {
  constexpr unsigned kNone = -1;
  std::vector<unsigned> steps(nodes.size(), kNone);
  for (auto [step, node] : enumerate(order)) {
    if (node >= nodes.size())
      return makeError("step {0} runs node {1}; there are {2} nodes", step,
                       node, nodes.size());
    if (steps[node] != kNone)
      return makeError("node {0} runs in step {1} and in step {2}", node,
                       steps[node], step);
    steps[node] = step;
  }
  Predecessors before = predecessors();
  for (unsigned node = 0; node < nodes.size(); ++node) {
    if (steps[node] == kNone)
      return makeError("node {0} runs in no step", node);
    for (unsigned other : before[node])
      if (steps[other] == kNone || steps[other] > steps[node])
        return makeError("node {0} runs in step {1}, before node {2}, which it "
                         "depends on",
                         node, steps[node], other);
  }
  return Error::success();
}
