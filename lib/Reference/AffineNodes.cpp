//===- AffineNodes.cpp - Operations of the affine dialect -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessMap.h"
#include "Compiler.h"
#include "MemRefAccess.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;
using namespace mlir::affine;

//===----------------------------------------------------------------------===//
// Maps of cells
//===----------------------------------------------------------------------===//

AffineCells::AffineCells(const Compiler &compiler, ArrayRef<AffineExpr> exprs,
                         unsigned numDims, ValueRange operands)
    : numDims(numDims), evaluator(exprs) {
  for (Value operand : operands)
    cells.push_back(compiler.getCell(operand));
}

std::optional<Mark> AffineCells::evaluate(const Frame &frame) {
  Mark mark = 0;
  SmallVector<int64_t, 8> values;
  for (CellId id : cells) {
    values.push_back(frame.cells[id].integer);
    mark = joinMarks(mark, frame.cells[id].mark);
  }
  ArrayRef<int64_t> all = values;
  if (!evaluator.evaluate(all.take_front(numDims), all.drop_front(numDims)))
    return std::nullopt;
  return mark;
}

/// Fails unless `map` has values.
static LogicalResult evaluate(Operation *op, AffineCells &map, Frame &frame) {
  std::optional<Mark> mark = map.evaluate(frame);
  if (!mark)
    return frame.execution.fail(
        op, "an affine expression overflows, or divides by what is not "
            "positive");
  return frame.execution.failIfError(*mark);
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

namespace {
enum class Selection { First, Min, Max };
} // namespace

static int64_t select(Selection selection, const AffineEvaluator &evaluator) {
  int64_t value = evaluator.getValue(0);
  for (unsigned i = 1; i < evaluator.size(); ++i)
    value = selection == Selection::Min
                ? std::min(value, evaluator.getValue(i))
                : std::max(value, evaluator.getValue(i));
  return value;
}

template <Selection selection>
static void runAffine(const Step &step, Frame &frame) {
  auto *map = static_cast<AffineCells *>(step.data);
  std::optional<Mark> mark = map->evaluate(frame);
  if (!mark) {
    frame.cells[step.result] = Cell::ofInteger(
        0, frame.execution.getErrorMark(
               step.op, "an affine expression overflows, or divides by what is "
                        "not positive"));
    return;
  }
  frame.cells[step.result] =
      Cell::ofInteger(select(selection, map->evaluator), *mark);
}

bool reference::addAffineSteps(Compiler &compiler, ScalarOp &scalar) {
  auto add = [&](Step::Function function, AffineMap map) {
    scalar.add(function).data =
        compiler.keep(AffineCells(compiler, map.getResults(), map.getNumDims(),
                                  scalar.op->getOperands()));
    return true;
  };
  return llvm::TypeSwitch<Operation *, bool>(scalar.op)
      .Case([&](AffineApplyOp op) {
        return add(runAffine<Selection::First>, op.getAffineMap());
      })
      .Case([&](AffineMinOp op) {
        return add(runAffine<Selection::Min>, op.getAffineMap());
      })
      .Case([&](AffineMaxOp op) {
        return add(runAffine<Selection::Max>, op.getAffineMap());
      })
      .Case([&](AffineLoadOp op) {
        scalar.steps.push_back(
            makeLoad(compiler, op, op.getMemRef(), op.getResult()));
        scalar.steps.back().data = compiler.keep(
            AffineCells(compiler, op.getAffineMap().getResults(),
                        op.getAffineMap().getNumDims(), op.getMapOperands()));
        return true;
      })
      .Default(false);
}

static LogicalResult compileStore(Compiler &compiler, AffineStoreOp op) {
  Step step = makeStore(compiler, op, op.getMemRef(), op.getValueToStore());
  AffineMap map = op.getAffineMap();
  step.data = compiler.keep(AffineCells(compiler, map.getResults(),
                                        map.getNumDims(), op.getMapOperands()));
  compiler.addStep(std::move(step));
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// A bound of a loop: the largest of lower or the smallest of upper ones.
struct Bound {
  AffineCells map;
  Selection selection;
};

class AffineForNode : public Node {
public:
  AffineForNode(Compiler &compiler, AffineForOp op)
      : op(op), lower{AffineCells(compiler, op.getLowerBoundMap().getResults(),
                                  op.getLowerBoundMap().getNumDims(),
                                  op.getLowerBoundOperands()),
                      Selection::Max},
        upper{AffineCells(compiler, op.getUpperBoundMap().getResults(),
                          op.getUpperBoundMap().getNumDims(),
                          op.getUpperBoundOperands()),
              Selection::Min},
        variable(compiler.defineCell(op.getInductionVar())) {}
  LogicalResult run(Frame &frame) override;

  Nodes body;
  Transfer enter, next, leave;

private:
  AffineForOp op;
  Bound lower, upper;
  CellId variable;
};
} // namespace

static FailureOr<int64_t> getBound(Operation *op, Bound &bound, Frame &frame) {
  if (failed(evaluate(op, bound.map, frame)))
    return failure();
  return select(bound.selection, bound.map.evaluator);
}

LogicalResult AffineForNode::run(Frame &frame) {
  FailureOr<int64_t> first = getBound(op, lower, frame);
  FailureOr<int64_t> last = getBound(op, upper, frame);
  if (failed(first) || failed(last))
    return failure();
  enter.run(frame);
  for (int64_t value = *first; value < *last;) {
    frame.cells[variable] = Cell::ofInteger(value);
    if (failed(runNodes(body, frame)))
      return failure();
    next.run(frame);
    if (llvm::AddOverflow(value, op.getStepAsInt(), value))
      break;
  }
  leave.run(frame);
  return success();
}

static LogicalResult compileFor(Compiler &compiler, AffineForOp op) {
  auto node = std::make_unique<AffineForNode>(compiler, op);
  SmallVector<Port> initial = compiler.getPorts(op.getInits(), op);
  SmallVector<Port> arguments = compiler.definePorts(op.getRegionIterArgs());
  SmallVector<Port> results = compiler.definePorts(op.getResults());
  FailureOr<Nodes> body = compiler.compileNested(*op.getBody());
  if (failed(body))
    return failure();
  node->body = std::move(*body);
  Operation *yield = op.getBody()->getTerminator();
  node->enter = Transfer(initial, arguments);
  node->next =
      Transfer(compiler.getPorts(yield->getOperands(), yield), arguments);
  node->leave = Transfer(arguments, results);
  compiler.addNode(std::move(node));
  return success();
}

namespace {
/// Runs the points in row-major order, which is one of those allowed.
class AffineParallelNode : public Node {
public:
  explicit AffineParallelNode(AffineParallelOp op) : op(op) {}
  LogicalResult run(Frame &frame) override;

  Nodes body;
  SmallVector<Bound, 4> lower, upper;
  SmallVector<CellId> variables;

private:
  AffineParallelOp op;
};
} // namespace

LogicalResult AffineParallelNode::run(Frame &frame) {
  LoopBox box;
  for (auto [lowerBound, upperBound] : llvm::zip_equal(lower, upper)) {
    FailureOr<int64_t> begin = getBound(op, lowerBound, frame);
    FailureOr<int64_t> end = getBound(op, upperBound, frame);
    if (failed(begin) || failed(end))
      return failure();
    box.first.push_back(*begin);
    box.last.push_back(*end);
  }
  llvm::append_range(box.steps, op.getSteps());
  return runLoop(box, variables, body, frame);
}

static LogicalResult compileParallel(Compiler &compiler, AffineParallelOp op) {
  if (op.getNumResults() != 0)
    return compiler.reportUnsupported(op, " with reductions");
  auto node = std::make_unique<AffineParallelNode>(op);
  for (unsigned dim = 0; dim < op.getNumDims(); ++dim) {
    AffineMap lower = op.getLowerBoundMap(dim);
    AffineMap upper = op.getUpperBoundMap(dim);
    node->lower.push_back(
        {AffineCells(compiler, lower.getResults(), lower.getNumDims(),
                     op.getLowerBoundsOperands()),
         Selection::Max});
    node->upper.push_back(
        {AffineCells(compiler, upper.getResults(), upper.getNumDims(),
                     op.getUpperBoundsOperands()),
         Selection::Min});
  }
  for (Value variable : op.getIVs())
    node->variables.push_back(compiler.defineCell(variable));
  FailureOr<Nodes> body = compiler.compileNested(*op.getBody());
  if (failed(body))
    return failure();
  node->body = std::move(*body);
  compiler.addNode(std::move(node));
  return success();
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

namespace {
class AffineIfNode : public Node {
public:
  AffineIfNode(Compiler &compiler, AffineIfOp op)
      : op(op), set(op.getIntegerSet()),
        constraints(compiler, set.getConstraints(), set.getNumDims(),
                    op.getOperands()) {}
  LogicalResult run(Frame &frame) override;

  Nodes thenNodes, elseNodes;
  Transfer thenResults, elseResults;

private:
  bool isInSet() const {
    for (unsigned i = 0; i < constraints.evaluator.size(); ++i) {
      int64_t value = constraints.evaluator.getValue(i);
      if (set.isEq(i) ? value != 0 : value < 0)
        return false;
    }
    return true;
  }

  AffineIfOp op;
  IntegerSet set;
  AffineCells constraints;
};
} // namespace

LogicalResult AffineIfNode::run(Frame &frame) {
  if (failed(evaluate(op, constraints, frame)))
    return failure();
  bool isThen = isInSet();
  if (failed(runNodes(isThen ? thenNodes : elseNodes, frame)))
    return failure();
  (isThen ? thenResults : elseResults).run(frame);
  return success();
}

static LogicalResult compileIf(Compiler &compiler, AffineIfOp op) {
  auto node = std::make_unique<AffineIfNode>(compiler, op);
  SmallVector<Port> results = compiler.definePorts(op.getResults());
  auto compileBranch = [&](Block &block, Nodes &nodes,
                           Transfer &transfer) -> LogicalResult {
    FailureOr<Nodes> translated = compiler.compileNested(block);
    if (failed(translated))
      return failure();
    nodes = std::move(*translated);
    Operation *yield = block.getTerminator();
    transfer =
        Transfer(compiler.getPorts(yield->getOperands(), yield), results);
    return success();
  };
  if (failed(compileBranch(*op.getThenBlock(), node->thenNodes,
                           node->thenResults)))
    return failure();
  if (op.hasElse() && failed(compileBranch(*op.getElseBlock(), node->elseNodes,
                                           node->elseResults)))
    return failure();
  compiler.addNode(std::move(node));
  return success();
}

std::optional<LogicalResult> reference::compileAffineOp(Compiler &compiler,
                                                        Operation *op) {
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](AffineStoreOp store) { return compileStore(compiler, store); })
      .Case([&](AffineForOp loop) { return compileFor(compiler, loop); })
      .Case([&](AffineParallelOp loop) {
        return compileParallel(compiler, loop);
      })
      .Case([&](AffineIfOp choice) { return compileIf(compiler, choice); })
      .Default(Result());
}
