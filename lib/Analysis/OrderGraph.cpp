//===- OrderGraph.cpp - The order problem of a block ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/OrderGraph.h"
#include "stax/Analysis/InPlace.h"
#include "stax/Analysis/TensorStorage.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

OrderGraph::OrderGraph(const DependenceGraph &graph,
                       const OrderGraphOptions &options)
    : graph(graph), options(options), nodeOf(graph.getBuffers().size()) {
  unsigned numNodes = graph.getNodes().size();
  for (unsigned number = 0; number < numNodes; ++number)
    addNodes(number);
  firstNode.push_back(problem.nodes.size());
  for (unsigned number = 0; number < numNodes; ++number)
    addInputs(number);
  for (unsigned number = 0; number < numNodes; ++number)
    addUpdates(number);
  for (const Dependence &dependence : graph.getDependences())
    if (!dependence.buffer || graph.getBuffers()[*dependence.buffer].isMemory)
      problem.nodes[firstNode[dependence.to]].after.push_back(
          firstNode[dependence.from]);
  for (OrderNode &node : problem.nodes) {
    llvm::sort(node.after);
    node.after.erase(llvm::unique(node.after), node.after.end());
  }
  releaseStorage();
  if (!options.inPlace)
    return;
  for (unsigned number = 0; number < numNodes; ++number)
    addDonations(number);
  for (unsigned number = 0; number < numNodes; ++number)
    addOverwrites(number);
}

/// The node if it is a kernel on tensors, else null.
static KernelOp getTensorKernel(const GraphNode &node) {
  auto kernel = dyn_cast<KernelOp>(node.op);
  return kernel && kernel.hasTensorSemantics() ? kernel : KernelOp();
}

/// Adds a node for each tensor that node `number` of the graph produces.
void OrderGraph::addNodes(unsigned number) {
  firstNode.push_back(problem.nodes.size());
  Operation *op = graph.getNodes()[number].op;
  for (const GraphAccess &access : graph.getNodes()[number].accesses) {
    const GraphBuffer &buffer = graph.getBuffers()[access.buffer];
    if (buffer.producer != number || buffer.isMemory || nodeOf[access.buffer])
      continue;
    nodeOf[access.buffer] = problem.nodes.size();
    OrderNode node;
    if (!isStoredElsewhere(op))
      node.bytes = llvm::alignTo(buffer.bytes, options.alignment);
    problem.nodes.push_back(std::move(node));
    bufferOf.push_back(access.buffer);
    graphNode.push_back(number);
  }
  if (problem.nodes.size() == firstNode.back()) {
    problem.nodes.emplace_back();
    bufferOf.push_back(graph.getBuffers().size());
    graphNode.push_back(number);
  }
  KernelOp kernel = getTensorKernel(graph.getNodes()[number]);
  if (!kernel)
    return;
  // Behind the last result, where all results are live.
  std::optional<int64_t> scratch =
      getPrivateBytes(kernel, options.privateBuffers, options.alignment);
  hasStaticSizes &= scratch.has_value();
  problem.nodes.back().scratch = scratch.value_or(0);
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

/// The buffer of the graph that is the tensor `value`, if `node` accesses it.
std::optional<unsigned> OrderGraph::findBuffer(const GraphNode &node,
                                               Value value) const {
  for (const GraphAccess &access : node.accesses)
    if (graph.getBuffers()[access.buffer].value == value)
      return access.buffer;
  return std::nullopt;
}

/// Results of node `number` of the graph that update a buffer are views of it
/// if the text has no reader behind it, and copies else.
void OrderGraph::addUpdates(unsigned number) {
  const GraphNode &node = graph.getNodes()[number];
  for (OpResult result : node.op->getResults()) {
    OpOperand *updated = getUpdatedOperand(result);
    if (!updated)
      continue;
    Value viewed = getViewed(updated->get());
    std::optional<unsigned> read = findBuffer(node, viewed);
    // Of an empty tensor there is nothing to read.
    if (!read)
      continue;
    const GraphBuffer &buffer = graph.getBuffers()[*read];
    std::optional<unsigned> destination = nodeOf[*read];
    auto argument = dyn_cast<BlockArgument>(viewed);
    if (buffer.isOutput ||
        (!destination && !(argument && isWritable(argument))))
      continue;
    unsigned last = buffer.readers.back();
    if (last != number) {
      problem.nodes[firstNode[last]].after.push_back(firstNode[number]);
      continue;
    }
    for (unsigned reader : ArrayRef(buffer.readers).drop_back())
      problem.nodes[firstNode[number]].after.push_back(firstNode[reader]);
    OrderNode &own = problem.nodes[*nodeOf[*findBuffer(node, result)]];
    own.bytes = 0;
    own.viewOf = destination;
  }
}

/// The node that makes the storage of what `node` produces.
unsigned OrderGraph::getStorage(unsigned node) const {
  while (problem.nodes[node].viewOf)
    node = *problem.nodes[node].viewOf;
  return node;
}

/// What the block returns is in no storage of the plan, and neither is what
/// becomes it by updates.
void OrderGraph::releaseStorage() {
  for (auto [buffer, node] : llvm::zip_equal(graph.getBuffers(), nodeOf))
    if (buffer.isOutput && node)
      problem.nodes[getStorage(*node)].bytes = 0;
  for (auto [number, node] : llvm::enumerate(problem.nodes))
    if (node.bytes > 0)
      hasStaticSizes &=
          getStaticBytes(graph.getBuffers()[bufferOf[number]].value.getType())
              .has_value();
}

/// The results of `kernel` that it may write over its input `in`: those that
/// the plan would hold and that have no destination yet.
SmallVector<unsigned> OrderGraph::findOverwriting(KernelOp kernel,
                                                  unsigned number,
                                                  unsigned in) const {
  SmallVector<unsigned> outs;
  Value input = kernel.getIns()[in];
  if (llvm::count(kernel.getIns(), input) != 1)
    return outs;
  for (unsigned out = 0; out < kernel.getNumResults(); ++out)
    if (kernel.getOuts()[out].getDefiningOp<tensor::EmptyOp>() &&
        kernel.getResult(out).getType() == input.getType() &&
        problem.nodes[firstNode[number] + out].bytes > 0)
      outs.push_back(out);
  if (outs.empty())
    return outs;
  KernelStructure structure(kernel);
  llvm::erase_if(outs, [&](unsigned out) {
    return getInPlaceVerdict(structure, out, kernel.getInArguments()[in]) !=
           InPlaceVerdict::Allowed;
  });
  return outs;
}

/// Lets kernel `number` write over a buffer that the caller gave away if the
/// text has no reader behind it. No plan holds the result then.
void OrderGraph::addDonations(unsigned number) {
  const GraphNode &node = graph.getNodes()[number];
  KernelOp kernel = getTensorKernel(node);
  for (unsigned in = 0; kernel && in < kernel.getIns().size(); ++in) {
    Value input = kernel.getIns()[in];
    auto argument = dyn_cast<BlockArgument>(input);
    if (!donated.contains(input) && !(argument && isWritable(argument)))
      continue;
    const GraphBuffer &buffer = graph.getBuffers()[*findBuffer(node, input)];
    if (buffer.isOutput || buffer.readers.back() != number)
      continue;
    SmallVector<unsigned> outs = findOverwriting(kernel, number, in);
    if (outs.empty())
      continue;
    for (unsigned reader : ArrayRef(buffer.readers).drop_back())
      problem.nodes[firstNode[number]].after.push_back(firstNode[reader]);
    problem.nodes[firstNode[number] + outs.front()].bytes = 0;
    donated.insert(kernel.getResult(outs.front()));
    donations.push_back({kernel, outs.front(), input});
  }
}

/// Adds what kernel `number` may overwrite, if it is one: only what an
/// operation of the block produces, and not through a view.
void OrderGraph::addOverwrites(unsigned number) {
  const GraphNode &node = graph.getNodes()[number];
  KernelOp kernel = getTensorKernel(node);
  for (unsigned in = 0; kernel && in < kernel.getIns().size(); ++in) {
    std::optional<unsigned> buffer = findBuffer(node, kernel.getIns()[in]);
    if (!buffer || !nodeOf[*buffer] ||
        problem.nodes[getStorage(*nodeOf[*buffer])].bytes == 0)
      continue;
    unsigned input = *nodeOf[*buffer];
    SmallVector<unsigned> outs = findOverwriting(kernel, number, in);
    for (unsigned out : outs)
      problem.nodes[firstNode[number] + out].inPlace.push_back(input);
    // What the kernel may overwrite is not needed for its other results.
    if (!outs.empty())
      for (unsigned other = firstNode[number] + outs.back() + 1;
           other < firstNode[number + 1]; ++other)
        llvm::erase(problem.nodes[other].inputs, input);
  }
}

BlockOrder OrderGraph::getBlockOrder(ArrayRef<unsigned> order) const {
  // An operation is where its first tensor is, the others right after it.
  BlockOrder result;
  std::vector<unsigned> together;
  for (unsigned node : order) {
    unsigned number = graphNode[node];
    if (node != firstNode[number])
      continue;
    result.ops.push_back(graph.getNodes()[number].op);
    for (; node < firstNode[number + 1]; ++node)
      together.push_back(node);
  }
  result.overwrites = donations;
  std::vector<Storage> storages = problem.storages(together);
  for (const Storage &storage : storages)
    for (unsigned i = 1; i < storage.nodes.size(); ++i)
      if (unsigned node = storage.nodes[i]; !problem.nodes[node].viewOf)
        result.overwrites.push_back(
            {cast<KernelOp>(graph.getNodes()[graphNode[node]].op),
             node - firstNode[graphNode[node]],
             graph.getBuffers()[bufferOf[storage.nodes[i - 1]]].value});
  result.peak = computePeak(together, storages);
  return result;
}

/// The most bytes live at once where the nodes of the problem run in `order`,
/// which holds all of one operation together: they run at one time.
int64_t OrderGraph::computePeak(ArrayRef<unsigned> order,
                                ArrayRef<Storage> storages) const {
  std::vector<unsigned> step(graph.getNodes().size());
  unsigned numSteps = 0;
  for (unsigned node : order)
    if (node == firstNode[graphNode[node]])
      step[graphNode[node]] = numSteps++;

  std::vector<int64_t> change(numSteps + 1), scratch(numSteps);
  for (const Storage &storage : storages) {
    unsigned end = 0;
    for (unsigned node : storage.nodes) {
      end = std::max(end, step[graphNode[node]]);
      if (bufferOf[node] < graph.getBuffers().size())
        for (unsigned reader : graph.getBuffers()[bufferOf[node]].readers)
          end = std::max(end, step[reader]);
    }
    change[step[graphNode[storage.nodes.front()]]] += storage.bytes;
    change[end + 1] -= storage.bytes;
  }
  for (unsigned node : order)
    scratch[step[graphNode[node]]] += problem.nodes[node].scratch;
  int64_t live = 0, peak = 0;
  for (unsigned at = 0; at < numSteps; ++at) {
    live += change[at];
    peak = std::max(peak, live + scratch[at]);
  }
  return peak;
}
