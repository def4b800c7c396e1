//===- ScatterNode.cpp - Updates at computed indices ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatterNode.h"
#include "FloatOps.h"
#include "Monoid.h"
#include "TensorNode.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
class ScatterNode : public Node {
public:
  ScatterNode(Compiler &compiler, ScatterOp op, std::optional<Monoid> monoid)
      : domain(op), op(op), monoid(std::move(monoid)),
        destinations(compiler.getPorts(op.getOuts(), op)) {
    for (Type type : op.getOuts().getTypes())
      kinds.push_back(
          *getElementKind(cast<RankedTensorType>(type).getElementType()));
  }
  LogicalResult run(Frame &frame) override;

  Domain domain;
  SmallVector<TensorId> results;

private:
  void update(Frame &frame);
  Mark getIndex(const Frame &frame, SmallVectorImpl<int64_t> &index) const;
  Tuple combine(Tuple values, int64_t element) const;

  ScatterOp op;
  /// None for `set`.
  std::optional<Monoid> monoid;
  SmallVector<Port> destinations;
  SmallVector<ElementKind> kinds;
  std::vector<TensorWriter> writers;
  SmallVector<int64_t> shape;
  /// Of all elements, as it is not known which of them were meant.
  Mark mark = 0;
};
} // namespace

/// Reads the indices that the region has yielded; returns their mark.
Mark ScatterNode::getIndex(const Frame &frame,
                           SmallVectorImpl<int64_t> &index) const {
  Mark joined = 0;
  index.clear();
  for (CellId id : ArrayRef(domain.yielded).drop_front(destinations.size())) {
    index.push_back(frame.cells[id].integer);
    joined = joinMarks(joined, frame.cells[id].mark);
  }
  return joined;
}

/// What `element` of the destinations becomes.
Tuple ScatterNode::combine(Tuple values, int64_t element) const {
  if (!monoid)
    return values;
  Tuple combined;
  for (const TensorWriter &writer : writers)
    combined.push_back(writer.load(element));
  monoid->combine(combined, values);
  for (auto [cell, kind] : llvm::zip_equal(combined, kinds))
    if (isFloatKind(kind))
      cell = convertFloat(kind, cell);
  return combined;
}

/// Updates the element that the region has chosen.
void ScatterNode::update(Frame &frame) {
  SmallVector<int64_t> index;
  Mark indexMark = getIndex(frame, index);
  if (indexMark != 0) {
    mark = joinMarks(mark, indexMark);
    return;
  }
  std::optional<int64_t> element = linearize(index, shape);
  if (!element) {
    Mark error = frame.execution.getErrorMark(
        op, "writes element " + toString(index) + " of a tensor of extents " +
                toString(shape));
    mark = joinMarks(mark, error);
    return;
  }
  Tuple values;
  for (CellId id : ArrayRef(domain.yielded).take_front(destinations.size()))
    values.push_back(frame.cells[id]);
  for (auto [writer, cell] :
       llvm::zip_equal(writers, combine(std::move(values), *element)))
    writer.store(*element, cell);
}

LogicalResult ScatterNode::run(Frame &frame) {
  if (failed(domain.begin(frame)))
    return failure();
  writers.clear();
  mark = 0;
  for (const Port &port : destinations) {
    ReferenceTensor tensor = takeValue(port, frame).tensor;
    shape.assign(tensor.getShape().begin(), tensor.getShape().end());
    writers.emplace_back(std::move(tensor));
  }

  ArrayRef<int64_t> extents = domain.getExtents();
  SmallVector<unsigned> dims =
      llvm::to_vector(llvm::seq<unsigned>(0, extents.size()));
  SmallVector<int64_t> point(extents.size(), 0);
  int64_t points = domain.getNumPoints();
  for (int64_t number = 0; number < points; ++number) {
    domain.load(frame, point);
    domain.runBody(frame);
    update(frame);
    advance(point, extents, dims);
  }

  for (auto [writer, result] : llvm::zip_equal(writers, results)) {
    frame.tensors[result] = writer.take();
    if (mark == 0)
      continue;
    // A destination without elements cannot carry the error.
    if (frame.tensors[result].getNumElements() == 0 &&
        failed(frame.execution.failIfError(mark)))
      return failure();
    for (Mark &element : frame.tensors[result].getMutableMarks())
      element = joinMarks(element, mark);
  }
  writers.clear();
  return domain.end(frame);
}

LogicalResult reference::compileScatter(Compiler &compiler, ScatterOp op) {
  if (!op.hasTensorSemantics())
    return compiler.reportUnsupported(op, " on memrefs");
  std::optional<Monoid> monoid;
  if (MonoidAttrInterface attribute = op.getMonoidAttr()) {
    monoid =
        getMonoid(compiler, op, attribute, op.getYieldedValues().getTypes());
    if (!monoid)
      return compiler.reportUnsupported(op, " with this monoid");
  }
  auto node = std::make_unique<ScatterNode>(compiler, op, std::move(monoid));
  Block &block = *op.getBodyBlock();
  node->domain.extentSources = getIndexSources(compiler, op.getExtents());
  for (auto [access, argument] :
       llvm::zip_equal(op.getOperandAccesses(), block.getArguments()))
    node->domain.inputs.push_back({compiler.getTensor(access.operand),
                                   compiler.defineCell(argument),
                                   AccessMap(access.map), std::nullopt, 0});
  if (failed(node->domain.setBody(compiler, block,
                                  block.getTerminator()->getOperands())))
    return failure();
  for (Value result : op.getResults())
    node->results.push_back(compiler.defineTensor(result));
  compiler.addNode(std::move(node));
  return success();
}
