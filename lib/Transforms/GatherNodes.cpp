//===- GatherNodes.cpp - Order operations by a partition ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All operations of the block are sorted, the nodes of a part as one vertex in
// the place of the last of them.
//
//===----------------------------------------------------------------------===//

#include "FormKernels.h"

#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class NodeGatherer {
public:
  NodeGatherer(Block &block, const DependenceGraph &graph,
               const FusionPartition &partition);

  void run();

private:
  void addOperands(unsigned vertex, Operation *op);

  Block &block;
  std::vector<Operation *> ops;
  llvm::DenseMap<Operation *, unsigned> vertexOf;
  std::vector<SmallVector<Operation *, 1>> members; ///< of each vertex
  Predecessors predecessors;
};
} // namespace

NodeGatherer::NodeGatherer(Block &block, const DependenceGraph &graph,
                           const FusionPartition &partition)
    : block(block) {
  for (Operation &op : block.without_terminator()) {
    vertexOf[&op] = ops.size();
    ops.push_back(&op);
  }
  for (const std::vector<unsigned> &part : partition) {
    unsigned last = 0;
    for (unsigned node : part)
      last = std::max(last, vertexOf.lookup(graph.getNodes()[node].op));
    for (unsigned node : part)
      vertexOf[graph.getNodes()[node].op] = last;
  }
  members.resize(ops.size());
  predecessors.resize(ops.size());
  for (Operation *op : ops) {
    members[vertexOf.lookup(op)].push_back(op);
    addOperands(vertexOf.lookup(op), op);
  }
  for (const Dependence &dependence : graph.getDependences()) {
    unsigned from = vertexOf.lookup(graph.getNodes()[dependence.from].op);
    unsigned to = vertexOf.lookup(graph.getNodes()[dependence.to].op);
    if (from != to)
      predecessors[to].push_back(from);
  }
}

/// What `op` and its regions use of this block comes before it.
void NodeGatherer::addOperands(unsigned vertex, Operation *op) {
  op->walk([&](Operation *inner) {
    for (Value value : inner->getOperands()) {
      Operation *producer = value.getDefiningOp();
      if (!producer || producer->getBlock() != &block)
        continue;
      unsigned before = vertexOf.lookup(producer);
      if (before != vertex)
        predecessors[vertex].push_back(before);
    }
  });
}

void NodeGatherer::run() {
  TopologicalSort sorted = sortTopologically(predecessors);
  assert(sorted.cycle.empty() && "the kernels form a cycle");
  std::vector<Operation *> order;
  for (unsigned vertex : sorted.order)
    llvm::append_range(order, members[vertex]);
  if (order == ops)
    return;
  Operation *end = block.getTerminator();
  for (Operation *op : order)
    op->moveBefore(end);
}

void stax::gatherNodes(Block &block, const DependenceGraph &graph,
                       const FusionPartition &partition) {
  NodeGatherer(block, graph, partition).run();
}
