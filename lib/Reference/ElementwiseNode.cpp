//===- ElementwiseNode.cpp - Scalar operations on whole tensors -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// Runs the steps of a scalar operation on each element of its operands.
class ElementwiseNode : public Node {
public:
  explicit ElementwiseNode(Operation *op) : op(op) {}
  LogicalResult run(Frame &frame) override;

  /// Operands and results that are tensors, and the cells of their elements.
  SmallVector<std::pair<TensorId, CellId>> inputs, results;
  Steps steps;

private:
  LogicalResult verifyShapes(Frame &frame) const;

  Operation *op;
};
} // namespace

LogicalResult ElementwiseNode::verifyShapes(Frame &frame) const {
  ArrayRef<int64_t> first = frame.tensors[inputs[0].first].getShape();
  for (auto [number, input] : llvm::enumerate(inputs)) {
    ArrayRef<int64_t> shape = frame.tensors[input.first].getShape();
    for (size_t axis = 0; axis < first.size(); ++axis)
      if (shape[axis] != first[axis])
        return frame.execution.fail(
            op, "expected operand #" + Twine(number) + " to have extent " +
                    Twine(first[axis]) + " in dimension " + Twine(axis) +
                    ", but got " + Twine(shape[axis]));
  }
  return success();
}

LogicalResult ElementwiseNode::run(Frame &frame) {
  if (failed(verifyShapes(frame)))
    return failure();
  std::vector<TensorReader> readers;
  for (auto [tensor, cell] : inputs)
    readers.emplace_back(frame.tensors[tensor]);
  ReferenceTensor shapeSource = frame.tensors[inputs[0].first];
  std::vector<TensorWriter> writers;
  for (Type type : op->getResultTypes()) {
    FailureOr<ReferenceTensor> tensor = frame.execution.allocate(
        op, cast<ShapedType>(type).getElementType(), shapeSource.getShape());
    if (failed(tensor))
      return failure();
    writers.emplace_back(std::move(*tensor));
  }

  int64_t elements = shapeSource.getNumElements();
  for (int64_t element = 0; element < elements; ++element) {
    for (auto [input, reader] : llvm::zip_equal(inputs, readers))
      frame.cells[input.second] = reader.load(element);
    runSteps(steps, frame);
    for (auto [result, writer] : llvm::zip_equal(results, writers))
      writer.store(element, frame.cells[result.second]);
  }
  for (auto [result, writer] : llvm::zip_equal(results, writers))
    frame.tensors[result.first] = writer.take();
  return success();
}

LogicalResult reference::compileElementwise(Compiler &compiler, Operation *op) {
  auto node = std::make_unique<ElementwiseNode>(op);
  ScalarOp scalar{op, {}, {}, node->steps};
  DenseMap<Value, CellId> elements;
  for (Value operand : op->getOperands()) {
    if (Compiler::isScalar(operand.getType())) {
      scalar.operands.push_back(compiler.getCell(operand));
      continue;
    }
    // The same tensor twice is the same element twice.
    auto [entry, inserted] = elements.try_emplace(operand);
    if (inserted) {
      entry->second = compiler.newCell();
      node->inputs.push_back({compiler.getTensor(operand), entry->second});
    }
    scalar.operands.push_back(entry->second);
  }
  for (Value result : op->getResults()) {
    CellId cell = compiler.newCell();
    scalar.results.push_back(cell);
    node->results.push_back({compiler.defineTensor(result), cell});
  }
  if (failed(compiler.addSteps(scalar)))
    return failure();
  compiler.addNode(std::move(node));
  return success();
}
