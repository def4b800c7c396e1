//===- StaxNodes.cpp - Operations of the Stax dialect ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Domain.h"
#include "FixedTree.h"
#include "FloatOps.h"
#include "Monoid.h"
#include "ScatterNode.h"
#include "stax/IR/UpdateOps.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

static Type getElementType(Type type) {
  return cast<TensorType>(type).getElementType();
}

/// A writer of `shape` for each result of `op`; a failure if one is too large.
static FailureOr<std::vector<TensorWriter>>
makeWriters(Operation *op, ArrayRef<int64_t> shape, Frame &frame) {
  std::vector<TensorWriter> writers;
  for (Type type : op->getResultTypes()) {
    FailureOr<ReferenceTensor> tensor =
        frame.execution.allocate(op, getElementType(type), shape);
    if (failed(tensor))
      return failure();
    writers.emplace_back(std::move(*tensor));
  }
  return writers;
}

/// The formats of the elements of the results of `op`.
static SmallVector<ElementKind> getResultKinds(Operation *op) {
  return llvm::map_to_vector(op->getResultTypes(), [](Type type) {
    return *getElementKind(getElementType(type));
  });
}

/// Stores accumulators, rounded to `kinds`, as elements of results.
static void storeTuple(MutableArrayRef<TensorWriter> writers,
                       ArrayRef<ElementKind> kinds, int64_t element,
                       const Tuple &tuple) {
  for (auto [writer, kind, cell] : llvm::zip_equal(writers, kinds, tuple))
    writer.store(element, isFloatKind(kind) ? convertFloat(kind, cell) : cell);
}

/// Ends `domain` and hands what was written over as `results`.
static LogicalResult finish(Domain &domain, Frame &frame,
                            MutableArrayRef<TensorWriter> writers,
                            ArrayRef<TensorId> results) {
  if (failed(domain.end(frame)))
    return failure();
  for (auto [writer, result] : llvm::zip_equal(writers, results))
    frame.tensors[result] = writer.take();
  return success();
}

//===----------------------------------------------------------------------===//
// Pointwise
//===----------------------------------------------------------------------===//

namespace {
class PointwiseNode : public Node {
public:
  explicit PointwiseNode(Operation *op) : domain(op) {}
  LogicalResult run(Frame &frame) override;

  Domain domain;
  SmallVector<TensorId> results;
};
} // namespace

LogicalResult PointwiseNode::run(Frame &frame) {
  if (failed(domain.begin(frame)))
    return failure();
  ArrayRef<int64_t> extents = domain.getExtents();
  FailureOr<std::vector<TensorWriter>> writers =
      makeWriters(domain.getOperation(), extents, frame);
  if (failed(writers))
    return failure();

  SmallVector<unsigned> dims =
      llvm::to_vector(llvm::seq<unsigned>(0, extents.size()));
  SmallVector<int64_t> point(extents.size(), 0);
  int64_t points = domain.getNumPoints();
  for (int64_t element = 0; element < points; ++element) {
    domain.load(frame, point);
    domain.runBody(frame);
    for (auto [writer, cell] : llvm::zip_equal(*writers, domain.yielded))
      writer.store(element, frame.cells[cell]);
    advance(point, extents, dims);
  }

  return finish(domain, frame, *writers, results);
}

//===----------------------------------------------------------------------===//
// Reduce
//===----------------------------------------------------------------------===//

namespace {
class ReduceNode : public Node {
public:
  ReduceNode(ReduceOp op, const Monoid &monoid)
      : domain(op), op(op), monoid(monoid), tree(op.getTree(), monoid) {
    for (unsigned dim = 0; dim < op.getStaticExtents().size(); ++dim)
      (op.isReduced(dim) ? reducedDims : keptDims).push_back(dim);
  }
  LogicalResult run(Frame &frame) override;

  Domain domain;
  SmallVector<TensorId> results;

private:
  Tuple reducePoints(Frame &frame, MutableArrayRef<int64_t> point,
                     int64_t count);
  Tuple reduceNothing(Frame &frame);

  ReduceOp op;
  const Monoid &monoid;
  FixedTree tree;
  SmallVector<unsigned> keptDims, reducedDims;
};
} // namespace

/// The combination of the `count` points along the reduced dimensions.
Tuple ReduceNode::reducePoints(Frame &frame, MutableArrayRef<int64_t> point,
                               int64_t count) {
  return tree.reduce(count, [&](int64_t) {
    domain.load(frame, point);
    domain.runBody(frame);
    advance(point, domain.getExtents(), reducedDims);
    Tuple tuple;
    for (CellId cell : domain.yielded)
      tuple.push_back(frame.cells[cell]);
    return tuple;
  });
}

/// What no points combine to, without the init.
Tuple ReduceNode::reduceNothing(Frame &frame) {
  Tuple tuple = monoid.identity;
  if (!monoid.allowsEmpty && !op.getPartial())
    for (Cell &cell : tuple)
      cell.mark = frame.execution.getErrorMark(
          op, "reduces no elements by a monoid that has no value for them");
  return tuple;
}

LogicalResult ReduceNode::run(Frame &frame) {
  monoid.begin(frame);
  if (failed(domain.begin(frame)))
    return failure();
  ArrayRef<int64_t> extents = domain.getExtents();
  SmallVector<int64_t> shape;
  int64_t count = 1, elements = 1;
  for (unsigned dim : keptDims) {
    shape.push_back(extents[dim]);
    elements *= extents[dim];
  }
  for (unsigned dim : reducedDims)
    count *= extents[dim];
  FailureOr<std::vector<TensorWriter>> writers = makeWriters(op, shape, frame);
  if (failed(writers))
    return failure();
  SmallVector<ElementKind> kinds = getResultKinds(op);

  SmallVector<int64_t> point(extents.size(), 0);
  for (int64_t element = 0; element < elements; ++element) {
    Tuple tuple =
        count == 0 ? reduceNothing(frame) : reducePoints(frame, point, count);
    if (!op.getPartial())
      monoid.combine(tuple, monoid.init);
    storeTuple(*writers, kinds, element, tuple);
    advance(point, extents, keptDims);
  }

  return finish(domain, frame, *writers, results);
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

namespace {
/// What a member of the tuple starts from: a scalar, or an element of a tensor.
struct CarrySource {
  std::optional<CellId> cell;
  TensorId tensor = 0;
};

class ScanNode : public Node {
public:
  ScanNode(ScanOp op, const Monoid &monoid)
      : domain(op), op(op), monoid(monoid), tree(op.getTree(), monoid),
        kinds(getResultKinds(op)) {
    for (unsigned dim = 0; dim < op.getStaticExtents().size(); ++dim)
      if (dim != op.getDimension())
        otherDims.push_back(dim);
  }
  LogicalResult run(Frame &frame) override;

  Domain domain;
  SmallVector<CarrySource> carries;
  SmallVector<TensorId> results;

private:
  LogicalResult verifyCarries(Frame &frame);
  Tuple getStart(Frame &frame, int64_t line);
  void scanLine(Frame &frame, MutableArrayRef<int64_t> point, Tuple start,
                MutableArrayRef<TensorWriter> writers);

  ScanOp op;
  const Monoid &monoid;
  FixedTree tree;
  SmallVector<ElementKind> kinds;
  SmallVector<unsigned> otherDims;
};
} // namespace

/// Checks that a carry has an element for each line of the domain.
LogicalResult ScanNode::verifyCarries(Frame &frame) {
  for (auto [number, carry] : llvm::enumerate(carries)) {
    if (carry.cell)
      continue;
    ArrayRef<int64_t> shape = frame.tensors[carry.tensor].getShape();
    for (auto [axis, dim] : llvm::enumerate(otherDims))
      if (shape[axis] != domain.getExtents()[dim])
        return frame.execution.fail(
            op, "expected carry #" + Twine(number) + " to have extent " +
                    Twine(domain.getExtents()[dim]) + " in dimension " +
                    Twine(axis) + ", but got " + Twine(shape[axis]));
  }
  return success();
}

/// What the scan along line number `line` starts from.
Tuple ScanNode::getStart(Frame &frame, int64_t line) {
  if (carries.empty())
    return monoid.init;
  Tuple start;
  for (const CarrySource &carry : carries) {
    if (carry.cell)
      start.push_back(frame.cells[*carry.cell]);
    else
      start.push_back(TensorReader(frame.tensors[carry.tensor]).load(line));
  }
  return start;
}

/// Scans the line through `point`, which is the first of its points.
void ScanNode::scanLine(Frame &frame, MutableArrayRef<int64_t> point,
                        Tuple start, MutableArrayRef<TensorWriter> writers) {
  ArrayRef<int64_t> extents = domain.getExtents();
  unsigned dim = op.getDimension();
  int64_t count = extents[dim];
  auto getCoordinate = [&](int64_t number) {
    return op.getReverse() ? count - 1 - number : number;
  };
  auto evaluate = [&](int64_t number) {
    point[dim] = getCoordinate(number);
    domain.load(frame, point);
    domain.runBody(frame);
    Tuple tuple;
    for (CellId cell : domain.yielded)
      tuple.push_back(frame.cells[cell]);
    return tuple;
  };
  auto store = [&](int64_t number, const Tuple &value) {
    point[dim] = getCoordinate(number);
    int64_t element = 0;
    for (auto [coordinate, extent] : llvm::zip_equal(point, extents))
      element = element * extent + coordinate;
    storeTuple(writers, kinds, element, value);
  };
  tree.scan(count, std::move(start), op.getExclusive(), evaluate, store);
  point[dim] = 0;
}

LogicalResult ScanNode::run(Frame &frame) {
  monoid.begin(frame);
  if (failed(domain.begin(frame)) || failed(verifyCarries(frame)))
    return failure();
  ArrayRef<int64_t> extents = domain.getExtents();
  FailureOr<std::vector<TensorWriter>> writers =
      makeWriters(op, extents, frame);
  if (failed(writers))
    return failure();
  int64_t lines = 1;
  for (unsigned dim : otherDims)
    lines *= extents[dim];
  SmallVector<int64_t> point(extents.size(), 0);
  for (int64_t line = 0; line < lines; ++line) {
    scanLine(frame, point, getStart(frame, line), *writers);
    advance(point, extents, otherDims);
  }
  return finish(domain, frame, *writers, results);
}

//===----------------------------------------------------------------------===//
// Kernel
//===----------------------------------------------------------------------===//

namespace {
/// Checks that what a kernel yields fits its destinations.
class KernelResultsNode : public Node {
public:
  explicit KernelResultsNode(KernelOp op) : op(op) {}
  LogicalResult run(Frame &frame) override;

  SmallVector<std::pair<TensorId, TensorId>> valuesAndDestinations;

private:
  KernelOp op;
};
} // namespace

LogicalResult KernelResultsNode::run(Frame &frame) {
  for (auto [number, pair] : llvm::enumerate(valuesAndDestinations)) {
    ArrayRef<int64_t> value = frame.tensors[pair.first].getShape();
    ArrayRef<int64_t> destination = frame.tensors[pair.second].getShape();
    for (unsigned axis = 0; axis < value.size(); ++axis)
      if (value[axis] != destination[axis])
        return frame.execution.fail(
            op, "expected result #" + Twine(number) + " to have extent " +
                    Twine(destination[axis]) + " in dimension " + Twine(axis) +
                    ", but got " + Twine(value[axis]));
  }
  return success();
}

/// The region is translated in place: its arguments are the operands, and the
/// results are what it yields.
static LogicalResult compileKernel(Compiler &compiler, KernelOp op) {
  if (!op.hasTensorSemantics())
    return compiler.reportUnsupported(op, " on memrefs");
  for (BlockArgument argument : op.getBodyBlock()->getArguments())
    compiler.alias(argument, op.getOuterValue(argument));
  if (failed(compiler.compileBlock(*op.getBodyBlock())))
    return failure();
  auto node = std::make_unique<KernelResultsNode>(op);
  for (auto [value, destination, result] : llvm::zip_equal(
           op.getYield().getValues(), op.getOuts(), op.getResults())) {
    compiler.alias(result, value);
    node->valuesAndDestinations.push_back(
        {compiler.getTensor(value), compiler.getTensor(destination)});
  }
  compiler.addNode(std::move(node));
  return success();
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult compileDomain(Compiler &compiler, OpTy op,
                                   Domain &domain) {
  domain.extentSources = getIndexSources(compiler, op.getExtents());
  for (Value symbol : op.getSymbols())
    domain.symbolCells.push_back(compiler.getCell(symbol));
  for (auto [access, argument] : llvm::zip_equal(
           op.getOperandAccesses(), op.getBodyBlock()->getArguments())) {
    DomainInput input{compiler.getTensor(access.operand),
                      compiler.defineCell(argument), AccessMap(access.map),
                      std::nullopt, 0};
    if (access.guard) {
      input.guard.emplace(access.guard);
      input.padding = compiler.getCell(access.padding);
    }
    domain.inputs.push_back(std::move(input));
  }
  Block &block = *op.getBodyBlock();
  return domain.setBody(compiler, block, block.getTerminator()->getOperands());
}

template <typename NodeTy, typename OpTy>
static LogicalResult addDomainNode(Compiler &compiler, OpTy op,
                                   std::unique_ptr<NodeTy> node) {
  if (failed(compileDomain(compiler, op, node->domain)))
    return failure();
  for (Value result : op.getResults())
    node->results.push_back(compiler.defineTensor(result));
  compiler.addNode(std::move(node));
  return success();
}

static LogicalResult compileReduce(Compiler &compiler, ReduceOp op) {
  ValueRange values = op.getBodyBlock()->getTerminator()->getOperands();
  std::optional<Monoid> monoid =
      getMonoid(compiler, op, op.getMonoid(), values.getTypes());
  if (!monoid)
    return compiler.reportUnsupported(op, " with this monoid");
  return addDomainNode(
      compiler, op,
      std::make_unique<ReduceNode>(op, *compiler.keep(std::move(*monoid))));
}

static LogicalResult compileScan(Compiler &compiler, ScanOp op) {
  ValueRange values = op.getBodyBlock()->getTerminator()->getOperands();
  std::optional<Monoid> monoid =
      getMonoid(compiler, op, op.getMonoid(), values.getTypes());
  if (!monoid)
    return compiler.reportUnsupported(op, " with this monoid");
  auto node =
      std::make_unique<ScanNode>(op, *compiler.keep(std::move(*monoid)));
  for (Value carry : op.getCarries()) {
    if (Compiler::isScalar(carry.getType()))
      node->carries.push_back({compiler.getCell(carry)});
    else
      node->carries.push_back({std::nullopt, compiler.getTensor(carry)});
  }
  return addDomainNode(compiler, op, std::move(node));
}

std::optional<LogicalResult> reference::compileStaxOp(Compiler &compiler,
                                                      Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<LogicalResult>>(op)
      .Case([&](PointwiseOp pointwise) {
        return addDomainNode(compiler, pointwise,
                             std::make_unique<PointwiseNode>(op));
      })
      .Case([&](ReduceOp reduce) { return compileReduce(compiler, reduce); })
      .Case([&](ScanOp scan) { return compileScan(compiler, scan); })
      .Case(
          [&](ScatterOp scatter) { return compileScatter(compiler, scatter); })
      .Case([&](KernelOp kernel) { return compileKernel(compiler, kernel); })
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Combine
//===----------------------------------------------------------------------===//

/// Accumulators and values are `indices`, results follow the first one.
static void runCombine(const Step &step, Frame &frame) {
  auto &monoid = *static_cast<const Monoid *>(step.data);
  monoid.begin(frame);
  size_t arity = step.indices.size() / 2;
  Tuple accumulator, value;
  for (size_t i = 0; i < arity; ++i) {
    accumulator.push_back(frame.cells[step.indices[i]]);
    value.push_back(frame.cells[step.indices[arity + i]]);
  }
  monoid.combine(accumulator, value);
  for (auto [i, cell] : llvm::enumerate(accumulator)) {
    ElementKind kind = monoid.valueKinds[i];
    frame.cells[step.result + i] =
        isFloatKind(kind) ? convertFloat(kind, cell) : cell;
  }
}

bool reference::addCombineSteps(Compiler &compiler, ScalarOp &scalar) {
  auto combine = dyn_cast<CombineOp>(scalar.op);
  if (!combine)
    return false;
  std::optional<Monoid> monoid = getMonoid(
      compiler, combine, combine.getMonoid(), combine.getValues().getTypes());
  if (!monoid)
    return false;
  Step &step = scalar.add(runCombine);
  step.indices.assign(scalar.operands.begin(), scalar.operands.end());
  step.data = compiler.keep(std::move(*monoid));
  return true;
}
