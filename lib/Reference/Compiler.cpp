//===- Compiler.cpp - Translation of functions into programs --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "Constants.h"
#include "Monoid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace {
/// Scalar operations between two nodes.
class ScalarsNode : public Node {
public:
  explicit ScalarsNode(Steps steps) : steps(std::move(steps)) {}
  LogicalResult run(Frame &frame) override {
    runSteps(steps, frame);
    return success();
  }

private:
  Steps steps;
};
} // namespace

Step &ScalarOp::add(Step::Function run, unsigned result) {
  Step step{run, op, results[result]};
  for (unsigned i = 0; i < std::min<size_t>(operands.size(), 3); ++i)
    step.operands[i] = operands[i];
  if (op->getNumOperands() != 0 && getOperandType(0).isIntOrIndex())
    step.width = getIntegerWidth(getOperandType(0));
  if (getResultType(result).isIntOrIndex())
    step.resultWidth = getIntegerWidth(getResultType(result));
  steps.push_back(std::move(step));
  return steps.back();
}

Type ScalarOp::getOperandType(unsigned index) const {
  return getElementTypeOrSelf(op->getOperand(index).getType());
}

Type ScalarOp::getResultType(unsigned index) const {
  return getElementTypeOrSelf(op->getResult(index).getType());
}

uint8_t reference::getIntegerWidth(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

CellId Compiler::newCell(Cell initial) {
  program->cells.push_back(initial);
  return program->cells.size() - 1;
}

CellId Compiler::defineCell(Value value) {
  CellId cell = newCell();
  cells[value] = cell;
  return cell;
}

TensorId Compiler::defineTensor(Value value) {
  program->tensors.emplace_back();
  TensorId id = program->tensors.size() - 1;
  tensors[value] = id;
  return id;
}

void Compiler::alias(Value value, Value other) {
  if (isScalar(value.getType()))
    cells[value] = getCell(other);
  else
    tensors[value] = getTensor(other);
}

const Monoid *Compiler::addMonoid(Monoid monoid) {
  program->monoids.push_back(std::make_shared<const Monoid>(std::move(monoid)));
  return program->monoids.back().get();
}

LogicalResult Compiler::reportUnsupported(Operation *op, const Twine &why) {
  return execution.fail(ReferenceError::Kind::Unsupported, op->getLoc(),
                        "the reference interpreter does not support '" +
                            op->getName().getStringRef() + "'" + why);
}

/// Whether values of `type` can be kept.
static bool isKnownType(Type type) {
  if (auto tensor = dyn_cast<TensorType>(type))
    return ReferenceTensor::isSupported(tensor.getElementType());
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() && integer.getWidth() <= 64 &&
           integer.getWidth() > 0;
  return type.isIndex() || ReferenceTensor::isSupported(type);
}

LogicalResult Compiler::verifyTypes(Operation &op) {
  for (TypeRange types :
       {TypeRange(op.getOperandTypes()), TypeRange(op.getResultTypes())})
    for (Type type : types)
      if (!isKnownType(type)) {
        std::string text;
        llvm::raw_string_ostream(text) << type;
        return reportUnsupported(&op, " on values of type " + text);
      }
  return success();
}

/// Checks that values of `types` can leave a function.
LogicalResult Compiler::verifySignature(Operation *op, TypeRange types) {
  for (Type type : types)
    if (!ReferenceTensor::isSupported(
            isa<TensorType>(type) ? getElementTypeOrSelf(type) : type)) {
      std::string text;
      llvm::raw_string_ostream(text) << type;
      return reportUnsupported(op, " with " + text + " in its signature");
    }
  return success();
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

LogicalResult Compiler::compileScalar(Operation *op, Steps &steps) {
  if (failed(verifyTypes(*op)))
    return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return compileConstant(op, constant.getValue());
  ScalarOp scalar{op, {}, {}, steps};
  for (Value operand : op->getOperands())
    if (isScalar(operand.getType()))
      scalar.operands.push_back(getCell(operand));
  for (Value result : op->getResults())
    scalar.results.push_back(defineCell(result));
  return addSteps(scalar);
}

LogicalResult Compiler::addSteps(ScalarOp &scalar) {
  if (addTensorSteps(*this, scalar) || addCombineSteps(*this, scalar) ||
      addIntegerSteps(scalar) || addFloatSteps(scalar) ||
      addConversionSteps(scalar) || addMathSteps(scalar))
    return success();
  return reportUnsupported(scalar.op, "");
}

/// The operations of `block` that `live` values or side effects depend on.
static SmallVector<Operation *> getNeededOps(Block &block,
                                             DenseSet<Value> live) {
  SmallVector<Operation *> needed;
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    bool isLive = llvm::any_of(
        op.getResults(), [&](Value result) { return live.contains(result); });
    if (!isLive && isMemoryEffectFree(&op))
      continue;
    needed.push_back(&op);
    op.walk([&](Operation *nested) {
      live.insert(nested->operand_begin(), nested->operand_end());
    });
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

LogicalResult Compiler::compileBody(Block &block, ValueRange yielded,
                                    Steps &steps) {
  DenseSet<Value> live(yielded.begin(), yielded.end());
  for (Operation *op : getNeededOps(block, std::move(live))) {
    // Indices of the domain are defined by the operation around.
    if (op->getNumResults() == 1 && cells.contains(op->getResult(0)))
      continue;
    if (!llvm::all_of(op->getResultTypes(), isScalar) ||
        op->getNumRegions() != 0 || !isMemoryEffectFree(op))
      return reportUnsupported(op, " in a region of scalars");
    if (failed(compileScalar(op, steps)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Blocks and functions
//===----------------------------------------------------------------------===//

void Compiler::addNode(std::unique_ptr<Node> node) {
  if (!pending.empty())
    program->nodes.push_back(
        std::make_unique<ScalarsNode>(std::exchange(pending, {})));
  program->nodes.push_back(std::move(node));
}

LogicalResult Compiler::compileConstant(Operation *op, TypedAttr value) {
  Value result = op->getResult(0);
  FailureOr<ReferenceTensor> tensor = getConstant(value);
  if (failed(tensor))
    return reportUnsupported(op, " with this kind of attribute");
  if (isa<TensorType>(result.getType()))
    setConstant(defineTensor(result), std::move(*tensor));
  else
    program->cells[defineCell(result)] = TensorReader(*tensor).load(0);
  return success();
}

LogicalResult Compiler::compileOp(Operation &op) {
  if (failed(verifyTypes(op)))
    return failure();
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return compileConstant(&op, constant.getValue());
  for (auto compile :
       {compileStaxOp, compileTensorOp, compileLinalgOp, compileCall})
    if (std::optional<LogicalResult> result = compile(*this, &op))
      return *result;
  if (op.hasTrait<OpTrait::Elementwise>() &&
      llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>))
    return compileElementwise(*this, &op);
  bool isScalarOp = op.getNumResults() != 0 && op.getNumRegions() == 0 &&
                    llvm::all_of(op.getResultTypes(), isScalar);
  return isScalarOp ? compileScalar(&op, pending) : reportUnsupported(&op, "");
}

LogicalResult Compiler::compileBlock(Block &block) {
  Operation *terminator = block.getTerminator();
  DenseSet<Value> live(terminator->operand_begin(), terminator->operand_end());
  for (Operation *op : getNeededOps(block, std::move(live)))
    if (failed(compileOp(*op)))
      return failure();
  return success();
}

SmallVector<Program::Port> Compiler::getPorts(ValueRange values) const {
  return llvm::map_to_vector(values, [&](Value value) {
    bool isTensor = !isScalar(value.getType());
    return Program::Port{value.getType(), isTensor,
                         isTensor ? getTensor(value) : getCell(value)};
  });
}

SmallVector<Program::Port> Compiler::definePorts(ValueRange values) {
  for (Value value : values) {
    if (isScalar(value.getType()))
      defineCell(value);
    else
      defineTensor(value);
  }
  return getPorts(values);
}

FailureOr<std::unique_ptr<Program>> Compiler::compile(func::FuncOp function) {
  auto result = std::make_unique<Program>();
  program = result.get();
  if (!function.getBody().hasOneBlock())
    return reportUnsupported(function, " with control flow between blocks");
  if (failed(verifySignature(function, function.getArgumentTypes())) ||
      failed(verifySignature(function, function.getResultTypes())))
    return failure();
  Block &block = function.getBody().front();
  program->arguments = definePorts(block.getArguments());
  if (failed(compileBlock(block)))
    return failure();
  if (!pending.empty())
    program->nodes.push_back(std::make_unique<ScalarsNode>(std::move(pending)));
  program->results = getPorts(block.getTerminator()->getOperands());
  return std::move(result);
}
