//===- DependenceGraphBuilder.cpp - Builds the graph of a block -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the operations once, in their order. Every dependence goes from
// an earlier to a later operation, so that the graph has no cycle.
//
//===----------------------------------------------------------------------===//

#include "MemoryState.h"
#include "ViewChain.h"
#include "stax/Analysis/DependenceGraph.h"
#include "stax/IR/StaxDialect.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

namespace mlir::stax {
class DependenceGraphBuilder {
public:
  DependenceGraphBuilder(DependenceGraph &graph, Block &block)
      : graph(graph), block(block) {}

  void run();

private:
  bool isNode(Operation &op, ArrayRef<Value> used);
  void addNode(Operation &op, ArrayRef<Value> used);
  void addAccess(GraphNode &node, Access access);
  void addWholeReads(GraphNode &node, ArrayRef<Value> used);
  void addMemory(GraphNode &node, unsigned number);
  unsigned getBuffer(Value tensor);
  unsigned addBuffer(Value value, bool isMemory);
  void connect(unsigned number);
  void depend(unsigned from, unsigned to, DependenceKind kind,
              std::optional<unsigned> buffer);
  void markOutputs();
  void learnExtents(const GraphNode &node);

  DependenceGraph &graph;
  Block &block;
  llvm::DenseMap<Value, unsigned> bufferOf; ///< of tensors
  llvm::DenseMap<Value, unsigned> scalarOf; ///< nodes that compute scalars
  llvm::DenseMap<Value, unsigned> versions; ///< buffers that memory is in now
  ViewChains views;
  MemoryState memory;
};
} // namespace mlir::stax

DependenceGraph::DependenceGraph(Block &block) {
  DependenceGraphBuilder(*this, block).run();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

static int64_t estimateBytes(const GraphBuffer &buffer, Type element,
                             const ExtentClasses &extents) {
  // Elements without a size count one byte each.
  int64_t bytes =
      getStaticBytes(RankedTensorType::get({1}, element)).value_or(1);
  for (unsigned extent : buffer.shape)
    if (llvm::MulOverflow(bytes, extents.estimate(extent), bytes))
      return std::numeric_limits<int64_t>::max();
  return bytes;
}

unsigned DependenceGraphBuilder::addBuffer(Value value, bool isMemory) {
  GraphBuffer buffer;
  buffer.value = value;
  buffer.isMemory = isMemory;
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && type.hasRank()) {
    buffer.isRanked = true;
    for (unsigned axis = 0; axis < type.getRank(); ++axis)
      buffer.shape.push_back(graph.extents.get(value, axis));
    if (TensorType::isValidElementType(type.getElementType()))
      buffer.bytes =
          estimateBytes(buffer, type.getElementType(), graph.extents);
  }
  graph.buffers.push_back(std::move(buffer));
  return graph.buffers.size() - 1;
}

unsigned DependenceGraphBuilder::getBuffer(Value tensor) {
  auto [it, isNew] = bufferOf.try_emplace(tensor, graph.buffers.size());
  if (isNew)
    addBuffer(tensor, /*isMemory=*/false);
  return it->second;
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Values from outside that `op` and its regions use, in order of use.
static SmallVector<Value> getUsedValues(Operation &op) {
  SetVector<Value> used;
  op.walk<WalkOrder::PreOrder>([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (!op.isAncestor(value.getParentBlock()->getParentOp()))
        used.insert(value);
  });
  return used.takeVector();
}

bool DependenceGraphBuilder::isNode(Operation &op, ArrayRef<Value> used) {
  if (op.hasTrait<OpTrait::IsTerminator>())
    return false;
  if (isa<ScheduleNodeOpInterface, DestinationStyleOpInterface>(op) ||
      MemoryState::touchesMemory(&op))
    return true;
  if (op.hasTrait<OpTrait::ConstantLike>())
    return false;
  bool shows = isView(&op);
  return llvm::any_of(llvm::enumerate(used), [&](auto item) {
    Value value = item.value();
    if (scalarOf.contains(value))
      return true;
    if (shows && item.index() == 0)
      return false;
    ViewChain chain = views.get(value);
    auto it = bufferOf.find(chain.root);
    return it != bufferOf.end() && graph.buffers[it->second].producer;
  });
}

void DependenceGraphBuilder::addAccess(GraphNode &node, Access access) {
  GraphAccess added;
  added.mode = access.mode;
  ViewChain chain = views.get(access.state.root);
  added.view = chain.outermost;
  added.buffer = getBuffer(chain.root);
  if (access.map && chain.map) {
    // Symbols of the view follow those of the access.
    added.map = chain.map->compose(*access.map);
    added.symbols = std::move(access.symbols);
    added.guard = access.guard;
  }
  const GraphBuffer &buffer = graph.buffers[added.buffer];
  if (added.map && buffer.isRanked)
    added.linear =
        linearize(*added.map, added.symbols, buffer.shape, graph.extents);
  node.accesses.push_back(std::move(added));
}

/// Reads of whole values that the interface does not list: all of a node that
/// has none, and scalars that another node computes.
void DependenceGraphBuilder::addWholeReads(GraphNode &node,
                                           ArrayRef<Value> used) {
  llvm::SmallDenseSet<unsigned> known;
  for (const GraphAccess &access : node.accesses)
    known.insert(access.buffer);
  for (Value value : used) {
    if (!isa<TensorType>(value.getType()))
      continue;
    ViewChain chain = views.get(value);
    // An empty tensor has nothing to read.
    if (chain.root.getDefiningOp<tensor::EmptyOp>())
      continue;
    unsigned buffer = getBuffer(chain.root);
    if (known.insert(buffer).second)
      node.accesses.push_back({buffer,
                               AccessMode::Read,
                               std::nullopt,
                               {},
                               {},
                               std::nullopt,
                               chain.outermost});
  }
}

/// Extents that the node's reads assert to be equal: a plain dimension of a map
/// that no guard restricts. Only those of inputs are known to be checked by
/// every kernel that reads them.
void DependenceGraphBuilder::learnExtents(const GraphNode &node) {
  for (const GraphAccess &access : node.accesses) {
    const GraphBuffer &buffer = graph.buffers[access.buffer];
    if (access.mode != AccessMode::Read || !access.map || access.view ||
        !buffer.isRanked || buffer.producer)
      continue;
    for (auto [axis, expr] : llvm::enumerate(access.map->getResults()))
      if (auto dim = dyn_cast<AffineDimExpr>(expr);
          dim && !restrictsDim(access.guard, dim.getPosition()))
        graph.extents.unify(buffer.shape[axis],
                            node.extents[dim.getPosition()]);
  }
}

void DependenceGraphBuilder::addNode(Operation &op, ArrayRef<Value> used) {
  unsigned number = graph.nodes.size();
  GraphNode node;
  node.op = &op;
  node.device = getPlacement(&op, kDeviceAttr);
  node.stream = getPlacement(&op, kStreamAttr);
  auto interface = dyn_cast<ScheduleNodeOpInterface>(op);
  // On memory, states are those of the memory's roots.
  bool isOnTensors =
      llvm::none_of(op.getOperandTypes(), llvm::IsaPred<BaseMemRefType>);
  if (interface && isOnTensors) {
    node.device = interface.getDevice();
    node.stream = interface.getStream();
    node.kinds = interface.getIteratorKinds();
    for (OpFoldResult extent : interface.getIterationExtents())
      node.extents.push_back(graph.extents.get(extent));
    for (Access &access : interface.getAccesses())
      if (access.state.root && isa<TensorType>(access.state.root.getType()))
        addAccess(node, std::move(access));
    learnExtents(node);
  }
  addWholeReads(node, used);
  for (Value result : op.getResults()) {
    if (!isa<TensorType>(result.getType())) {
      scalarOf[result] = number;
      continue;
    }
    unsigned buffer = getBuffer(result);
    graph.buffers[buffer].producer = number;
    if (llvm::none_of(node.accesses, [&](const GraphAccess &access) {
          return access.buffer == buffer;
        }))
      node.accesses.push_back(
          {buffer, AccessMode::Write, std::nullopt, {}, {}, std::nullopt});
  }
  graph.nodeOf[&op] = number;
  graph.nodes.push_back(std::move(node));
  addMemory(graph.nodes.back(), number);
  for (Value value : used)
    if (auto it = scalarOf.find(value); it != scalarOf.end())
      depend(it->second, number, DependenceKind::Whole, std::nullopt);
  connect(number);
}

/// What the node does to memory, by what is known of its effects.
void DependenceGraphBuilder::addMemory(GraphNode &node, unsigned number) {
  MemoryUse use;
  for (const GraphAccess &access : node.accesses)
    if (access.mode != AccessMode::Write)
      if (auto snapshot = graph.buffers[access.buffer]
                              .value.getDefiningOp<bufferization::ToTensorOp>())
        memory.readSnapshot(snapshot, number, use);
  memory.visit(node.op, number, use);
  for (const MemoryUse::Root &root : use.roots) {
    unsigned &version = versions[root.value];
    if (root.isNewVersion)
      version = addBuffer(root.value, /*isMemory=*/true);
    if (root.isWrite)
      graph.buffers[version].producer = number;
    node.accesses.push_back(
        {version,
         root.isWrite ? AccessMode::Write : AccessMode::Read,
         std::nullopt,
         {},
         {},
         std::nullopt});
  }
  for (unsigned before : use.after)
    depend(before, number, DependenceKind::Weak, std::nullopt);
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

void DependenceGraphBuilder::depend(unsigned from, unsigned to,
                                    DependenceKind kind,
                                    std::optional<unsigned> buffer) {
  if (from != to)
    graph.dependences.push_back({from, to, kind, buffer});
}

/// Registers the reads of a node and the dependences that they make.
void DependenceGraphBuilder::connect(unsigned number) {
  for (const GraphAccess &access : graph.nodes[number].accesses) {
    if (access.mode == AccessMode::Write)
      continue;
    GraphBuffer &buffer = graph.buffers[access.buffer];
    if (buffer.readers.empty() || buffer.readers.back() != number)
      buffer.readers.push_back(number);
    if (buffer.producer)
      depend(*buffer.producer, number,
             access.map ? DependenceKind::Memory : DependenceKind::Whole,
             access.buffer);
  }
}

/// What leaves the block, and memory that still has what was written last.
void DependenceGraphBuilder::markOutputs() {
  if (!block.empty())
    for (Value value : getUsedValues(block.back()))
      if (isa<TensorType>(value.getType()))
        if (auto it = bufferOf.find(views.get(value).root);
            it != bufferOf.end())
          graph.buffers[it->second].isOutput = true;
  for (GraphBuffer &buffer : graph.buffers)
    if (buffer.isMemory && versions.lookup(buffer.value) ==
                               unsigned(&buffer - graph.buffers.data()))
      buffer.isOutput = true;
}

void DependenceGraphBuilder::run() {
  for (Operation &op : block) {
    SmallVector<Value> used = getUsedValues(op);
    if (isNode(op, used))
      addNode(op, used);
  }
  markOutputs();
  auto key = [](const Dependence &d) {
    return std::tuple(d.to, d.from, int(d.kind), d.buffer);
  };
  llvm::sort(graph.dependences,
             [&](const auto &a, const auto &b) { return key(a) < key(b); });
  graph.dependences.erase(std::unique(graph.dependences.begin(),
                                      graph.dependences.end(),
                                      [&](const auto &a, const auto &b) {
                                        return key(a) == key(b);
                                      }),
                          graph.dependences.end());
}
