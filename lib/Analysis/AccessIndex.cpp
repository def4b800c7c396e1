//===- AccessIndex.cpp - Indices in a normal form -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/AccessIndex.h"

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Polynomial
//===----------------------------------------------------------------------===//

Polynomial::Polynomial(int64_t constant) {
  if (constant)
    terms.push_back({{}, uint64_t(constant)});
}

Polynomial Polynomial::get(const ExtentClasses &extents, unsigned id) {
  if (std::optional<int64_t> constant = extents.getConstant(id))
    return Polynomial(*constant);
  Polynomial symbol;
  symbol.terms.push_back({{extents.find(id)}, 1});
  return symbol;
}

Polynomial &Polynomial::operator+=(const Polynomial &other) {
  for (const Term &term : other.terms) {
    auto *it = llvm::lower_bound(terms, term, [](const Term &a, const Term &b) {
      return a.first < b.first;
    });
    if (it == terms.end() || it->first != term.first) {
      terms.insert(it, term);
      continue;
    }
    it->second += term.second;
    if (!it->second)
      terms.erase(it);
  }
  return *this;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial product;
  for (const Term &a : terms)
    for (const Term &b : other.terms) {
      Polynomial term;
      term.terms.push_back({a.first, a.second * b.second});
      llvm::append_range(term.terms[0].first, b.first);
      llvm::sort(term.terms[0].first);
      if (term.terms[0].second)
        product += term;
    }
  return product;
}

std::optional<int64_t> Polynomial::getConstant() const {
  if (terms.empty())
    return 0;
  if (terms.size() == 1 && terms[0].first.empty())
    return int64_t(terms[0].second);
  return std::nullopt;
}

int64_t Polynomial::estimate(const ExtentClasses &extents) const {
  int64_t sum = 0;
  for (const Term &term : terms) {
    int64_t product = int64_t(term.second);
    for (unsigned id : term.first)
      if (llvm::MulOverflow(product, extents.estimate(id), product))
        return std::numeric_limits<int64_t>::max();
    if (llvm::AddOverflow(sum, product, sum))
      return std::numeric_limits<int64_t>::max();
  }
  return sum;
}

void Polynomial::print(llvm::raw_ostream &os) const {
  if (terms.empty())
    os << '0';
  // Constants, which sort first, read better at the end.
  auto printTerm = [&](const Term &term) {
    auto factor = int64_t(term.second);
    if (factor != 1 || term.first.empty())
      os << factor << (term.first.empty() ? "" : "*");
    llvm::interleave(
        term.first, os, [&](unsigned id) { os << 'n' << id; }, "*");
  };
  llvm::interleave(llvm::reverse(terms), os, printTerm, " + ");
}

//===----------------------------------------------------------------------===//
// Linear accesses
//===----------------------------------------------------------------------===//

/// Adds `factor * expr` to `access`; fails where `expr` is no sum of multiples.
static bool addTo(LinearAccess &access, AffineExpr expr,
                  const Polynomial &factor, ArrayRef<unsigned> symbols,
                  const ExtentClasses &extents) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    access.strides[dim.getPosition()] += factor;
    return true;
  }
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    access.offset += factor * Polynomial(constant.getValue());
    return true;
  }
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr)) {
    access.offset +=
        factor * Polynomial::get(extents, symbols[symbol.getPosition()]);
    return true;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Add)
    return addTo(access, lhs, factor, symbols, extents) &&
           addTo(access, rhs, factor, symbols, extents);
  if (expr.getKind() != AffineExprKind::Mul)
    return false;
  if (auto constant = dyn_cast<AffineConstantExpr>(rhs))
    return addTo(access, lhs, factor * Polynomial(constant.getValue()), symbols,
                 extents);
  auto symbol = dyn_cast<AffineSymbolExpr>(rhs);
  return symbol &&
         addTo(access, lhs,
               factor * Polynomial::get(extents, symbols[symbol.getPosition()]),
               symbols, extents);
}

std::optional<LinearAccess> stax::linearize(AffineMap map,
                                            ArrayRef<Value> symbols,
                                            ArrayRef<unsigned> shape,
                                            ExtentClasses &extents) {
  SmallVector<unsigned> symbolIds = llvm::map_to_vector(
      symbols, [&](Value value) { return extents.get(OpFoldResult(value)); });
  LinearAccess access{std::vector<Polynomial>(map.getNumDims()), {}};
  unsigned numDims = map.getNumDims(), numSymbols = map.getNumSymbols();
  // As one expression as far as strides are constant: then quotients and
  // remainders of one reshape meet and cancel.
  AffineExpr inner = getAffineConstantExpr(0, map.getContext());
  Polynomial stride(1);
  for (unsigned axis = shape.size(); axis--;) {
    AffineExpr expr = map.getResult(axis);
    if (std::optional<int64_t> constant = stride.getConstant())
      inner = inner + expr * *constant;
    else if (!addTo(access, simplifyAffineExpr(expr, numDims, numSymbols),
                    stride, symbolIds, extents))
      return std::nullopt;
    stride = stride * Polynomial::get(extents, shape[axis]);
  }
  if (!addTo(access, simplifyAffineExpr(inner, numDims, numSymbols), 1,
             symbolIds, extents))
    return std::nullopt;
  return access;
}

AccessIndex stax::normalize(const LinearAccess &access,
                            ArrayRef<unsigned> domain,
                            const ExtentClasses &extents) {
  AccessIndex index;
  index.offset = access.offset;
  for (auto [stride, id] : llvm::zip_equal(access.strides, domain)) {
    Polynomial extent = Polynomial::get(extents, id);
    if (stride.isZero() || extent == Polynomial(1))
      continue;
    if (!index.loops.empty() && index.loops.back().stride == extent * stride) {
      AccessIndex::Loop &outer = index.loops.back();
      outer = {stride, outer.extent * extent};
      continue;
    }
    index.loops.push_back({stride, extent});
  }
  return index;
}

void AccessIndex::print(llvm::raw_ostream &os) const {
  os << '[';
  for (auto [number, loop] : llvm::enumerate(loops)) {
    os << (number ? " + " : "");
    if (loop.stride != Polynomial(1)) {
      bool isSum = !loop.stride.getConstant();
      os << (isSum ? "(" : "");
      loop.stride.print(os);
      os << (isSum ? ")*" : "*");
    }
    os << 'c' << number;
  }
  if (loops.empty() || !offset.isZero()) {
    os << (loops.empty() ? "" : " + ");
    offset.print(os);
  }
  os << ']';
  if (loops.empty())
    return;
  os << ", {";
  for (auto [number, loop] : llvm::enumerate(loops)) {
    os << (number ? ", c" : "c") << number << ": ";
    loop.extent.print(os);
  }
  os << '}';
}
