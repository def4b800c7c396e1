//===- AffineRange.cpp - Values of affine expressions over boxes ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/AffineRange.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

IndexRange IndexRange::ofExtent(int64_t extent) {
  if (ShapedType::isDynamic(extent))
    return {0, std::numeric_limits<int64_t>::max() - 1};
  return {0, std::max<int64_t>(extent - 1, 0)};
}

static std::optional<IndexRange> add(IndexRange lhs, IndexRange rhs) {
  IndexRange sum;
  if (llvm::AddOverflow(lhs.low, rhs.low, sum.low) ||
      llvm::AddOverflow(lhs.high, rhs.high, sum.high))
    return std::nullopt;
  return sum;
}

static std::optional<IndexRange> multiply(IndexRange lhs, IndexRange rhs) {
  int64_t corners[4];
  if (llvm::MulOverflow(lhs.low, rhs.low, corners[0]) ||
      llvm::MulOverflow(lhs.low, rhs.high, corners[1]) ||
      llvm::MulOverflow(lhs.high, rhs.low, corners[2]) ||
      llvm::MulOverflow(lhs.high, rhs.high, corners[3]))
    return std::nullopt;
  auto [low, high] =
      std::minmax_element(std::begin(corners), std::end(corners));
  return IndexRange{*low, *high};
}

/// The remainders of a range by `divisor`: all of them as soon as it crosses a
/// multiple.
static IndexRange getRemainders(IndexRange range, int64_t divisor) {
  if (llvm::divideFloorSigned(range.low, divisor) ==
      llvm::divideFloorSigned(range.high, divisor))
    return {llvm::mod(range.low, divisor), llvm::mod(range.high, divisor)};
  return {0, divisor - 1};
}

std::optional<IndexRange> stax::getRange(AffineExpr expr,
                                         ArrayRef<IndexRange> dims,
                                         ArrayRef<IndexRange> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return IndexRange{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<IndexRange> lhs = getRange(binary.getLHS(), dims, symbols);
  std::optional<IndexRange> rhs = getRange(binary.getRHS(), dims, symbols);
  if (!lhs || !rhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add)
    return add(*lhs, *rhs);
  if (expr.getKind() == AffineExprKind::Mul)
    return multiply(*lhs, *rhs);
  int64_t divisor = rhs->low;
  if (divisor != rhs->high || divisor <= 0)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Mod)
    return getRemainders(*lhs, divisor);
  bool roundsUp = expr.getKind() == AffineExprKind::CeilDiv;
  auto divide = [&](int64_t value) {
    return roundsUp ? llvm::divideCeilSigned(value, divisor)
                    : llvm::divideFloorSigned(value, divisor);
  };
  return IndexRange{divide(lhs->low), divide(lhs->high)};
}

/// Whether `expr` takes every integer between any two of its values: then its
/// remainders are as getRemainders says.
static bool isContiguous(AffineExpr expr) {
  if (isa<AffineDimExpr>(expr) || expr.isSymbolicOrConstant())
    return true;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return (lhs.isSymbolicOrConstant() || rhs.isSymbolicOrConstant()) &&
           isContiguous(lhs) && isContiguous(rhs);
  case AffineExprKind::Mul: {
    auto factor = dyn_cast<AffineConstantExpr>(rhs);
    return factor && factor.getValue() == -1 && isContiguous(lhs);
  }
  case AffineExprKind::FloorDiv:
  case AffineExprKind::CeilDiv:
    return isContiguous(lhs);
  default:
    return false;
  }
}

// The parts of an expression in which no dimension occurs twice vary
// independently, so all are at the ends that they add to at some point.
bool stax::attainsBounds(AffineExpr expr) {
  llvm::SmallDenseSet<unsigned> seen;
  bool attains = true;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      attains &= seen.insert(dim.getPosition()).second;
    if (part.getKind() == AffineExprKind::Mod)
      attains &= isContiguous(cast<AffineBinaryOpExpr>(part).getLHS());
  });
  return attains;
}

/// Splits `sum` into multiples of `divisor` and the rest.
static std::pair<AffineExpr, AffineExpr> splitMultiples(AffineExpr sum,
                                                        int64_t divisor) {
  AffineExpr zero = getAffineConstantExpr(0, sum.getContext());
  if (sum.isMultipleOf(divisor))
    return {sum, zero};
  if (sum.getKind() != AffineExprKind::Add)
    return {zero, sum};
  auto binary = cast<AffineBinaryOpExpr>(sum);
  auto [lhsMultiples, lhsRest] = splitMultiples(binary.getLHS(), divisor);
  auto [rhsMultiples, rhsRest] = splitMultiples(binary.getRHS(), divisor);
  return {lhsMultiples + rhsMultiples, lhsRest + rhsRest};
}

AffineExpr stax::simplifyInRanges(AffineExpr expr, ArrayRef<IndexRange> dims,
                                  ArrayRef<IndexRange> symbols) {
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return expr;
  AffineExpr lhs = simplifyInRanges(binary.getLHS(), dims, symbols);
  AffineExpr rhs = simplifyInRanges(binary.getRHS(), dims, symbols);
  AffineExprKind kind = expr.getKind();
  auto divisor = dyn_cast<AffineConstantExpr>(rhs);
  if ((kind == AffineExprKind::FloorDiv || kind == AffineExprKind::Mod) &&
      divisor && divisor.getValue() > 0) {
    auto [multiples, rest] = splitMultiples(lhs, divisor.getValue());
    std::optional<IndexRange> range = getRange(rest, dims, symbols);
    if (range && range->isIn(0, divisor.getValue()))
      return kind == AffineExprKind::Mod
                 ? rest
                 : multiples.floorDiv(divisor.getValue());
  }
  return getAffineBinaryOpExpr(kind, lhs, rhs);
}
