//===- AccessIndex.h - Indices in a normal form -----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access of a node as the offset of the element in its buffer: a sum of loop
// variables times strides. Loops that do not occur are left out, and
// neighbours that run through memory as one are merged, so that `128*i0 + i1`
// over 64x128 is `c0` over 8192. Two accesses are to the same elements in the
// same order if their normal forms are equal. Extents may be symbolic:
// strides are polynomials in the numbers of ExtentClasses.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_ACCESSINDEX_H
#define STAX_ANALYSIS_ACCESSINDEX_H

#include "mlir/IR/AffineMap.h"
#include "stax/Analysis/ExtentClasses.h"
#include "llvm/Support/raw_ostream.h"

#include <vector>

namespace mlir::stax {

/// A sum of products of extents and other indices, by their numbers. Constants
/// wrap around: equal polynomials have equal values all the same.
class Polynomial {
public:
  Polynomial(int64_t constant = 0);

  /// The extent `id`: a constant if it is one.
  static Polynomial get(const ExtentClasses &extents, unsigned id);

  Polynomial &operator+=(const Polynomial &other);
  Polynomial operator*(const Polynomial &other) const;
  bool operator==(const Polynomial &other) const {
    return terms == other.terms;
  }
  bool operator!=(const Polynomial &other) const { return !(*this == other); }
  bool operator<(const Polynomial &other) const { return terms < other.terms; }
  bool isZero() const { return terms.empty(); }
  std::optional<int64_t> getConstant() const;
  /// Its value with the estimates of `extents`; saturates.
  int64_t estimate(const ExtentClasses &extents) const;

  /// "128", "n3", "4*n3 + 1".
  void print(llvm::raw_ostream &os) const;

private:
  /// Factors, ascending, and how often their product counts, which is not 0.
  using Term = std::pair<llvm::SmallVector<unsigned, 2>, uint64_t>;

  llvm::SmallVector<Term, 1> terms; ///< ascending, no product twice
};

/// An access before loops are left out and merged.
struct LinearAccess {
  std::vector<Polynomial> strides; ///< of each loop of the domain
  Polynomial offset;
};

/// The normal form of an access.
struct AccessIndex {
  struct Loop {
    Polynomial stride, extent;
    bool operator==(const Loop &other) const {
      return stride == other.stride && extent == other.extent;
    }
    bool operator<(const Loop &other) const {
      return std::tie(stride, extent) < std::tie(other.stride, other.extent);
    }
  };
  llvm::SmallVector<Loop, 2> loops; ///< outermost first
  Polynomial offset;

  bool operator==(const AccessIndex &other) const {
    return loops == other.loops && offset == other.offset;
  }
  bool operator<(const AccessIndex &other) const {
    return std::tie(loops, offset) < std::tie(other.loops, other.offset);
  }

  /// "[128*c0 + c1], {c0: 64, c1: 128}".
  void print(llvm::raw_ostream &os) const;
};

/// The access `map` with `symbols` to a buffer of extents `shape` in row-major
/// order. Nothing if it is not a sum of multiples of loop variables.
std::optional<LinearAccess> linearize(AffineMap map, ArrayRef<Value> symbols,
                                      ArrayRef<unsigned> shape,
                                      ExtentClasses &extents);

/// The normal form of `access` over a domain of extents `domain`.
AccessIndex normalize(const LinearAccess &access, ArrayRef<unsigned> domain,
                      const ExtentClasses &extents);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_ACCESSINDEX_H
