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
//
//===----------------------------------------------------------------------===//

#ifndef STAX_SCHEDULING_ITERATIONSPACE_H
#define STAX_SCHEDULING_ITERATIONSPACE_H

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
};

/// How the members of a kernel must fit each other.
enum class FusionSpace {
  Pairwise, ///< every two domains are compatible
  Block     ///< one (n, r) holds pointwise(n), pointwise(n * r) and
            ///< reduction(n, r) together
};

/// Two reductions of equal n and r; two pointwise nodes of equal n; a pointwise
/// node of n with a reduction (n, r), or of n * r if its ranges split.
bool areCompatible(const NodeDomain &a, const NodeDomain &b);

/// The set of spaces (n, r) that hold everything joined so far. Joining is an
/// intersection of sets, so that the order of joining does not matter.
class BlockSpace {
public:
  BlockSpace() = default;

  /// The space that also holds `domain`, or none if there is no such.
  std::optional<BlockSpace> join(const NodeDomain &domain) const;

private:
  std::optional<BlockSpace> joinPointwise(int64_t points, bool splits) const;
  std::optional<BlockSpace> joinReduction(int64_t n, int64_t total) const;

  enum class State {
    Empty,    ///< holds nothing yet
    Abstract, ///< holds `Any` nodes only
    External, ///< holds one external node
    Open,     ///< n or n * r is `n`
    Points,   ///< n is known, r is not
    Full      ///< n and n * r = `total` are known
  };
  State state = State::Empty;
  int64_t n = 0;
  int64_t total = 0;
};

} // namespace mlir::stax

#endif // STAX_SCHEDULING_ITERATIONSPACE_H
