//===- PartitionStats.cpp - What a partition into kernels costs -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks a function once in the order of its operations and keeps the shape of
// every tensor and the value of every index that follow from the arguments.
// What it cannot follow, such as the extents of a branch's result, is unknown.
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/PartitionStats.h"
#include "stax/IR/StaxInterfaces.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

/// Deeper calls are taken for recursion, whose work is not known.
static constexpr unsigned kMaxCallDepth = 100;

namespace {
using Shape = SmallVector<int64_t, 4>;

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
  void inferIndex(Operation *op);
  void countTraffic(ValueRange values);
  Shape getShape(Value value) const;
  std::optional<int64_t> getIndex(OpFoldResult value) const;

  const SymbolTable &symbols;
  unsigned depth;
  /// With ShapedType::kDynamic where an extent is unknown.
  DenseMap<Value, Shape> shapes;
  DenseMap<Value, int64_t> indices;
};
} // namespace

Shape PartitionWalk::getShape(Value value) const {
  auto known = shapes.find(value);
  if (known != shapes.end())
    return known->second;
  return Shape(cast<ShapedType>(value.getType()).getShape());
}

std::optional<int64_t> PartitionWalk::getIndex(OpFoldResult value) const {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return constant;
  auto known = indices.find(dyn_cast<Value>(value));
  if (known == indices.end())
    return std::nullopt;
  return known->second;
}

void PartitionWalk::countTraffic(ValueRange values) {
  for (Value value : values) {
    auto type = dyn_cast<ShapedType>(value.getType());
    if (!type || !stats.trafficBytes)
      continue;
    int64_t bytes = getElementBytes(type.getElementType());
    if (!type.hasRank() || !ShapedType::isStaticShape(getShape(value))) {
      stats.trafficBytes = std::nullopt;
      return;
    }
    *stats.trafficBytes += bytes * ShapedType::getNumElements(getShape(value));
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
  for (Value operand : call.getOperands()) {
    auto type = dyn_cast<ShapedType>(operand.getType());
    arguments.push_back(type && type.hasRank() ? getShape(operand) : Shape());
  }
  PartitionWalk walk(symbols, depth + 1);
  walk.run(callee, arguments);
  stats += walk.stats;
  for (auto [result, shape] : llvm::zip(call.getResults(), walk.resultShapes))
    shapes[result] = shape;
}

/// Extents of results that are destinations, empty tensors, casts or have a
/// static type.
void PartitionWalk::inferShapes(Operation *op) {
  if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
    Shape shape(empty.getType().getShape());
    auto sizes = empty.getDynamicSizes().begin();
    for (int64_t &extent : shape)
      if (ShapedType::isDynamic(extent))
        extent = getIndex(*sizes++).value_or(ShapedType::kDynamic);
    shapes[empty] = shape;
    return;
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    if (isa<RankedTensorType>(cast.getSource().getType()) &&
        isa<RankedTensorType>(cast.getType()))
      shapes[cast] = getShape(cast.getSource());
    return;
  }
  auto destinations = dyn_cast<DestinationStyleOpInterface>(op);
  if (!destinations)
    return;
  for (OpResult result : op->getResults())
    if (isa<RankedTensorType>(result.getType()))
      shapes[result] = getShape(destinations.getTiedOpOperand(result)->get());
}

/// Extents of tensors, and arithmetic on them.
void PartitionWalk::inferIndex(Operation *op) {
  if (op->getNumResults() != 1 || !op->getResult(0).getType().isIndex())
    return;
  Value result = op->getResult(0);
  if (auto dim = dyn_cast<ShapedDimOpInterface>(op)) {
    std::optional<int64_t> position = getIndex(dim.getDimension());
    auto type = dyn_cast<ShapedType>(dim.getShapedValue().getType());
    if (!position || !type || !type.hasRank() || *position < 0 ||
        *position >= type.getRank())
      return;
    int64_t extent = getShape(dim.getShapedValue())[*position];
    if (ShapedType::isStatic(extent))
      indices[result] = extent;
    return;
  }
  SmallVector<Attribute> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> value = getIndex(operand);
    operands.push_back(value ? IntegerAttr::get(operand.getType(), *value)
                             : IntegerAttr());
  }
  SmallVector<OpFoldResult> folded;
  if (!llvm::all_of(operands, [](Attribute a) { return bool(a); }) ||
      failed(op->fold(operands, folded)) || folded.size() != 1)
    return;
  if (auto value = dyn_cast<Attribute>(folded.front()))
    if (auto integer = dyn_cast<IntegerAttr>(value))
      indices[result] = integer.getInt();
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
  inferIndex(op);
  inferShapes(op);
}

void PartitionWalk::run(func::FuncOp function, ArrayRef<Shape> arguments) {
  for (auto [value, shape] :
       llvm::zip_equal(function.getArguments(), arguments))
    shapes[value] = shape;
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    visit(op);
    // What is inside is the operation's own affair.
    return isa<KernelOp, ScatterOp, ExternOp>(op) ? WalkResult::skip()
                                                  : WalkResult::advance();
  });
  Operation *end = function.getBody().back().getTerminator();
  for (Value value : end->getOperands()) {
    auto type = dyn_cast<ShapedType>(value.getType());
    resultShapes.push_back(type && type.hasRank() ? getShape(value) : Shape());
  }
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
