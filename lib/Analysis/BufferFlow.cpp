//===- BufferFlow.cpp - Which values may be the same buffer ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferFlow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;

static bool isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

//===----------------------------------------------------------------------===//
// What operations do to their operands
//===----------------------------------------------------------------------===//

/// Whether a value of `type` cannot lead to a buffer.
static bool isPlainData(Type type) {
  if (auto vector = dyn_cast<VectorType>(type))
    type = vector.getElementType();
  return type.isIntOrIndexOrFloat() || isa<ComplexType>(type);
}

/// Operations whose result is their operand, looked at differently.
static bool isView(Operation *op, OpOperand &operand) {
  if (auto view = dyn_cast<ViewLikeOpInterface>(op))
    return view.getViewSource() == operand.get();
  return isa<arith::SelectOp, memref::ExtractStridedMetadataOp,
             memref::TransposeOp>(op);
}

/// Whether `op` at most reads and writes elements of `operand`, now.
static bool onlyTouches(Operation *op, OpOperand &operand) {
  if (!llvm::all_of(op->getResultTypes(), isPlainData))
    return false;
  // Goes on while other operations run.
  if (isa<memref::DmaStartOp>(op))
    return false;
  auto effectful = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectful)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectful.getEffects(effects);
  // Those that a body does not use have no effect.
  bool isKnown = isa<linalg::LinalgOp>(op);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    auto *affected = effect.getEffectValue<OpOperand *>();
    if (affected ? affected != &operand : effect.getValue() != operand.get())
      continue;
    if (!isa<MemoryEffects::Read, MemoryEffects::Write>(effect.getEffect()))
      return false;
    isKnown = true;
  }
  return isKnown;
}

/// Whether the result of `op` is a buffer of its own.
static bool makesBuffer(Operation *op) {
  if (auto view = dyn_cast<memref::ViewOp>(op))
    return isArena(view.getSource());
  return isa<memref::AllocOp>(op) && !isArena(op->getResult(0));
}

/// Whether `op` looks at the shape only.
static bool isShapeQuery(Operation *op) {
  return isa<ShapedDimOpInterface, memref::RankOp>(op);
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

BufferFlow::BufferFlow(FunctionOpInterface function,
                       const ProgramPoints &points,
                       const CallSummaries *summaries)
    : points(points), summaries(summaries) {
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (isBuffer(operand.get()))
        getId(operand.get());
    for (Value result : op->getResults())
      if (isBuffer(result))
        getId(result);
    visit(op);
    return op->hasTrait<OpTrait::IsIsolatedFromAbove>() ? WalkResult::skip()
                                                        : WalkResult::advance();
  });
  for (BlockArgument argument : function.getArguments())
    if (isBuffer(argument))
      getId(argument);
  spread();
}

unsigned BufferFlow::getId(Value value) {
  auto [place, isNew] = ids.try_emplace(value, nodes.size());
  if (isNew) {
    nodes.emplace_back();
    nodes.back().value = value;
  }
  return place->second;
}

void BufferFlow::addFlow(Value from, Value to) {
  unsigned source = getId(from);
  nodes[getId(to)].sources.push_back(source);
}

/// `op` looks at `value` through its results. What uses those in a region that
/// `value` is not in counts as one use, by the operation around it.
void BufferFlow::addView(Value value, Operation *op) {
  if (op->getBlock() != value.getParentBlock())
    addUse(value, op);
  for (Value result : op->getResults())
    if (isBuffer(result))
      addFlow(value, result);
}

void BufferFlow::addUse(Value value, Operation *user) {
  BufferNode &node = nodes[getId(value)];
  LiveInterval use = points.getInterval(user, value.getParentBlock());
  if (!node.firstUser || use.begin < node.interval.begin) {
    node.interval.begin = use.begin;
    node.firstUser = user;
  }
  if (!node.lastUser || use.end > node.interval.end) {
    node.interval.end = use.end;
    node.lastUser = user;
  }
}

void BufferFlow::addEscape(Value value, EscapeKind kind, Operation *op) {
  BufferNode &node = nodes[getId(value)];
  if (node.escape == EscapeKind::None) {
    node.escape = kind;
    node.escapeOp = op;
  }
}

void BufferFlow::visit(Operation *op) {
  if (makesBuffer(op)) {
    buffers.insert({op->getResult(0), {}});
    return;
  }
  if (llvm::any_of(op->getResults(), isArena))
    return;
  if (auto dealloc = dyn_cast<memref::DeallocOp>(op))
    return visitDealloc(dealloc);
  if (auto call = dyn_cast<CallOpInterface>(op))
    return visitCall(call);
  if (isa<RegionBranchOpInterface>(op))
    visitRegionBranch(op);
  if (isa<BranchOpInterface>(op))
    visitBranch(op);
  visitOther(op);
}

/// A free of a view of one allocation belongs to that; of any other value, to
/// all that the value may be.
void BufferFlow::visitDealloc(memref::DeallocOp dealloc) {
  Value root = dealloc.getMemref();
  if (isArena(root))
    return;
  Operation *op = root.getDefiningOp();
  while (op && isa<ViewLikeOpInterface>(op) && !makesBuffer(op)) {
    root = cast<ViewLikeOpInterface>(op).getViewSource();
    op = root.getDefiningOp();
  }
  if (op && makesBuffer(op))
    buffers[root].push_back(dealloc);
  else
    addEscape(dealloc.getMemref(), EscapeKind::SharedFree, dealloc);
}

void BufferFlow::visitCall(CallOpInterface call) {
  for (auto [number, operand] : llvm::enumerate(call.getArgOperands())) {
    if (!isBuffer(operand))
      continue;
    addUse(operand, call);
    CallSummaries::Argument argument;
    if (summaries)
      argument = summaries->getArgument(call, number);
    if (!argument.isBorrowed)
      addEscape(operand, EscapeKind::UnknownCall, call);
    if (argument.isReturned)
      addView(operand, call);
  }
}

/// Operands of `op` and of the ends of its regions that become arguments of
/// regions or results.
void BufferFlow::visitRegionBranch(Operation *op) {
  RegionBranchSuccessorMapping mapping;
  cast<RegionBranchOpInterface>(op).getSuccessorOperandInputMapping(mapping);
  for (auto &[operand, inputs] : mapping) {
    if (!isBuffer(operand->get()))
      continue;
    forwarded.insert(operand);
    Operation *owner = operand->getOwner();
    addUse(operand->get(), owner);
    for (Value input : inputs)
      if (isBuffer(input))
        addFlow(operand->get(), input);
    if (owner == op || !isRepetitive(op))
      continue;
    unsigned &depth = nodes[getId(operand->get())].leaveDepth;
    depth = std::min(depth, points.getInfo(owner->getBlock()).loopDepth);
  }
}

void BufferFlow::visitBranch(Operation *op) {
  auto branch = cast<BranchOpInterface>(op);
  for (unsigned number = 0; number < op->getNumSuccessors(); ++number) {
    SuccessorOperands operands = branch.getSuccessorOperands(number);
    for (unsigned i = operands.getProducedOperandCount(); i < operands.size();
         ++i) {
      Value value = operands[i];
      if (!isBuffer(value))
        continue;
      forwarded.insert(&op->getOpOperand(operands.getOperandIndex(i)));
      addUse(value, op);
      addFlow(value, op->getSuccessor(number)->getArgument(i));
      unsigned &depth = nodes[getId(value)].leaveDepth;
      if (points.isInCyclicRegion(op))
        depth = std::min(depth, points.getInfo(op->getBlock()).loopDepth);
    }
  }
}

void BufferFlow::visitOther(Operation *op) {
  bool isReturn = op->hasTrait<OpTrait::ReturnLike>() &&
                  isa<FunctionOpInterface>(op->getParentOp());
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isBuffer(value) || forwarded.contains(&operand) || isShapeQuery(op))
      continue;
    if (isa<bufferization::CloneOp>(op)) {
      addUse(value, op);
    } else if (isReturn) {
      addUse(value, op);
      nodes[getId(value)].returnOp = op;
    } else if (isView(op, operand)) {
      addView(value, op);
    } else {
      addUse(value, op);
      if (!onlyTouches(op, operand))
        addEscape(value, EscapeKind::UnknownUse, op);
    }
  }
}

//===----------------------------------------------------------------------===//
// Spreading
//===----------------------------------------------------------------------===//

/// Calls `assign(to, from)` for each node `to` with the node `from` that comes
/// first by `precedes` among all that `to` flows to, itself included; not for
/// nodes that flow to none with `isRelevant`. O(n log n).
template <typename Relevant, typename Precedes, typename Assign>
static void spreadFirst(std::vector<BufferNode> &nodes, Relevant isRelevant,
                        Precedes precedes, Assign assign) {
  SmallVector<unsigned> order;
  for (unsigned id = 0; id < nodes.size(); ++id)
    if (isRelevant(nodes[id]))
      order.push_back(id);
  llvm::sort(order, [&](unsigned lhs, unsigned rhs) {
    if (precedes(nodes[lhs], nodes[rhs]))
      return true;
    return !precedes(nodes[rhs], nodes[lhs]) && lhs < rhs;
  });
  std::vector<bool> isDone(nodes.size());
  SmallVector<unsigned> stack;
  for (unsigned id : order) {
    const BufferNode from = nodes[id];
    if (!isDone[id])
      stack.push_back(id);
    while (!stack.empty()) {
      unsigned next = stack.pop_back_val();
      if (isDone[next])
        continue;
      isDone[next] = true;
      assign(nodes[next], from);
      llvm::append_range(stack, nodes[next].sources);
    }
  }
}

void BufferFlow::spread() {
  auto isUsed = [](const BufferNode &node) { return node.firstUser; };
  spreadFirst(
      nodes, isUsed,
      [](const BufferNode &lhs, const BufferNode &rhs) {
        return lhs.interval.begin < rhs.interval.begin;
      },
      [](BufferNode &to, const BufferNode &from) {
        to.interval.begin = from.interval.begin;
        to.firstUser = from.firstUser;
      });
  // Nodes without uses of their own have a first user now, but end at 0.
  spreadFirst(
      nodes, isUsed,
      [](const BufferNode &lhs, const BufferNode &rhs) {
        return lhs.interval.end > rhs.interval.end;
      },
      [](BufferNode &to, const BufferNode &from) {
        to.interval.end = from.interval.end;
        to.lastUser = from.lastUser;
      });
  spreadFirst(
      nodes,
      [](const BufferNode &node) {
        return node.leaveDepth != std::numeric_limits<unsigned>::max();
      },
      [](const BufferNode &lhs, const BufferNode &rhs) {
        return lhs.leaveDepth < rhs.leaveDepth;
      },
      [](BufferNode &to, const BufferNode &from) {
        to.leaveDepth = from.leaveDepth;
      });
  spreadFirst(
      nodes,
      [](const BufferNode &node) { return node.escape != EscapeKind::None; },
      [](const BufferNode &lhs, const BufferNode &rhs) {
        return lhs.escape < rhs.escape;
      },
      [](BufferNode &to, const BufferNode &from) {
        to.escape = from.escape;
        to.escapeOp = from.escapeOp;
      });
  spreadFirst(
      nodes, [](const BufferNode &node) { return node.returnOp; },
      [](const BufferNode &, const BufferNode &) { return false; },
      [](BufferNode &to, const BufferNode &from) {
        to.returnOp = from.returnOp;
      });
}
