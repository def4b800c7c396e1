//===- CallNodes.cpp - Calls of functions ---------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

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

std::optional<LogicalResult> reference::compileCall(Compiler &compiler,
                                                    Operation *op) {
  auto call = dyn_cast<func::CallOp>(op);
  if (!call)
    return std::nullopt;
  compiler.addNode(std::make_unique<CallNode>(compiler, call));
  return success();
}
