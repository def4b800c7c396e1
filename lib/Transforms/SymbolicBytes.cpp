//===- SymbolicBytes.cpp - Relations of sizes known at run time -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SymbolicBytes.h"
#include "stax/Analysis/BufferSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

/// No buffer has as many bytes.
static constexpr int64_t kMaxBytes = int64_t{1} << 46;

/// Deeper expressions are taken for unknown, and deeper proofs are given up.
static constexpr unsigned kMaxDepth = 400;

SymbolicBytes::Id SymbolicBytes::intern(Expression expression) {
  auto [place, isNew] = ids.try_emplace(expression, expressions.size());
  if (isNew)
    expressions.push_back(std::move(expression));
  return place->second;
}

SymbolicBytes::Id SymbolicBytes::getConstant(int64_t value) {
  return intern({Kind::Constant, value, nullptr, {}});
}

/// What `id` is without the number that it adds, and the number.
std::pair<SymbolicBytes::Id, int64_t> SymbolicBytes::splitSum(Id id) {
  const Expression &expression = expressions[id];
  if (expression.kind == Kind::Constant)
    return {getConstant(0), expression.number};
  if (expression.kind == Kind::Sum && expression.operands.size() == 1)
    return {expression.operands.front(), expression.number};
  return {id, 0};
}

/// Numbers are added up outside, wherever they stand: (x + 64) + 64 + y is
/// (x + y) + 128.
SymbolicBytes::Id SymbolicBytes::getSum(Id lhs, Id rhs) {
  auto [left, leftNumber] = splitSum(lhs);
  auto [right, rightNumber] = splitSum(rhs);
  int64_t number;
  if (llvm::AddOverflow(leftNumber, rightNumber, number))
    return intern(
        {Kind::Sum, 0, nullptr, {std::min(lhs, rhs), std::max(lhs, rhs)}});
  Id zero = getConstant(0);
  if (left == zero && right == zero)
    return getConstant(number);
  Id terms = left == zero ? right
             : right == zero
                 ? left
                 : intern({Kind::Sum,
                           0,
                           nullptr,
                           {std::min(left, right), std::max(left, right)}});
  return number == 0 ? terms : intern({Kind::Sum, number, nullptr, {terms}});
}

SymbolicBytes::Id SymbolicBytes::getProduct(ArrayRef<Id> factors) {
  Expression product{Kind::Product, 1, nullptr, {}};
  for (Id factor : factors) {
    const Expression &expression = expressions[factor];
    bool isFlat =
        expression.kind == Kind::Constant || expression.kind == Kind::Product;
    if (isFlat)
      product.number *= expression.number;
    if (expression.kind == Kind::Product)
      llvm::append_range(product.operands, expression.operands);
    else if (!isFlat)
      product.operands.push_back(factor);
  }
  if (product.operands.empty() || product.number == 0)
    return getConstant(product.number);
  if (product.number == 1 && product.operands.size() == 1)
    return product.operands.front();
  llvm::sort(product.operands);
  return intern(std::move(product));
}

SymbolicBytes::Id SymbolicBytes::getExtent(Value memref, int64_t dim,
                                           unsigned depth) {
  while (auto cast = memref.getDefiningOp<memref::CastOp>())
    memref = cast.getSource();
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (type && dim < type.getRank()) {
    if (!type.isDynamicDim(dim))
      return getConstant(type.getDimSize(dim));
    unsigned number = type.getDynamicDimIndex(dim);
    if (auto alloc = memref.getDefiningOp<memref::AllocOp>())
      return getValue(alloc.getDynamicSizes()[number], depth);
    if (auto view = memref.getDefiningOp<memref::ViewOp>())
      return getValue(view.getSizes()[number], depth);
  }
  return intern({Kind::Opaque, dim, memref.getAsOpaquePointer(), {}});
}

SymbolicBytes::Id SymbolicBytes::getOperation(Operation *op, unsigned depth) {
  std::vector<Id> operands;
  for (Value operand : op->getOperands())
    operands.push_back(getValue(operand, depth));
  if (isa<arith::SelectOp>(op))
    return intern(
        {Kind::Select, operands[0], nullptr, {operands[1], operands[2]}});
  if (isa<arith::AddIOp>(op))
    return getSum(operands[0], operands[1]);
  if (isa<arith::MulIOp>(op))
    return getProduct(operands);
  Kind kind = isa<arith::MaxUIOp>(op)   ? Kind::Max
              : isa<arith::MinUIOp>(op) ? Kind::Min
              : isa<arith::AndIOp>(op)  ? Kind::And
                                        : Kind::Other;
  if (kind != Kind::Other) {
    llvm::sort(operands);
    return intern({kind, 0, nullptr, std::move(operands)});
  }
  // The same operation on the same values, in whatever place.
  operands.push_back(intern(
      {Kind::Opaque, -1, op->getAttrDictionary().getAsOpaquePointer(), {}}));
  return intern({Kind::Other, 0, op->getName().getAsOpaquePointer(),
                 std::move(operands)});
}

SymbolicBytes::Id SymbolicBytes::getValue(Value value, unsigned depth) {
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return getConstant(*constant);
  Operation *op = value.getDefiningOp();
  if (depth < kMaxDepth) {
    if (auto dim = dyn_cast_if_present<memref::DimOp>(op))
      if (std::optional<int64_t> number = dim.getConstantIndex())
        return getExtent(dim.getSource(), *number, depth + 1);
    if (op && op->getNumResults() == 1 && op->getNumRegions() == 0 &&
        isPure(op) && !isa<memref::DimOp>(op))
      return getOperation(op, depth + 1);
  }
  return intern({Kind::Opaque, -2, value.getAsOpaquePointer(), {}});
}

SymbolicBytes::Id SymbolicBytes::getBytes(memref::ViewOp view) {
  SmallVector<Id> factors = {getConstant(*getStaticStorage(view.getType()))};
  for (Value extent : view.getSizes())
    factors.push_back(getValue(extent));
  return getProduct(factors);
}

bool SymbolicBytes::isMultiple(Id id, int64_t factor) const {
  const Expression &expression = expressions[id];
  auto isOperandMultiple = [&](Id operand) {
    return isMultiple(operand, factor);
  };
  switch (expression.kind) {
  case Kind::Constant:
  case Kind::Product:
    return expression.number % factor == 0;
  case Kind::Sum:
    return expression.number % factor == 0 &&
           llvm::all_of(expression.operands, isOperandMultiple);
  case Kind::Max:
  case Kind::Min:
  case Kind::Select:
    return llvm::all_of(expression.operands, isOperandMultiple);
  case Kind::And:
    return llvm::any_of(expression.operands, isOperandMultiple);
  case Kind::Opaque:
  case Kind::Other:
    return false;
  }
  llvm_unreachable("all kinds are decided");
}

bool SymbolicBytes::isAtLeast(Id lhs, Id rhs, unsigned depth) {
  if (lhs == rhs)
    return true;
  if (depth > kMaxDepth)
    return false;
  auto place = known.find({lhs, rhs});
  if (place != known.end())
    return place->second;
  bool result = decide(lhs, rhs, depth + 1);
  known[{lhs, rhs}] = result;
  return result;
}

/// What is left of two sums without the terms that both have.
std::pair<SymbolicBytes::Id, SymbolicBytes::Id>
SymbolicBytes::cancelTerms(Id lhs, Id rhs) {
  std::map<Id, int> counts;
  int64_t number = 0;
  bool isTooLarge = false;
  auto count = [&](Id sum, int sign) {
    SmallVector<Id> open = {sum};
    while (!open.empty()) {
      Id id = open.pop_back_val();
      const Expression &expression = expressions[id];
      if (expression.kind == Kind::Sum) {
        isTooLarge |=
            sign > 0 ? llvm::AddOverflow(number, expression.number, number)
                     : llvm::SubOverflow(number, expression.number, number);
        llvm::append_range(open, expression.operands);
      } else {
        counts[id] += sign;
      }
    }
  };
  count(lhs, 1);
  count(rhs, -1);
  if (isTooLarge || number == std::numeric_limits<int64_t>::min())
    return {lhs, rhs};
  Id left = getConstant(std::max<int64_t>(number, 0));
  Id right = getConstant(std::max<int64_t>(-number, 0));
  for (auto [id, surplus] : counts) {
    for (; surplus > 0; --surplus)
      left = getSum(left, id);
    for (; surplus < 0; ++surplus)
      right = getSum(right, id);
  }
  return {left, right};
}

bool SymbolicBytes::decide(Id lhs, Id rhs, unsigned depth) {
  auto [left, leftNumber] = splitSum(lhs);
  auto [right, rightNumber] = splitSum(rhs);
  if ((leftNumber != 0 || rightNumber != 0) && leftNumber >= rightNumber &&
      isAtLeast(left, right, depth))
    return true;
  // The number that is missing may be in a term that only one of them has.
  if (leftNumber < rightNumber && expressions[lhs].kind == Kind::Sum &&
      expressions[rhs].kind == Kind::Sum) {
    auto [rest, most] = cancelTerms(lhs, rhs);
    if ((rest != lhs || most != rhs) && isAtLeast(rest, most, depth))
      return true;
  }
  const Expression a = expressions[lhs], b = expressions[rhs];
  if (b.kind == Kind::Constant && (b.number == 0 || a.kind == Kind::Constant))
    return a.kind != Kind::Constant || a.number >= b.number;
  if (a.kind == Kind::Constant)
    return a.number >= kMaxBytes;
  auto isAboveRhs = [&](Id id) { return isAtLeast(id, rhs, depth); };
  auto isBelowLhs = [&](Id id) { return isAtLeast(lhs, id, depth); };
  bool isEitherOfLhs = a.kind == Kind::Min || a.kind == Kind::Select;
  if (isEitherOfLhs && llvm::all_of(a.operands, isAboveRhs))
    return true;
  if (b.kind == Kind::Max)
    return llvm::all_of(b.operands, isBelowLhs);
  if (b.kind == Kind::Select && llvm::all_of(b.operands, isBelowLhs))
    return true;
  if (b.kind == Kind::Min && llvm::any_of(b.operands, isBelowLhs))
    return true;
  if (a.kind == Kind::Sum && b.kind == Kind::Sum && a.operands.size() == 2 &&
      b.operands.size() == 2)
    for (unsigned first : {0, 1})
      if (isAtLeast(a.operands[first], b.operands[0], depth) &&
          isAtLeast(a.operands[1 - first], b.operands[1], depth))
        return true;
  if (a.kind == Kind::Product && b.kind == Kind::Product)
    return a.operands == b.operands && a.number >= b.number;
  if (isEitherOfLhs)
    return false;
  if (a.kind == Kind::Max || (a.kind == Kind::Sum && a.number >= 0))
    return llvm::any_of(a.operands, isAboveRhs);
  if (a.kind != Kind::And)
    return false;
  // Rounding up: a sum with at least 2^k - 1 without its last k bits.
  for (unsigned first : {0, 1}) {
    const Expression &mask = expressions[a.operands[first]];
    if (mask.kind != Kind::Constant || mask.number >= 0)
      continue;
    auto [terms, added] = splitSum(a.operands[1 - first]);
    int64_t most = -(mask.number + 1);
    if (added >= most &&
        isAtLeast(getSum(terms, getConstant(added - most)), rhs, depth))
      return true;
  }
  return false;
}
