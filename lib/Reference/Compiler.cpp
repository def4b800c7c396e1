//===- Compiler.cpp - Translation of functions into programs --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"

#include "Constants.h"
#include "Domain.h"
#include "Monoid.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/RegionGraphTraits.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"

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
    return failure(frame.execution.hasFailed());
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

TensorId Compiler::newTensor() {
  program->tensors.emplace_back();
  return program->tensors.size() - 1;
}

TensorId Compiler::defineTensor(Value value) {
  TensorId id = newTensor();
  tensors[value] = id;
  return id;
}

MemRefId Compiler::defineMemRef(Value value) {
  MemRefId id = program->numMemRefs++;
  memrefs[value] = id;
  return id;
}

void Compiler::setConstant(TensorId id, ReferenceTensor value) {
  program->tensors[id] = std::move(value);
  sharedTensors.insert(id);
}

void Compiler::bind(Value value, const Port &port) {
  switch (port.kind) {
  case Port::Kind::Cell:
    cells[value] = port.id;
    return;
  case Port::Kind::Tensor:
    tensors[value] = port.id;
    sharedTensors.insert(port.id);
    return;
  case Port::Kind::MemRef:
    memrefs[value] = port.id;
    return;
  }
}

void Compiler::alias(Value value, Value other) {
  bind(value, getPorts(other).front());
}

LogicalResult Compiler::reportUnsupported(Operation *op, const Twine &why) {
  return execution.fail(ReferenceError::Kind::Unsupported, op->getLoc(),
                        "the reference interpreter does not support '" +
                            op->getName().getStringRef() + "'" + why);
}

/// Whether values of `type` can be kept.
static bool isKnownType(Type type) {
  if (auto vector = dyn_cast<VectorType>(type); vector && vector.isScalable())
    return false;
  if (isa<TensorType, VectorType, BaseMemRefType>(type))
    return ReferenceTensor::isSupported(getElementTypeOrSelf(type));
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
    if (!ReferenceTensor::isSupported(isa<TensorType, BaseMemRefType>(type)
                                          ? getElementTypeOrSelf(type)
                                          : type)) {
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
  if (addTensorSteps(*this, scalar) || addMemRefSteps(*this, scalar) ||
      addAffineSteps(*this, scalar) || addCombineSteps(*this, scalar) ||
      addIntegerSteps(scalar) || addFloatSteps(scalar) ||
      addConversionSteps(scalar) || addMathSteps(scalar))
    return success();
  return reportUnsupported(scalar.op, "");
}

/// The operations of each block of `region` that `live` values or side effects
/// depend on, in their order.
static std::vector<SmallVector<Operation *>> getNeededOps(Region &region,
                                                          ValueRange live) {
  DenseSet<Operation *> needed;
  SmallVector<Value> values(live.begin(), live.end());
  auto need = [&](Operation *op) {
    if (!needed.insert(op).second)
      return;
    op->walk([&](Operation *nested) {
      llvm::append_range(values, nested->getOperands());
    });
  };
  for (Block &block : region)
    for (Operation &op : block.without_terminator())
      if (!isMemoryEffectFree(&op))
        need(&op);
  while (!values.empty())
    if (Operation *definition = values.pop_back_val().getDefiningOp())
      if (definition->getParentRegion() == &region)
        need(definition);

  std::vector<SmallVector<Operation *>> ops;
  for (Block &block : region) {
    ops.emplace_back();
    for (Operation &op : block)
      if (needed.contains(&op))
        ops.back().push_back(&op);
  }
  return ops;
}

/// An operation with regions among scalar ones.
static void runNested(const Step &step, Frame &frame) {
  // What fails leaves that to the execution.
  (void)runNodes(*static_cast<const Nodes *>(step.data), frame);
}

/// Whether `op` may change memory or print.
static bool hasEffects(Operation *op) {
  return !isMemoryEffectFree(op) && !hasSingleEffect<MemoryEffects::Read>(op);
}

LogicalResult Compiler::compileInBody(Operation *op, Steps &steps) {
  if (!llvm::all_of(op->getResultTypes(), isScalar) || hasEffects(op))
    return reportUnsupported(op, " in a region of scalars");
  if (op->getNumRegions() == 0)
    return compileScalar(op, steps);
  FailureOr<Nodes> nested = compileToNodes(op);
  if (failed(nested))
    return failure();
  Step step{runNested, op};
  step.data = keep(std::move(*nested));
  steps.push_back(std::move(step));
  return success();
}

LogicalResult Compiler::compileBody(Block &block, ValueRange yielded,
                                    Steps &steps) {
  SmallVector<Operation *> ops =
      getNeededOps(*block.getParent(), yielded).front();
  for (Operation *op : ops)
    if (!getIndexedDim(*op) && failed(compileInBody(op, steps)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Blocks and functions
//===----------------------------------------------------------------------===//

void Compiler::addNode(std::unique_ptr<Node> node) {
  if (!pending.empty())
    nodes.push_back(std::make_unique<ScalarsNode>(std::exchange(pending, {})));
  nodes.push_back(std::move(node));
}

/// The nodes of the block that ends here; those of the block around go on.
Nodes Compiler::takeNodes(Nodes outer, Steps outerSteps) {
  if (!pending.empty())
    nodes.push_back(std::make_unique<ScalarsNode>(std::move(pending)));
  pending = std::move(outerSteps);
  return std::exchange(nodes, std::move(outer));
}

LogicalResult Compiler::compileConstant(Operation *op, TypedAttr value) {
  Value result = op->getResult(0);
  FailureOr<ReferenceTensor> tensor = getConstant(value);
  if (failed(tensor))
    return reportUnsupported(op, " with this kind of attribute");
  if (isTensor(result.getType()))
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
       {compileStaxOp, compileTensorOp, compileIndexedTensorOp, compileLinalgOp,
        compileRelayoutOp, compileSoftmax, compileMemRefOp,
        compileBufferizationOp, compileControlOp, compileAffineOp, compilePrint,
        compileCall})
    if (std::optional<LogicalResult> result = compile(*this, &op))
      return *result;
  if (op.hasTrait<OpTrait::Elementwise>() &&
      llvm::any_of(op.getResultTypes(), isTensor))
    return compileElementwise(*this, &op);
  bool isScalarOp = op.getNumResults() != 0 && op.getNumRegions() == 0 &&
                    llvm::all_of(op.getResultTypes(), isScalar);
  return isScalarOp ? compileScalar(&op, pending) : reportUnsupported(&op, "");
}

LogicalResult Compiler::compileOps(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (failed(compileOp(*op)))
      return failure();
  return success();
}

FailureOr<Nodes> Compiler::compileToNodes(ArrayRef<Operation *> ops) {
  Nodes outer = std::exchange(nodes, {});
  Steps outerSteps = std::exchange(pending, {});
  if (failed(compileOps(ops)))
    return failure();
  return takeNodes(std::move(outer), std::move(outerSteps));
}

LogicalResult Compiler::compileBlock(Block &block) {
  return compileOps(
      getNeededOps(*block.getParent(), block.getTerminator()->getOperands())
          .front());
}

FailureOr<Nodes> Compiler::compileNested(Block &block) {
  return compileToNodes(
      getNeededOps(*block.getParent(), block.getTerminator()->getOperands())
          .front());
}

/// What the terminators of `region` use.
static SmallVector<Value> getTerminatorOperands(Region &region) {
  SmallVector<Value> values;
  for (Block &block : region)
    llvm::append_range(values, block.getTerminator()->getOperands());
  return values;
}

/// Translates several blocks; each is a list of nodes.
FailureOr<SmallVector<Port>> Compiler::compileBlocks(Region &region) {
  DenseMap<Block *, SmallVector<Operation *>> ops;
  for (auto [block, blockOps] : llvm::zip_equal(
           region, getNeededOps(region, getTerminatorOperands(region))))
    ops[&block] = std::move(blockOps);
  for (Block &block : llvm::drop_begin(region))
    definePorts(block.getArguments());

  std::vector<BlockNodes> blocks;
  TypeRange resultTypes;
  // In this order definitions come before uses, and what cannot be reached,
  // where they need not, is left out.
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    FailureOr<Nodes> blockNodes = compileToNodes(ops[block]);
    if (failed(blockNodes))
      return failure();
    blocks.push_back({block, std::move(*blockNodes)});
    if (block->getNumSuccessors() == 0)
      resultTypes = block->getTerminator()->getOperandTypes();
  }
  SmallVector<Port> results = newPorts(resultTypes);
  if (failed(compileBranches(*this, std::move(blocks), results)))
    return failure();
  return results;
}

FailureOr<SmallVector<Port>> Compiler::compileRegion(Region &region) {
  if (!region.hasOneBlock())
    return compileBlocks(region);
  if (failed(compileBlock(region.front())))
    return failure();
  return getPorts(region.front().getTerminator()->getOperands());
}

//===----------------------------------------------------------------------===//
// Ports and functions
//===----------------------------------------------------------------------===//

static Port::Kind getPortKind(Type type) {
  return Compiler::isScalar(type)   ? Port::Kind::Cell
         : Compiler::isTensor(type) ? Port::Kind::Tensor
                                    : Port::Kind::MemRef;
}

SmallVector<Port> Compiler::getPorts(ValueRange values) const {
  return llvm::map_to_vector(values, [&](Value value) {
    Port::Kind kind = getPortKind(value.getType());
    uint32_t id = kind == Port::Kind::Cell     ? getCell(value)
                  : kind == Port::Kind::Tensor ? getTensor(value)
                                               : getMemRef(value);
    return Port{value.getType(), kind, id};
  });
}

SmallVector<Port> Compiler::getPorts(ValueRange values, Operation *user) const {
  SmallVector<Port> ports = getPorts(values);
  for (auto [port, value] : llvm::zip_equal(ports, values))
    port.isLastUse = port.kind == Port::Kind::Tensor && value.hasOneUse() &&
                     value.getParentBlock() == user->getBlock() &&
                     !sharedTensors.contains(port.id);
  return ports;
}

SmallVector<Port> Compiler::newPorts(TypeRange types) {
  return llvm::map_to_vector(types, [&](Type type) {
    Port::Kind kind = getPortKind(type);
    uint32_t id = kind == Port::Kind::Cell     ? newCell()
                  : kind == Port::Kind::Tensor ? newTensor()
                                               : program->numMemRefs++;
    return Port{type, kind, id};
  });
}

SmallVector<Port> Compiler::definePorts(ValueRange values) {
  SmallVector<Port> ports = newPorts(values.getTypes());
  for (auto [value, port] : llvm::zip_equal(values, ports)) {
    if (port.kind == Port::Kind::Cell)
      cells[value] = port.id;
    else if (port.kind == Port::Kind::Tensor)
      tensors[value] = port.id;
    else
      memrefs[value] = port.id;
  }
  return ports;
}

FailureOr<std::unique_ptr<Program>> Compiler::compile(func::FuncOp function) {
  auto result = std::make_unique<Program>();
  program = result.get();
  if (failed(verifySignature(function, function.getArgumentTypes())) ||
      failed(verifySignature(function, function.getResultTypes())))
    return failure();
  Region &body = function.getBody();
  program->arguments = definePorts(body.getArguments());
  FailureOr<SmallVector<Port>> results = compileRegion(body);
  if (failed(results))
    return failure();
  program->results = std::move(*results);
  program->nodes = takeNodes({}, {});
  return std::move(result);
}
