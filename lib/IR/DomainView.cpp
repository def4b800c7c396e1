//===- DomainView.cpp - What operations over a domain share ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Extents, maps and accesses of the operations over a domain.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

SmallVector<OpFoldResult> stax::getMixedExtents(ArrayRef<int64_t> extents,
                                                ValueRange dynamicExtents,
                                                MLIRContext *context) {
  Builder builder(context);
  SmallVector<OpFoldResult> mixed;
  for (int64_t extent : extents) {
    if (!ShapedType::isDynamic(extent)) {
      mixed.push_back(builder.getIndexAttr(extent));
      continue;
    }
    mixed.push_back(dynamicExtents.front());
    dynamicExtents = dynamicExtents.drop_front();
  }
  return mixed;
}

void stax::AccessList::add(Access access) {
  SmallVector<unsigned> &sameRoot = byRoot[access.state.root];
  bool isKnown = llvm::any_of(sameRoot, [&](unsigned known) {
    const Access &other = accesses[known];
    return other.state == access.state && other.mode == access.mode &&
           other.map == access.map && other.symbols == access.symbols &&
           other.guard == access.guard;
  });
  if (isKnown)
    return;
  sameRoot.push_back(accesses.size());
  accesses.push_back(std::move(access));
}

IntegerSet DomainView::getGuard(unsigned input) const {
  auto guard = guards && input < guards.size()
                   ? dyn_cast<IntegerSetAttr>(guards[input])
                   : IntegerSetAttr();
  return guard ? guard.getValue() : IntegerSet();
}

SmallVector<int64_t> DomainView::getResultShape() const {
  SmallVector<int64_t> shape;
  for (auto [dim, extent] : llvm::enumerate(staticExtents))
    if (!isReduced(dim))
      shape.push_back(extent);
  return shape;
}

SmallVector<OpFoldResult> DomainView::getExtents() const {
  return getMixedExtents(staticExtents, dynamicExtents, op->getContext());
}

AffineMap DomainView::getResultMap() const {
  SmallVector<AffineExpr> dims;
  for (unsigned dim = 0; dim < getRank(); ++dim)
    if (!isReduced(dim))
      dims.push_back(getAffineDimExpr(dim, op->getContext()));
  return AffineMap::get(getRank(), 0, dims, op->getContext());
}

SmallVector<OperandAccess> DomainView::getOperandAccesses() const {
  SmallVector<OperandAccess> accesses;
  unsigned padding = 0;
  for (auto [input, operand] : llvm::enumerate(inputs)) {
    IntegerSet guard = getGuard(input);
    accesses.push_back({operand, getMap(input), llvm::to_vector(symbols), guard,
                        guard ? paddings[padding++] : Value()});
  }
  return accesses;
}

/// Position of the only dimension of `expr`, if `expr` is a multiple of it plus
/// what no dimension changes.
static std::optional<unsigned> getLinearDim(AffineExpr expr) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dim.getPosition();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  AffineExpr lhs = binary.getLHS(), rhs = binary.getRHS();
  if (expr.getKind() == AffineExprKind::Mul)
    // A product with 0 is folded.
    return isa<AffineConstantExpr>(rhs) ? getLinearDim(lhs) : std::nullopt;
  if (expr.getKind() != AffineExprKind::Add)
    return std::nullopt;
  if (rhs.isSymbolicOrConstant())
    return getLinearDim(lhs);
  return lhs.isSymbolicOrConstant() ? getLinearDim(rhs) : std::nullopt;
}

/// Whether points that differ in dimensions which `map` uses have different
/// images: each of these dimensions alone decides one of the results.
static bool isInjective(AffineMap map) {
  llvm::SmallBitVector decided(map.getNumDims());
  for (AffineExpr expr : map.getResults())
    if (std::optional<unsigned> dim = getLinearDim(expr))
      decided.set(*dim);
  for (unsigned dim = 0; dim < map.getNumDims(); ++dim)
    if (map.isFunctionOfDim(dim) && !decided.test(dim))
      return false;
  return true;
}

/// Whether `map` permutes the dimensions, whatever symbols it has.
static bool isPermutation(AffineMap map) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || seen.test(dim.getPosition()))
      return false;
    seen.set(dim.getPosition());
  }
  return seen.all();
}

SmallVector<Access> DomainView::getAccesses() const {
  AccessList accesses;
  for (OperandAccess &read : getTensorReads(cast<FusableOpInterface>(op)))
    accesses.add({{read.operand},
                  AccessMode::Read,
                  read.map,
                  read.symbols,
                  read.guard,
                  isInjective(read.map),
                  isPermutation(read.map) && !read.guard});
  // Captured tensors are read at computed indices.
  for (auto extract : op->getRegion(0).getOps<tensor::ExtractOp>())
    accesses.add({{extract.getTensor()}, AccessMode::Read});
  for (Value result : op->getResults())
    accesses.add({{result},
                  AccessMode::Write,
                  getResultMap(),
                  {},
                  {},
                  /*injective=*/true,
                  /*covers=*/true});
  return accesses.take();
}
