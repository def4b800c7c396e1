//===- ShapeValues.h - Extents and indices that arguments decide -*- C++
//-*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a walk over a function knows of shapes and indices, once it knows the
// shapes of arguments.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_RUNNER_SHAPEVALUES_H
#define STAX_LIB_RUNNER_SHAPEVALUES_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::stax {

/// With ShapedType::kDynamic where an extent is not known.
using Shape = SmallVector<int64_t, 4>;

class ShapeValues {
public:
  /// The shape of a tensor or memref; of its type if nothing else is known, and
  /// empty if that has no rank.
  Shape getShape(Value value) const;
  void setShape(Value value, Shape shape) { shapes[value] = std::move(shape); }

  /// The index `value`, if it is known.
  std::optional<int64_t> getIndex(OpFoldResult value) const;

  /// `shape` with `sizes` in place of its dynamic extents.
  Shape fillIn(ArrayRef<int64_t> shape, ValueRange sizes) const;

  /// Learns the result of `op` if that is a scalar: an extent, or what folds
  /// once its operands are known.
  void inferScalar(Operation *op);

private:
  DenseMap<Value, Shape> shapes;
  DenseMap<Value, Attribute> scalars;
};

} // namespace mlir::stax

#endif // STAX_LIB_RUNNER_SHAPEVALUES_H
