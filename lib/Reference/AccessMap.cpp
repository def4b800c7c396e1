//===- AccessMap.cpp - Affine maps and sets, evaluated --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessMap.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax::reference;

AffineEvaluator::AffineEvaluator(ArrayRef<AffineExpr> exprs) {
  for (AffineExpr expr : exprs)
    results.push_back(addTerms(expr));
  values.resize(terms.size());
}

/// Appends the terms of `expr`, operands first, and returns the last one.
unsigned AffineEvaluator::addTerms(AffineExpr expr) {
  llvm::DenseMap<AffineExpr, unsigned> known;
  expr.walk([&](AffineExpr part) {
    auto [entry, inserted] = known.try_emplace(part, terms.size());
    if (!inserted)
      return;
    Term term{part.getKind(), 0, 0, 0};
    if (auto constant = dyn_cast<AffineConstantExpr>(part)) {
      term.number = constant.getValue();
    } else if (auto dim = dyn_cast<AffineDimExpr>(part)) {
      term.number = dim.getPosition();
    } else if (auto symbol = dyn_cast<AffineSymbolExpr>(part)) {
      term.number = symbol.getPosition();
    } else {
      auto binary = cast<AffineBinaryOpExpr>(part);
      term.lhs = known.at(binary.getLHS());
      term.rhs = known.at(binary.getRHS());
    }
    terms.push_back(term);
  });
  return known.at(expr);
}

bool AffineEvaluator::evaluate(ArrayRef<int64_t> dims,
                               ArrayRef<int64_t> symbols) {
  for (auto [index, term] : llvm::enumerate(terms)) {
    int64_t &value = values[index];
    int64_t lhs = values[term.lhs], rhs = values[term.rhs];
    switch (term.kind) {
    case AffineExprKind::Constant:
      value = term.number;
      continue;
    case AffineExprKind::DimId:
      value = dims[term.number];
      continue;
    case AffineExprKind::SymbolId:
      value = symbols[term.number];
      continue;
    case AffineExprKind::Add:
      if (llvm::AddOverflow(lhs, rhs, value))
        return false;
      continue;
    case AffineExprKind::Mul:
      if (llvm::MulOverflow(lhs, rhs, value))
        return false;
      continue;
    default:
      break;
    }
    if (rhs <= 0)
      return false;
    value = term.kind == AffineExprKind::Mod ? llvm::mod(lhs, rhs)
            : term.kind == AffineExprKind::FloorDiv
                ? llvm::divideFloorSigned(lhs, rhs)
                : llvm::divideCeilSigned(lhs, rhs);
  }
  return true;
}

std::optional<int64_t> AccessMap::getElement(ArrayRef<int64_t> point,
                                             ArrayRef<int64_t> symbols,
                                             ArrayRef<int64_t> shape) {
  if (!evaluator.evaluate(point, symbols))
    return std::nullopt;
  int64_t element = 0;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    int64_t index = evaluator.getValue(axis);
    if (index < 0 || index >= extent)
      return std::nullopt;
    element = element * extent + index;
  }
  return element;
}

std::string AccessMap::describe() const {
  std::string text = "[";
  for (unsigned axis = 0; axis < evaluator.size(); ++axis)
    text += (axis ? ", " : "") + llvm::itostr(evaluator.getValue(axis));
  return text + "]";
}

std::optional<bool> Guard::contains(ArrayRef<int64_t> point,
                                    ArrayRef<int64_t> symbols) {
  if (!evaluator.evaluate(point, symbols))
    return std::nullopt;
  for (unsigned i = 0; i < evaluator.size(); ++i) {
    int64_t value = evaluator.getValue(i);
    if (set.isEq(i) ? value != 0 : value < 0)
      return false;
  }
  return true;
}
