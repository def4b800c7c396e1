//===- PrivateBuffers.cpp - Buffers for private values --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PrivateBuffers.h"
#include "LinearBufferization.h"
#include "stax/IR/KernelMaps.h"
#include "stax/IR/Scratch.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

using namespace mlir;
using namespace mlir::stax;

LogicalResult
stax::checkPrivateBufferOptions(Operation *op, StringRef pass,
                                const PrivateBufferOptions &options) {
  if (options.threads <= 0)
    return op->emitError(pass)
           << ": expected threads to be positive, but got " << options.threads;
  if (options.maxScratch < 0)
    return op->emitError(pass)
           << ": expected max-scratch not to be negative, but got "
           << options.maxScratch;
  return success();
}

namespace {
class PrivateValueAllocator {
public:
  PrivateValueAllocator(OpBuilder &builder, const KernelStructure &structure,
                        const PrivateBufferOptions &options)
      : builder(builder), structure(structure), kernel(structure.getKernel()),
        options(options) {}

  void allocate(const PrivateValue &value);

private:
  void allocateScratch(const PrivateValue &value);
  void allocateResult(const PrivateValue &value);
  SmallVector<Value> getDynamicSizes(OpResult value, FusableOpInterface op);

  OpBuilder &builder;
  const KernelStructure &structure;
  KernelOp kernel;
  const PrivateBufferOptions &options;
};
} // namespace

static Type getElementType(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

void PrivateValueAllocator::allocateScratch(const PrivateValue &value) {
  Value inner = structure.getValue(value.value);
  Operation *node = inner.getDefiningOp();
  ScratchShape shape = getScratchShape(structure, value, options.threads);
  auto type =
      MemRefType::get({shape.rows, shape.elements}, getElementType(inner));
  Value scratch =
      memref::AllocOp::create(builder, inner.getLoc(), type,
                              builder.getI64IntegerAttr(kBufferAlignment));
  SmallVector<int64_t> positions(node->getNumResults(), -1);
  if (auto known = node->getAttrOfType<DenseI64ArrayAttr>(kScratchAttr))
    positions.assign(known.asArrayRef().begin(), known.asArrayRef().end());
  positions[value.value.result] = kernel.getScratch().size();
  node->setAttr(kScratchAttr, builder.getDenseI64ArrayAttr(positions));
  kernel.getScratchMutable().append(scratch);
}

/// Extents of `value`'s tensor that are dynamic, outside of the kernel: those
/// of the space, or constants that the tensor's type does not have.
SmallVector<Value>
PrivateValueAllocator::getDynamicSizes(OpResult value, FusableOpInterface op) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<OpFoldResult> space = kernel.getExtents();
  SmallVector<OpFoldResult> domain = op.getIterationExtents();
  AffineMap resultMap = op.getResultMap(value.getResultNumber());
  AffineMap written = getMapFromSpace(kernel, op, resultMap);
  SmallVector<Value> sizes;
  for (unsigned axis = 0; axis < written.getNumResults(); ++axis) {
    if (!type.isDynamicDim(axis))
      continue;
    OpFoldResult extent;
    if (auto dim = dyn_cast<AffineDimExpr>(written.getResult(axis)))
      extent = space[dim.getPosition()];
    else
      extent = builder.getIndexAttr(
          *getConstantIntValue(domain[resultMap.getDimPosition(axis)]));
    sizes.push_back(
        getValueOrCreateConstantIndexOp(builder, value.getLoc(), extent));
  }
  return sizes;
}

void PrivateValueAllocator::allocateResult(const PrivateValue &value) {
  auto inner = cast<OpResult>(structure.getValue(value.value));
  auto tensor = cast<RankedTensorType>(inner.getType());
  Value buffer = memref::AllocOp::create(
      builder, inner.getLoc(),
      MemRefType::get(tensor.getShape(), tensor.getElementType()),
      getDynamicSizes(inner, structure.getNodes()[value.value.node].op),
      builder.getI64IntegerAttr(kBufferAlignment));
  kernel.getOutsMutable().append(buffer);
  kernel.getYield().getValuesMutable().append(inner);
}

static StringRef getName(PrivatePlace place) {
  switch (place) {
  case PrivatePlace::Recomputed:
    return "recomputed";
  case PrivatePlace::Scratch:
    return "scratch";
  case PrivatePlace::Result:
    return "result";
  }
  llvm_unreachable("all places are named");
}

void PrivateValueAllocator::allocate(const PrivateValue &value) {
  Value inner = structure.getValue(value.value);
  {
    auto remark = remark::analysis(
        inner.getLoc(),
        remark::RemarkOpts::name("PrivateValue").category("stax"));
    remark << remark::metric("place", getName(value.place));
    if (value.cost)
      remark << remark::metric("cost", *value.cost);
    if (value.rowBytes)
      remark << remark::metric("rowBytes", *value.rowBytes);
  }
  if (value.place == PrivatePlace::Scratch)
    allocateScratch(value);
  else if (value.place == PrivatePlace::Result)
    allocateResult(value);
}

void stax::allocatePrivateValues(OpBuilder &builder, KernelOp kernel,
                                 const PrivateBufferOptions &options) {
  // Of one node, nothing is read in the kernel.
  if (kernel.getNodes().size() <= 1)
    return;
  builder.setInsertionPoint(kernel);
  KernelStructure structure(kernel);
  PrivateValueAllocator allocator(builder, structure, options);
  for (const PrivateValue &value :
       placePrivateValues(structure, options.maxScratch))
    allocator.allocate(value);
}
