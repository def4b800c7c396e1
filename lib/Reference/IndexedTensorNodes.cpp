//===- IndexedTensorNodes.cpp - Tensors made element by element -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Padding, concatenation, and what reads or writes elements at given indices.
//
//===----------------------------------------------------------------------===//

#include "TensorNode.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

/// All dimensions of a box, for `advance`.
static SmallVector<unsigned> getDims(size_t rank) {
  return llvm::to_vector(llvm::seq<unsigned>(0, rank));
}

//===----------------------------------------------------------------------===//
// Regions of indices
//===----------------------------------------------------------------------===//

namespace {
/// A region that takes the indices of an element and yields its value.
struct ElementBody {
  LogicalResult compile(Compiler &compiler, Region &region) {
    for (Value argument : region.getArguments())
      indices.push_back(compiler.defineCell(argument));
    Value yielded = region.front().getTerminator()->getOperand(0);
    if (failed(compiler.compileBody(region.front(), yielded, steps)))
      return failure();
    value = compiler.getCell(yielded);
    return success();
  }
  const Cell &run(Frame &frame, ArrayRef<int64_t> point) const {
    for (auto [cell, index] : llvm::zip_equal(indices, point))
      frame.cells[cell] = Cell::ofInteger(index);
    runSteps(steps, frame);
    return frame.cells[value];
  }

  SmallVector<CellId> indices;
  Steps steps;
  CellId value = 0;
};

class GenerateNode : public TensorNode {
public:
  GenerateNode(Compiler &compiler, tensor::GenerateOp op)
      : TensorNode(compiler, op),
        extents(
            getIndexSources(compiler, getMixedValues(op.getType().getShape(),
                                                     op.getDynamicExtents(),
                                                     op.getContext()))) {}
  LogicalResult run(Frame &frame) override;

  ElementBody body;

private:
  SmallVector<IndexSource> extents;
};

class PadNode : public TensorNode {
public:
  PadNode(Compiler &compiler, tensor::PadOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        lowSources(getIndexSources(compiler, op.getMixedLowPad())),
        highSources(getIndexSources(compiler, op.getMixedHighPad())) {}
  LogicalResult run(Frame &frame) override;

  ElementBody body;

private:
  TensorId source;
  SmallVector<IndexSource> lowSources, highSources;
};
} // namespace

LogicalResult GenerateNode::run(Frame &frame) {
  FailureOr<SmallVector<int64_t>> shape = getIndices(extents, frame);
  if (failed(shape))
    return failure();
  FailureOr<ReferenceTensor> tensor = allocate(frame, *shape);
  if (failed(tensor))
    return failure();
  int64_t elements = tensor->getNumElements();
  TensorWriter writer(std::move(*tensor));
  SmallVector<unsigned> dims = getDims(shape->size());
  SmallVector<int64_t> point(shape->size(), 0);
  for (int64_t element = 0; element < elements; ++element) {
    writer.store(element, body.run(frame, point));
    advance(point, *shape, dims);
  }
  frame.tensors[result] = writer.take();
  return failure(frame.execution.hasFailed());
}

LogicalResult PadNode::run(Frame &frame) {
  FailureOr<SmallVector<int64_t>> low = getIndices(lowSources, frame);
  FailureOr<SmallVector<int64_t>> high = getIndices(highSources, frame);
  if (failed(low) || failed(high))
    return failure();
  TensorReader reader(frame.tensors[source]);
  SmallVector<int64_t> shape;
  for (auto [before, extent, after] :
       llvm::zip_equal(*low, reader.getShape(), *high)) {
    if (before < 0 || after < 0)
      return frame.execution.fail(op, "pads by " + toString(*low) + " before " +
                                          "and " + toString(*high) +
                                          " after, but padding must not be "
                                          "negative");
    shape.push_back(before + extent + after);
  }
  FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
  if (failed(tensor))
    return failure();
  int64_t elements = tensor->getNumElements();
  TensorWriter writer(std::move(*tensor));
  SmallVector<unsigned> dims = getDims(shape.size());
  SmallVector<int64_t> point(shape.size(), 0), inner(shape.size());
  for (int64_t element = 0; element < elements; ++element) {
    for (unsigned dim : dims)
      inner[dim] = point[dim] - (*low)[dim];
    std::optional<int64_t> read = linearize(inner, reader.getShape());
    writer.store(element, read ? reader.load(*read) : body.run(frame, point));
    advance(point, shape, dims);
  }
  frame.tensors[result] = writer.take();
  return failure(frame.execution.hasFailed());
}

//===----------------------------------------------------------------------===//
// Concatenation, single elements, reshapes to computed extents
//===----------------------------------------------------------------------===//

namespace {
class ConcatNode : public TensorNode {
public:
  ConcatNode(Compiler &compiler, tensor::ConcatOp op)
      : TensorNode(compiler, op), dim(op.getDim()) {
    for (Value input : op.getInputs())
      inputs.push_back(compiler.getTensor(input));
  }
  LogicalResult run(Frame &frame) override;

private:
  FailureOr<SmallVector<int64_t>> getShape(Frame &frame) const;

  size_t dim;
  SmallVector<TensorId> inputs;
};

class InsertNode : public TensorNode {
public:
  InsertNode(Compiler &compiler, tensor::InsertOp op)
      : TensorNode(compiler, op), scalar(compiler.getCell(op.getScalar())),
        kind(*getElementKind(getElementType())),
        destination(compiler.getPorts(op.getDest(), op).front()) {
    for (Value index : op.getIndices())
      indices.push_back(compiler.getCell(index));
  }
  LogicalResult run(Frame &frame) override;

private:
  CellId scalar;
  ElementKind kind;
  Port destination;
  SmallVector<CellId> indices;
};

class ReshapeToNode : public TensorNode {
public:
  ReshapeToNode(Compiler &compiler, tensor::ReshapeOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        shape(compiler.getTensor(op.getShape())) {}
  LogicalResult run(Frame &frame) override;

private:
  TensorId source, shape;
};
} // namespace

/// The inputs' extents, that of the dimension summed up.
FailureOr<SmallVector<int64_t>> ConcatNode::getShape(Frame &frame) const {
  SmallVector<int64_t> shape(frame.tensors[inputs[0]].getShape());
  shape[dim] = 0;
  for (auto [number, input] : llvm::enumerate(inputs)) {
    ArrayRef<int64_t> part = frame.tensors[input].getShape();
    for (size_t axis = 0; axis < shape.size(); ++axis) {
      if (axis != dim && part[axis] != shape[axis])
        return frame.execution.fail(
            op, "expected input #" + Twine(number) + " to have extent " +
                    Twine(shape[axis]) + " in dimension " + Twine(axis) +
                    ", but got " + Twine(part[axis]));
    }
    shape[dim] += part[dim];
  }
  return shape;
}

LogicalResult ConcatNode::run(Frame &frame) {
  FailureOr<SmallVector<int64_t>> shape = getShape(frame);
  if (failed(shape))
    return failure();
  FailureOr<ReferenceTensor> tensor = allocate(frame, *shape);
  if (failed(tensor))
    return failure();
  TensorWriter writer(std::move(*tensor));
  SmallVector<unsigned> dims = getDims(shape->size());
  int64_t offset = 0;
  for (TensorId input : inputs) {
    TensorReader reader(frame.tensors[input]);
    ArrayRef<int64_t> part = reader.getShape();
    SmallVector<int64_t> point(part.size(), 0), target;
    int64_t elements = *countElements(part);
    for (int64_t element = 0; element < elements; ++element) {
      target = point;
      target[dim] += offset;
      writer.store(*linearize(target, *shape), reader.load(element));
      advance(point, part, dims);
    }
    offset += part[dim];
  }
  frame.tensors[result] = writer.take();
  return success();
}

LogicalResult InsertNode::run(Frame &frame) {
  SmallVector<int64_t> point;
  Mark mark = 0;
  for (CellId id : indices) {
    point.push_back(frame.cells[id].integer);
    mark = joinMarks(mark, frame.cells[id].mark);
  }
  if (failed(frame.execution.failIfError(mark)))
    return failure();
  ReferenceTensor tensor = takeValue(destination, frame).tensor;
  std::optional<int64_t> element = linearize(point, tensor.getShape());
  if (!element)
    return frame.execution.fail(op, "writes element " + toString(point) +
                                        " of a tensor of extents " +
                                        toString(tensor.getShape()));
  Cell value = frame.cells[scalar];
  value.mark = joinMarks(value.mark, mark);
  storeElement(tensor, kind, *element, value);
  frame.tensors[result] = std::move(tensor);
  return success();
}

LogicalResult ReshapeToNode::run(Frame &frame) {
  const ReferenceTensor &extents = frame.tensors[shape];
  if (failed(frame.execution.failIfError(extents)))
    return failure();
  const ReferenceTensor &tensor = frame.tensors[source];
  SmallVector<int64_t> sizes;
  for (int64_t dim = 0; dim < extents.getNumElements(); ++dim)
    sizes.push_back(
        cast<IntegerAttr>(extents.getElement(dim)).getValue().getSExtValue());
  bool isNegative = llvm::any_of(sizes, [](int64_t size) { return size < 0; });
  auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (isNegative || countElements(sizes) != tensor.getNumElements() ||
      (type && failed(verifyCompatibleShape(type.getShape(), sizes))))
    return frame.execution.fail(op, "reshapes a tensor of extents " +
                                        toString(tensor.getShape()) + " to " +
                                        toString(sizes));
  frame.tensors[result] = tensor.reshape(sizes);
  return success();
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

namespace {
/// Walks over slices of a tensor at rows of coordinates. The other side has the
/// leading extents of the coordinates, then those of a slice, in which indexed
/// dimensions are 1 or left out: the same row-major order either way.
class IndexedSlices {
public:
  IndexedSlices(ArrayRef<int64_t> indexedDims, TensorId coordinates)
      : indexedDims(indexedDims), coordinates(coordinates) {}

  /// Calls `function` with the element of the other side and the coordinates in
  /// a tensor of `shape`, and their mark.
  void
  forEach(Frame &frame, ArrayRef<int64_t> shape,
          function_ref<void(int64_t, ArrayRef<int64_t>, Mark)> function) const;
  TensorId getCoordinates() const { return coordinates; }
  bool isIndexed(int64_t dim) const {
    return llvm::is_contained(indexedDims, dim);
  }

private:
  ArrayRef<int64_t> indexedDims;
  TensorId coordinates;
};

class GatherNode : public TensorNode {
public:
  GatherNode(Compiler &compiler, tensor::GatherOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        slices(op.getGatherDims(), compiler.getTensor(op.getIndices())),
        isReduced(op.getResultType().getRank() <
                  op.getIndicesType().getRank() - 1 +
                      op.getSourceType().getRank()) {}
  LogicalResult run(Frame &frame) override;

private:
  TensorId source;
  IndexedSlices slices;
  bool isReduced;
};

class ScatterNode : public TensorNode {
public:
  ScatterNode(Compiler &compiler, tensor::ScatterOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())),
        destination(compiler.getPorts(op.getDest(), op).front()),
        slices(op.getScatterDims(), compiler.getTensor(op.getIndices())) {}
  LogicalResult run(Frame &frame) override;

private:
  TensorId source;
  Port destination;
  IndexedSlices slices;
};
} // namespace

void IndexedSlices::forEach(
    Frame &frame, ArrayRef<int64_t> shape,
    function_ref<void(int64_t, ArrayRef<int64_t>, Mark)> function) const {
  const ReferenceTensor &tensor = frame.tensors[coordinates];
  TensorReader reader(tensor);
  int64_t width = tensor.getShape().back();
  int64_t rows = *countElements(tensor.getShape().drop_back());
  unsigned bits = getIntegerWidth(tensor.getElementType());
  // The points of a slice, indexed dimensions being one long.
  SmallVector<int64_t> extents(shape);
  for (int64_t dim : indexedDims)
    extents[dim] = 1;
  int64_t points = *countElements(extents);
  SmallVector<unsigned> dims = getDims(shape.size());
  SmallVector<int64_t> point(shape.size(), 0), index;
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t number = 0; number < points; ++number) {
      index = point;
      Mark mark = 0;
      for (auto [position, dim] : llvm::enumerate(indexedDims)) {
        Cell cell = reader.load(row * width + position);
        index[dim] = llvm::SignExtend64(cell.integer, bits);
        mark = joinMarks(mark, cell.mark);
      }
      function(row * points + number, index, mark);
      advance(point, extents, dims);
    }
}

LogicalResult GatherNode::run(Frame &frame) {
  TensorReader reader(frame.tensors[source]);
  SmallVector<int64_t> shape(
      frame.tensors[slices.getCoordinates()].getShape().drop_back());
  for (auto [dim, extent] : llvm::enumerate(reader.getShape())) {
    if (!slices.isIndexed(dim))
      shape.push_back(extent);
    else if (!isReduced)
      shape.push_back(1);
  }
  FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
  if (failed(tensor))
    return failure();
  TensorWriter writer(std::move(*tensor));
  auto read = [&](int64_t element, ArrayRef<int64_t> index, Mark mark) {
    Cell value;
    if (std::optional<int64_t> position = linearize(index, reader.getShape()))
      value = reader.load(*position);
    else if (mark == 0)
      mark = frame.execution.getErrorMark(
          op, "reads element " + toString(index) + " of a tensor of extents " +
                  toString(reader.getShape()));
    value.mark = joinMarks(value.mark, mark);
    writer.store(element, value);
  };
  slices.forEach(frame, reader.getShape(), read);
  frame.tensors[result] = writer.take();
  return success();
}

LogicalResult ScatterNode::run(Frame &frame) {
  TensorReader reader(frame.tensors[source]);
  ReferenceTensor tensor = takeValue(destination, frame).tensor;
  SmallVector<int64_t> shape(tensor.getShape());
  if (failed(
          frame.execution.failIfError(frame.tensors[slices.getCoordinates()])))
    return failure();
  TensorWriter writer(std::move(tensor));
  int64_t elements = *countElements(reader.getShape());
  auto write = [&](int64_t element, ArrayRef<int64_t> index, Mark mark) {
    std::optional<int64_t> position = linearize(index, shape);
    if (!position || element >= elements) {
      (void)frame.execution.fail(op, "writes element " + toString(index) +
                                         " of a tensor of extents " +
                                         toString(shape));
      return;
    }
    Cell value = reader.load(element);
    value.mark = joinMarks(value.mark, mark);
    writer.store(*position, value);
  };
  slices.forEach(frame, shape, write);
  frame.tensors[result] = writer.take();
  return failure(frame.execution.hasFailed());
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

template <typename NodeTy, typename OpTy>
static LogicalResult addWithBody(Compiler &compiler, OpTy op) {
  auto node = std::make_unique<NodeTy>(compiler, op);
  if (failed(node->body.compile(compiler, op.getRegion())))
    return failure();
  compiler.addNode(std::move(node));
  return success();
}

template <typename NodeTy, typename OpTy>
static LogicalResult add(Compiler &compiler, OpTy op) {
  compiler.addNode(std::make_unique<NodeTy>(compiler, op));
  return success();
}

std::optional<LogicalResult>
reference::compileIndexedTensorOp(Compiler &compiler, Operation *op) {
  using Result = std::optional<LogicalResult>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](tensor::GenerateOp generate) {
        return addWithBody<GenerateNode>(compiler, generate);
      })
      .Case([&](tensor::PadOp pad) {
        return addWithBody<PadNode>(compiler, pad);
      })
      .Case([&](tensor::ConcatOp concat) {
        return add<ConcatNode>(compiler, concat);
      })
      .Case([&](tensor::InsertOp insert) {
        return add<InsertNode>(compiler, insert);
      })
      .Case([&](tensor::ReshapeOp reshape) {
        return add<ReshapeToNode>(compiler, reshape);
      })
      .Case([&](tensor::GatherOp gather) {
        return add<GatherNode>(compiler, gather);
      })
      .Case([&](tensor::ScatterOp scatter) {
        return add<ScatterNode>(compiler, scatter);
      })
      .Default(Result());
}
