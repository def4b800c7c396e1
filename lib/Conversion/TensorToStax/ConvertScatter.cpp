//===- ConvertScatter.cpp - Elements at computed places to Stax -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Converters.h"
#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::stax;

std::optional<std::string> stax::findObstacle(tensor::ScatterOp) {
  return std::nullopt;
}

namespace {
/// The domain of a scatter: what the indices run over, then the dimensions of
/// the destination that are not indexed.
class ScatterDomain {
public:
  explicit ScatterDomain(tensor::ScatterOp op)
      : op(op), batchRank(op.getIndicesType().getRank() - 1) {
    for (int64_t axis = 0; axis < op.getDestType().getRank(); ++axis)
      if (!findIndex(axis))
        window.push_back(axis);
  }

  SmallVector<OpFoldResult> getExtents(OpBuilder &builder) const;
  AffineMap getSourceMap() const;
  /// The map of coordinate number `coordinate`.
  AffineMap getIndexMap(unsigned coordinate) const;
  /// Emits where the element of the current point is written.
  SmallVector<Value> emitIndices(OpBuilder &builder, Location loc,
                                 ValueRange coordinates) const;

private:
  /// Which coordinate is the index of dimension `axis` of the destination.
  std::optional<unsigned> findIndex(int64_t axis) const {
    ArrayRef<int64_t> dims = op.getScatterDims();
    const auto *found = llvm::find(dims, axis);
    return found == dims.end() ? std::nullopt
                               : std::optional<unsigned>(found - dims.begin());
  }
  unsigned getRank() const { return batchRank + window.size(); }
  AffineMap getMap(ArrayRef<AffineExpr> results) const {
    return AffineMap::get(getRank(), 0, results, op.getContext());
  }
  SmallVector<AffineExpr> getBatchDims() const {
    SmallVector<AffineExpr> dims;
    for (unsigned dim = 0; dim < batchRank; ++dim)
      dims.push_back(getAffineDimExpr(dim, op.getContext()));
    return dims;
  }

  mutable tensor::ScatterOp op;
  unsigned batchRank;
  SmallVector<int64_t> window; ///< dimensions of the destination
};
} // namespace

SmallVector<OpFoldResult> ScatterDomain::getExtents(OpBuilder &builder) const {
  SmallVector<OpFoldResult> extents;
  for (unsigned dim = 0; dim < batchRank; ++dim)
    extents.push_back(getExtent(builder, op.getLoc(), op.getIndices(), dim));
  for (int64_t axis : window)
    extents.push_back(getExtent(builder, op.getLoc(), op.getDest(), axis));
  return extents;
}

AffineMap ScatterDomain::getSourceMap() const {
  SmallVector<AffineExpr> results = getBatchDims();
  // Indexed dimensions are of one element, or left out.
  bool isReduced =
      op.getSourceType().getRank() < batchRank + op.getDestType().getRank();
  unsigned dim = batchRank;
  for (int64_t axis = 0; axis < op.getDestType().getRank(); ++axis) {
    if (!findIndex(axis))
      results.push_back(getAffineDimExpr(dim++, op.getContext()));
    else if (!isReduced)
      results.push_back(getAffineConstantExpr(0, op.getContext()));
  }
  return getMap(results);
}

AffineMap ScatterDomain::getIndexMap(unsigned coordinate) const {
  SmallVector<AffineExpr> results = getBatchDims();
  results.push_back(getAffineConstantExpr(coordinate, op.getContext()));
  return getMap(results);
}

SmallVector<Value> ScatterDomain::emitIndices(OpBuilder &builder, Location loc,
                                              ValueRange coordinates) const {
  SmallVector<Value> indices;
  unsigned dim = batchRank;
  for (int64_t axis = 0; axis < op.getDestType().getRank(); ++axis) {
    std::optional<unsigned> coordinate = findIndex(axis);
    if (!coordinate) {
      indices.push_back(IndexOp::create(builder, loc, dim++));
      continue;
    }
    Value index = coordinates[*coordinate];
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         index);
    indices.push_back(index);
  }
  return indices;
}

ScatterOp stax::convert(OpBuilder &builder, tensor::ScatterOp op) {
  ScatterDomain domain(op);
  SmallVector<Value> inputs{op.getSource()};
  SmallVector<AffineMap> maps{domain.getSourceMap()};
  for (unsigned coordinate = 0; coordinate < op.getScatterDims().size();
       ++coordinate) {
    inputs.push_back(op.getIndices());
    maps.push_back(domain.getIndexMap(coordinate));
  }
  return ScatterOp::create(
      builder, op.getLoc(), /*monoid=*/MonoidAttrInterface(), inputs, maps,
      domain.getExtents(builder), op.getDest(),
      [&](OpBuilder &nested, Location loc, ValueRange args) {
        SmallVector<Value> yielded{args.front()};
        llvm::append_range(yielded,
                           domain.emitIndices(nested, loc, args.drop_front()));
        YieldOp::create(nested, loc, yielded);
      });
}
