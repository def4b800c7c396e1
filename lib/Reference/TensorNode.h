//===- TensorNode.h - What operations on tensors share -------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_TENSORNODE_H
#define STAX_LIB_REFERENCE_TENSORNODE_H

#include "Domain.h"

namespace mlir::stax::reference {

/// The element of `shape` at `indices`, in row-major order; nothing if outside.
std::optional<int64_t> linearize(ArrayRef<int64_t> indices,
                                 ArrayRef<int64_t> shape);

/// An operation whose result is a tensor.
class TensorNode : public Node {
public:
  TensorNode(Compiler &compiler, Operation *op)
      : op(op), result(compiler.defineTensor(op->getResult(0))) {}

protected:
  Type getElementType() const {
    return cast<TensorType>(op->getResult(0).getType()).getElementType();
  }
  FailureOr<ReferenceTensor> allocate(Frame &frame,
                                      ArrayRef<int64_t> shape) const {
    return frame.execution.allocate(op, getElementType(), shape);
  }

  Operation *op;
  TensorId result;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_TENSORNODE_H
