//===- SoftmaxNode.cpp - Softmax along one dimension ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp(x - max) divided by the sum of those along the dimension, which is added
// up in order.
//
//===----------------------------------------------------------------------===//

#include "FloatOps.h"
#include "TensorNode.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
class SoftmaxNode : public TensorNode {
public:
  SoftmaxNode(Compiler &compiler, linalg::SoftmaxOp op)
      : TensorNode(compiler, op), source(compiler.getTensor(op.getInput())),
        dim(op.getDimension()), kind(*getElementKind(getElementType())),
        exponential(makeExponential(op, kind, compiler.newCell(),
                                    compiler.newCell())) {}
  LogicalResult run(Frame &frame) override;

private:
  Cell getExponential(const Cell &value, Frame &frame) const {
    frame.cells[exponential.operands[0]] = value;
    exponential.run(exponential, frame);
    return frame.cells[exponential.result];
  }
  void runRow(Frame &frame, const TensorReader &reader, TensorWriter &writer,
              int64_t first, int64_t stride, int64_t count) const;

  TensorId source;
  int64_t dim;
  ElementKind kind;
  Step exponential;
};
} // namespace

void SoftmaxNode::runRow(Frame &frame, const TensorReader &reader,
                         TensorWriter &writer, int64_t first, int64_t stride,
                         int64_t count) const {
  Cell largest = reader.load(first);
  for (int64_t i = 1; i < count; ++i)
    largest = maximum(largest, reader.load(first + i * stride));
  Cell sum = Cell::ofFloat(0);
  for (int64_t i = 0; i < count; ++i) {
    int64_t element = first + i * stride;
    Cell value = getExponential(
        subtractFloats(kind, reader.load(element), largest), frame);
    writer.store(element, value);
    sum = addFloats(kind, sum, value);
  }
  for (int64_t i = 0; i < count; ++i) {
    int64_t element = first + i * stride;
    writer.store(element, divideFloats(kind, writer.load(element), sum));
  }
}

LogicalResult SoftmaxNode::run(Frame &frame) {
  TensorReader reader(frame.tensors[source]);
  ArrayRef<int64_t> shape = reader.getShape();
  FailureOr<ReferenceTensor> tensor = allocate(frame, shape);
  if (failed(tensor))
    return failure();
  TensorWriter writer(std::move(*tensor));
  int64_t stride = *countElements(shape.drop_front(dim + 1));
  int64_t rows = *countElements(shape.take_front(dim));
  if (shape[dim] != 0)
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t column = 0; column < stride; ++column)
        runRow(frame, reader, writer, row * shape[dim] * stride + column,
               stride, shape[dim]);
  frame.tensors[result] = writer.take();
  return success();
}

std::optional<LogicalResult> reference::compileSoftmax(Compiler &compiler,
                                                       Operation *op) {
  auto softmax = dyn_cast<linalg::SoftmaxOp>(op);
  if (!softmax)
    return std::nullopt;
  if (op->getNumResults() == 0)
    return compiler.reportUnsupported(op, " on memrefs");
  if (!isa<FloatType>(softmax.getInputOperandType().getElementType()))
    return compiler.reportUnsupported(op, " of what is not a float");
  compiler.addNode(std::make_unique<SoftmaxNode>(compiler, softmax));
  return success();
}
