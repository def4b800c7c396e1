//===- StaxInterfaces.h - Interfaces of graph operations --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The two interfaces through which the compiler knows operations, and the
// plain data that they exchange: what a node accesses, and where.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_IR_STAXINTERFACES_H
#define STAX_IR_STAXINTERFACES_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/IntegerSet.h"
#include "mlir/IR/OpDefinition.h"
#include "stax/IR/StaxAttributes.h"

#include <optional>

namespace mlir::stax {

/// What kind of thing a node's access touches. Tensors and buffers are values;
/// the others serve operations whose state is not an array of elements.
enum class StateKind { Value, Mask, List, Alloc, IO, Rng };

/// A piece of state: the SSA value that is its root, or else a symbol (a
/// global, or the outside world for IO and Rng).
struct State {
  Value root = {};
  SymbolRefAttr symbol = {};
  StateKind kind = StateKind::Value;

  bool operator==(const State &other) const {
    return root == other.root && symbol == other.symbol && kind == other.kind;
  }
};

enum class AccessMode {
  Read,
  Write,
  /// Reads and writes the same elements, as combining into a destination does.
  Update
};

/// One access of a node.
struct Access {
  State state;
  AccessMode mode = AccessMode::Read;
  /// From the iteration domain, and `symbols`, to element indices; nothing if
  /// unknown: the access may touch any element (a whole dependence).
  std::optional<AffineMap> map = std::nullopt;
  SmallVector<Value> symbols = {};
  /// Over the same dimensions and symbols: where the access happens. Null for
  /// everywhere.
  IntegerSet guard = {};
  /// No two points of the domain that differ in dimensions which the map uses
  /// touch the same element.
  bool injective = false;
  /// Every element of the state is touched.
  bool covers = false;
};

/// A read of one element a point that becomes a body argument.
struct OperandAccess {
  Value operand;
  AffineMap map;
  SmallVector<Value> symbols;
  /// Where the read happens; null for everywhere. Elsewhere the argument is
  /// `padding`, a scalar of the element type.
  IntegerSet guard;
  Value padding;
};

/// Whether a constraint of `guard` depends on dimension `dim`; no guard has
/// none.
bool restrictsDim(IntegerSet guard, unsigned dim);

/// How a node scans: the combination of all points of `dimension` up to each
/// one. The order of the scan is kept, an earlier point being the left operand:
/// combining need not commute.
struct ScanInfo {
  unsigned dimension = 0;
  /// From the last point to the first.
  bool isReverse = false;
  /// Without the point itself.
  bool isExclusive = false;
  /// Accumulators to start from, scalars or tensors without `dimension`; empty
  /// for the monoid's init.
  SmallVector<Value> carryIn = {};
};

/// The map by which a scan along `dimension` of a domain of rank `rank` reads
/// its carries: the other dimensions, in order.
AffineMap getCarryMap(unsigned rank, unsigned dimension, MLIRContext *context);

/// Value of the integer attribute `name` on `op`, 0 if absent.
int64_t getPlacement(Operation *op, StringRef name);

/// Bytes of all shaped `types` together, i1 counting one byte; nothing if one
/// of them is dynamic, has elements without a size, or is too large to count.
std::optional<int64_t> getStaticBytes(TypeRange types);

/// Bytes of one element of `type`, an integer, index, float or complex type, in
/// memory: i1 takes one, index eight.
int64_t getElementBytes(Type type);

namespace detail {
/// Checks that what `op` says through FusableOpInterface fits together: one
/// kind for each extent, maps over the domain, and results at the dimensions
/// that are not reduced.
LogicalResult verifyFusableOp(Operation *op);
} // namespace detail

} // namespace mlir::stax

#include "stax/IR/StaxInterfaces.h.inc"

namespace mlir::stax {

/// All reads of tensors at affine places by `node`: those that feed its body,
/// then the carries of a scan, which are read before its first point.
SmallVector<OperandAccess> getTensorReads(FusableOpInterface node);

} // namespace mlir::stax

#endif // STAX_IR_STAXINTERFACES_H
