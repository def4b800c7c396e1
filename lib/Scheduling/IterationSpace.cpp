//===- IterationSpace.cpp - Which nodes may share a kernel ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/IterationSpace.h"

#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

using namespace mlir::stax;
using Kind = NodeDomain::Kind;

static bool pointwiseFits(const NodeDomain &pointwise, int64_t n,
                          int64_t total) {
  return pointwise.points == n ||
         (pointwise.splits && pointwise.points == total);
}

bool mlir::stax::areCompatible(const NodeDomain &a, const NodeDomain &b) {
  if (a.kind == Kind::Any || b.kind == Kind::Any)
    return a.kind == b.kind;
  if (a.kind == Kind::External || b.kind == Kind::External)
    return false;
  if (a.kind == b.kind)
    return a.points == b.points && a.reduced == b.reduced;
  const NodeDomain &pointwise = a.kind == Kind::Pointwise ? a : b;
  const NodeDomain &reduction = a.kind == Kind::Pointwise ? b : a;
  return pointwiseFits(pointwise, reduction.points,
                       reduction.points * reduction.reduced);
}

static bool divides(int64_t n, int64_t total) {
  return n ? total % n == 0 : total == 0;
}

std::optional<BlockSpace> BlockSpace::joinPointwise(int64_t points,
                                                    bool splits) const {
  BlockSpace joined = *this;
  switch (state) {
  case State::Empty:
    joined.state = splits ? State::Open : State::Points;
    joined.n = points;
    return joined;
  case State::Open:
    if (points == n) {
      joined.state = splits ? State::Open : State::Points;
      return joined;
    }
    // The smaller is n, the larger is n * r, and the larger must split.
    if ((points > n && !splits) ||
        !divides(std::min(points, n), std::max(points, n)))
      return std::nullopt;
    joined.state = State::Full;
    joined.n = std::min(points, n);
    joined.total = std::max(points, n);
    return joined;
  case State::Points:
    if (points == n)
      return joined;
    if (!splits || points < n || !divides(n, points))
      return std::nullopt;
    joined.state = State::Full;
    joined.total = points;
    return joined;
  case State::Full:
    if (points == n || (splits && points == total))
      return joined;
    return std::nullopt;
  case State::Abstract:
  case State::External:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

std::optional<BlockSpace> BlockSpace::joinReduction(int64_t newN,
                                                    int64_t newTotal) const {
  BlockSpace joined;
  joined.state = State::Full;
  joined.n = newN;
  joined.total = newTotal;
  switch (state) {
  case State::Empty:
    return joined;
  case State::Open:
    return n == newN || n == newTotal ? std::optional(joined) : std::nullopt;
  case State::Points:
    return n == newN ? std::optional(joined) : std::nullopt;
  case State::Full:
    return n == newN && total == newTotal ? std::optional(joined)
                                          : std::nullopt;
  case State::Abstract:
  case State::External:
    return std::nullopt;
  }
  llvm_unreachable("covered switch");
}

std::optional<BlockSpace> BlockSpace::join(const NodeDomain &domain) const {
  BlockSpace joined;
  switch (domain.kind) {
  case Kind::Pointwise:
    return joinPointwise(domain.points, domain.splits);
  case Kind::Reduction:
    return joinReduction(domain.points, domain.points * domain.reduced);
  case Kind::External:
    joined.state = State::External;
    return state == State::Empty ? std::optional(joined) : std::nullopt;
  case Kind::Any:
    joined.state = State::Abstract;
    return state == State::Empty || state == State::Abstract
               ? std::optional(joined)
               : std::nullopt;
  }
  llvm_unreachable("covered switch");
}
