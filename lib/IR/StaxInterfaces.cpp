//===- StaxInterfaces.cpp - Interfaces of graph operations ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxInterfaces.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::stax;

#include "stax/IR/StaxInterfaces.cpp.inc"

bool stax::restrictsDim(IntegerSet guard, unsigned dim) {
  return guard && llvm::any_of(guard.getConstraints(), [&](AffineExpr expr) {
           return expr.isFunctionOfDim(dim);
         });
}

AffineMap stax::getCarryMap(unsigned rank, unsigned dimension,
                            MLIRContext *context) {
  return AffineMap::getMultiDimIdentityMap(rank, context).dropResult(dimension);
}

SmallVector<OperandAccess> stax::getTensorReads(FusableOpInterface node) {
  SmallVector<OperandAccess> reads = node.getOperandAccesses();
  std::optional<ScanInfo> scan = node.getScanInfo();
  if (!scan)
    return reads;
  AffineMap map = getCarryMap(node.getIterationExtents().size(),
                              scan->dimension, node->getContext());
  for (Value carry : scan->carryIn)
    if (isa<ShapedType>(carry.getType()))
      reads.push_back({carry, map, {}, {}, {}});
  return reads;
}

int64_t stax::getPlacement(Operation *op, StringRef name) {
  auto placement = op->getAttrOfType<IntegerAttr>(name);
  return placement ? placement.getInt() : 0;
}

/// The scalar whose bytes an element of `type` takes, null if it has no size.
static Type getSizedType(Type type) {
  auto complex = dyn_cast<ComplexType>(type);
  Type part = complex ? complex.getElementType() : type;
  return part.isIntOrIndexOrFloat() ? part : Type();
}

int64_t stax::getElementBytes(Type type) {
  Type sized = getSizedType(type);
  assert(sized && "expected an integer, index, float or complex type");
  int64_t bytes =
      sized.isIndex() ? 8 : llvm::divideCeil(sized.getIntOrFloatBitWidth(), 8);
  return isa<ComplexType>(type) ? 2 * bytes : bytes;
}

std::optional<int64_t> stax::getStaticBytes(TypeRange types) {
  int64_t total = 0;
  for (Type type : types) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped)
      continue;
    if (!shaped.hasStaticShape() || !getSizedType(shaped.getElementType()))
      return std::nullopt;
    if (llvm::is_contained(shaped.getShape(), 0))
      continue;
    int64_t bytes = getElementBytes(shaped.getElementType());
    for (int64_t extent : shaped.getShape())
      if (llvm::MulOverflow(bytes, extent, bytes))
        return std::nullopt;
    if (llvm::AddOverflow(total, bytes, total))
      return std::nullopt;
  }
  return total;
}

/// Whether `map` lists the dimensions of `kinds` that are not reduced, each
/// once.
static bool isResultMap(AffineMap map, ArrayRef<IteratorKind> kinds) {
  if (!map || map.getNumDims() != kinds.size() || map.getNumSymbols() != 0 ||
      !map.isProjectedPermutation())
    return false;
  for (auto [dim, kind] : llvm::enumerate(kinds))
    if (map.isFunctionOfDim(dim) != (kind != IteratorKind::Reduction))
      return false;
  return true;
}

/// Whether `node` says how it scans exactly where it scans one dimension.
static bool isScanConsistent(FusableOpInterface node,
                             ArrayRef<IteratorKind> kinds) {
  std::optional<ScanInfo> scan = node.getScanInfo();
  if (llvm::count(kinds, IteratorKind::Scan) != (scan ? 1 : 0))
    return false;
  return !scan ||
         (scan->dimension < kinds.size() &&
          kinds[scan->dimension] == IteratorKind::Scan && node.getCombiner());
}

LogicalResult stax::detail::verifyFusableOp(Operation *op) {
  auto node = cast<FusableOpInterface>(op);
  SmallVector<IteratorKind> kinds = node.getIteratorKinds();
  size_t rank = node.getIterationExtents().size();
  if (kinds.size() != rank)
    return op->emitOpError("expected an iterator kind for each of ")
           << rank << " extents, but got " << kinds.size();
  if (!isScanConsistent(node, kinds))
    return op->emitOpError(
        "expected one scanned dimension and a monoid exactly "
        "where it says how it scans");
  for (auto [number, access] : llvm::enumerate(node.getOperandAccesses()))
    if (access.map.getNumDims() != rank ||
        access.map.getNumSymbols() != access.symbols.size())
      return op->emitOpError("expected access #")
             << number << " to be a map of " << rank << " dimensions and "
             << access.symbols.size() << " symbols, but got "
             << AffineMapAttr::get(access.map);
  for (unsigned result = 0; result < op->getNumResults(); ++result) {
    AffineMap map = node.getResultMap(result);
    if (!isResultMap(map, kinds))
      return op->emitOpError("expected the map of result #")
             << result << " to list the dimensions that are not reduced";
  }
  return success();
}
