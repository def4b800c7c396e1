//===- ImportSupport.h - What conversions into Stax share -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about tensors that conversions into the dialect ask for, and the
// builder of the elements that a body reads. Patterns that use these create no
// operation before they are sure to succeed.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_CONVERSION_IMPORTSUPPORT_H
#define STAX_CONVERSION_IMPORTSUPPORT_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>

namespace mlir::stax {

/// Why values of `type`, a scalar or a shaped type, cannot be those of a Stax
/// operation; nothing if they can.
std::optional<std::string> findTypeObstacle(Type type);

/// Why `op` of a body that works on scalars cannot be in the region of a Stax
/// operation; nothing if it can.
std::optional<std::string> findBodyObstacle(Operation &op);

/// Turns each `scf.if` in the body of `op` into selections, if both of its arms
/// may run: they have no effects, and cannot fail.
void flattenBranches(RewriterBase &rewriter, Operation *op);

/// The scalar that all elements of `tensor` equal: an attribute if it is known
/// now, a value that dominates `tensor` if not. Null if there may be several.
OpFoldResult getUniformElement(Value tensor);

/// Extent of dimension `dim` of `tensor`: an attribute if it is known now,
/// else a value. Looks through destinations, casts and Stax operations, so
/// that tensors which were made with one extent give one value.
OpFoldResult getExtent(OpBuilder &builder, Location loc, Value tensor,
                       int64_t dim);

/// Extents of a value of `type` with the shape of `source`: attributes where
/// `type` is static, else values, even of extents that are known.
SmallVector<OpFoldResult> getExtents(OpBuilder &builder, Location loc,
                                     RankedTensorType type, Value source);

/// Copies device and stream from the operation that is converted.
void copyPlacement(Operation *from, Operation *to);

/// The elements that a body reads at each point, under the names (`key`) that
/// the operations to be copied into it use for them.
class ElementReads {
public:
  /// Lets `key` stand for the element of `operand` at `map`, or for `operand`
  /// itself if it is a scalar. Uniform tensors are read as their scalar.
  void add(Value key, Value operand, AffineMap map);

  /// Tensors to read, each through the map of the same number.
  ArrayRef<Value> getInputs() const { return inputs; }
  ArrayRef<AffineMap> getMaps() const { return maps; }

  /// Maps all keys to `args`, one for each input, or to scalars; constants are
  /// created.
  void bind(OpBuilder &builder, Location loc, ValueRange args,
            IRMapping &mapping) const;

private:
  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<std::pair<Value, unsigned>> inputKeys;
  SmallVector<std::pair<Value, OpFoldResult>> scalarKeys;
};

/// Erases what a conversion leaves without uses in `root`: constants, extents
/// and destinations.
void eraseDeadSources(Operation *root);

/// Reports that `op` stays as it is, and why.
void reportNotConverted(Operation *op, StringRef reason);

} // namespace mlir::stax

#endif // STAX_CONVERSION_IMPORTSUPPORT_H
