//===- NodeMapVerifier.cpp - Rules of the maps of nodes in a kernel -------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node map must reach every point of the node's domain. Each of its results
// is therefore read as a *part* of a *base*: with the base a dimension, or a
// collapse of dimensions in mixed radix, `(base floordiv divisor) mod count`
// takes the values 0 to count - 1. Parts of one base vary independently if
// they do not overlap as digits; parts of bases without common dimensions do.
// The constant 0 is a part of one value.
//
//===----------------------------------------------------------------------===//

#include "KernelOpSupport.h"
#include "stax/IR/KernelMaps.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// One result of a node map.
struct Part {
  AffineExpr base;
  int64_t divisor = 1;
  /// Number of values, nothing if it is not constant.
  std::optional<int64_t> count = std::nullopt;
  /// The base has its dimensions in the order of the space.
  bool isOrdered = true;
};

/// A summand of a collapse.
struct Term {
  int64_t factor;
  Part part;
};

/// Reads node maps over one space.
class PartReader {
public:
  PartReader(ArrayRef<OpFoldResult> space) : space(space) {}

  /// `expr` as a part, nothing if it is none.
  std::optional<Part> read(AffineExpr expr) const;

  bool haveCommonDims(AffineExpr lhs, AffineExpr rhs) const;
  /// Whether all pairs of values of the two parts occur.
  bool areIndependent(const Part &lhs, const Part &rhs) const;
  /// Whether the loops of `inner` are inside those of `outer`.
  bool isInside(const Part &inner, const Part &outer) const;

private:
  std::optional<Part> readCollapse(AffineExpr expr) const;
  /// Splits `factor * expr` into `terms`, the smallest first.
  bool readTerms(AffineExpr expr, int64_t factor,
                 SmallVectorImpl<Term> &terms) const;

  ArrayRef<OpFoldResult> space;
};
} // namespace

bool PartReader::haveCommonDims(AffineExpr lhs, AffineExpr rhs) const {
  return llvm::any_of(llvm::seq<unsigned>(0, space.size()), [&](unsigned dim) {
    return lhs.isFunctionOfDim(dim) && rhs.isFunctionOfDim(dim);
  });
}

bool PartReader::areIndependent(const Part &lhs, const Part &rhs) const {
  if (lhs.base != rhs.base)
    return !haveCommonDims(lhs.base, rhs.base);
  if (!lhs.count || !rhs.count)
    return false;
  const Part &low = lhs.divisor < rhs.divisor ? lhs : rhs;
  const Part &high = lhs.divisor < rhs.divisor ? rhs : lhs;
  int64_t end = low.divisor * std::max<int64_t>(*low.count, 1);
  return end <= high.divisor && high.divisor % end == 0;
}

bool PartReader::isInside(const Part &inner, const Part &outer) const {
  if (inner.base == outer.base)
    return inner.divisor < outer.divisor;
  // The last dimension of one is before the first of the other.
  unsigned dim = 0;
  for (unsigned i = 0; i < space.size(); ++i)
    if (outer.base.isFunctionOfDim(i))
      dim = i;
  return llvm::none_of(llvm::seq<unsigned>(0, dim + 1), [&](unsigned i) {
    return inner.base.isFunctionOfDim(i);
  });
}

bool PartReader::readTerms(AffineExpr expr, int64_t factor,
                           SmallVectorImpl<Term> &terms) const {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && expr.getKind() == AffineExprKind::Add)
    return readTerms(binary.getLHS(), factor, terms) &&
           readTerms(binary.getRHS(), factor, terms);
  if (binary && expr.getKind() == AffineExprKind::Mul) {
    auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
    return constant && constant.getValue() > 0 &&
           !llvm::MulOverflow(factor, constant.getValue(), factor) &&
           readTerms(binary.getLHS(), factor, terms);
  }
  std::optional<Part> part = read(expr);
  if (!part || !part->count)
    return false;
  Term term{factor, *part};
  auto isSmaller = [](const Term &lhs, const Term &rhs) {
    return std::pair(lhs.factor, *lhs.part.count) <
           std::pair(rhs.factor, *rhs.part.count);
  };
  terms.insert(llvm::upper_bound(terms, term, isSmaller), term);
  return true;
}

std::optional<Part> PartReader::readCollapse(AffineExpr expr) const {
  SmallVector<Term> terms;
  if (!readTerms(expr, 1, terms))
    return std::nullopt;
  // From the inside out, each factor is the product of all counts before it.
  Part collapse{expr, 1, 1};
  for (auto [position, term] : llvm::enumerate(terms)) {
    if (term.factor != *collapse.count ||
        llvm::MulOverflow(term.factor, *term.part.count, *collapse.count))
      return std::nullopt;
    for (const Term &inner : ArrayRef(terms).take_front(position))
      if (!areIndependent(inner.part, term.part))
        return std::nullopt;
    collapse.isOrdered &=
        term.part.isOrdered &&
        (position == 0 || isInside(terms[position - 1].part, term.part));
  }
  return collapse;
}

std::optional<Part> PartReader::read(AffineExpr expr) const {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Part{expr, 1, getConstantIntValue(space[dim.getPosition()])};
  // The only index of a dimension of extent 1.
  if (auto constant = dyn_cast<AffineConstantExpr>(expr);
      constant && constant.getValue() == 0)
    return Part{expr, 1, 1};
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return readCollapse(expr);
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  std::optional<Part> part = read(binary.getLHS());
  if (!constant || constant.getValue() <= 0 || !part || !part->count ||
      *part->count % constant.getValue() != 0)
    return std::nullopt;
  switch (expr.getKind()) {
  case AffineExprKind::FloorDiv:
    *part->count /= constant.getValue();
    if (llvm::MulOverflow(part->divisor, constant.getValue(), part->divisor))
      return std::nullopt;
    return part;
  case AffineExprKind::Mod:
    if (*part->count != 0)
      part->count = constant.getValue();
    return part;
  default:
    return std::nullopt;
  }
}

/// Reports that the map of `node` does not do `text`.
static InFlightDiagnostic reportMap(KernelOp kernel, FusableOpInterface node,
                                    const Twine &text) {
  InFlightDiagnostic diag = kernel.emitOpError("expected the map of a node to ")
                            << text;
  diag.attachNote(node.getLoc()) << "node is here";
  return diag;
}

/// Whether two extents in the body of `kernel` are the same constant, or the
/// same value outside.
static bool isSameExtent(KernelOp kernel, OpFoldResult lhs, OpFoldResult rhs) {
  auto getOuter = [&](OpFoldResult extent) -> OpFoldResult {
    auto argument = dyn_cast_if_present<BlockArgument>(dyn_cast<Value>(extent));
    if (argument && argument.getOwner() == kernel.getBodyBlock())
      return kernel.getOuterValue(argument);
    return extent;
  };
  return isEqualConstantIntOrValue(getOuter(lhs), getOuter(rhs));
}

/// Reads the results of `map` into `parts` and checks that they reach every
/// point of the domain.
static LogicalResult verifyCover(KernelOp kernel, FusableOpInterface node,
                                 AffineMap map, ArrayRef<OpFoldResult> space,
                                 SmallVectorImpl<Part> &parts) {
  // kernel_c4
  SmallVector<OpFoldResult> domain = node.getIterationExtents();
  if (map.getNumDims() != kernel.getRank() || map.getNumSymbols() != 0)
    return reportMap(kernel, node,
                     "have the " + Twine(kernel.getRank()) +
                         " dimensions of the space and no symbols, but got " +
                         Twine(map.getNumDims()) + " and " +
                         Twine(map.getNumSymbols()));
  if (map.getNumResults() != domain.size())
    return reportMap(kernel, node,
                     "have " + Twine(domain.size()) +
                         " results, one for each dimension of its domain, but "
                         "got " +
                         Twine(map.getNumResults()));
  PartReader reader(space);
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    std::optional<Part> part = reader.read(expr);
    auto plain = dyn_cast<AffineDimExpr>(expr);
    bool covers =
        plain && isSameExtent(kernel, space[plain.getPosition()], domain[dim]);
    covers |=
        part && part->count && getConstantIntValue(domain[dim]) == part->count;
    if (!covers)
      return reportMap(kernel, node,
                       "cover dimension " + Twine(dim) +
                           " of its domain exactly");
    for (auto [other, otherPart] : llvm::enumerate(parts))
      if (!reader.areIndependent(*part, otherPart))
        return reportMap(kernel, node,
                         "cover its domain exactly, but its results " +
                             Twine(other) + " and " + Twine(dim) +
                             " depend on each other");
    parts.push_back(*part);
  }
  return success();
}

/// Whether the map of `node`, which covers its domain, gives every point of it
/// at one point of the dimensions that it uses.
static bool meetsPointsOnce(KernelOp kernel, FusableOpInterface node) {
  SmallVector<OpFoldResult> space = kernel.getBodyExtents();
  SmallVector<OpFoldResult> domain = node.getIterationExtents();
  AffineMap map = getNodeMap(kernel, node);
  // Collapses and parts are of constant extents. They meet each point once if
  // there are as many points on either side.
  int64_t points = 1, met = 1;
  llvm::SmallBitVector isUsed(space.size());
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (isa<AffineDimExpr>(expr))
      continue;
    (void)llvm::MulOverflow(points, *getConstantIntValue(domain[dim]), points);
    for (unsigned outer = 0; outer < space.size(); ++outer)
      if (expr.isFunctionOfDim(outer))
        isUsed.set(outer);
  }
  for (unsigned outer : isUsed.set_bits())
    (void)llvm::MulOverflow(met, *getConstantIntValue(space[outer]), met);
  return points == met;
}

bool stax::ownsItsElements(KernelOp kernel, FusableOpInterface node) {
  AffineMap map = getNodeMap(kernel, node);
  for (auto [dim, extent] : llvm::enumerate(kernel.getPar()))
    if (extent != 1 && !map.isFunctionOfDim(dim))
      return false;
  return meetsPointsOnce(kernel, node);
}

LogicalResult stax::verifyNodeMap(KernelOp kernel, FusableOpInterface node) {
  SmallVector<OpFoldResult> space = kernel.getBodyExtents();
  AffineMap map = getNodeMap(kernel, node);
  SmallVector<Part> parts;
  if (failed(verifyCover(kernel, node, map, space, parts)))
    return failure();
  PartReader reader(space);
  bool combines = llvm::any_of(node.getIteratorKinds(), [](IteratorKind kind) {
    return kind != IteratorKind::Parallel;
  });
  // kernel_c10
  if (combines && !meetsPointsOnce(kernel, node))
    return reportMap(kernel, node, "meet each point that it combines once");
  const Part *last = nullptr;
  SmallVector<IteratorKind> kinds = node.getIteratorKinds();
  for (auto [dim, kind] : llvm::enumerate(kinds)) {
    if (kind == IteratorKind::Parallel)
      continue;
    // kernel_c10
    if (isa<AffineConstantExpr>(map.getResult(dim)))
      return reportMap(kernel, node,
                       "have a dimension of the space for dimension " +
                           Twine(dim) + ", which is not parallel");
    // kernel_c5
    for (unsigned outer = 0; outer < kernel.getPar().size(); ++outer)
      if (map.getResult(dim).isFunctionOfDim(outer))
        return reportMap(kernel, node,
                         "keep dimension " + Twine(dim) +
                             ", which is not parallel, off the parallel "
                             "dimension " +
                             Twine(outer) + " of the space");
    // kernel_c10
    for (auto [other, otherKind] : llvm::enumerate(kinds))
      if (otherKind == IteratorKind::Parallel &&
          reader.haveCommonDims(map.getResult(dim), map.getResult(other)))
        return reportMap(kernel, node,
                         "keep dimension " + Twine(dim) +
                             ", which is not parallel, off the dimensions of "
                             "the space that dimension " +
                             Twine(other) + ", which is, uses");
    if (!parts[dim].isOrdered || (last && !reader.isInside(parts[dim], *last)))
      return reportMap(kernel, node,
                       "keep the order of its reduced dimensions");
    last = &parts[dim];
  }
  return success();
}
