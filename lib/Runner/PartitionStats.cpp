//===- PartitionStats.cpp - What a partition into kernels costs -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a function once, in the order of its operations, with the shapes that
// follow from the arguments. What it cannot follow, such as the extents of a
// branch's result, is unknown.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/PartitionStats.h"
#include "ShapeValues.h"
#include "stax/IR/StaxInterfaces.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

using namespace mlir;
using namespace mlir::stax;

/// Deeper calls are taken for recursion, whose work is not known.
static constexpr unsigned kMaxCallDepth = 100;

namespace {
/// Follows the calls of one function.
class PartitionWalk {
public:
  PartitionWalk(const SymbolTable &symbols, unsigned depth)
      : symbols(symbols), depth(depth) {}

  /// Walks `function`; shapes of its arguments are `arguments`, empty if none
  /// is known.
  void run(func::FuncOp function, ArrayRef<Shape> arguments);

  PartitionStats stats;
  /// Of what the function returns.
  SmallVector<Shape> resultShapes;

private:
  void visit(Operation *op);
  void visitLaunch(ValueRange ins, ValueRange outs);
  void visitCall(func::CallOp call);
  void inferShapes(Operation *op);
  void countTraffic(ValueRange values);

  const SymbolTable &symbols;
  unsigned depth;
  ShapeValues known;
};
} // namespace

void PartitionWalk::countTraffic(ValueRange values) {
  for (Value value : values) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type || !stats.trafficBytes)
      continue;
    int64_t bytes = getElementBytes(type.getElementType());
    Shape shape = known.getShape(value);
    if (!type.hasRank() || !ShapedType::isStaticShape(shape)) {
      stats.trafficBytes = std::nullopt;
      return;
    }
    *stats.trafficBytes += bytes * ShapedType::getNumElements(shape);
  }
}

void PartitionWalk::visitLaunch(ValueRange ins, ValueRange outs) {
  ++stats.kernels;
  // An input that is read in several places is read once.
  SetVector<Value> inputs(ins.begin(), ins.end());
  countTraffic(inputs.getArrayRef());
  countTraffic(outs);
}

void PartitionWalk::visitCall(func::CallOp call) {
  auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
  if (!callee || callee.isExternal())
    return;
  if (depth == kMaxCallDepth) {
    stats.trafficBytes = std::nullopt;
    return;
  }
  SmallVector<Shape> arguments;
  for (Value operand : call.getOperands())
    arguments.push_back(known.getShape(operand));
  PartitionWalk walk(symbols, depth + 1);
  walk.run(callee, arguments);
  stats += walk.stats;
  for (auto [result, shape] : llvm::zip(call.getResults(), walk.resultShapes))
    known.setShape(result, shape);
}

/// Extents of results that are destinations, empty tensors, casts or have a
/// static type.
void PartitionWalk::inferShapes(Operation *op) {
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    known.setShape(empty, known.fillIn(empty.getType().getShape(),
                                       empty.getDynamicSizes()));
    return;
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    if (isa<RankedTensorType>(cast.getSource().getType()) &&
        isa<RankedTensorType>(cast.getType()))
      known.setShape(cast, known.getShape(cast.getSource()));
    return;
  }
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  if (!destinations)
    return;
  for (OpResult result : op->getResults())
    if (isa<RankedTensorType>(result.getType()))
      known.setShape(
          result, known.getShape(destinations.getTiedOpOperand(result)->get()));
}

void PartitionWalk::visit(Operation *op) {
  if (auto kernel = dyn_cast<KernelOp>(op))
    visitLaunch(kernel.getIns(), kernel.getOuts());
  if (auto scatter = dyn_cast<ScatterOp>(op))
    visitLaunch(scatter.getInputs(), scatter.getOuts());
  if (auto outside = dyn_cast<ExternOp>(op))
    visitLaunch(outside.getIns(), outside.getOuts());
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  known.inferScalar(op);
  inferShapes(op);
}

void PartitionWalk::run(func::FuncOp function, ArrayRef<Shape> arguments) {
  for (auto [value, shape] :
       llvm::zip_equal(function.getArguments(), arguments))
    known.setShape(value, shape);
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    visit(op);
    // What is inside is the operation's own affair.
    return isa<KernelOp, ScatterOp, ExternOp>(op) ? WalkResult::skip()
                                                  : WalkResult::advance();
  });
  Operation *end = function.getBody().back().getTerminator();
  for (Value value : end->getOperands())
    resultShapes.push_back(known.getShape(value));
}

PartitionStats &PartitionStats::operator+=(const PartitionStats &other) {
  kernels += other.kernels;
  if (trafficBytes && other.trafficBytes)
    *trafficBytes += *other.trafficBytes;
  else
    trafficBytes = std::nullopt;
  return *this;
}

PartitionStats mlir::stax::analyzePartition(ModuleOp module, const Entry &entry,
                                            ArrayRef<HostTensor> arguments) {
  SymbolTable symbols(module);
  SmallVector<Shape> shapes;
  for (const HostTensor &argument : arguments)
    shapes.push_back(Shape(argument.getShape()));
  PartitionWalk walk(symbols, /*depth=*/0);
  walk.run(symbols.lookup<func::FuncOp>(entry.name), shapes);
  return walk.stats;
}
