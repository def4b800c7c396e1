//===- LoopAccess.cpp - How accesses move with a loop ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopAccess.h"

#include "mlir/Dialect/Affine/Analysis/AffineAnalysis.h"
#include "mlir/Dialect/Affine/Analysis/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

//===----------------------------------------------------------------------===//
// Addresses
//===----------------------------------------------------------------------===//

ComposedMap::ComposedMap(AffineMap map, ValueRange operands)
    : map(map), operands(operands) {
  affine::fullyComposeAffineMapAndOperands(&this->map, &this->operands);
  affine::canonicalizeMapAndOperands(&this->map, &this->operands);
}

std::optional<int64_t> stax::getCoefficient(AffineExpr expr, unsigned dim) {
  if (!expr.isFunctionOfDim(dim))
    return 0;
  if (isa<AffineDimExpr>(expr))
    return 1;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<int64_t> lhs = getCoefficient(binary.getLHS(), dim);
  if (!lhs)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::Add) {
    std::optional<int64_t> rhs = getCoefficient(binary.getRHS(), dim);
    return rhs ? std::optional(*lhs + *rhs) : std::nullopt;
  }
  // Constants are on the right.
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && factor)
    return *lhs * factor.getValue();
  return std::nullopt;
}

std::optional<int64_t> ComposedMap::getCoefficient(unsigned index,
                                                   Value value) const {
  ArrayRef<Value> dims = ArrayRef(operands).take_front(map.getNumDims());
  const auto *found = llvm::find(dims, value);
  if (found == dims.end())
    return 0;
  return stax::getCoefficient(map.getResult(index), found - dims.begin());
}

AffineMap ComposedMap::shift(Value value, int64_t shift) const {
  ArrayRef<Value> dims = ArrayRef(operands).take_front(map.getNumDims());
  const auto *found = llvm::find(dims, value);
  if (found == dims.end() || shift == 0)
    return map;
  AffineExpr dim = getAffineDimExpr(found - dims.begin(), value.getContext());
  return map.replace(dim, dim + shift, map.getNumDims(), map.getNumSymbols());
}

AccessKind stax::classifyAccess(MemRefType type, const ComposedMap &access,
                                Value iv) {
  int64_t offset;
  SmallVector<int64_t> strides;
  bool hasStrides = succeeded(type.getStridesAndOffset(strides, offset));
  int64_t step = 0;
  for (unsigned dim = 0; dim < type.getRank(); ++dim) {
    std::optional<int64_t> coefficient = access.getCoefficient(dim, iv);
    if (coefficient == 0)
      continue;
    if (!coefficient || !hasStrides)
      return AccessKind::Irregular;
    // Constant or not, the stride is the same in all steps.
    if (ShapedType::isDynamic(strides[dim]))
      return AccessKind::Strided;
    step += *coefficient * strides[dim];
  }
  if (step == 0)
    return AccessKind::Uniform;
  return step == 1    ? AccessKind::Contiguous
         : step == -1 ? AccessKind::Reversed
                      : AccessKind::Strided;
}

//===----------------------------------------------------------------------===//
// Dependences
//===----------------------------------------------------------------------===//

static Value getRoot(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

static Value getMemRef(Operation *access) {
  if (auto read = dyn_cast<affine::AffineReadOpInterface>(access))
    return read.getMemRef();
  if (auto write = dyn_cast<affine::AffineWriteOpInterface>(access))
    return write.getMemRef();
  if (auto load = dyn_cast<memref::LoadOp>(access))
    return load.getMemRef();
  if (auto store = dyn_cast<memref::StoreOp>(access))
    return store.getMemRef();
  return {};
}

bool stax::hasSameRoot(Operation *lhs, Operation *rhs) {
  Value memref = getMemRef(lhs), other = getMemRef(rhs);
  return memref && other && getRoot(memref) == getRoot(other);
}

SmallVector<Operation *> stax::findWriteOnlyStores(Block &body,
                                                   Operation *nest) {
  DenseSet<Value> loaded;
  nest->walk([&](Operation *op) {
    // What reads memory otherwise does so from any of it that it is given.
    if (isa<affine::AffineStoreOp, memref::StoreOp>(op))
      return;
    for (Value operand : op->getOperands())
      if (isa<MemRefType>(operand.getType()))
        loaded.insert(getRoot(operand));
  });
  SmallVector<Operation *> stores;
  body.walk([&](affine::AffineStoreOp store) {
    int64_t offset;
    SmallVector<int64_t> strides;
    if (!loaded.contains(getRoot(store.getMemRef())) &&
        succeeded(store.getMemRefType().getStridesAndOffset(strides, offset)) &&
        !ShapedType::isDynamic(offset) &&
        llvm::none_of(strides, ShapedType::isDynamic))
      stores.push_back(store);
  });
  return stores;
}

static bool isAffineAccess(Operation *op) {
  return isa<affine::AffineReadOpInterface, affine::AffineWriteOpInterface>(op);
}

/// Whether `store` and `access`, on memrefs of one root, may touch the same
/// element in different iterations of the loop whose induction variable is
/// number `depth` of those around both, from 1.
static bool mayDepend(Operation *store, Operation *access, unsigned depth) {
  if (getMemRef(store) != getMemRef(access) || !isAffineAccess(store) ||
      !isAffineAccess(access))
    return true;
  affine::MemRefAccess source(store), target(access);
  auto isDependent = [&](auto &first, auto &second) {
    return !affine::noDependence(
        affine::checkMemrefAccessDependence(first, second, depth));
  };
  return isDependent(source, target) || isDependent(target, source);
}

Operation *stax::findCarriedDependence(AffineForOp loop) {
  SmallVector<Operation *> accesses, stores;
  loop.getBody()->walk([&](Operation *op) {
    if (!getMemRef(op))
      return;
    accesses.push_back(op);
    if (isa<affine::AffineWriteOpInterface, memref::StoreOp>(op))
      stores.push_back(op);
  });
  SmallVector<Value> ivs;
  affine::getAffineIVs(loop.getBody()->front(), ivs);
  unsigned depth = llvm::find(ivs, loop.getInductionVar()) - ivs.begin() + 1;
  for (Operation *store : stores)
    for (Operation *access : accesses)
      if (getRoot(getMemRef(store)) == getRoot(getMemRef(access)) &&
          mayDepend(store, access, depth))
        return access;
  return nullptr;
}
