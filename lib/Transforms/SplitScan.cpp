//===- SplitScan.cpp - Scans of chunks and of their carries ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chunks are numbered in the order of the domain. In a reverse scan the first
// of them is the short one, since its chunks begin at the last point.
//
//===----------------------------------------------------------------------===//

#include "RangeSplit.h"

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class ScanSplitter : SplitBuilder {
public:
  ScanSplitter(RewriterBase &rewriter, ScanOp op, int64_t chunk)
      : SplitBuilder(rewriter, op, op.getMonoid(), op.getTree(),
                     {PointComputation::get(op), unsigned(op.getDimension())},
                     chunk, op.getReverse()),
        scan(op) {}

  void run();

private:
  SmallVector<Value> getStart();
  SmallVector<Value> scanCarries(ValueRange totals);
  Value getHeadCarries(Value carries);
  Value getRestCarry(Value carries);
  SmallVector<Value> scanPart(const PointComputation &part, unsigned dim,
                              ValueRange carries);
  Value joinChunks(Value head);
  Value insert(Value part, Value whole, OpFoldResult offset,
               OpFoldResult extent);

  ScanOp scan;
};
} // namespace

/// What the whole scan starts from, as accumulators.
SmallVector<Value> ScanSplitter::getStart() {
  if (scan.getCarries().empty())
    return createConstants(monoid.getInit(types));
  SmallVector<Value> start;
  for (auto [carry, type] : llvm::zip_equal(scan.getCarries(), types))
    start.push_back(convert(carry, type));
  return start;
}

/// The carry of each chunk from the `totals` of full ones. The short chunk has
/// a place of its own, at the end of the scan: nothing comes after it.
SmallVector<Value> ScanSplitter::scanCarries(ValueRange totals) {
  PointComputation chunks;
  chunks.extents =
      getExtentsWith(cut.mayHaveRest ? cut.places : cut.fullChunks);
  unsigned rank = chunks.extents.size();
  SmallVector<AffineExpr> places;
  for (unsigned dim = 0; dim < rank; ++dim)
    places.push_back(getAffineDimExpr(dim, context));
  SmallVector<Value> paddings = createConstants(monoid.getIdentity(types));
  IntegerSet isFull;
  AffineExpr chunk = places[range.dim];
  if (cut.mayHaveRest && scan.getReverse()) {
    isFull = IntegerSet::get(rank, 0, chunk - 1, /*eqFlags=*/false);
    places[range.dim] = chunk - 1;
  } else if (cut.mayHaveRest) {
    AffineExpr full = chunks.getExpr(cut.fullChunks, context);
    isFull = IntegerSet::get(rank, chunks.symbols.size(), full - 1 - chunk,
                             /*eqFlags=*/false);
  }
  for (auto [total, padding] : llvm::zip_equal(totals, paddings))
    chunks.addInput(
        total, AffineMap::get(rank, chunks.symbols.size(), places, context),
        isFull, padding);
  SmallVector<Type> resultTypes = llvm::map_to_vector(types, [&](Type type) {
    return Type(getTensorType(chunks.extents, type));
  });
  auto carries =
      ScanOp::create(rewriter, loc, resultTypes, monoid, range.dim,
                     chunks.inputs, chunks.maps, chunks.extents, getStart());
  carries.setExclusive(true);
  carries.setReverse(scan.getReverse());
  carries.setTree(Tree::Serial);
  chunks.setSymbolsAndGuards(carries);
  keepAttributes(carries);
  return llvm::to_vector_of<Value>(carries.getResults());
}

/// The carries of full chunks: all but that of the short one.
Value ScanSplitter::getHeadCarries(Value carries) {
  if (!cut.mayHaveRest)
    return carries;
  SmallVector<OpFoldResult> sizes = getExtentsWith(cut.fullChunks);
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
  offsets[range.dim] = rewriter.getIndexAttr(scan.getReverse() ? 1 : 0);
  return tensor::ExtractSliceOp::create(rewriter, loc, carries, offsets, sizes,
                                        strides);
}

/// The carry of the short chunk.
Value ScanSplitter::getRestCarry(Value carries) {
  SmallVector<OpFoldResult> sizes = getExtentsWith(rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
  if (!scan.getReverse())
    offsets[range.dim] = cut.fullChunks;
  SmallVector<OpFoldResult> kept(sizes);
  kept.erase(kept.begin() + range.dim);
  Type element = cast<RankedTensorType>(carries.getType()).getElementType();
  return tensor::ExtractSliceOp::create(rewriter, loc,
                                        getTensorType(kept, element), carries,
                                        offsets, sizes, strides);
}

/// Scans `part` along `dim` from `carries`.
SmallVector<Value> ScanSplitter::scanPart(const PointComputation &part,
                                          unsigned dim, ValueRange carries) {
  SmallVector<Type> resultTypes =
      llvm::map_to_vector(scan.getResultTypes(), [&](Type type) {
        return Type(getTensorType(
            part.extents, cast<RankedTensorType>(type).getElementType()));
      });
  auto result =
      ScanOp::create(rewriter, loc, resultTypes, monoid, dim, part.inputs,
                     part.maps, part.extents, carries,
                     [&](OpBuilder &builder, Location loc, ValueRange args) {
                       part.emitBody(builder, loc, args);
                     });
  result.setExclusive(scan.getExclusive());
  result.setReverse(scan.getReverse());
  result.setTree(tree);
  part.setSymbolsAndGuards(result);
  keepAttributes(result);
  return llvm::to_vector_of<Value>(result.getResults());
}

/// `head` with its chunks, and the points in them, as one dimension.
Value ScanSplitter::joinChunks(Value head) {
  SmallVector<ReassociationIndices> groups;
  int64_t rank = cast<RankedTensorType>(head.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim) {
    if (dim == int64_t(range.dim) + 1)
      groups.back().push_back(dim);
    else
      groups.push_back({dim});
  }
  return tensor::CollapseShapeOp::create(rewriter, loc, head, groups);
}

/// `whole` with `part`, of `extent` along the range, at `offset`.
Value ScanSplitter::insert(Value part, Value whole, OpFoldResult offset,
                           OpFoldResult extent) {
  SmallVector<OpFoldResult> sizes = getExtentsWith(extent);
  SmallVector<OpFoldResult> offsets(sizes.size(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), rewriter.getIndexAttr(1));
  offsets[range.dim] = offset;
  return tensor::InsertSliceOp::create(rewriter, loc, part, whole, offsets,
                                       sizes, strides);
}

void ScanSplitter::run() {
  // Points of a chunk combine in the order of the scan.
  SmallVector<Value> carries = scanCarries(
      reducePart(getHead(/*isFlipped=*/scan.getReverse()), range.dim + 1));
  SmallVector<Value> headCarries, restCarries;
  for (Value carry : carries)
    headCarries.push_back(getHeadCarries(carry));
  SmallVector<Value> results = scanPart(getHead(), range.dim + 1, headCarries);
  for (Value &result : results)
    result = joinChunks(result);
  if (cut.mayHaveRest) {
    for (Value carry : carries)
      restCarries.push_back(getRestCarry(carry));
    SmallVector<Value> rest = scanPart(getRest(), range.dim, restCarries);
    for (auto [result, part] : llvm::zip_equal(results, rest)) {
      Value whole = tensor::EmptyOp::create(
          rewriter, loc, range.computation.extents,
          cast<RankedTensorType>(result.getType()).getElementType());
      whole = insert(result, whole, cut.headOffset, cut.fullPoints);
      result = insert(part, whole, cut.restOffset, cut.rest);
    }
  }
  for (auto [result, old] : llvm::zip_equal(results, scan.getResults()))
    if (result.getType() != old.getType())
      result = tensor::CastOp::create(rewriter, loc, old.getType(), result);
  rewriter.replaceOp(scan, results);
}

void stax::splitScan(RewriterBase &rewriter, ScanOp op, int64_t chunk) {
  rewriter.setInsertionPoint(op);
  ScanSplitter(rewriter, op, chunk).run();
}
