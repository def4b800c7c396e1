//===- ControlNodes.cpp - Structured control flow -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a condition decides that lies within the error bound of what it compares
// is undecided: results are marked so. Memory that is written on either side is
// not, which may report a difference where there is none.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

namespace {
/// A block that ends with values for the results of the operation around it.
struct Branch {
  Nodes nodes;
  Transfer results;
};

/// One of several branches: the one whose case is in a cell, else the last.
class ChoiceNode : public Node {
public:
  ChoiceNode(CellId selector, ArrayRef<Port> results)
      : selector(selector), results(results) {}
  LogicalResult run(Frame &frame) override;

  SmallVector<uint64_t> cases;
  SmallVector<Branch, 2> branches;

private:
  CellId selector;
  SmallVector<Port> results;
};
} // namespace

LogicalResult ChoiceNode::run(Frame &frame) {
  Cell choice = frame.cells[selector];
  if (failed(frame.execution.failIfError(choice.mark)))
    return failure();
  const auto *found = llvm::find(cases, choice.integer);
  Branch &branch = branches[found - cases.begin()];
  if (failed(runNodes(branch.nodes, frame)))
    return failure();
  branch.results.run(frame);
  for (const Port &port : results)
    joinMark(port, choice.mark, frame);
  return success();
}

/// Translates `region`, which may have no block, as a branch.
static FailureOr<Branch> compileBranch(Compiler &compiler, Region &region,
                                       ArrayRef<Port> results) {
  if (region.empty())
    return Branch();
  FailureOr<Nodes> nodes = compiler.compileNested(region.front());
  if (failed(nodes))
    return failure();
  Operation *yield = region.front().getTerminator();
  return Branch{
      std::move(*nodes),
      Transfer(compiler.getPorts(yield->getOperands(), yield), results)};
}

static LogicalResult compileChoice(Compiler &compiler, Operation *op,
                                   CellId selector, ArrayRef<uint64_t> cases,
                                   ArrayRef<Region *> regions) {
  SmallVector<Port> results = compiler.definePorts(op->getResults());
  auto node = std::make_unique<ChoiceNode>(selector, results);
  node->cases.assign(cases.begin(), cases.end());
  for (Region *region : regions) {
    FailureOr<Branch> branch = compileBranch(compiler, *region, results);
    if (failed(branch))
      return failure();
    node->branches.push_back(std::move(*branch));
  }
  compiler.addNode(std::move(node));
  return success();
}

static LogicalResult compileSwitch(Compiler &compiler, scf::IndexSwitchOp op) {
  SmallVector<uint64_t> cases(op.getCases().begin(), op.getCases().end());
  SmallVector<Region *> regions;
  for (Region &region : op.getCaseRegions())
    regions.push_back(&region);
  regions.push_back(&op.getDefaultRegion());
  return compileChoice(compiler, op, compiler.getCell(op.getArg()), cases,
                       regions);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
class ForNode : public Node {
public:
  ForNode(Compiler &compiler, scf::ForOp op)
      : op(op), isUnsigned(op.getUnsignedCmp()),
        width(getIntegerWidth(op.getInductionVar().getType())),
        lower(compiler.getCell(op.getLowerBound())),
        upper(compiler.getCell(op.getUpperBound())),
        step(compiler.getCell(op.getStep())),
        variable(compiler.defineCell(op.getInductionVar())) {}
  LogicalResult run(Frame &frame) override;

  Nodes body;
  Transfer enter, next, leave;
  SmallVector<Port> results;

private:
  /// Signed or, if the loop compares without signs, moved so that the order is
  /// the same.
  int64_t toOrdered(uint64_t value) const {
    return isUnsigned ? int64_t(value ^ (uint64_t(1) << 63))
                      : llvm::SignExtend64(value, width);
  }

  scf::ForOp op;
  bool isUnsigned;
  uint8_t width;
  CellId lower, upper, step, variable;
};
} // namespace

LogicalResult ForNode::run(Frame &frame) {
  Cell first = frame.cells[lower], end = frame.cells[upper];
  Cell distance = frame.cells[step];
  Mark mark = joinMarks(joinMarks(first.mark, end.mark), distance.mark);
  if (failed(frame.execution.failIfError(mark)))
    return failure();
  int64_t stride = llvm::SignExtend64(distance.integer, width);
  if (stride <= 0)
    return frame.execution.fail(op, "the step of a loop is " + Twine(stride) +
                                        ", but must be positive");
  enter.run(frame);
  int64_t last = toOrdered(end.integer);
  for (int64_t value = toOrdered(first.integer); value < last;) {
    uint64_t index = isUnsigned ? value ^ (uint64_t(1) << 63) : value;
    frame.cells[variable] =
        Cell::ofInteger(index & llvm::maskTrailingOnes<uint64_t>(width), mark);
    if (failed(runNodes(body, frame)))
      return failure();
    next.run(frame);
    if (llvm::AddOverflow(value, stride, value))
      break;
  }
  leave.run(frame);
  for (const Port &port : results)
    joinMark(port, mark, frame);
  return success();
}

static LogicalResult compileFor(Compiler &compiler, scf::ForOp op) {
  auto node = std::make_unique<ForNode>(compiler, op);
  SmallVector<Port> initial = compiler.getPorts(op.getInitArgs(), op);
  SmallVector<Port> arguments = compiler.definePorts(op.getRegionIterArgs());
  node->results = compiler.definePorts(op.getResults());
  FailureOr<Nodes> body = compiler.compileNested(*op.getBody());
  if (failed(body))
    return failure();
  node->body = std::move(*body);
  Operation *yield = op.getBody()->getTerminator();
  node->enter = Transfer(initial, arguments);
  node->next =
      Transfer(compiler.getPorts(yield->getOperands(), yield), arguments);
  node->leave = Transfer(arguments, node->results);
  compiler.addNode(std::move(node));
  return success();
}

namespace {
class WhileNode : public Node {
public:
  explicit WhileNode(CellId condition) : condition(condition) {}
  LogicalResult run(Frame &frame) override;

  Nodes before, after;
  Transfer enter, proceed, next, leave;
  SmallVector<Port> results;

private:
  CellId condition;
};
} // namespace

LogicalResult WhileNode::run(Frame &frame) {
  Mark mark = 0;
  enter.run(frame);
  while (true) {
    if (failed(runNodes(before, frame)))
      return failure();
    Cell cell = frame.cells[condition];
    if (failed(frame.execution.failIfError(cell.mark)))
      return failure();
    mark = joinMarks(mark, cell.mark);
    if (!cell.integer)
      break;
    proceed.run(frame);
    if (failed(runNodes(after, frame)))
      return failure();
    next.run(frame);
  }
  leave.run(frame);
  for (const Port &port : results)
    joinMark(port, mark, frame);
  return success();
}

static LogicalResult compileWhile(Compiler &compiler, scf::WhileOp op) {
  SmallVector<Port> initial = compiler.getPorts(op.getInits(), op);
  SmallVector<Port> beforeArguments =
      compiler.definePorts(op.getBeforeArguments());
  SmallVector<Port> afterArguments =
      compiler.definePorts(op.getAfterArguments());
  SmallVector<Port> results = compiler.definePorts(op.getResults());
  FailureOr<Nodes> before = compiler.compileNested(*op.getBeforeBody());
  if (failed(before))
    return failure();
  FailureOr<Nodes> after = compiler.compileNested(*op.getAfterBody());
  if (failed(after))
    return failure();

  scf::ConditionOp condition = op.getConditionOp();
  auto node =
      std::make_unique<WhileNode>(compiler.getCell(condition.getCondition()));
  node->before = std::move(*before);
  node->after = std::move(*after);
  node->results = results;
  SmallVector<Port> passed = compiler.getPorts(condition.getArgs(), condition);
  Operation *yield = op.getAfterBody()->getTerminator();
  node->enter = Transfer(initial, beforeArguments);
  node->proceed = Transfer(passed, afterArguments);
  node->next =
      Transfer(compiler.getPorts(yield->getOperands(), yield), beforeArguments);
  node->leave = Transfer(passed, results);
  compiler.addNode(std::move(node));
  return success();
}

//===----------------------------------------------------------------------===//
// Parallel loops
//===----------------------------------------------------------------------===//

namespace {
/// Runs the points in row-major order, which is one of those allowed.
class ParallelNode : public Node {
public:
  explicit ParallelNode(scf::ParallelOp op) : op(op) {}
  LogicalResult run(Frame &frame) override;

  Nodes body;
  SmallVector<CellId> lower, upper, step, variables;

private:
  FailureOr<SmallVector<int64_t, 4>> getValues(ArrayRef<CellId> cells,
                                               Frame &frame) const;

  scf::ParallelOp op;
};
} // namespace

FailureOr<SmallVector<int64_t, 4>>
ParallelNode::getValues(ArrayRef<CellId> cells, Frame &frame) const {
  SmallVector<int64_t, 4> values;
  for (CellId id : cells) {
    if (failed(frame.execution.failIfError(frame.cells[id].mark)))
      return failure();
    values.push_back(frame.cells[id].integer);
  }
  return values;
}

LogicalResult ParallelNode::run(Frame &frame) {
  FailureOr<SmallVector<int64_t, 4>> first = getValues(lower, frame);
  FailureOr<SmallVector<int64_t, 4>> last = getValues(upper, frame);
  FailureOr<SmallVector<int64_t, 4>> steps = getValues(step, frame);
  if (failed(first) || failed(last) || failed(steps))
    return failure();
  for (int64_t stride : *steps)
    if (stride <= 0)
      return frame.execution.fail(op, "the step of a loop is " + Twine(stride) +
                                          ", but must be positive");
  return runLoop({*first, *last, *steps}, variables, body, frame);
}

static LogicalResult compileParallel(Compiler &compiler, scf::ParallelOp op) {
  if (op.getNumReductions() != 0)
    return compiler.reportUnsupported(op, " with reductions");
  auto node = std::make_unique<ParallelNode>(op);
  auto getCell = [&](Value value) { return compiler.getCell(value); };
  node->lower = llvm::map_to_vector(op.getLowerBound(), getCell);
  node->upper = llvm::map_to_vector(op.getUpperBound(), getCell);
  node->step = llvm::map_to_vector(op.getStep(), getCell);
  for (Value variable : op.getInductionVars())
    node->variables.push_back(compiler.defineCell(variable));
  FailureOr<Nodes> body = compiler.compileNested(*op.getBody());
  if (failed(body))
    return failure();
  node->body = std::move(*body);
  compiler.addNode(std::move(node));
  return success();
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

namespace {
class AssertNode : public Node {
public:
  AssertNode(Compiler &compiler, cf::AssertOp op)
      : op(op), condition(compiler.getCell(op.getArg())) {}
  LogicalResult run(Frame &frame) override {
    const Cell &cell = frame.cells[condition];
    if (failed(frame.execution.failIfError(cell.mark)))
      return failure();
    if (cell.integer || cell.mark != 0)
      return success();
    return frame.execution.fail(op, op.getMsg());
  }

private:
  cf::AssertOp op;
  CellId condition;
};
} // namespace

static LogicalResult compileExecuteRegion(Compiler &compiler,
                                          scf::ExecuteRegionOp op) {
  FailureOr<SmallVector<Port>> ports = compiler.compileRegion(op.getRegion());
  if (failed(ports))
    return failure();
  for (auto [result, port] : llvm::zip_equal(op.getResults(), *ports))
    compiler.bind(result, port);
  return success();
}

std::optional<LogicalResult> reference::compileControlOp(Compiler &compiler,
                                                         Operation *op) {
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](scf::IfOp choice) {
        return compileChoice(
            compiler, op, compiler.getCell(choice.getCondition()), {1},
            {&choice.getThenRegion(), &choice.getElseRegion()});
      })
      .Case([&](scf::IndexSwitchOp choice) {
        return compileSwitch(compiler, choice);
      })
      .Case([&](scf::ForOp loop) { return compileFor(compiler, loop); })
      .Case([&](scf::WhileOp loop) { return compileWhile(compiler, loop); })
      .Case(
          [&](scf::ParallelOp loop) { return compileParallel(compiler, loop); })
      .Case([&](scf::ExecuteRegionOp region) {
        return compileExecuteRegion(compiler, region);
      })
      .Case([&](cf::AssertOp assertion) {
        compiler.addNode(std::make_unique<AssertNode>(compiler, assertion));
        return success();
      })
      .Default(Result());
}
