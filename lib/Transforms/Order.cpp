//===- Order.cpp - Orders operations for the least memory -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks a solver for the order of each block and for what kernels overwrite, and
// moves operations accordingly.
//
//===----------------------------------------------------------------------===//

#include "Alignment.h"
#include "PrivateBuffers.h"
#include "stax/Analysis/OrderGraph.h"
#include "stax/IR/OrderAttributes.h"
#include "stax/Scheduling/OrderStrategies.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::stax {
#define GEN_PASS_DEF_ORDERPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Values that `op` or its regions use and operations of `block` define.
static SmallVector<Operation *> getProducers(Operation *op, Block &block) {
  SmallVector<Operation *> producers;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (Operation *producer = operand.getDefiningOp();
          producer && producer->getBlock() == &block)
        producers.push_back(producer);
  });
  return producers;
}

/// Moves `ops` to the end of `block` in order, each after the operations that
/// it uses and that are none of them, and then the rest.
static void moveIntoOrder(Block &block, ArrayRef<Operation *> ops) {
  DenseSet<Operation *> placed;
  SmallVector<Operation *> rest;
  for (Operation &op : block.without_terminator())
    rest.push_back(&op);
  Operation *terminator =
      block.mightHaveTerminator() ? block.getTerminator() : nullptr;
  auto place = [&](Operation *root) {
    // Depth first, without recursion: an operation is placed when it is seen
    // again after its producers.
    SmallVector<std::pair<Operation *, bool>> stack{{root, false}};
    while (!stack.empty()) {
      auto [op, isReady] = stack.pop_back_val();
      if (placed.contains(op))
        continue;
      if (!isReady) {
        stack.push_back({op, true});
        SmallVector<Operation *> producers = getProducers(op, block);
        for (Operation *producer : llvm::reverse(producers))
          if (producer != op && !placed.contains(producer))
            stack.push_back({producer, false});
        continue;
      }
      placed.insert(op);
      if (terminator)
        op->moveBefore(terminator);
      else
        op->moveBefore(&block, block.end());
    }
  };
  for (Operation *op : ops)
    place(op);
  for (Operation *op : rest)
    place(op);
}

/// Makes kernels write over their inputs as the order says.
static void chooseDestinations(ArrayRef<Overwrite> overwrites) {
  for (auto [kernel, destination, input] : overwrites) {
    OpOperand &out = kernel.getDpsInitsMutable()[destination];
    auto empty = out.get().getDefiningOp<tensor::EmptyOp>();
    out.set(input);
    if (empty.use_empty())
      empty.erase();
  }
}

static StringRef getStrategyName(OrderStrategyKind kind) {
  switch (kind) {
  case OrderStrategyKind::Original:
    return "original";
  case OrderStrategyKind::Textbook:
    return "textbook";
  case OrderStrategyKind::Exact:
    return "exact";
  }
  llvm_unreachable("all strategies have a name");
}

/// Whether `function` allocates buffers that are not tensors.
static bool allocatesMemory(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        bool allocates =
            llvm::any_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>) &&
            hasEffect<MemoryEffects::Allocate>(op);
        return allocates ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
struct OrderPass : public stax::impl::OrderPassBase<OrderPass> {
  using OrderPassBase::OrderPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (failed(checkAlignment(function, getArgument(), alignment)) ||
        failed(checkPrivateBufferOptions(function, getArgument(),
                                         {maxScratch, threads})))
      return signalPassFailure();
    SmallVector<Block *> blocks;
    function.walk<WalkOrder::PreOrder>([&](Operation *op) {
      // Other regions compute with scalars.
      if (!isa<FunctionOpInterface, RegionBranchOpInterface>(op))
        return WalkResult::skip();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          blocks.push_back(&block);
      return WalkResult::advance();
    });
    // The plan holds what an order counts, and nothing else.
    bool hasPeak = blocks.size() == 1 && !allocatesMemory(function);
    for (Block *block : blocks)
      if (failed(orderBlock(*block, hasPeak)))
        return signalPassFailure();
  }

private:
  LogicalResult orderBlock(Block &block, bool hasPeak);
};
} // namespace

LogicalResult OrderPass::orderBlock(Block &block, bool hasPeak) {
  func::FuncOp function = getOperation();
  function->removeAttr(kPeakAttr);
  function->removeAttr(kPeakLowerBoundAttr);
  DependenceGraph graph(block);
  OrderGraphOptions options;
  options.inPlace = inPlace;
  options.alignment = alignment;
  options.privateBuffers = {maxScratch, threads};
  OrderGraph orders(graph, options);
  const OrderProblem &problem = orders.getProblem();
  if (problem.nodes.empty())
    return success();
  if (llvm::Error error = problem.check())
    return function.emitError("stax-order: ")
           << llvm::toString(std::move(error));
  const OrderStrategy *solver = findOrderStrategy(getStrategyName(strategy));
  OrderSolution solution = solver->solve(problem);
  if (llvm::Error error = problem.verify(solution.order))
    return function.emitError("stax-order: ")
           << llvm::toString(std::move(error));

  BlockOrder order = orders.getBlockOrder(solution.order);
  std::vector<unsigned> original(problem.nodes.size());
  std::iota(original.begin(), original.end(), 0);
  BlockOrder before = orders.getBlockOrder(original);
  // Tensors of one operation were apart in the solver's order.
  if (order.peak > before.peak)
    order = before;
  Location loc = block.getParentOp()->getLoc();
  remark::analysis(loc, remark::RemarkOpts::name("Order").category("stax"))
      << remark::metric("peak", order.peak)
      << remark::metric("lower_bound", solution.lowerBound)
      << remark::metric("original_peak", before.peak)
      << remark::metric("in_place", order.overwrites.size())
      << remark::metric("operations", order.ops.size());
  // Destinations that nothing needs any more may be among the operations.
  moveIntoOrder(block, order.ops);
  chooseDestinations(order.overwrites);
  if (hasPeak && orders.isStatic()) {
    Builder builder(&getContext());
    function->setAttr(kPeakAttr, builder.getI64IntegerAttr(order.peak));
    function->setAttr(kPeakLowerBoundAttr,
                      builder.getI64IntegerAttr(solution.lowerBound));
  }
  return success();
}
