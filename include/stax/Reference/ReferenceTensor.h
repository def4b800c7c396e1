//===- ReferenceTensor.h - Tensors of the reference interpreter -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The values that the reference interpreter computes with, and the test that
// decides whether other code agrees with them. A tensor is an array of elements
// in their native format, beside it how far an element may be off and whether
// it is decided at all.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_REFERENCE_REFERENCETENSOR_H
#define STAX_REFERENCE_REFERENCETENSOR_H

#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mlir::stax {

/// A tensor value, or a scalar as a tensor of rank 0. Row-major and contiguous;
/// elements are in the native format of the machine, `i1` as a byte 0 or 1,
/// `index` as an `int64_t`. Copies share storage until one of them is written.
class ReferenceTensor {
public:
  /// No tensor; only assignment and `isNull` are allowed.
  ReferenceTensor() = default;

  /// A tensor of zeros. `elementType` satisfies `isSupported`, extents are not
  /// negative and their product times the element's size fits an int64_t.
  ReferenceTensor(Type elementType, ArrayRef<int64_t> shape);

  /// A tensor with a copy of the elements at `data`, whatever its alignment.
  static ReferenceTensor copyOf(Type elementType, ArrayRef<int64_t> shape,
                                const void *data);

  /// A rank-0 tensor of a FloatAttr or IntegerAttr.
  static ReferenceTensor getScalar(TypedAttr value);

  /// Whether tensors of `elementType` exist: f16, bf16, f32, f64, index and
  /// signless integers of 1, 8, 16, 32 and 64 bits.
  static bool isSupported(Type elementType);

  /// Bytes of one element in storage.
  static int64_t getElementBytes(Type elementType);

  bool isNull() const { return !storage; }
  Type getElementType() const { return elementType; }
  ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getRank() const { return shape.size(); }
  int64_t getNumElements() const;
  int64_t getNumBytes() const {
    return getNumElements() * getElementBytes(elementType);
  }

  /// The elements; valid until this tensor is written or assigned.
  const void *getData() const;
  /// The same for writing; unshares the storage first. Keeps bounds and marks.
  void *getMutableData();

  /// Element `index`, counted in row-major order, as an attribute.
  TypedAttr getElement(int64_t index) const;

  /// How far another correct implementation's value of element `index` may be
  /// from this one; 0 for what is not a float.
  double getBound(int64_t index) const;
  /// Bounds of all elements; empty if all are 0.
  ArrayRef<double> getBounds() const;
  /// Unshares, and allocates zeros on the first use.
  MutableArrayRef<double> getMutableBounds();

  /// Whether some decision that element `index` depends on lies within the
  /// error bound of what it compares, so that the element has no right value.
  bool isUndecided(int64_t index) const { return getMark(index) == kUndecided; }

  /// Another mark belongs to the interpreter: the element's value could not be
  /// computed. No result of a call has one.
  using Mark = uint32_t;
  static constexpr Mark kUndecided = ~Mark(0);
  /// The element depends on something outside the program, such as a clock, and
  /// is another one in each run.
  static constexpr Mark kUnpredictable = kUndecided - 1;
  Mark getMark(int64_t index) const;
  /// Marks of all elements; empty if all are 0.
  ArrayRef<Mark> getMarks() const;
  /// Unshares, and allocates zeros on the first use.
  MutableArrayRef<Mark> getMutableMarks();

  /// The same elements in the same order with another shape of as many.
  ReferenceTensor reshape(ArrayRef<int64_t> newShape) const;

private:
  struct Storage {
    std::vector<char> data;
    std::vector<double> bounds;
    std::vector<Mark> marks;
  };
  Storage &unshare();

  Type elementType;
  SmallVector<int64_t, 4> shape;
  std::shared_ptr<Storage> storage;
};

/// A row-major contiguous tensor that somebody else computed; borrowed.
struct TensorView {
  Type elementType;
  ArrayRef<int64_t> shape;
  const void *data;
};

/// What `compare` found.
struct CheckResult {
  struct Difference {
    SmallVector<int64_t> index;
    TypedAttr got, expected;
  };
  /// Whether `got` agrees: same type and shape, every decided element within
  /// its bound, and not too many elements undecided.
  bool ok = false;
  /// Why not, as a sentence for the user; empty if `ok`.
  std::string reason;
  /// Largest distance of a decided finite float element, in units in the last
  /// place of the expected value and absolutely; 0 for other types.
  double maxUlp = 0, maxAbs = 0;
  /// Undecided elements and all elements.
  int64_t undecided = 0, elements = 0;
  /// The first element outside its bound.
  std::optional<Difference> firstBad;
};

/// Decides whether `got` agrees with `expected`: types and shapes are equal;
/// integers are equal; NaN and infinities stand at the same places; floats are
/// within the carried bound, bit for bit (NaN payloads aside) where it is 0.
/// At most one element in 10,000 may be undecided; those are not compared, nor
/// are unpredictable ones.
CheckResult compare(const ReferenceTensor &expected, const TensorView &got);

} // namespace mlir::stax

#endif // STAX_REFERENCE_REFERENCETENSOR_H
