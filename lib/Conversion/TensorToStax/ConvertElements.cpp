//===- ConvertElements.cpp - Computed and gathered elements to Stax -------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that make a tensor from scalars, or from elements at computed
// indices.
//
//===----------------------------------------------------------------------===//

#include "Converters.h"
#include "ReadList.h"
#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// One scalar
//===----------------------------------------------------------------------===//

/// A tensor of `type` whose elements are all `scalar`.
static PointwiseOp createUniform(OpBuilder &builder, Location loc,
                                 RankedTensorType type, Value scalar,
                                 ValueRange dynamicExtents) {
  ElementReads reads;
  reads.add(scalar, scalar, AffineMap());
  SmallVector<OpFoldResult> extents =
      getMixedValues(type.getShape(), dynamicExtents, builder);
  return PointwiseOp::create(
      builder, loc, TypeRange{type}, reads.getInputs(), reads.getMaps(),
      extents, [&](OpBuilder &nested, Location loc, ValueRange args) {
        IRMapping mapping;
        reads.bind(nested, loc, args, mapping);
        YieldOp::create(nested, loc, mapping.lookup(scalar));
      });
}

std::optional<std::string> stax::findObstacle(tensor::SplatOp) {
  return std::nullopt;
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::SplatOp op) {
  return createUniform(builder, op.getLoc(), op.getType(), op.getInput(),
                       op.getDynamicSizes());
}

std::optional<std::string> stax::findObstacle(tensor::FromElementsOp op) {
  if (op.getElements().empty() || !llvm::all_equal(op.getElements()))
    return "its elements are not one value";
  return std::nullopt;
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::FromElementsOp op) {
  return createUniform(builder, op.getLoc(), op.getType(),
                       op.getElements().front(), {});
}

//===----------------------------------------------------------------------===//
// A scalar for each point
//===----------------------------------------------------------------------===//

std::optional<std::string> stax::findObstacle(tensor::GenerateOp op) {
  for (Operation &bodyOp : op.getBody().front().without_terminator())
    if (std::optional<std::string> obstacle = findBodyObstacle(bodyOp))
      return obstacle;
  return std::nullopt;
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::GenerateOp op) {
  Block &body = op.getBody().front();
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<OpFoldResult> extents =
      getMixedValues(type.getShape(), op.getDynamicExtents(), builder);
  return PointwiseOp::create(
      builder, op.getLoc(), TypeRange{type}, ValueRange(),
      ArrayRef<AffineMap>(), extents,
      [&](OpBuilder &nested, Location loc, ValueRange) {
        IRMapping mapping;
        for (BlockArgument index : body.getArguments())
          if (!index.use_empty())
            mapping.map(
                index,
                IndexOp::create(nested, loc, index.getArgNumber()).getResult());
        for (Operation &bodyOp : body.without_terminator())
          nested.clone(bodyOp, mapping);
        Value yielded = body.getTerminator()->getOperand(0);
        YieldOp::create(nested, loc, mapping.lookupOrDefault(yielded));
      });
}

//===----------------------------------------------------------------------===//
// Elements at computed indices
//===----------------------------------------------------------------------===//

std::optional<std::string> stax::findObstacle(tensor::GatherOp) {
  return std::nullopt;
}

/// The dimension of the result that runs over each dimension of the source,
/// nothing for those gathered from a result that lacks them.
static SmallVector<std::optional<unsigned>> getSliceDims(tensor::GatherOp op) {
  unsigned dim = op.getIndicesType().getRank() - 1;
  bool isReduced =
      op.getResultType().getRank() < dim + op.getSourceType().getRank();
  SmallVector<std::optional<unsigned>> dims;
  for (int64_t axis = 0; axis < op.getSourceType().getRank(); ++axis) {
    bool isGathered = llvm::is_contained(op.getGatherDims(), axis);
    dims.push_back(isGathered && isReduced ? std::nullopt
                                           : std::optional(dim++));
  }
  return dims;
}

/// Yields the element of the source at `coordinates` of the gathered
/// dimensions.
static void gatherElement(OpBuilder &builder, Location loc, tensor::GatherOp op,
                          ArrayRef<std::optional<unsigned>> sliceDims,
                          ValueRange coordinates) {
  SmallVector<Value> indices;
  for (auto [axis, dim] : llvm::enumerate(sliceDims)) {
    const auto *gathered = llvm::find(op.getGatherDims(), int64_t(axis));
    if (gathered == op.getGatherDims().end()) {
      indices.push_back(IndexOp::create(builder, loc, *dim));
      continue;
    }
    Value index = coordinates[gathered - op.getGatherDims().begin()];
    if (!index.getType().isIndex())
      index = arith::IndexCastOp::create(builder, loc, builder.getIndexType(),
                                         index);
    indices.push_back(index);
  }
  Value element =
      tensor::ExtractOp::create(builder, loc, op.getSource(), indices);
  YieldOp::create(builder, loc, element);
}

PointwiseOp stax::convert(OpBuilder &builder, tensor::GatherOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getResultType();
  unsigned batchRank = op.getIndicesType().getRank() - 1;
  SmallVector<std::optional<unsigned>> sliceDims = getSliceDims(op);
  ReadList reads(op.getContext());
  for (unsigned number = 0; number < op.getGatherDims().size(); ++number) {
    SmallVector<AffineExpr> position =
        llvm::map_to_vector(llvm::seq(batchRank), [&](unsigned dim) {
          return builder.getAffineDimExpr(dim);
        });
    position.push_back(builder.getAffineConstantExpr(number));
    reads.add(op.getIndices(), position);
  }
  SmallVector<OpFoldResult> extents =
      getResultExtents(builder, loc, type, [&](unsigned dim) {
        if (dim < batchRank)
          return getExtent(builder, loc, op.getIndices(), dim);
        const auto *axis = llvm::find(sliceDims, std::optional(dim));
        return getExtent(builder, loc, op.getSource(),
                         axis - sliceDims.begin());
      });
  return reads.create(builder, loc, type, extents,
                      [&](OpBuilder &nested, Location loc, ValueRange args) {
                        gatherElement(nested, loc, op, sliceDims, args);
                      });
}
