//===- BranchNodes.cpp - Blocks that branch to each other -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// Where a block goes on.
struct Edge {
  unsigned target; ///< of the blocks; their number is the end
  Transfer values;
};

struct CompiledBlock {
  Nodes nodes;
  Operation *terminator;
  /// The cell that chooses among the edges; none if there is one edge.
  std::optional<CellId> selector;
  /// Values of the selector for all edges but the last.
  SmallVector<uint64_t> cases;
  SmallVector<Edge, 2> edges;
};

class BranchesNode : public Node {
public:
  explicit BranchesNode(SmallVector<CompiledBlock, 0> blocks)
      : blocks(std::move(blocks)) {}
  LogicalResult run(Frame &frame) override;

private:
  SmallVector<CompiledBlock, 0> blocks;
};
} // namespace

/// The edge that is taken; fails if that could not be computed.
static FailureOr<Edge *> chooseEdge(CompiledBlock &block, Frame &frame) {
  if (!block.selector)
    return &block.edges.back();
  const Cell &cell = frame.cells[*block.selector];
  if (failed(frame.execution.failIfError(cell.mark)))
    return failure();
  for (auto [number, value] : llvm::enumerate(block.cases))
    if (cell.integer == value)
      return &block.edges[number];
  return &block.edges.back();
}

LogicalResult BranchesNode::run(Frame &frame) {
  for (unsigned current = 0; current < blocks.size();) {
    CompiledBlock &block = blocks[current];
    if (failed(runNodes(block.nodes, frame)))
      return failure();
    FailureOr<Edge *> edge = chooseEdge(block, frame);
    if (failed(edge))
      return failure();
    (*edge)->values.run(frame);
    current = (*edge)->target;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

/// Sets what chooses among the edges of `block`, in the order of successors.
/// Returns false if the terminator is not known.
static bool setSelector(Compiler &compiler, CompiledBlock &block) {
  Operation *op = block.terminator;
  if (isa<cf::BranchOp>(op))
    return true;
  if (auto branch = dyn_cast<cf::CondBranchOp>(op)) {
    block.selector = compiler.getCell(branch.getCondition());
    block.cases = {1};
    return true;
  }
  auto branch = dyn_cast<cf::SwitchOp>(op);
  if (!branch)
    return false;
  block.selector = compiler.getCell(branch.getFlag());
  if (std::optional<DenseIntElementsAttr> values = branch.getCaseValues())
    for (const APInt &value : values->getValues<APInt>())
      block.cases.push_back(value.getZExtValue());
  // The default is the first successor.
  std::rotate(block.edges.begin(), block.edges.begin() + 1, block.edges.end());
  return true;
}

LogicalResult reference::compileBranches(Compiler &compiler,
                                         std::vector<BlockNodes> blocks,
                                         ArrayRef<Port> results) {
  DenseMap<Block *, unsigned> numbers;
  for (auto [number, block] : llvm::enumerate(blocks))
    numbers[block.block] = number;
  SmallVector<CompiledBlock, 0> compiled;
  for (BlockNodes &source : blocks) {
    Operation *op = source.block->getTerminator();
    CompiledBlock block{std::move(source.nodes), op, std::nullopt, {}, {}};
    if (op->getNumSuccessors() == 0) {
      block.edges.push_back(
          {static_cast<unsigned>(blocks.size()),
           Transfer(compiler.getPorts(op->getOperands()), results)});
      compiled.push_back(std::move(block));
      continue;
    }
    auto branch = dyn_cast<BranchOpInterface>(op);
    if (!branch)
      return compiler.reportUnsupported(op, "");
    for (auto [number, successor] : llvm::enumerate(op->getSuccessors()))
      block.edges.push_back(
          {numbers.at(successor),
           Transfer(
               compiler.getPorts(
                   branch.getSuccessorOperands(number).getForwardedOperands()),
               compiler.getPorts(successor->getArguments()))});
    if (!setSelector(compiler, block))
      return compiler.reportUnsupported(op, "");
    compiled.push_back(std::move(block));
  }
  compiler.addNode(std::make_unique<BranchesNode>(std::move(compiled)));
  return success();
}
