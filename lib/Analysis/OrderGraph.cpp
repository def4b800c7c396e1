//===- OrderGraph.cpp - The order problem of a block ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/OrderGraph.h"
#include "stax/Analysis/InPlace.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

OrderGraph::OrderGraph(const DependenceGraph &graph, bool inPlace,
                       int64_t alignment)
    : graph(graph), alignment(alignment), nodeOf(graph.getBuffers().size()) {
  unsigned numNodes = graph.getNodes().size();
  for (unsigned number = 0; number < numNodes; ++number)
    addNodes(number);
  firstNode.push_back(problem.nodes.size());
  for (unsigned number = 0; number < numNodes; ++number)
    addInputs(number);
  for (const Dependence &dependence : graph.getDependences())
    if (!dependence.buffer || graph.getBuffers()[*dependence.buffer].isMemory)
      problem.nodes[firstNode[dependence.to]].after.push_back(
          firstNode[dependence.from]);
  for (OrderNode &node : problem.nodes) {
    llvm::sort(node.after);
    node.after.erase(llvm::unique(node.after), node.after.end());
  }
  if (inPlace)
    for (unsigned number = 0; number < numNodes; ++number)
      addOverwrites(number);
}

/// Adds a node for each tensor that node `number` of the graph produces.
void OrderGraph::addNodes(unsigned number) {
  firstNode.push_back(problem.nodes.size());
  for (const GraphAccess &access : graph.getNodes()[number].accesses) {
    const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
    if (buffer.producer != number || buffer.isMemory || nodeOf[access.buffer])
      continue;
    nodeOf[access.buffer] = problem.nodes.size();
    OrderNode node;
    if (!buffer.isOutput) {
      hasStaticSizes &= getStaticBytes(buffer.value.getType()).has_value();
      node.bytes = llvm::alignTo(buffer.bytes, alignment);
    }
    problem.nodes.push_back(std::move(node));
    bufferOf.push_back(access.buffer);
    graphNode.push_back(number);
  }
  if (problem.nodes.size() > firstNode.back())
    return;
  problem.nodes.emplace_back();
  bufferOf.push_back(graph.getBuffers().size());
  graphNode.push_back(number);
}

/// Gives all nodes of node `number` of the graph the tensors that it reads.
void OrderGraph::addInputs(unsigned number) {
  llvm::SmallVector<unsigned, 4> inputs;
  for (const GraphAccess &access : graph.getNodes()[number].accesses) {
    std::optional<unsigned> node = nodeOf[access.buffer];
    if (access.mode != AccessMode::Write && node &&
        graphNode[*node] != number && !llvm::is_contained(inputs, *node))
      inputs.push_back(*node);
  }
  for (unsigned node = firstNode[number]; node < firstNode[number + 1];
       ++node) {
    problem.nodes[node].inputs = inputs;
    if (node > firstNode[number])
      problem.nodes[node].after.push_back(node - 1);
  }
}

/// Adds what kernel `number` may overwrite, if it is one.
void OrderGraph::addOverwrites(unsigned number) {
  auto kernel = dyn_cast<KernelOp>(graph.getNodes()[number].op);
  if (!kernel || !kernel.hasTensorSemantics())
    return;
  std::optional<KernelStructure> structure;
  for (auto [in, argument] :
       llvm::zip_equal(kernel.getIns(), kernel.getInArguments())) {
    // Only what an operation of the block produces may be overwritten, and not
    // through a view.
    auto buffer = llvm::find_if(
        graph.getNodes()[number].accesses, [&](const GraphAccess &access) {
          return graph.getBuffers()[access.buffer].value == in &&
                 nodeOf[access.buffer];
        });
    if (buffer == graph.getNodes()[number].accesses.end() ||
        graph.getBuffers()[buffer->buffer].isOutput ||
        llvm::count(kernel.getIns(), in) != 1)
      continue;
    unsigned input = *nodeOf[buffer->buffer];
    std::optional<unsigned> last;
    for (unsigned out = 0; out < kernel.getNumResults(); ++out) {
      unsigned node = firstNode[number] + out;
      bool isFree = kernel.getOuts()[out].getDefiningOp<tensor::EmptyOp>() &&
                    kernel.getResult(out).getType() == in.getType() &&
                    !graph.getBuffers()[bufferOf[node]].isOutput;
      if (!isFree)
        continue;
      if (!structure)
        structure.emplace(kernel);
      if (getInPlaceVerdict(*structure, out, argument) !=
          InPlaceVerdict::Allowed)
        continue;
      problem.nodes[node].inPlace.push_back(input);
      last = node;
    }
    // What the kernel may overwrite is not needed for its other results.
    if (last)
      for (unsigned node = *last + 1; node < firstNode[number + 1]; ++node)
        llvm::erase(problem.nodes[node].inputs, input);
  }
}

BlockOrder OrderGraph::getBlockOrder(ArrayRef<unsigned> order) const {
  // An operation is where its first tensor is, the others right after it.
  BlockOrder result;
  std::vector<unsigned> nodes, together;
  for (unsigned node : order) {
    unsigned number = graphNode[node];
    if (node != firstNode[number])
      continue;
    nodes.push_back(number);
    result.ops.push_back(graph.getNodes()[number].op);
    for (; node < firstNode[number + 1]; ++node)
      together.push_back(node);
  }
  std::vector<std::pair<unsigned, unsigned>> overwrites;
  for (const Storage &storage : problem.storages(together))
    for (unsigned i = 1; i < storage.nodes.size(); ++i)
      overwrites.push_back({storage.nodes[i - 1], storage.nodes[i]});
  for (auto [input, node] : overwrites)
    result.overwrites.push_back(
        {cast<KernelOp>(graph.getNodes()[graphNode[node]].op),
         node - firstNode[graphNode[node]],
         graph.getBuffers()[bufferOf[input]].value});
  result.peak = computePeak(nodes, overwrites);
  return result;
}

/// The most bytes live at once where the nodes of the graph run in this order.
int64_t OrderGraph::computePeak(
    ArrayRef<unsigned> nodes,
    ArrayRef<std::pair<unsigned, unsigned>> overwrites) const {
  std::vector<unsigned> step(nodes.size());
  for (auto [position, number] : llvm::enumerate(nodes))
    step[number] = position;
  // The node of the problem whose storage each one uses. What is overwritten
  // comes before what overwrites it.
  std::vector<unsigned> storage(problem.nodes.size());
  std::iota(storage.begin(), storage.end(), 0);
  for (auto [input, node] : overwrites)
    storage[node] = storage[input];

  std::vector<unsigned> end(problem.nodes.size(), 0);
  for (unsigned node = 0; node < problem.nodes.size(); ++node) {
    unsigned &last = end[storage[node]];
    last = std::max(last, step[graphNode[node]]);
    if (bufferOf[node] == graph.getBuffers().size())
      continue;
    for (unsigned reader : graph.getBuffers()[bufferOf[node]].readers)
      last = std::max(last, step[reader]);
  }
  std::vector<int64_t> change(nodes.size() + 1);
  for (unsigned node = 0; node < problem.nodes.size(); ++node)
    if (storage[node] == node) {
      change[step[graphNode[node]]] += problem.nodes[node].bytes;
      change[end[node] + 1] -= problem.nodes[node].bytes;
    }
  int64_t live = 0, peak = 0;
  for (int64_t bytes : change)
    peak = std::max(peak, live += bytes);
  return peak;
}
