//===- SymbolicBytes.h - Relations of sizes known at run time ---*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Proves from the form of expressions that one is at
// least another, whatever their values are. What it does not prove may hold all
// the same.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_SYMBOLICBYTES_H
#define STAX_LIB_TRANSFORMS_SYMBOLICBYTES_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <map>

namespace mlir::stax {

/// Expressions over numbers that are not negative; equal ones have one id.
class SymbolicBytes {
public:
  using Id = unsigned;

  Id getConstant(int64_t value);
  Id getValue(Value value) { return getValue(value, /*depth=*/0); }
  Id getSum(Id lhs, Id rhs);

  /// The bytes of `view`, whose elements have a known size.
  Id getBytes(memref::ViewOp view);

  /// Whether `lhs` is proved to be at least `rhs`. Constants that no address
  /// space holds are above all others.
  bool isAtLeast(Id lhs, Id rhs) { return isAtLeast(lhs, rhs, /*depth=*/0); }

  /// Whether `id` is proved to be a multiple of `factor`, a power of two.
  bool isMultiple(Id id, int64_t factor) const;

private:
  enum class Kind {
    Constant,
    Opaque,
    Sum,
    Product,
    Max,
    Min,
    Select, ///< either operand
    And,
    Other
  };
  struct Expression {
    Kind kind;
    /// The value of a constant, the factor of a product, what a sum adds to its
    /// operands: one, or two without numbers of their own; the id of the
    /// condition of a select.
    int64_t number = 0;
    const void *tag = nullptr; ///< what an opaque value is
    std::vector<Id> operands;

    bool operator<(const Expression &other) const {
      return std::tie(kind, number, tag, operands) <
             std::tie(other.kind, other.number, other.tag, other.operands);
    }
  };

  Id intern(Expression expression);
  std::pair<Id, int64_t> splitSum(Id id);
  std::pair<Id, Id> cancelTerms(Id lhs, Id rhs);
  Id getProduct(ArrayRef<Id> factors);
  Id getValue(Value value, unsigned depth);
  Id getOperation(Operation *op, unsigned depth);
  Id getExtent(Value memref, int64_t dim, unsigned depth);
  bool isAtLeast(Id lhs, Id rhs, unsigned depth);
  bool decide(Id lhs, Id rhs, unsigned depth);

  std::map<Expression, Id> ids;
  std::vector<Expression> expressions;
  std::map<std::pair<Id, Id>, bool> known;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_SYMBOLICBYTES_H
