//===- LinearBufferization.cpp - Buffers of functions of kernels ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LinearBufferization.h"
#include "stax/Analysis/InPlace.h"
#include "stax/Analysis/TensorStorage.h"
#include "stax/IR/UpdateOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferUtils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::stax;

static bool isTensor(Type type) { return isa<TensorType>(type); }

static MemRefType getBufferType(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return MemRefType::get(tensor.getShape(), tensor.getElementType());
}

bool stax::isLinearlyBufferizable(func::FuncOp function) {
  if (!llvm::hasSingleElement(function.getBody()))
    return false;
  auto isRanked = [](Type type) {
    return !isTensor(type) || isa<RankedTensorType>(type);
  };
  if (!llvm::all_of(function.getArgumentTypes(), isRanked))
    return false;
  return llvm::all_of(function.getBody().front(), [&](Operation &op) {
    if (!llvm::all_of(op.getOperandTypes(), isRanked) ||
        !llvm::all_of(op.getResultTypes(), isRanked))
      return false;
    if (isa<KernelOp, ScatterOp, ExternOp, tensor::EmptyOp, tensor::DimOp,
            arith::ConstantOp, func::ReturnOp>(op))
      return true;
    return op.getNumRegions() == 0 && !isa<CallOpInterface>(op) &&
           llvm::none_of(op.getOperandTypes(), isTensor) &&
           llvm::none_of(op.getResultTypes(), isTensor);
  });
}

namespace {
/// Walks a block once, in order, with the buffer of each tensor at hand.
class LinearBufferizer {
public:
  LinearBufferizer(RewriterBase &rewriter, func::FuncOp function)
      : rewriter(rewriter), function(function) {}

  LogicalResult run();

private:
  void convertArguments();
  Value createAlloc(Location loc, Value tensor);
  Value getBuffer(Location loc, Value tensor);
  bool isOwned(Value tensor) const;
  bool canOverwrite(KernelOp kernel, unsigned out) const;
  Value getDestination(KernelOp kernel, unsigned out);
  void findLastUsers();
  Value getUpdatedBuffer(OpOperand &destination);
  void convert(DestinationStyleOpInterface op);
  LogicalResult convertConstant(arith::ConstantOp constant);

  RewriterBase &rewriter;
  func::FuncOp function;
  SymbolTableCollection symbolTables;
  DenseMap<Value, Value> buffers;
  llvm::SmallDenseSet<Value> donated;     ///< arguments that may be written
  DenseMap<Value, Operation *> lastUsers; ///< of each tensor, in the block
  SmallVector<Operation *> converted;
};
} // namespace

/// Adds a buffer argument in front of each tensor argument, which goes at the
/// end, with its uses.
void LinearBufferizer::convertArguments() {
  Block &body = function.getBody().front();
  // Inserting arguments changes the numbers of others.
  for (BlockArgument argument : body.getArguments())
    if (isTensor(argument.getType()) && isWritable(argument))
      donated.insert(argument);
  for (BlockArgument argument : llvm::to_vector(body.getArguments()))
    if (isTensor(argument.getType()))
      buffers[argument] = body.insertArgument(argument.getArgNumber(),
                                              getBufferType(argument.getType()),
                                              argument.getLoc());
}

/// A new buffer with the extents of `tensor`.
Value LinearBufferizer::createAlloc(Location loc, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<Value> sizes;
  if (auto empty = tensor.getDefiningOp<tensor::EmptyOp>())
    sizes = empty.getDynamicSizes();
  else
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      if (type.isDynamicDim(dim))
        sizes.push_back(
            memref::DimOp::create(rewriter, loc, buffers.at(tensor), dim));
  return memref::AllocOp::create(rewriter, loc, getBufferType(type), sizes,
                                 rewriter.getI64IntegerAttr(kBufferAlignment));
}

/// The buffer of `tensor`, a new one for an empty tensor that is read.
Value LinearBufferizer::getBuffer(Location loc, Value tensor) {
  Value &buffer = buffers[tensor];
  if (!buffer)
    buffer = createAlloc(loc, tensor);
  return buffer;
}

/// Whether the buffer of `tensor` is this function's to write to.
bool LinearBufferizer::isOwned(Value tensor) const {
  return donated.contains(tensor) ||
         isa_and_present<KernelOp, ScatterOp, ExternOp, tensor::EmptyOp>(
             tensor.getDefiningOp());
}

/// Whether `kernel` may write destination `out` over the tensor that it names:
/// one of this function that nothing uses later.
bool LinearBufferizer::canOverwrite(KernelOp kernel, unsigned out) const {
  Value input = kernel.getOuts()[out];
  if (!isOwned(input) || llvm::count(kernel.getOuts(), input) != 1)
    return false;
  for (Operation *user : input.getUsers())
    if (user != kernel && !isa<tensor::DimOp>(user) &&
        !kernel->getBlock()->findAncestorOpInBlock(*user)->isBeforeInBlock(
            kernel))
      return false;
  KernelStructure structure(kernel);
  return llvm::all_of(llvm::zip_equal(kernel.getIns(), kernel.getInArguments()),
                      [&](auto pair) {
                        auto [in, argument] = pair;
                        return in != input ||
                               getInPlaceVerdict(structure, out, argument) ==
                                   InPlaceVerdict::Allowed;
                      });
}

/// The buffer that `kernel` writes destination `out` to. Where the tensor that
/// it names cannot be overwritten, or is empty, it is a new one.
Value LinearBufferizer::getDestination(KernelOp kernel, unsigned out) {
  Value tensor = kernel.getOuts()[out];
  if (tensor.getDefiningOp<tensor::EmptyOp>())
    return createAlloc(kernel.getLoc(), tensor);
  if (canOverwrite(kernel, out))
    return buffers.at(tensor);
  remark::missed(kernel.getLoc(),
                 remark::RemarkOpts::name("Overwrite").category("stax"))
      << remark::reason("destination #{0} cannot be overwritten, and gets a "
                        "buffer of its own",
                        out);
  return createAlloc(kernel.getLoc(), tensor);
}

void LinearBufferizer::findLastUsers() {
  for (Operation &op : function.getBody().front())
    for (Value operand : op.getOperands())
      if (isTensor(operand.getType()))
        lastUsers[operand] = &op;
}

/// The buffer of a destination that is updated, a copy where its elements are
/// still used or not this function's.
Value LinearBufferizer::getUpdatedBuffer(OpOperand &destination) {
  Operation *op = destination.getOwner();
  Location loc = op->getLoc();
  Value tensor = destination.get();
  Value buffer = getBuffer(loc, tensor);
  if (isOwned(tensor) && lastUsers.lookup(tensor) == op &&
      llvm::count(op->getOperands(), tensor) == 1)
    return buffer;
  Value copy = createAlloc(loc, tensor);
  memref::CopyOp::create(rewriter, loc, buffer, copy);
  return copy;
}

void LinearBufferizer::convert(DestinationStyleOpInterface op) {
  rewriter.setInsertionPoint(op);
  auto kernel = dyn_cast<KernelOp>(op.getOperation());
  unsigned firstInit = op.getDpsInitsMutable().begin()->getOperandNumber();
  SmallVector<Value> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (!isTensor(value.getType()))
      operands.push_back(value);
    else if (!op.isDpsInit(&operand))
      operands.push_back(getBuffer(op.getLoc(), value));
    else if (kernel)
      operands.push_back(
          getDestination(kernel, operand.getOperandNumber() - firstInit));
    else
      operands.push_back(getUpdatedBuffer(operand));
  }
  auto onBuffers = cast<DestinationStyleOpInterface>(
      moveOntoBuffers(rewriter, op, operands));
  for (auto [result, buffer] :
       llvm::zip_equal(op->getResults(), onBuffers.getDpsInits()))
    buffers[result] = buffer;
  converted.push_back(op);
}

LogicalResult LinearBufferizer::convertConstant(arith::ConstantOp constant) {
  FailureOr<memref::GlobalOp> global =
      bufferization::getGlobalFor(constant, symbolTables, kBufferAlignment);
  if (failed(global))
    return failure();
  rewriter.setInsertionPoint(constant);
  buffers[constant] = memref::GetGlobalOp::create(
      rewriter, constant.getLoc(), global->getType(), global->getSymName());
  converted.push_back(constant);
  return success();
}

LogicalResult LinearBufferizer::run() {
  findLastUsers();
  convertArguments();
  for (Operation &op : llvm::make_early_inc_range(function.getBody().front())) {
    if (isa<KernelOp, ScatterOp, ExternOp>(op)) {
      // One on buffers has no results.
      if (op.getNumResults() != 0)
        convert(cast<DestinationStyleOpInterface>(op));
    } else if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      if (isTensor(constant.getType()) && failed(convertConstant(constant)))
        return failure();
    } else if (auto empty = dyn_cast<tensor::EmptyOp>(op)) {
      converted.push_back(empty);
    } else if (auto dim = dyn_cast<tensor::DimOp>(op)) {
      rewriter.setInsertionPoint(dim);
      rewriter.replaceOpWithNewOp<memref::DimOp>(
          dim, getBuffer(dim.getLoc(), dim.getSource()), dim.getIndex());
    } else if (auto ret = dyn_cast<func::ReturnOp>(op)) {
      rewriter.setInsertionPoint(ret);
      for (OpOperand &operand : ret->getOpOperands())
        if (isTensor(operand.get().getType()))
          operand.set(getBuffer(ret.getLoc(), operand.get()));
    }
  }
  for (Operation *op : llvm::reverse(converted))
    rewriter.eraseOp(op);
  Block &body = function.getBody().front();
  body.eraseArguments(
      [](BlockArgument argument) { return isTensor(argument.getType()); });
  function.setFunctionType(rewriter.getFunctionType(
      body.getArgumentTypes(), body.getTerminator()->getOperandTypes()));
  return success();
}

LogicalResult stax::bufferizeLinearly(RewriterBase &rewriter,
                                      func::FuncOp function) {
  return LinearBufferizer(rewriter, function).run();
}
