//===- ExtentClasses.h - Which extents are equal ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives extents numbers, equal ones the same. Extents are equal if they are one
// constant or one value, if shapes say so (the extent of a result is that of
// the domain that computes it), or if a caller has proved it. What cannot be
// proved is different.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_EXTENTCLASSES_H
#define STAX_ANALYSIS_EXTENTCLASSES_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>
#include <vector>

namespace mlir::stax {

class ExtentClasses {
public:
  /// The number of an extent, or of any other index.
  unsigned get(OpFoldResult extent);

  /// The number of the extent of `axis` of a ranked shaped value.
  unsigned get(Value shaped, unsigned axis);

  /// From now on the two are equal. Two different constants stay different.
  void unify(unsigned lhs, unsigned rhs);

  /// The number that stands for all that are equal to `id`.
  unsigned find(unsigned id) const;
  bool areEqual(unsigned lhs, unsigned rhs) const {
    return find(lhs) == find(rhs);
  }

  std::optional<int64_t> getConstant(unsigned id) const {
    return classes[find(id)].constant;
  }

  /// The constant, else what `stax.example` says of an argument, else 64.
  int64_t estimate(unsigned id) const;

private:
  struct Class {
    mutable unsigned parent;
    std::optional<int64_t> constant;
    std::optional<int64_t> example;
  };
  /// An index value (axis -1), or the extent of an axis of a shaped value.
  using Place = std::pair<Value, int64_t>;

  unsigned getConstantClass(int64_t constant);
  unsigned getPlaceClass(Place place);

  std::vector<Class> classes;
  llvm::DenseMap<int64_t, unsigned> constants;
  llvm::DenseMap<Place, unsigned> places;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_EXTENTCLASSES_H
