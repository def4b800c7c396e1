//===- KernelVerifier.cpp - Rules of stax.kernel --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks what the kernel alone shows: maps, ranges, and that values are read
// where they are written. Whether the group was legal to form is checked
// elsewhere.
//
//===----------------------------------------------------------------------===//

#include "KernelOpSupport.h"
#include "stax/IR/KernelMaps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

static LogicalResult verifyExtents(KernelOp kernel) {
  // kernel_c1
  int64_t dynamic = 0;
  for (ArrayRef<int64_t> extents : {kernel.getPar(), kernel.getSeq()})
    for (int64_t extent : extents) {
      dynamic += ShapedType::isDynamic(extent);
      if (!ShapedType::isDynamic(extent) && extent < 0)
        return kernel.emitOpError(
                   "expected extents not to be negative, but got ")
               << extent;
    }
  if (dynamic != int64_t(kernel.getDynamicExtents().size()))
    return kernel.emitOpError("expected ")
           << dynamic << " values for dynamic extents, but got "
           << kernel.getDynamicExtents().size();
  return success();
}

static LogicalResult verifyOperands(KernelOp kernel) {
  // kernel_c9
  for (Type type : kernel.getIns().getTypes())
    if (!isa<RankedTensorType, MemRefType, IntegerType, IndexType, FloatType,
             ComplexType>(type))
      return kernel.emitOpError(
                 "expected inputs to be ranked tensors, memrefs or "
                 "scalars, but got ")
             << type;
  for (Type type : kernel.getOperandTypes())
    if (auto memref = dyn_cast<MemRefType>(type);
        memref && !TensorType::isValidElementType(memref.getElementType()))
      return kernel.emitOpError(
                 "expected memrefs of elements that tensors can have, but got ")
             << type;
  bool isTensor = kernel.hasTensorSemantics();
  for (Type type : kernel.getOuts().getTypes())
    if (isa<RankedTensorType>(type) != isTensor)
      return kernel.emitOpError("expected inputs and destinations to be all "
                                "tensors or all memrefs, but got ")
             << type;
  for (Type type : kernel.getIns().getTypes())
    if (isTensor && isa<MemRefType>(type))
      return kernel.emitOpError("expected inputs and destinations to be all "
                                "tensors or all memrefs, but got ")
             << type;
  if (isTensor && !kernel.getScratch().empty())
    return kernel.emitOpError("expected no scratch before buffers are chosen");
  return success();
}

static LogicalResult verifySchedule(KernelOp kernel) {
  // kernel_c8
  ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule)
    return success();
  int64_t rank = kernel.getRank();
  if (schedule.getVectorDim() >= rank)
    return kernel.emitOpError("expected 'vector_dim' of the schedule to be a "
                              "dimension of a space of rank ")
           << rank << ", but got " << schedule.getVectorDim();
  if (!schedule.getTile().empty() && int64_t(schedule.getTile().size()) != rank)
    return kernel.emitOpError("expected 'tile' of the schedule to have ")
           << rank << " extents, but got " << schedule.getTile().size();
  return success();
}

LogicalResult KernelOp::verify() {
  if (failed(verifyExtents(*this)) || failed(verifyOperands(*this)) ||
      failed(verifySchedule(*this)))
    return failure();
  // kernel_c2
  SmallVector<Type> expected(getDynamicExtents().getTypes());
  for (Type type : getIns().getTypes())
    expected.push_back(getBodyType(type));
  if (getBodyBlock()->getNumArguments() != expected.size())
    return emitOpError("expected the region to have ")
           << expected.size() << " arguments, one for each dynamic extent and "
           << "input, but got " << getBodyBlock()->getNumArguments();
  for (auto [number, argument] :
       llvm::enumerate(getBodyBlock()->getArguments()))
    if (argument.getType() != expected[number])
      return emitOpError("expected argument #")
             << number << " of the region to be " << expected[number]
             << ", but got " << argument.getType();
  return success();
}

/// The node of `kernel` that defines `value`, if one does.
static FusableOpInterface getProducer(KernelOp kernel, Value value) {
  auto producer = value.getDefiningOp<FusableOpInterface>();
  if (!producer || producer->getBlock() != kernel.getBodyBlock())
    return {};
  return producer;
}

/// Checks that `node` reads values of the kernel through its accesses only: at
/// computed indices nothing says whether the element is there.
static LogicalResult verifyCaptures(KernelOp kernel, FusableOpInterface node) {
  llvm::SmallDenseSet<Value> accessed;
  for (OperandAccess &read : getTensorReads(node))
    accessed.insert(read.operand);
  WalkResult result = node->walk([&](Operation *op) {
    // A shape is known before any element.
    if (isa<tensor::DimOp>(op))
      return WalkResult::advance();
    for (Value operand : op->getOperands()) {
      FusableOpInterface producer = getProducer(kernel, operand);
      if (!producer || (op == node && accessed.contains(operand)))
        continue;
      // kernel_c7
      InFlightDiagnostic diag = kernel.emitOpError(
          "expected a node to read values of the kernel through access maps");
      diag.attachNote(op->getLoc()) << "value is read here";
      diag.attachNote(producer->getLoc()) << "value is written here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// Checks that `node` reads what other nodes write at the point where they do.
/// A reduction's value is complete there once the phase ends that combines it;
/// reading it starts the next.
static LogicalResult verifyReads(KernelOp kernel, FusableOpInterface node) {
  for (OperandAccess &read : getTensorReads(node)) {
    FusableOpInterface producer = getProducer(kernel, read.operand);
    if (!producer)
      continue;
    // kernel_c7
    unsigned result = cast<OpResult>(read.operand).getResultNumber();
    AffineMap written =
        getMapFromSpace(kernel, producer, producer.getResultMap(result));
    AffineMap reads = getMapFromSpace(kernel, node, read.map);
    if (reads.getResults() == written.getResults())
      continue;
    InFlightDiagnostic diag = kernel.emitOpError(
        "expected a node to read a value of the kernel where it is written");
    diag.attachNote(node.getLoc())
        << "node reads " << AffineMapAttr::get(reads);
    diag.attachNote(producer.getLoc())
        << "value is written at " << AffineMapAttr::get(written);
    return diag;
  }
  return success();
}

/// Checks that `op`, which is not a node, may be in a kernel.
static LogicalResult verifyScalarOp(KernelOp kernel, Operation &op) {
  // kernel_c3
  auto isShaped = [](Type type) { return isa<ShapedType>(type); };
  bool isScalar = llvm::none_of(op.getResultTypes(), isShaped) &&
                  llvm::none_of(op.getOperandTypes(), isShaped) &&
                  op.getNumRegions() == 0 && isMemoryEffectFree(&op);
  if (op.hasTrait<OpTrait::ConstantLike>() || isa<tensor::DimOp>(op) ||
      isScalar)
    return success();
  InFlightDiagnostic diag =
      kernel.emitOpError("expected operations that can be fused");
  diag.attachNote(op.getLoc()) << "'" << op.getName() << "' cannot";
  return diag;
}

static LogicalResult verifyYield(KernelOp kernel) {
  // kernel_c6
  OperandRange values = kernel.getYield().getValues();
  if (values.size() != kernel.getOuts().size())
    return kernel.emitOpError("expected to yield ")
           << kernel.getOuts().size()
           << " values, one for each destination, but got " << values.size();
  for (auto [number, value] : llvm::enumerate(values)) {
    Type expected = getBodyType(kernel.getOuts()[number].getType());
    if (value.getType() != expected)
      return kernel.emitOpError("expected to yield ")
             << expected << " for destination #" << number << ", but got "
             << value.getType();
    FusableOpInterface node = getProducer(kernel, value);
    if (!node)
      return kernel.emitOpError(
                 "expected to yield the result of a node for destination #")
             << number;
    if (!ownsItsElements(kernel, node)) {
      InFlightDiagnostic diag = kernel.emitOpError(
          "expected each point of the parallel dimensions to write elements of "
          "its own to destination #");
      diag << number;
      diag.attachNote(node.getLoc())
          << "node runs at " << AffineMapAttr::get(getNodeMap(kernel, node));
      return diag;
    }
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  for (Operation &op : getBodyBlock()->without_terminator()) {
    auto node = dyn_cast<FusableOpInterface>(op);
    if (failed(node ? verifyNodeMap(*this, node) : verifyScalarOp(*this, op)))
      return failure();
  }
  SmallVector<Operation *> keepers(getScratch().size());
  for (FusableOpInterface node : getNodes())
    if (failed(verifyScratch(*this, node, keepers)))
      return failure();
  // Dominance is checked later, so a node may read one that follows it.
  for (FusableOpInterface node : getNodes())
    if (failed(verifyCaptures(*this, node)) || failed(verifyReads(*this, node)))
      return failure();
  return verifyYield(*this);
}
