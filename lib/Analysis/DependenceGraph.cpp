//===- DependenceGraph.cpp - Queries about dependences --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/DependenceGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::stax;

StringRef stax::stringifyDependenceKind(DependenceKind kind) {
  switch (kind) {
  case DependenceKind::Memory:
    return "memory";
  case DependenceKind::Whole:
    return "whole";
  case DependenceKind::Weak:
    return "weak";
  }
  llvm_unreachable("covered switch");
}

std::optional<unsigned> DependenceGraph::lookup(Operation *op) const {
  auto it = nodeOf.find(op);
  return it == nodeOf.end() ? std::nullopt : std::optional(it->second);
}

//===----------------------------------------------------------------------===//
// Groupings
//===----------------------------------------------------------------------===//

void IterationGrouping::print(llvm::raw_ostream &os) const {
  auto printGroup = [&](ArrayRef<Polynomial> group) {
    os << '(';
    llvm::interleaveComma(group, os,
                          [&](const Polynomial &range) { range.print(os); });
    os << ')';
  };
  os << '(';
  printGroup(pointwise);
  os << ", ";
  printGroup(reduced);
  os << ')';
}

/// Whether `access` runs through the loops `outer` and `inner`, neighbours but
/// for loops of extent 1, as through one.
static bool runsThrough(const GraphAccess &access, unsigned outer,
                        unsigned inner, const Polynomial &innerExtent) {
  if (restrictsDim(access.guard, outer) || restrictsDim(access.guard, inner))
    return false;
  if (access.linear)
    return access.linear->strides[outer] ==
           innerExtent * access.linear->strides[inner];
  return !access.map || (!access.map->isFunctionOfDim(outer) &&
                         !access.map->isFunctionOfDim(inner));
}

IterationGrouping DependenceGraph::getGrouping(unsigned number) const {
  const GraphNode &node = nodes[number];
  IterationGrouping grouping;
  for (bool isParallel : {true, false}) {
    SmallVector<Polynomial, 2> &group =
        isParallel ? grouping.pointwise : grouping.reduced;
    std::optional<unsigned> outer;
    for (unsigned dim = 0; dim < node.extents.size(); ++dim) {
      Polynomial extent = Polynomial::get(extents, node.extents[dim]);
      if ((node.kinds[dim] == IteratorKind::Parallel) != isParallel ||
          extent == Polynomial(1))
        continue;
      bool merges =
          outer && llvm::all_of(node.accesses, [&](const GraphAccess &access) {
            return runsThrough(access, *outer, dim, extent);
          });
      if (merges)
        group.back() = group.back() * extent;
      else
        group.push_back(extent);
      outer = dim;
    }
  }
  return grouping;
}

//===----------------------------------------------------------------------===//
// Indices and distances
//===----------------------------------------------------------------------===//

std::optional<AccessIndex>
DependenceGraph::getIndex(const GraphNode &node,
                          const GraphAccess &access) const {
  if (!access.linear)
    return std::nullopt;
  return normalize(*access.linear, node.extents, extents);
}

static std::string spell(AffineExpr expr) {
  std::string text;
  llvm::raw_string_ostream(text) << expr;
  return text;
}

/// `dim + constant` as the pair of them, the dimension -1 for a constant alone.
static std::optional<std::pair<int, int64_t>> splitOffset(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return std::pair(int(dim.getPosition()), int64_t(0));
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return std::pair(-1, constant.getValue());
  auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!sum || expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  auto dim = dyn_cast<AffineDimExpr>(sum.getLHS());
  auto constant = dyn_cast<AffineConstantExpr>(sum.getRHS());
  if (!dim || !constant)
    return std::nullopt;
  return std::pair(int(dim.getPosition()), constant.getValue());
}

static DependenceDistance incomparable(const llvm::Twine &reason) {
  return {DependenceDistance::Kind::Incomparable, {}, reason.str()};
}

DependenceDistance DependenceGraph::getDistance(const GraphNode &reader,
                                                const GraphAccess &read) const {
  const GraphBuffer &buffer = buffers[read.buffer];
  if (!read.map)
    return incomparable("it may read any element");
  const GraphNode &producer = nodes[*buffer.producer];
  if (!producer.isFusable())
    return incomparable("the producer writes it as a whole");
  if (read.view)
    return incomparable("it reads through '" +
                        read.view->getName().getStringRef() + "'");
  DependenceDistance result;
  llvm::SmallBitVector seen(reader.extents.size());
  for (auto [axis, expr] : llvm::enumerate(read.map->getResults())) {
    AffineExpr simple = simplifyAffineExpr(expr, read.map->getNumDims(),
                                           read.map->getNumSymbols());
    std::optional<std::pair<int, int64_t>> sum = splitOffset(simple);
    bool isUnit = extents.getConstant(buffer.shape[axis]) == 1;
    if (isUnit && sum) {
      result.distance.push_back(0);
      continue;
    }
    if (!sum)
      return incomparable("index " + spell(simple) + " along dimension " +
                          Twine(axis) + " is no loop plus a constant");
    auto [dim, offset] = *sum;
    if (dim < 0)
      return incomparable("it reads the fixed index " + Twine(offset) +
                          " along dimension " + Twine(axis));
    if (seen.test(dim))
      return incomparable("one loop is index of two dimensions");
    seen.set(dim);
    if (!offset && !extents.areEqual(reader.extents[dim], buffer.shape[axis]))
      return incomparable("the loop over dimension " + Twine(axis) +
                          " has another extent");
    result.distance.push_back(offset);
    if (offset)
      result.kind = DependenceDistance::Kind::Constant;
  }
  return result;
}
