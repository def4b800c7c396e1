//===- Compiler.h - Translation of functions into programs ---- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks the blocks of a function once. Operations that nothing observable
// depends on are left out, so that their errors are none. Each dialect adds its
// operations through one of the functions below.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_COMPILER_H
#define STAX_LIB_REFERENCE_COMPILER_H

#include "Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::stax::reference {

/// A scalar operation to translate, with the cells of its operands and results.
/// Operands may be elements of the operation's own operands.
struct ScalarOp {
  Operation *op;
  SmallVector<CellId, 4> operands;
  SmallVector<CellId, 2> results;
  Steps &steps;

  /// Appends a step with the first operands and the first result.
  Step &add(Step::Function run, unsigned result = 0);
  /// Element types.
  Type getOperandType(unsigned index) const;
  Type getResultType(unsigned index = 0) const;
};

/// Width of the integers of `type`, 64 for index.
uint8_t getIntegerWidth(Type type);

/// Translates one function. Errors go to the execution.
class Compiler {
public:
  explicit Compiler(Execution &execution) : execution(execution) {}

  FailureOr<std::unique_ptr<Program>> compile(func::FuncOp function);

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

  /// Tensors, or vectors of a fixed size, which are tensors here.
  static bool isTensor(Type type) { return isa<TensorType, VectorType>(type); }
  static bool isMemRef(Type type) { return isa<BaseMemRefType>(type); }

  /// Where a value of a translated operation is.
  CellId getCell(Value value) const { return cells.at(value); }
  TensorId getTensor(Value value) const { return tensors.at(value); }
  MemRefId getMemRef(Value value) const { return memrefs.at(value); }
  /// Makes room for `value`; its type must have a storage format.
  CellId defineCell(Value value);
  TensorId defineTensor(Value value);
  MemRefId defineMemRef(Value value);
  /// Lets `value` be the same scalar, tensor or memref as `other`.
  void alias(Value value, Value other);
  /// Makes room for a value without a name.
  CellId newCell(Cell initial = {});
  TensorId newTensor();
  void setConstant(TensorId id, ReferenceTensor value);

  //===--------------------------------------------------------------------===//
  // Code
  //===--------------------------------------------------------------------===//

  /// Appends a node, after the scalar operations that came before.
  void addNode(std::unique_ptr<Node> node);
  /// Appends a step to the scalar operations since the last node.
  void addStep(Step step) { pending.push_back(std::move(step)); }
  /// Makes room for `values` and returns where they are.
  SmallVector<Port> definePorts(ValueRange values);
  /// The same for values of `types` that have no name.
  SmallVector<Port> newPorts(TypeRange types);
  /// Where translated `values` are.
  SmallVector<Port> getPorts(ValueRange values) const;
  /// The same as the operands of `user`; knows which uses are the last.
  SmallVector<Port> getPorts(ValueRange values, Operation *user) const;
  /// Lets `value` be at `port`.
  void bind(Value value, const Port &port);
  /// Keeps `data` as long as the program.
  template <typename T>
  T *keep(T data) {
    auto kept = std::make_shared<T>(std::move(data));
    program->data.push_back(kept);
    return kept.get();
  }

  /// Translates what `yielded` needs of `block`, whose arguments are defined.
  LogicalResult compileBody(Block &block, ValueRange yielded, Steps &steps);
  /// Translates the needed operations of a block of tensors and scalars.
  LogicalResult compileBlock(Block &block);
  /// The same into nodes of their own.
  FailureOr<Nodes> compileNested(Block &block);
  /// Translates a region whose entry's arguments are defined. Returns where the
  /// values are that it ends with.
  FailureOr<SmallVector<Port>> compileRegion(Region &region);
  /// Translates an operation on scalars.
  LogicalResult compileScalar(Operation *op, Steps &steps);
  /// Translates an operation whose operands' and results' cells are given.
  LogicalResult addSteps(ScalarOp &scalar);

  /// Fails because `op` is not known, or not so: `why` follows its name.
  LogicalResult reportUnsupported(Operation *op, const Twine &why);

private:
  LogicalResult compileOp(Operation &op);
  LogicalResult compileInBody(Operation *op, Steps &steps);
  LogicalResult compileOps(ArrayRef<Operation *> ops);
  FailureOr<Nodes> compileToNodes(ArrayRef<Operation *> ops);
  FailureOr<SmallVector<Port>> compileBlocks(Region &region);
  Nodes takeNodes(Nodes outer, Steps outerSteps);
  LogicalResult compileConstant(Operation *op, TypedAttr value);
  LogicalResult verifyTypes(Operation &op);
  LogicalResult verifySignature(Operation *op, TypeRange types);

  Execution &execution;
  Program *program = nullptr;
  DenseMap<Value, CellId> cells;
  DenseMap<Value, TensorId> tensors;
  DenseMap<Value, MemRefId> memrefs;
  /// Tensors that more than one value stands for, or no operation computes.
  DenseSet<TensorId> sharedTensors;
  /// The nodes of the block that is being translated.
  Nodes nodes;
  /// Scalar operations since the last node.
  Steps pending;
};

//===----------------------------------------------------------------------===//
// Dialects. A function returns false if it does not know the operation.
//===----------------------------------------------------------------------===//

/// Adds the steps of an operation on scalars.
bool addIntegerSteps(ScalarOp &scalar);
bool addFloatSteps(ScalarOp &scalar);
bool addConversionSteps(ScalarOp &scalar);
bool addMathSteps(ScalarOp &scalar);

/// Adds the nodes of an operation on tensors; nothing if not known.
std::optional<LogicalResult> compileStaxOp(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileTensorOp(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileIndexedTensorOp(Compiler &compiler,
                                                    Operation *op);
std::optional<LogicalResult> compileLinalgOp(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileRelayoutOp(Compiler &compiler,
                                               Operation *op);
std::optional<LogicalResult> compileSoftmax(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileCall(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileMemRefOp(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compileBufferizationOp(Compiler &compiler,
                                                    Operation *op);
std::optional<LogicalResult> compileControlOp(Compiler &compiler,
                                              Operation *op);
std::optional<LogicalResult> compileAffineOp(Compiler &compiler, Operation *op);
std::optional<LogicalResult> compilePrint(Compiler &compiler, Operation *op);

/// Adds the node of an elementwise operation on tensors.
LogicalResult compileElementwise(Compiler &compiler, Operation *op);

/// Adds steps that read tensors: `tensor.extract`, `tensor.dim`.
bool addTensorSteps(Compiler &compiler, ScalarOp &scalar);
/// Runs a step that asks for the extent of a tensor or memref of `shape` along
/// the dimension that is its first operand; `what` names which in errors.
void runDim(const Step &step, Frame &frame, ArrayRef<int64_t> shape,
            StringRef what);
/// Adds steps that read memrefs and their extents.
bool addMemRefSteps(Compiler &compiler, ScalarOp &scalar);
/// Adds steps that evaluate affine maps.
bool addAffineSteps(Compiler &compiler, ScalarOp &scalar);
/// Adds the step of `stax.combine`.
bool addCombineSteps(Compiler &compiler, ScalarOp &scalar);

/// A block with arguments that are defined, and its operations but the last.
struct BlockNodes {
  Block *block;
  Nodes nodes;
};

/// Adds the node of several blocks, the entry first, that branch to each other.
/// When one returns, its values are at `results`.
LogicalResult compileBranches(Compiler &compiler,
                              std::vector<BlockNodes> blocks,
                              ArrayRef<Port> results);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_COMPILER_H
