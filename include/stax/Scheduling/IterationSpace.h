//===- IterationSpace.h - Which nodes may share a kernel --------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iteration domains reduced to what fusion needs of them: counts of elements,
// and whether the ranges of a pointwise node split where a reduction's do.
// Where the loops have names, equal counts are not enough: they must be the
// same loops.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_ITERATIONSPACE_H
#define STAX_SCHEDULING_ITERATIONSPACE_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>

namespace mlir::stax {

/// The iteration domain of one node.
struct NodeDomain {
  enum class Kind {
    Pointwise, ///< `points` elements, nothing reduced
    Reduction, ///< `points` results, each of `reduced` elements
    External,  ///< never shares a kernel
    Any        ///< shares a kernel with every other `Any`
  };
  Kind kind = Kind::Any;
  int64_t points = 0;
  int64_t reduced = 1; ///< of a reduction; `points * reduced` fits 64 bits
  bool splits = false; ///< of a pointwise node: its ranges split as n | r for
                       ///< every n that divides `points`
  unsigned place = 0;  ///< where it runs; a kernel runs in one place
  /// Names of the loops that are not reduced, ascending. Empty where loops have
  /// no names, as if all of one extent were the same.
  llvm::SmallVector<unsigned, 4> axes = {};
  llvm::SmallVector<unsigned, 2> reducedAxes = {}; ///< likewise, outermost
                                                   ///< first
  /// Extents of the loops that are not reduced, outermost first and merged
  /// where they run as one; empty where unknown. Pairwise spaces compare them.
  llvm::SmallVector<int64_t, 2> ranges = {};

  /// Points that are independent of each other.
  int64_t parallelPoints() const { return points; }
};

/// An order of domains that depends on nothing but them.
bool operator<(const NodeDomain &a, const NodeDomain &b);

/// How the members of a kernel must fit each other.
enum class FusionSpace {
  Pairwise, ///< every two domains are compatible
  Block     ///< one (n, r) holds pointwise(n), pointwise(n * r) and
            ///< reduction(n, r) together
};

/// Two reductions of equal n and r; two pointwise nodes of equal n; a pointwise
/// node of n with a reduction (n, r), or of n * r if its ranges split. With
/// `sameOutermost`, known ranges must begin with the same extent besides: the
/// two share an outermost loop.
bool areCompatible(const NodeDomain &a, const NodeDomain &b,
                   bool sameOutermost = false);

/// Some loops: how many points they have, and their names, ascending.
struct LoopSet {
  int64_t points = 0;
  llvm::SmallVector<unsigned, 4> axes;

  bool operator==(const LoopSet &other) const {
    return points == other.points && axes == other.axes;
  }
  /// Whether it is made of `part` and other loops, or none.
  bool holds(const LoopSet &part) const;
};

/// The set of spaces (n, r) that hold everything joined so far. Joining is an
/// intersection of sets, so that the order of joining does not matter.
class BlockSpace {
public:
  BlockSpace() = default;

  /// The space that also holds `domain`, or none if there is no such.
  std::optional<BlockSpace> join(const NodeDomain &domain) const;

  /// Points that are independent of each other; 0 for external and `Any` nodes.
  int64_t parallelPoints() const { return n.points; }

private:
  std::optional<BlockSpace> joinPointwise(LoopSet points, bool splits) const;
  std::optional<BlockSpace>
  joinReduction(LoopSet n, LoopSet total,
                llvm::ArrayRef<unsigned> reducedAxes) const;

  enum class State {
    Empty,    ///< holds nothing yet
    Abstract, ///< holds `Any` nodes only
    External, ///< holds one external node
    Open,     ///< n or n * r is `n`
    Points,   ///< n is known, r is not
    Full      ///< n and n * r = `total` are known
  };
  State state = State::Empty;
  LoopSet n, total;
  unsigned place = 0;
  std::optional<llvm::SmallVector<unsigned, 2>> reduced; ///< axes, outermost
                                                         ///< first
};

} // namespace mlir::stax

#endif // STAX_SCHEDULING_ITERATIONSPACE_H
