//===- BufferizationNodes.cpp - Between tensors and memrefs ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is a value: what is made of a memref is a snapshot at its place, and
// a memref that is made of a tensor is a new buffer.
//
//===----------------------------------------------------------------------===//

#include "Domain.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;
using namespace mlir::bufferization;

namespace {
class ToTensorNode : public Node {
public:
  ToTensorNode(Compiler &compiler, ToTensorOp op)
      : source(compiler.getMemRef(op.getBuffer())),
        result(compiler.defineTensor(op.getResult())) {}
  LogicalResult run(Frame &frame) override {
    frame.tensors[result] = frame.memrefs[source].read();
    return success();
  }

private:
  MemRefId source;
  TensorId result;
};

class ToBufferNode : public Node {
public:
  ToBufferNode(Compiler &compiler, ToBufferOp op)
      : source(compiler.getTensor(op.getTensor())),
        result(compiler.defineMemRef(op.getResult())) {}
  LogicalResult run(Frame &frame) override {
    frame.memrefs[result] = MemRef::ofTensor(frame.tensors[source]);
    return success();
  }

private:
  TensorId source;
  MemRefId result;
};

class CloneNode : public Node {
public:
  CloneNode(Compiler &compiler, CloneOp op)
      : source(compiler.getMemRef(op.getInput())),
        result(compiler.defineMemRef(op.getOutput())) {}
  LogicalResult run(Frame &frame) override {
    frame.memrefs[result] = MemRef::ofTensor(frame.memrefs[source].read());
    return success();
  }

private:
  MemRefId source, result;
};

/// Writes a tensor to a memref, or replaces one of the same extents.
class MaterializeNode : public Node {
public:
  MaterializeNode(Compiler &compiler, MaterializeInDestinationOp op)
      : op(op), source(compiler.getTensor(op.getSource())),
        destination(compiler.getPorts(op.getDest()).front()) {
    if (Value value = op.getResult())
      result = compiler.defineTensor(value);
  }
  LogicalResult run(Frame &frame) override;

private:
  MaterializeInDestinationOp op;
  TensorId source;
  Port destination;
  std::optional<TensorId> result;
};

/// A tensor of undefined elements, here zeros, or a copy.
class AllocTensorNode : public Node {
public:
  AllocTensorNode(Compiler &compiler, AllocTensorOp op)
      : op(op), result(compiler.defineTensor(op.getResult())) {
    if (op.getCopy())
      copy = compiler.getTensor(op.getCopy());
    else
      sizes = getIndexSources(compiler, getMixedValues(op.getType().getShape(),
                                                       op.getDynamicSizes(),
                                                       op.getContext()));
  }
  LogicalResult run(Frame &frame) override;

private:
  AllocTensorOp op;
  SmallVector<IndexSource> sizes;
  std::optional<TensorId> copy;
  TensorId result;
};
} // namespace

LogicalResult MaterializeNode::run(Frame &frame) {
  const ReferenceTensor &tensor = frame.tensors[source];
  bool isMemRef = destination.kind == Port::Kind::MemRef;
  ArrayRef<int64_t> shape = isMemRef ? frame.memrefs[destination.id].sizes
                                     : frame.tensors[destination.id].getShape();
  if (tensor.getShape() != shape)
    return frame.execution.fail(
        op, "writes a tensor of extents " + toString(tensor.getShape()) +
                " to a destination of " + toString(shape));
  if (isMemRef)
    frame.memrefs[destination.id].write(tensor);
  if (result)
    frame.tensors[*result] = tensor;
  return success();
}

LogicalResult AllocTensorNode::run(Frame &frame) {
  if (copy) {
    frame.tensors[result] = frame.tensors[*copy];
    return success();
  }
  FailureOr<SmallVector<int64_t>> shape = getIndices(sizes, frame);
  if (failed(shape))
    return failure();
  FailureOr<ReferenceTensor> tensor =
      frame.execution.allocate(op, op.getType().getElementType(), *shape);
  if (succeeded(tensor))
    frame.tensors[result] = std::move(*tensor);
  return tensor;
}

std::optional<LogicalResult>
reference::compileBufferizationOp(Compiler &compiler, Operation *op) {
  if (isa<DeallocTensorOp>(op))
    return success();
  auto node = llvm::TypeSwitch<Operation *, std::unique_ptr<Node>>(op)
                  .Case([&](ToTensorOp convert) {
                    return std::make_unique<ToTensorNode>(compiler, convert);
                  })
                  .Case([&](ToBufferOp convert) {
                    return std::make_unique<ToBufferNode>(compiler, convert);
                  })
                  .Case([&](CloneOp clone) {
                    return std::make_unique<CloneNode>(compiler, clone);
                  })
                  .Case([&](MaterializeInDestinationOp write) {
                    return std::make_unique<MaterializeNode>(compiler, write);
                  })
                  .Case([&](AllocTensorOp alloc) {
                    return std::make_unique<AllocTensorNode>(compiler, alloc);
                  })
                  .Default(nullptr);
  if (!node)
    return std::nullopt;
  compiler.addNode(std::move(node));
  return success();
}
