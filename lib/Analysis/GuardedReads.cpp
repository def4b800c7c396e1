//===- GuardedReads.cpp - Proofs that reads stay inside -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/GuardedReads.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

/// Marks a term that is a value rather than the extent of one.
static constexpr int64_t kNoAxis = -1;

/// Terms that a sum is taken apart into at most.
static constexpr unsigned kMaxTerms = 16;

GuardedReads::GuardedReads(KernelOp kernel) : kernel(kernel) {
  for (auto [dim, extent] : llvm::enumerate(kernel.getExtents())) {
    AffineExpr point = getAffineDimExpr(dim, kernel.getContext());
    domain.push_back(point);
    domain.push_back(getExpr(extent) - 1 - point);
  }
}

AffineExpr GuardedReads::getUnknown(Term term) {
  auto [entry, isNew] = unknowns.try_emplace(term, unknowns.size());
  AffineExpr symbol = getAffineSymbolExpr(entry->second, kernel.getContext());
  if (isNew && term.second != kNoAxis)
    domain.push_back(symbol); // no extent is negative
  return symbol;
}

AffineExpr GuardedReads::getSum(Term whole) {
  AffineExpr sum = getAffineConstantExpr(0, kernel.getContext());
  SmallVector<Term> terms = {whole};
  for (unsigned count = 0; !terms.empty(); ++count) {
    Term term = terms.pop_back_val();
    auto [value, axis] = term;
    if (axis == kNoAxis) {
      if (std::optional<int64_t> constant = getConstantIntValue(value)) {
        sum = sum + *constant;
        continue;
      }
      auto add = value.getDefiningOp<arith::AddIOp>();
      if (add && count < kMaxTerms) {
        sums.insert(add);
        terms.append({{add.getRhs(), kNoAxis}, {add.getLhs(), kNoAxis}});
        continue;
      }
      auto dim = value.getDefiningOp<memref::DimOp>();
      if (dim && dim.getConstantIndex())
        term = {dim.getSource(), *dim.getConstantIndex()};
    }
    auto alloc = term.first.getDefiningOp<memref::AllocOp>();
    if (alloc && term.second != kNoAxis &&
        alloc.getType().isDynamicDim(term.second)) {
      unsigned number = alloc.getType().getDynamicDimIndex(term.second);
      terms.push_back({alloc.getDynamicSizes()[number], kNoAxis});
      continue;
    }
    sum = sum + getUnknown(term);
  }
  return sum;
}

AffineExpr GuardedReads::getExpr(OpFoldResult value) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getAffineConstantExpr(*constant, kernel.getContext());
  return getSum({cast<Value>(value), kNoAxis});
}

AffineExpr GuardedReads::getExtent(Value buffer, int64_t axis) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(axis))
    return getAffineConstantExpr(type.getDimSize(axis), kernel.getContext());
  return getSum({buffer, axis});
}

/// Whether no integers satisfy all `inequalities`, which say that something is
/// not negative.
bool GuardedReads::isEmpty(ArrayRef<AffineExpr> inequalities) {
  if (!llvm::all_of(inequalities,
                    [](AffineExpr expr) { return expr.isPureAffine(); }))
    return false;
  SmallVector<bool> isEquality(inequalities.size(), false);
  auto set = IntegerSet::get(kernel.getRank(), unknowns.size(), inequalities,
                             isEquality);
  return FlatLinearValueConstraints(set).isIntegerEmpty();
}

bool GuardedReads::staysInside(FusableOpInterface node,
                               const OperandAccess &read, unsigned axis) {
  AffineMap nodeMap = getNodeMap(kernel, node);
  SmallVector<AffineExpr> symbols;
  for (Value symbol : read.symbols) {
    auto argument = dyn_cast<BlockArgument>(symbol);
    symbols.push_back(
        getExpr(argument ? kernel.getOuterValue(argument) : symbol));
  }
  auto lift = [&](AffineExpr expr) {
    return expr.replaceDimsAndSymbols(nodeMap.getResults(), symbols);
  };
  Value buffer = kernel.getOuterValue(cast<BlockArgument>(read.operand));
  AffineExpr size = getExtent(buffer, axis);
  SmallVector<AffineExpr> facts(domain);
  if (IntegerSet(read.guard))
    for (auto [expr, isEquality] : llvm::zip_equal(read.guard.getConstraints(),
                                                   read.guard.getEqFlags())) {
      facts.push_back(lift(expr));
      if (isEquality)
        facts.push_back(-lift(expr));
    }
  AffineExpr index = lift(read.map.getResult(axis));
  auto isImpossible = [&](AffineExpr inequality) {
    facts.push_back(inequality);
    bool result = isEmpty(facts);
    facts.pop_back();
    return result;
  };
  return isImpossible(-index - 1) && isImpossible(index - size);
}
