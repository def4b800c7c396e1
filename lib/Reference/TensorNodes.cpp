//===- TensorNodes.cpp - Operations of the tensor dialect -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNode.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

std::optional<int64_t> reference::linearize(ArrayRef<int64_t> indices,
                                            ArrayRef<int64_t> shape) {
  int64_t element = 0;
  for (auto [index, extent] : llvm::zip_equal(indices, shape)) {
    if (index < 0 || index >= extent)
      return std::nullopt;
    element = element * extent + index;
  }
  return element;
}

//===----------------------------------------------------------------------===//
// Scalars from tensors
//===----------------------------------------------------------------------===//

/// `indices` of `tensors[parameter]`.
static void runExtract(const Step &step, Frame &frame) {
  const ReferenceTensor &tensor = frame.tensors[step.parameter];
  SmallVector<int64_t> indices;
  Mark mark = 0;
  for (CellId id : step.indices) {
    indices.push_back(frame.cells[id].integer);
    mark = joinMarks(mark, frame.cells[id].mark);
  }
  std::optional<int64_t> element = linearize(indices, tensor.getShape());
  Cell result;
  if (element)
    result = loadElement(tensor, step.kind, *element);
  else if (mark == 0)
    mark = frame.execution.getErrorMark(
        step.op, "reads element " + toString(indices) +
                     " of a tensor of extents " + toString(tensor.getShape()));
  result.mark = joinMarks(result.mark, mark);
  frame.cells[step.result] = result;
}

void reference::runDim(const Step &step, Frame &frame, ArrayRef<int64_t> shape,
                       StringRef what) {
  const Cell &dim = step.operand(0, frame);
  Mark mark = dim.mark;
  bool exists = dim.integer < shape.size();
  if (!exists && mark == 0)
    mark = frame.execution.getErrorMark(
        step.op, "asks for dimension " + Twine(int64_t(dim.integer)) +
                     " of a " + what + " of rank " + Twine(shape.size()));
  frame.cells[step.result] =
      Cell::ofInteger(exists ? shape[dim.integer] : 0, mark);
}

static void runTensorDim(const Step &step, Frame &frame) {
  runDim(step, frame, frame.tensors[step.parameter].getShape(), "tensor");
}

static void runRank(const Step &step, Frame &frame) {
  frame.cells[step.result] =
      Cell::ofInteger(frame.tensors[step.parameter].getRank());
}

bool reference::addTensorSteps(Compiler &compiler, ScalarOp &scalar) {
  auto function = llvm::TypeSwitch<Operation *, Step::Function>(scalar.op)
                      .Case([](tensor::ExtractOp) { return runExtract; })
                      .Case([](tensor::DimOp) { return runTensorDim; })
                      .Case([](tensor::RankOp) { return runRank; })
                      .Default(Step::Function(nullptr));
  if (!function)
    return false;
  Step &step = scalar.add(function);
  step.indices.assign(scalar.operands.begin(), scalar.operands.end());
  Value tensor = scalar.op->getOperand(0);
  step.parameter = compiler.getTensor(tensor);
  step.kind = *getElementKind(getElementTypeOrSelf(tensor.getType()));
  return true;
}

//===----------------------------------------------------------------------===//
// New tensors
//===----------------------------------------------------------------------===//

namespace {
/// A tensor of undefined elements, here zeros, or of one scalar.
class FillNode : public TensorNode {
public:
  FillNode(Compiler &compiler, Operation *op, ArrayRef<OpFoldResult> extents,
           Value value = {})
      : TensorNode(compiler, op), extents(getIndexSources(compiler, extents)) {
    if (value)
      cell = compiler.getCell(value);
  }
  LogicalResult run(Frame &frame) override {
    FailureOr<SmallVector<int64_t>> shape = getIndices(extents, frame);
    if (failed(shape))
      return failure();
    FailureOr<ReferenceTensor> tensor = allocate(frame, *shape);
    if (failed(tensor))
      return failure();
    frame.tensors[result] = std::move(*tensor);
    if (!cell)
      return success();
    int64_t elements = frame.tensors[result].getNumElements();
    TensorWriter writer(std::move(frame.tensors[result]));
    for (int64_t element = 0; element < elements; ++element)
      writer.store(element, frame.cells[*cell]);
    frame.tensors[result] = writer.take();
    return success();
  }

private:
  SmallVector<IndexSource> extents;
  std::optional<CellId> cell;
};

class FromElementsNode : public TensorNode {
public:
  FromElementsNode(Compiler &compiler, tensor::FromElementsOp op)
      : TensorNode(compiler, op) {
    for (Value element : op.getElements())
      cells.push_back(compiler.getCell(element));
  }
  LogicalResult run(Frame &frame) override {
    TensorWriter writer(
        getElementType(),
        cast<RankedTensorType>(op->getResult(0).getType()).getShape());
    for (auto [element, cell] : llvm::enumerate(cells))
      writer.store(element, frame.cells[cell]);
    frame.tensors[result] = writer.take();
    return success();
  }

private:
  SmallVector<CellId> cells;
};

//===----------------------------------------------------------------------===//
// The same elements
//===----------------------------------------------------------------------===//

/// A cast: the same tensor, if its shape fits the result's type.
class CastNode : public TensorNode {
public:
  CastNode(Compiler &compiler, tensor::CastOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getSource())) {}
  LogicalResult run(Frame &frame) override {
    const ReferenceTensor &tensor = frame.tensors[source];
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (type &&
        failed(verifyCompatibleShape(type.getShape(), tensor.getShape())))
      return frame.execution.fail(
          op, "casts a tensor of extents " + toString(tensor.getShape()) +
                  " to one of " + toString(type.getShape()));
    frame.tensors[result] = tensor;
    return success();
  }

private:
  TensorId source;
};

/// A reshape to given extents.
class ReshapeNode : public TensorNode {
public:
  ReshapeNode(Compiler &compiler, Operation *op, ArrayRef<OpFoldResult> extents)
      : TensorNode(compiler, op), source(compiler.getTensor(op->getOperand(0))),
        extents(getIndexSources(compiler, extents)) {}
  LogicalResult run(Frame &frame) override {
    FailureOr<SmallVector<int64_t>> shape = getIndices(extents, frame);
    if (failed(shape))
      return failure();
    return reshape(frame, *shape);
  }

protected:
  explicit ReshapeNode(Compiler &compiler, Operation *op)
      : ReshapeNode(compiler, op, {}) {}
  LogicalResult reshape(Frame &frame, ArrayRef<int64_t> shape) {
    const ReferenceTensor &tensor = frame.tensors[source];
    bool isNegative =
        llvm::any_of(shape, [](int64_t extent) { return extent < 0; });
    if (isNegative || countElements(shape) != tensor.getNumElements())
      return frame.execution.fail(op, "reshapes a tensor of extents " +
                                          toString(tensor.getShape()) + " to " +
                                          toString(shape));
    frame.tensors[result] = tensor.reshape(shape);
    return success();
  }

  TensorId source;

private:
  SmallVector<IndexSource> extents;
};

/// A collapse: groups of dimensions become one.
class CollapseNode : public ReshapeNode {
public:
  CollapseNode(Compiler &compiler, tensor::CollapseShapeOp op)
      : ReshapeNode(compiler, op), groups(op.getReassociationIndices()) {}
  LogicalResult run(Frame &frame) override {
    ArrayRef<int64_t> old = frame.tensors[source].getShape();
    SmallVector<int64_t> shape;
    for (ArrayRef<int64_t> group : groups) {
      shape.push_back(1);
      for (int64_t dim : group)
        shape.back() *= old[dim];
    }
    return reshape(frame, shape);
  }

private:
  SmallVector<ReassociationIndices> groups;
};

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Runs over the points of a slice of a larger tensor.
class SliceNode : public TensorNode {
public:
  SliceNode(Compiler &compiler, OffsetSizeAndStrideOpInterface op)
      : TensorNode(compiler, op),
        offsetSources(getIndexSources(compiler, op.getMixedOffsets())),
        sizeSources(getIndexSources(compiler, op.getMixedSizes())),
        strideSources(getIndexSources(compiler, op.getMixedStrides())) {}

protected:
  /// Evaluates the operands and checks that a slice of a tensor of `shape` is
  /// inside it.
  LogicalResult begin(Frame &frame, ArrayRef<int64_t> shape);
  /// Calls `function` with the element of the slice and of the larger tensor.
  void forEach(ArrayRef<int64_t> shape,
               function_ref<void(int64_t, int64_t)> function) const;

  SmallVector<int64_t> offsets, sizes, strides;

private:
  SmallVector<IndexSource> offsetSources, sizeSources, strideSources;
};

class ExtractSliceNode : public SliceNode {
public:
  ExtractSliceNode(Compiler &compiler, tensor::ExtractSliceOp op)
      : SliceNode(compiler, op), source(compiler.getTensor(op.getSource())),
        droppedDims(op.getDroppedDims()) {}
  LogicalResult run(Frame &frame) override {
    TensorReader reader(frame.tensors[source]);
    if (failed(begin(frame, reader.getShape())))
      return failure();
    SmallVector<int64_t> shape;
    for (auto [dim, size] : llvm::enumerate(sizes))
      if (!droppedDims.test(dim))
        shape.push_back(size);
    FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
    if (failed(tensor))
      return failure();
    TensorWriter writer(std::move(*tensor));
    forEach(reader.getShape(), [&](int64_t part, int64_t whole) {
      writer.store(part, reader.load(whole));
    });
    frame.tensors[result] = writer.take();
    return success();
  }

private:
  TensorId source;
  llvm::SmallBitVector droppedDims;
};

class InsertSliceNode : public SliceNode {
public:
  InsertSliceNode(Compiler &compiler, tensor::InsertSliceOp op)
      : SliceNode(compiler, op), source(compiler.getTensor(op.getSource())),
        destination(compiler.getPorts(op.getDest(), op).front()) {}
  LogicalResult run(Frame &frame) override {
    TensorReader reader(frame.tensors[source]);
    ReferenceTensor initial = takeValue(destination, frame).tensor;
    SmallVector<int64_t> shape(initial.getShape());
    if (failed(begin(frame, shape)))
      return failure();
    if (countElements(sizes) != countElements(reader.getShape()))
      return frame.execution.fail(
          op, "inserts a tensor of extents " + toString(reader.getShape()) +
                  " as a slice of sizes " + toString(sizes));
    TensorWriter writer(std::move(initial));
    forEach(shape, [&](int64_t part, int64_t whole) {
      writer.store(whole, reader.load(part));
    });
    frame.tensors[result] = writer.take();
    return success();
  }

private:
  TensorId source;
  Port destination;
};
} // namespace

LogicalResult SliceNode::begin(Frame &frame, ArrayRef<int64_t> shape) {
  auto evaluate = [&](ArrayRef<IndexSource> sources,
                      SmallVector<int64_t> &values) -> LogicalResult {
    FailureOr<SmallVector<int64_t>> indices = getIndices(sources, frame);
    if (succeeded(indices))
      values = std::move(*indices);
    return indices;
  };
  if (failed(evaluate(offsetSources, offsets)) ||
      failed(evaluate(sizeSources, sizes)) ||
      failed(evaluate(strideSources, strides)))
    return failure();
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    int64_t last = 0;
    bool isOutside =
        sizes[dim] < 0 ||
        (sizes[dim] > 0 &&
         (llvm::MulOverflow(sizes[dim] - 1, strides[dim], last) ||
          llvm::AddOverflow(offsets[dim], last, last) || offsets[dim] < 0 ||
          offsets[dim] >= extent || last < 0 || last >= extent));
    if (isOutside)
      return frame.execution.fail(
          op, "slice with offsets " + toString(offsets) + ", sizes " +
                  toString(sizes) + " and strides " + toString(strides) +
                  " is outside a tensor of extents " + toString(shape));
  }
  return success();
}

void SliceNode::forEach(ArrayRef<int64_t> shape,
                        function_ref<void(int64_t, int64_t)> function) const {
  SmallVector<unsigned> dims =
      llvm::to_vector(llvm::seq<unsigned>(0, sizes.size()));
  SmallVector<int64_t> point(sizes.size(), 0), index(sizes.size());
  if (llvm::is_contained(sizes, 0))
    return;
  int64_t part = 0;
  do {
    for (unsigned dim : dims)
      index[dim] = offsets[dim] + point[dim] * strides[dim];
    function(part++, *linearize(index, shape));
  } while (advance(point, sizes, dims));
}

//===----------------------------------------------------------------------===//
// Translation
//===----------------------------------------------------------------------===//

std::optional<LogicalResult> reference::compileTensorOp(Compiler &compiler,
                                                        Operation *op) {
  auto node =
      llvm::TypeSwitch<Operation *, std::unique_ptr<Node>>(op)
          .Case([&](tensor::EmptyOp empty) {
            return std::make_unique<FillNode>(compiler, op,
                                              empty.getMixedSizes());
          })
          .Case([&](tensor::SplatOp splat) {
            SmallVector<OpFoldResult> extents =
                getMixedValues(splat.getType().getShape(),
                               splat.getDynamicSizes(), op->getContext());
            return std::make_unique<FillNode>(compiler, op, extents,
                                              splat.getInput());
          })
          .Case([&](tensor::FromElementsOp elements) {
            return std::make_unique<FromElementsNode>(compiler, elements);
          })
          .Case([&](tensor::CastOp cast) {
            return std::make_unique<CastNode>(compiler, cast);
          })
          .Case([&](tensor::ExpandShapeOp expand) {
            return std::make_unique<ReshapeNode>(compiler, op,
                                                 expand.getMixedOutputShape());
          })
          .Case([&](tensor::CollapseShapeOp collapse) {
            return std::make_unique<CollapseNode>(compiler, collapse);
          })
          .Case([&](tensor::ExtractSliceOp slice) {
            return std::make_unique<ExtractSliceNode>(compiler, slice);
          })
          .Case([&](tensor::InsertSliceOp slice) {
            return std::make_unique<InsertSliceNode>(compiler, slice);
          })
          .Default(nullptr);
  if (!node)
    return std::nullopt;
  compiler.addNode(std::move(node));
  return success();
}
