//===- Monoid.h - Monoids, from their definitions ------------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_MONOID_H
#define STAX_LIB_REFERENCE_MONOID_H

#include "Program.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/TypeRange.h"

namespace mlir::stax::reference {

class Compiler;

/// What a monoid combines: as many cells as its arity.
using Tuple = SmallVector<Cell, 1>;

class UserFunction;

/// A monoid over tuples of given types.
struct Monoid {
  /// Replaces `accumulator`, the earlier operand, by the combination.
  using Combine = void (*)(const Monoid &monoid, Tuple &accumulator,
                           const Tuple &value);

  Combine combineFunction;
  /// Combining it on either side changes no bit of the other operand.
  Tuple identity;
  /// What a complete reduction combines last.
  Tuple init;
  /// Whether no points have a value.
  bool allowsEmpty;
  /// The format of accumulators, and their integer width; of an extreme with
  /// an index, those of the value.
  ElementKind kind;
  uint8_t width;
  /// The formats of what is combined, one for each member.
  SmallVector<ElementKind, 3> valueKinds = {};
  /// The function of the module that combines, if one does.
  std::shared_ptr<UserFunction> user = nullptr;

  /// Makes ready to combine in `frame`; before any combination there.
  void begin(Frame &frame) const;
  void combine(Tuple &accumulator, const Tuple &value) const {
    combineFunction(*this, accumulator, value);
  }
};

/// The same for monoids of several scalars.
std::optional<Monoid> getTupleMonoid(Attribute attribute, TypeRange types);

/// The same for monoids that a function combines by, which `op` uses.
std::optional<Monoid> getUserMonoid(Compiler &compiler, Operation *op,
                                    Attribute attribute, TypeRange types);

/// The monoid that `attribute` of `op` means for values of `types`; nothing if
/// it or the types are not known.
std::optional<Monoid> getMonoid(Compiler &compiler, Operation *op,
                                Attribute attribute, TypeRange types);

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_MONOID_H
