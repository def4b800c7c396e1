//===- AccessMap.h - Affine maps and sets, evaluated ---------- -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_REFERENCE_ACCESSMAP_H
#define STAX_LIB_REFERENCE_ACCESSMAP_H

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/IntegerSet.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::stax::reference {

/// Evaluates affine expressions at points. Division rounds down, a remainder
/// has no sign; a divisor that is not positive has no value.
class AffineEvaluator {
public:
  explicit AffineEvaluator(ArrayRef<AffineExpr> exprs);

  /// Evaluates all expressions. Returns false if one has no value.
  bool evaluate(ArrayRef<int64_t> dims, ArrayRef<int64_t> symbols);
  /// The value of expression `index` since the last evaluation.
  int64_t getValue(unsigned index) const { return values[results[index]]; }
  unsigned size() const { return results.size(); }

private:
  struct Term {
    AffineExprKind kind;
    unsigned lhs, rhs; ///< terms
    int64_t number;    ///< a constant, a dimension or a symbol
  };
  unsigned addTerms(AffineExpr expr);

  std::vector<Term> terms;
  std::vector<int64_t> values;
  std::vector<unsigned> results;
};

/// Maps points to elements of a row-major tensor.
class AccessMap {
public:
  explicit AccessMap(AffineMap map) : map(map), evaluator(map.getResults()) {}

  AffineMap getMap() const { return map; }
  /// The element that a tensor of `shape` is read at; nothing if outside.
  std::optional<int64_t> getElement(ArrayRef<int64_t> point,
                                    ArrayRef<int64_t> symbols,
                                    ArrayRef<int64_t> shape);
  /// The coordinates of the last element asked for, for messages.
  std::string describe() const;

private:
  AffineMap map;
  AffineEvaluator evaluator;
};

/// A set of points.
class Guard {
public:
  explicit Guard(IntegerSet set) : set(set), evaluator(set.getConstraints()) {}
  const IntegerSet &getSet() const { return set; }
  /// Nothing if a constraint has no value there.
  std::optional<bool> contains(ArrayRef<int64_t> point,
                               ArrayRef<int64_t> symbols);

private:
  IntegerSet set;
  AffineEvaluator evaluator;
};

} // namespace mlir::stax::reference

#endif // STAX_LIB_REFERENCE_ACCESSMAP_H
