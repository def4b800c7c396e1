//===- IterationSpace.cpp - Which nodes may share a kernel ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/IterationSpace.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <tuple>

using namespace mlir::stax;
using llvm::ArrayRef;
using Kind = NodeDomain::Kind;

//===----------------------------------------------------------------------===//
// Domains
//===----------------------------------------------------------------------===//

bool mlir::stax::operator<(const NodeDomain &a, const NodeDomain &b) {
  auto key = [](const NodeDomain &d) {
    return std::tie(d.kind, d.points, d.reduced, d.splits, d.place, d.axes,
                    d.reducedAxes, d.ranges);
  };
  return key(a) < key(b);
}

static LoopSet outerLoops(const NodeDomain &domain) {
  return {domain.points, domain.axes};
}

static LoopSet allLoops(const NodeDomain &domain) {
  LoopSet all = {domain.points * domain.reduced, domain.axes};
  all.axes.append(domain.reducedAxes);
  llvm::sort(all.axes);
  return all;
}

static bool divides(int64_t n, int64_t total) {
  return n ? total % n == 0 : total == 0;
}

bool LoopSet::holds(const LoopSet &part) const {
  return divides(part.points, points) &&
         std::includes(axes.begin(), axes.end(), part.axes.begin(),
                       part.axes.end());
}

//===----------------------------------------------------------------------===//
// Pairs
//===----------------------------------------------------------------------===//

/// Whether the ranges of a pointwise node split as n | r: where one ends, or
/// anywhere in the only one.
static bool splitsAt(const NodeDomain &pointwise, int64_t n) {
  if (pointwise.ranges.size() < 2)
    return pointwise.splits;
  int64_t product = 1;
  for (int64_t range : pointwise.ranges) {
    if (product == n)
      return true;
    product *= range;
  }
  return product == n;
}

static bool pointwiseFits(const NodeDomain &pointwise,
                          const NodeDomain &reduction) {
  LoopSet points = outerLoops(pointwise);
  return points == outerLoops(reduction) ||
         (points == allLoops(reduction) &&
          splitsAt(pointwise, reduction.points));
}

/// No range is one of extent 1.
static int64_t outermost(const NodeDomain &domain) {
  return domain.ranges.empty() ? 1 : domain.ranges.front();
}

bool mlir::stax::areCompatible(const NodeDomain &a, const NodeDomain &b,
                               bool sameOutermost) {
  if (a.kind == Kind::Any || b.kind == Kind::Any)
    return a.kind == b.kind;
  if (a.kind == Kind::External || b.kind == Kind::External ||
      a.place != b.place)
    return false;
  if (sameOutermost && outermost(a) != outermost(b))
    return false;
  if (a.kind == b.kind)
    return outerLoops(a) == outerLoops(b) && a.reduced == b.reduced &&
           a.reducedAxes == b.reducedAxes;
  return a.kind == Kind::Pointwise ? pointwiseFits(a, b) : pointwiseFits(b, a);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

std::optional<BlockSpace> BlockSpace::joinPointwise(LoopSet points,
                                                    bool splits) const {
  BlockSpace joined = *this;
  switch (state) {
  case State::Empty:
    joined.state = splits ? State::Open : State::Points;
    joined.n = std::move(points);
    return joined;
  case State::Open:
    if (points == n) {
      joined.state = splits ? State::Open : State::Points;
      return joined;
    }
    // The smaller is n, the larger is n * r, and the larger must split.
    joined.state = State::Full;
    if (n.holds(points)) {
      joined.total = n;
      joined.n = std::move(points);
      return joined;
    }
    joined.total = std::move(points);
    return splits && joined.total.holds(n) ? std::optional(joined)
                                           : std::nullopt;
  case State::Points:
    if (points == n)
      return joined;
    if (!splits || !points.holds(n))
      return std::nullopt;
    joined.state = State::Full;
    joined.total = std::move(points);
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

std::optional<BlockSpace>
BlockSpace::joinReduction(LoopSet newN, LoopSet newTotal,
                          ArrayRef<unsigned> reducedAxes) const {
  // Reduced loops keep their order.
  if (reduced && ArrayRef(*reduced) != reducedAxes)
    return std::nullopt;
  bool fits = false;
  switch (state) {
  case State::Empty:
    fits = true;
    break;
  case State::Open:
    fits = n == newN || n == newTotal;
    break;
  case State::Points:
    fits = n == newN;
    break;
  case State::Full:
    fits = n == newN && total == newTotal;
    break;
  case State::Abstract:
  case State::External:
    break;
  }
  if (!fits)
    return std::nullopt;
  BlockSpace joined;
  joined.state = State::Full;
  joined.n = std::move(newN);
  joined.total = std::move(newTotal);
  joined.reduced.emplace(reducedAxes);
  return joined;
}

std::optional<BlockSpace> BlockSpace::join(const NodeDomain &domain) const {
  if (state != State::Empty && place != domain.place)
    return std::nullopt;
  std::optional<BlockSpace> joined = BlockSpace();
  switch (domain.kind) {
  case Kind::Pointwise:
    joined = joinPointwise(outerLoops(domain), domain.splits);
    break;
  case Kind::Reduction:
    joined =
        joinReduction(outerLoops(domain), allLoops(domain), domain.reducedAxes);
    break;
  case Kind::External:
    joined->state = State::External;
    if (state != State::Empty)
      return std::nullopt;
    break;
  case Kind::Any:
    joined->state = State::Abstract;
    if (state != State::Empty && state != State::Abstract)
      return std::nullopt;
    break;
  }
  if (joined)
    joined->place = domain.place;
  return joined;
}
