//===- CallNodes.cpp - Calls of functions ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorNode.h"
#include "stax/IR/UpdateOps.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
class CallNode : public Node {
public:
  CallNode(Compiler &compiler, func::CallOp op)
      : op(op), operands(compiler.getPorts(op.getOperands(), op)),
        results(compiler.definePorts(op.getResults())) {}
  LogicalResult run(Frame &frame) override;

private:
  func::CallOp op;
  SmallVector<Port> operands, results;
};
} // namespace

LogicalResult CallNode::run(Frame &frame) {
  SmallVector<PortValue> values;
  for (const Port &port : operands)
    values.push_back(takeValue(port, frame));
  if (failed(frame.execution.call(op, values)))
    return failure();
  for (auto [port, value] : llvm::zip_equal(results, values))
    setValue(port, std::move(value), frame);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions of other libraries
//===----------------------------------------------------------------------===//

namespace {
/// Calls what stands for the function, and maps the results by the epilogue.
class ExternNode : public Node {
public:
  ExternNode(Compiler &compiler, ExternOp op)
      : op(op), operands(compiler.getPorts(op.getOperands(), op)),
        results(compiler.definePorts(op.getResults())) {}
  LogicalResult compileEpilogue(Compiler &compiler);
  LogicalResult run(Frame &frame) override;

private:
  LogicalResult runEpilogue(Frame &frame);

  ExternOp op;
  SmallVector<Port> operands, results;
  SmallVector<CellId> elements, yielded;
  Steps epilogue;
};
} // namespace

LogicalResult ExternNode::compileEpilogue(Compiler &compiler) {
  Block &block = *op.getBodyBlock();
  for (Value argument : block.getArguments())
    elements.push_back(compiler.defineCell(argument));
  ValueRange values = block.getTerminator()->getOperands();
  if (failed(compiler.compileBody(block, values, epilogue)))
    return failure();
  for (Value value : values)
    yielded.push_back(compiler.getCell(value));
  return success();
}

LogicalResult ExternNode::runEpilogue(Frame &frame) {
  int64_t count = frame.tensors[results.front().id].getNumElements();
  std::vector<TensorWriter> writers;
  for (const Port &result : results)
    writers.emplace_back(std::move(frame.tensors[result.id]));
  for (int64_t element = 0; element < count; ++element) {
    for (auto [writer, cell] : llvm::zip_equal(writers, elements))
      frame.cells[cell] = writer.load(element);
    runSteps(epilogue, frame);
    for (auto [writer, cell] : llvm::zip_equal(writers, yielded))
      writer.store(element, frame.cells[cell]);
  }
  for (auto [writer, result] : llvm::zip_equal(writers, results))
    frame.tensors[result.id] = writer.take();
  return failure(frame.execution.hasFailed());
}

LogicalResult ExternNode::run(Frame &frame) {
  SmallVector<PortValue> values;
  for (const Port &port : operands)
    values.push_back(takeValue(port, frame));
  SmallVector<SmallVector<int64_t>> shapes;
  for (const PortValue &value : ArrayRef(values).take_back(results.size()))
    shapes.emplace_back(value.tensor.getShape());
  if (failed(frame.execution.call(op, values)))
    return failure();
  for (auto [number, port, value] : llvm::enumerate(results, values)) {
    if (value.tensor.getShape() != ArrayRef(shapes[number]))
      return frame.execution.fail(
          op, "expected the reference to give result #" + Twine(number) +
                  " the extents " + toString(shapes[number]) + ", but got " +
                  toString(value.tensor.getShape()));
    setValue(port, std::move(value), frame);
  }
  return op.hasEpilogue() ? runEpilogue(frame) : success();
}

static LogicalResult compileExtern(Compiler &compiler, ExternOp op) {
  if (!op.hasTensorSemantics())
    return compiler.reportUnsupported(op, " on memrefs");
  if (!op.getReferenceAttr())
    return compiler.reportUnsupported(
        op, " without a function that says what it means; name one with "
            "'reference'");
  auto node = std::make_unique<ExternNode>(compiler, op);
  if (failed(node->compileEpilogue(compiler)))
    return failure();
  compiler.addNode(std::move(node));
  return success();
}

std::optional<LogicalResult> reference::compileCall(Compiler &compiler,
                                                    Operation *op) {
  if (auto callee = dyn_cast<ExternOp>(op))
    return compileExtern(compiler, callee);
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return std::nullopt;
  compiler.addNode(std::make_unique<CallNode>(compiler, call));
  return success();
}
