//===- PrintNodes.cpp - Scalars and vectors that programs print -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// How scalars of a type are printed: the function and what it takes.
struct Printer {
  StringRef callee;
  Type type;
  bool isExtended; ///< with its sign
};

class PrintNode : public Node {
public:
  PrintNode(Compiler &compiler, vector::PrintOp op);
  LogicalResult run(Frame &frame) override;

private:
  LogicalResult print(Frame &frame, Cell cell) const;
  LogicalResult printVector(Frame &frame) const;

  vector::PrintOp op;
  std::optional<Port> source;
  Printer printer = {};
  uint8_t width = 64;
};
} // namespace

/// As upstream's lowering chooses: booleans are 0 and 1, indices have no sign.
static Printer getPrinter(Type type) {
  Builder builder(type.getContext());
  if (type.isF16())
    return {"printF16", type, false};
  if (type.isBF16())
    return {"printBF16", type, false};
  if (type.isF32())
    return {"printF32", type, false};
  if (type.isF64())
    return {"printF64", type, false};
  if (type.isIndex())
    return {"printU64", builder.getI64Type(), false};
  return {"printI64", builder.getI64Type(), !type.isInteger(1)};
}

PrintNode::PrintNode(Compiler &compiler, vector::PrintOp op) : op(op) {
  if (!op.getSource())
    return;
  source = compiler.getPorts(op.getSource()).front();
  Type type = getElementTypeOrSelf(op.getSource().getType());
  printer = getPrinter(type);
  if (type.isIntOrIndex())
    width = getIntegerWidth(type);
}

LogicalResult PrintNode::print(Frame &frame, Cell cell) const {
  if (failed(frame.execution.failIfError(cell.mark)))
    return failure();
  if (printer.isExtended)
    cell.integer = llvm::SignExtend64(cell.integer, width);
  TensorWriter writer(printer.type, {});
  writer.store(0, cell);
  frame.execution.print(printer.callee, writer.take());
  return success();
}

/// Every dimension is in parentheses.
LogicalResult PrintNode::printVector(Frame &frame) const {
  const ReferenceTensor &vector = frame.tensors[source->id];
  TensorReader reader(vector);
  SmallVector<int64_t> shape(vector.getShape());
  if (shape.empty())
    shape.push_back(1);
  int64_t elements = vector.getNumElements();
  for (int64_t element = 0; element < elements; ++element) {
    // Dimensions that begin or end at this element.
    int64_t block = 1;
    size_t begins = 0, ends = 0;
    for (int64_t extent : llvm::reverse(shape)) {
      block *= extent;
      begins += element % block == 0;
      ends += (element + 1) % block == 0;
    }
    for (size_t i = 0; i < begins; ++i)
      frame.execution.printText("( ");
    if (failed(print(frame, reader.load(element))))
      return failure();
    for (size_t i = 0; i < ends; ++i)
      frame.execution.printText(" )");
    if (element + 1 != elements)
      frame.execution.printText(", ");
  }
  return success();
}

static StringRef getText(vector::PrintPunctuation punctuation) {
  switch (punctuation) {
  case vector::PrintPunctuation::NoPunctuation:
    return "";
  case vector::PrintPunctuation::NewLine:
    return "\n";
  case vector::PrintPunctuation::Comma:
    return ", ";
  case vector::PrintPunctuation::Open:
    return "( ";
  case vector::PrintPunctuation::Close:
    return " )";
  }
  llvm_unreachable("all punctuation is covered");
}

LogicalResult PrintNode::run(Frame &frame) {
  if (op.getStringLiteral()) {
    frame.execution.printText(*op.getStringLiteral());
    return success();
  }
  if (source) {
    LogicalResult printed = source->kind == Port::Kind::Cell
                                ? print(frame, frame.cells[source->id])
                                : printVector(frame);
    if (failed(printed))
      return failure();
  }
  frame.execution.printText(getText(op.getPunctuation()));
  return success();
}

std::optional<LogicalResult> reference::compilePrint(Compiler &compiler,
                                                     Operation *op) {
  auto print = dyn_cast<vector::PrintOp>(op);
  if (!print)
    return std::nullopt;
  compiler.addNode(std::make_unique<PrintNode>(compiler, print));
  return success();
}
