//===- LinalgNodes.cpp - Operations of the linalg dialect -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every structured operation runs its region at each point of its loops, in
// their order; one that reduces is serial.
//
//===----------------------------------------------------------------------===//

#include "Domain.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// A destination: read before and written after the region at each point.
struct Destination {
  TensorId initial, result;
  CellId cell;
  AccessMap map;
};

class LinalgNode : public Node {
public:
  explicit LinalgNode(linalg::LinalgOp op) : domain(op), op(op) {}
  LogicalResult run(Frame &frame) override;

  Domain domain;
  std::vector<Destination> destinations;
  /// Tensors of all operands that have a shape, in order, and the dimension of
  /// that list that each loop runs over.
  SmallVector<TensorId> shapedOperands;
  AffineMap shapesToLoops;
  /// Operands that are memrefs, and the tensors that stand for them: read
  /// before the loops and, if they are destinations, written after them.
  struct Buffer {
    MemRefId memref;
    TensorId tensor;
  };
  SmallVector<Buffer> sources, targets;

private:
  SmallVector<int64_t> getExtents(Frame &frame) const;
  LogicalResult verifyDestinations(Frame &frame) const;
  LogicalResult runLoops(Frame &frame);
  LogicalResult runPoint(Frame &frame, ArrayRef<int64_t> point,
                         std::vector<TensorWriter> &writers);

  linalg::LinalgOp op;
  /// Extents of the destinations.
  SmallVector<SmallVector<int64_t>> shapes;
  SmallVector<int64_t> elements;
};
} // namespace

SmallVector<int64_t> LinalgNode::getExtents(Frame &frame) const {
  SmallVector<int64_t> all;
  for (TensorId tensor : shapedOperands)
    llvm::append_range(all, frame.tensors[tensor].getShape());
  return shapesToLoops.compose(all);
}

LogicalResult LinalgNode::verifyDestinations(Frame &frame) const {
  for (auto [number, destination] : llvm::enumerate(destinations))
    if (failed(verifyExtents(op, frame.execution, domain.getExtents(),
                             destination.map.getMap(),
                             frame.tensors[destination.initial].getShape(),
                             domain.inputs.size() + number)))
      return failure();
  return success();
}

LogicalResult LinalgNode::runPoint(Frame &frame, ArrayRef<int64_t> point,
                                   std::vector<TensorWriter> &writers) {
  domain.load(frame, point);
  for (auto [number, destination] : llvm::enumerate(destinations)) {
    std::optional<int64_t> element =
        destination.map.getElement(point, {}, shapes[number]);
    if (!element)
      return frame.execution.fail(op, "writes element " +
                                          destination.map.describe() +
                                          " outside its destination");
    elements[number] = *element;
    frame.cells[destination.cell] = writers[number].load(*element);
  }
  domain.runBody(frame);
  for (auto [writer, element, cell] :
       llvm::zip_equal(writers, elements, domain.yielded))
    writer.store(element, frame.cells[cell]);
  return success();
}

LogicalResult LinalgNode::run(Frame &frame) {
  for (auto [memref, tensor] : sources)
    frame.tensors[tensor] = frame.memrefs[memref].read();
  if (failed(runLoops(frame)))
    return failure();
  for (auto [memref, tensor] : targets)
    frame.memrefs[memref].write(frame.tensors[tensor]);
  for (auto [memref, tensor] : llvm::concat<const Buffer>(sources, targets))
    frame.tensors[tensor] = ReferenceTensor();
  return success();
}

LogicalResult LinalgNode::runLoops(Frame &frame) {
  SmallVector<int64_t> extents = getExtents(frame);
  if (failed(domain.begin(frame, extents)) || failed(verifyDestinations(frame)))
    return failure();
  std::vector<TensorWriter> writers;
  shapes.clear();
  for (const Destination &destination : destinations) {
    const ReferenceTensor &initial = frame.tensors[destination.initial];
    shapes.push_back(SmallVector<int64_t>(initial.getShape()));
    writers.emplace_back(initial);
  }
  elements.resize(destinations.size());

  SmallVector<unsigned> dims =
      llvm::to_vector(llvm::seq<unsigned>(0, extents.size()));
  SmallVector<int64_t> point(extents.size(), 0);
  if (!llvm::is_contained(extents, 0))
    do {
      if (failed(runPoint(frame, point, writers)))
        return failure();
    } while (advance(point, extents, dims));

  if (failed(domain.end(frame)))
    return failure();
  for (auto [writer, destination] : llvm::zip_equal(writers, destinations))
    frame.tensors[destination.result] = writer.take();
  return success();
}

/// The tensor of an operand, or one that stands for its memref.
static TensorId getOperandTensor(Compiler &compiler, LinalgNode &node,
                                 Value operand) {
  if (!Compiler::isMemRef(operand.getType()))
    return compiler.getTensor(operand);
  MemRefId memref = compiler.getMemRef(operand);
  for (const LinalgNode::Buffer &buffer : node.sources)
    if (buffer.memref == memref)
      return buffer.tensor;
  node.sources.push_back({memref, compiler.newTensor()});
  return node.sources.back().tensor;
}

/// Connects an operand with its argument of the region. Scalars are the same
/// at all points.
static void addInput(Compiler &compiler, LinalgNode &node, linalg::LinalgOp op,
                     OpOperand &operand) {
  BlockArgument argument = op.getMatchingBlockArgument(&operand);
  if (op.isScalar(&operand)) {
    compiler.alias(argument, operand.get());
    return;
  }
  node.domain.inputs.push_back({getOperandTensor(compiler, node, operand.get()),
                                compiler.defineCell(argument),
                                AccessMap(op.getMatchingIndexingMap(&operand)),
                                std::nullopt, 0});
}

static void addDestination(Compiler &compiler, LinalgNode &node,
                           linalg::LinalgOp op, OpOperand &init) {
  TensorId initial = getOperandTensor(compiler, node, init.get());
  TensorId result;
  if (Compiler::isMemRef(init.get().getType())) {
    result = compiler.newTensor();
    node.targets.push_back({compiler.getMemRef(init.get()), result});
  } else {
    result = compiler.defineTensor(op.getTiedOpResult(&init));
  }
  node.destinations.push_back(
      {initial, result, compiler.defineCell(op.getMatchingBlockArgument(&init)),
       AccessMap(op.getMatchingIndexingMap(&init))});
}

std::optional<LogicalResult> reference::compileLinalgOp(Compiler &compiler,
                                                        Operation *operation) {
  auto op = dyn_cast<linalg::LinalgOp>(operation);
  if (!op)
    return std::nullopt;
  auto node = std::make_unique<LinalgNode>(op);
  node->shapesToLoops = op.getShapesToLoopsMap();
  if (!node->shapesToLoops)
    return compiler.reportUnsupported(
        op, " with loops that no operand has an extent for");
  for (OpOperand &operand : operation->getOpOperands())
    if (isa<ShapedType>(operand.get().getType()))
      node->shapedOperands.push_back(
          getOperandTensor(compiler, *node, operand.get()));
  for (OpOperand *input : op.getDpsInputOperands())
    addInput(compiler, *node, op, *input);
  for (OpOperand &init : op.getDpsInitsMutable())
    addDestination(compiler, *node, op, init);
  Block &block = *op.getBlock();
  if (failed(node->domain.setBody(compiler, block,
                                  block.getTerminator()->getOperands())))
    return failure();
  compiler.addNode(std::move(node));
  return success();
}
