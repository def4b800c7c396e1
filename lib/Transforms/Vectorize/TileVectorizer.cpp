//===- TileVectorizer.cpp - Parallel loops in tiles -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With tiles of B x B points in the cache and L x L in registers:
//
//   parallel (ii, jj) step (B, B):
//     for i = ii to min(ii + B, m) step L:
//       for j = jj to min(jj + B, n) step L:
//         load rows j ... j + L of what is contiguous along i, transpose
//         the body for L iterations along j, for each of i ... i + L, which is
//           a loop with what is transposed on the stack where bodies are long
//         transpose, store rows j ... j + L
//
// so that every access is of a vector in memory.
//
//===----------------------------------------------------------------------===//

#include "TileVectorizer.h"
#include "ChunkTree.h"
#include "LoopRange.h"
#include "RegionWidener.h"
#include "RegisterTranspose.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineIfOp;
using affine::AffineLoadOp;
using affine::AffineParallelOp;
using affine::AffineStoreOp;

/// Bodies of this many operations for all rows of a tile together run for them
/// one after the other without a loop.
static constexpr unsigned kMaxRepeatedOps = 512;

namespace {
/// Emits the tiles of one loop in front of it.
class TileVectorizer {
  using Vectors = SmallVector<Value>;

public:
  TileVectorizer(RewriterBase &rewriter, AffineParallelOp loop,
                 const TilePlan &tiles, const VectorTarget &target)
      : rewriter(rewriter), loop(loop), loc(loop.getLoc()), tiles(tiles),
        target(target), rows(getRange(tiles.row)),
        columns(getRange(loop.getNumDims() - 1)) {}

  void run();

private:
  LoopRange getRange(unsigned dim) {
    return {loop.getLowerBoundMap(dim).getSingleConstantResult(),
            loop.getUpperBoundMap(dim), loop.getUpperBoundsOperands()};
  }
  Value getRowIV() { return loop.getIVs()[tiles.row]; }
  Value getColumnIV() { return tiles.plan.iv; }

  AffineParallelOp createBlocks();
  Value enterTiles(const LoopRange &range, Value first);
  std::pair<AffineMap, SmallVector<Value>> getLeft(int64_t row, int64_t column);

  bool isWhole(const LoopRange &range) {
    std::optional<int64_t> count = range.getCount();
    return count && *count % tiles.lanes == 0;
  }
  bool hasMasks() {
    return tiles.plan.isMaskable() &&
           target.hasMaskedAccess(tiles.plan.narrowestAccess);
  }
  SmallVector<Value> lookUp(ArrayRef<Value> values) {
    return llvm::map_to_vector(
        values, [&](Value value) { return mapping.lookupOrDefault(value); });
  }
  Value createColumnMask(int64_t number);
  VectorType getVectorInMemory(Operation *access);
  Vectors loadTransposed(AffineLoadOp load, bool isMasked);
  void storeTransposed(AffineStoreOp store, ArrayRef<Value> rowVectors,
                       bool isMasked);

  Vectors emitRow(Value row, ArrayRef<Value> loaded, ArrayRef<Value> masks);
  SmallVector<Vectors> emitRowsAtOnce(ArrayRef<Vectors> loaded);
  SmallVector<Vectors> emitRowLoop(ArrayRef<Vectors> loaded, bool isMasked);
  void emitTile(bool isMasked);
  void emitPoints();

  RewriterBase &rewriter;
  AffineParallelOp loop;
  Location loc;
  const TilePlan &tiles;
  const VectorTarget &target;
  LoopRange rows, columns;
  SmallVector<AffineLoadOp> loads; ///< those that are transposed
  SmallVector<AffineStoreOp> stores;
  IRMapping mapping; ///< to the first point of the current tile
};
} // namespace

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

AffineParallelOp TileVectorizer::createBlocks() {
  SmallVector<AffineMap> lower, upper;
  for (unsigned dim = 0; dim < loop.getNumDims(); ++dim) {
    lower.push_back(loop.getLowerBoundMap(dim));
    upper.push_back(loop.getUpperBoundMap(dim));
  }
  SmallVector<int64_t> steps = loop.getSteps();
  steps[tiles.row] = steps.back() = tiles.side;
  return AffineParallelOp::create(rewriter, loc, TypeRange(),
                                  ArrayRef<arith::AtomicRMWKind>(), lower,
                                  loop.getLowerBoundsOperands(), upper,
                                  loop.getUpperBoundsOperands(), steps);
}

/// Opens the loop over tiles of registers of the block that starts at `first`.
Value TileVectorizer::enterTiles(const LoopRange &range, Value first) {
  SmallVector<AffineExpr> ends{range.getFirst() + tiles.side};
  std::optional<int64_t> count = range.getCount();
  if (!count || *count % tiles.side != 0)
    ends.push_back(range.moveAfter(range.getUpper()));
  auto inner = AffineForOp::create(
      rewriter, loc, first, rewriter.getDimIdentityMap(),
      range.getOperandsAfter(first), range.getMapAfter(ends), tiles.lanes);
  rewriter.setInsertionPointToStart(inner.getBody());
  return inner.getInductionVar();
}

/// Rows and columns that are left from point (`row`, `column`) of the current
/// tile on, as a map with two results.
std::pair<AffineMap, SmallVector<Value>>
TileVectorizer::getLeft(int64_t row, int64_t column) {
  auto move = [&](const LoopRange &range) {
    // Both bounds are maps of the same operands.
    AffineMap map = range.getMap(range.getUpper());
    return map.getResult(0).shiftDims(map.getNumDims(), /*shift=*/2);
  };
  AffineMap bound = rows.getMap(rows.getUpper());
  SmallVector<Value> operands{mapping.lookup(getRowIV()),
                              mapping.lookup(getColumnIV())};
  llvm::append_range(operands, rows.getOperands());
  AffineMap map =
      AffineMap::get(bound.getNumDims() + 2, bound.getNumSymbols(),
                     {move(rows) - rewriter.getAffineDimExpr(0) - row,
                      move(columns) - rewriter.getAffineDimExpr(1) - column},
                     rewriter.getContext());
  return {map, operands};
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The lanes along rows of column `number` that are points.
Value TileVectorizer::createColumnMask(int64_t number) {
  auto [left, operands] = getLeft(0, number);
  // Without the column, nothing is left of any row.
  AffineMap counts =
      AffineMap::get(left.getNumDims(), left.getNumSymbols(),
                     {left.getResult(0), left.getResult(1) * tiles.lanes},
                     rewriter.getContext());
  Value count = affine::AffineMinOp::create(rewriter, loc, counts, operands);
  return vector::CreateMaskOp::create(
      rewriter, loc, VectorType::get(tiles.lanes, rewriter.getI1Type()), count);
}

/// A row of a tile of what `access` accesses; booleans are bytes.
VectorType TileVectorizer::getVectorInMemory(Operation *access) {
  auto load = dyn_cast<AffineLoadOp>(access);
  Type element =
      load ? load.getMemRefType().getElementType()
           : cast<AffineStoreOp>(access).getMemRefType().getElementType();
  return VectorType::get(tiles.lanes,
                         element.isInteger(1) ? rewriter.getI8Type() : element);
}

/// What `load` loads in the current tile, a vector in memory for each row.
TileVectorizer::Vectors TileVectorizer::loadTransposed(AffineLoadOp load,
                                                       bool isMasked) {
  ComposedMap access(load.getAffineMap(), load.getMapOperands());
  SmallVector<Value> operands = lookUp(access.operands);
  Value memref = asBytes(rewriter, loc, load.getMemRef());
  VectorType type = getVectorInMemory(load);
  Vectors columnVectors;
  for (int64_t column = 0; column < tiles.lanes; ++column) {
    AffineMap map = access.shift(getColumnIV(), column);
    if (!isMasked) {
      columnVectors.push_back(affine::AffineVectorLoadOp::create(
          rewriter, loc, type, memref, map, operands));
      continue;
    }
    auto indices = affine::expandAffineMap(rewriter, loc, map, operands);
    columnVectors.push_back(vector::MaskedLoadOp::create(
        rewriter, loc, type, memref, *indices, createColumnMask(column),
        arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(type))));
  }
  return transposeInRegisters(rewriter, loc, columnVectors);
}

/// Stores a vector in memory for each row of the current tile.
void TileVectorizer::storeTransposed(AffineStoreOp store,
                                     ArrayRef<Value> rowVectors,
                                     bool isMasked) {
  ComposedMap access(store.getAffineMap(), store.getMapOperands());
  SmallVector<Value> operands = lookUp(access.operands);
  Value memref = asBytes(rewriter, loc, store.getMemRef());
  for (auto [column, vector] :
       llvm::enumerate(transposeInRegisters(rewriter, loc, rowVectors))) {
    AffineMap map = access.shift(getColumnIV(), column);
    if (!isMasked) {
      affine::AffineVectorStoreOp::create(rewriter, loc, vector, memref, map,
                                          operands);
      continue;
    }
    auto indices = affine::expandAffineMap(rewriter, loc, map, operands);
    vector::MaskedStoreOp::create(rewriter, loc, memref, *indices,
                                  createColumnMask(column), vector);
  }
}

//===----------------------------------------------------------------------===//
// Rows
//===----------------------------------------------------------------------===//

/// The body for row `row`, given a vector in memory for each transposed load.
/// Returns one for each transposed store.
TileVectorizer::Vectors TileVectorizer::emitRow(Value row,
                                                ArrayRef<Value> loaded,
                                                ArrayRef<Value> masks) {
  IRMapping inRow(mapping);
  inRow.map(getRowIV(), row);
  RegionWidener widener(rewriter, tiles.plan, {tiles.lanes, 1}, inRow, masks);
  for (auto [load, vector] : llvm::zip_equal(loads, loaded)) {
    Value value = vector;
    if (load.getType().isInteger(1))
      value = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::ne, value,
          arith::ConstantOp::create(rewriter, loc,
                                    rewriter.getZeroAttr(value.getType())));
    widener.define(load.getResult(), value);
  }
  widener.widenBody();
  return llvm::map_to_vector(stores, [&](AffineStoreOp store) {
    Value value = widener.getPart(store.getValueToStore(), 0);
    if (store.getValueToStore().getType().isInteger(1))
      value = arith::ExtUIOp::create(rewriter, loc, getVectorInMemory(store),
                                     value);
    return value;
  });
}

/// The body for all rows of a whole tile, one after the other, with everything
/// in registers. For each access, `loaded` and the result have a vector a row.
SmallVector<TileVectorizer::Vectors>
TileVectorizer::emitRowsAtOnce(ArrayRef<Vectors> loaded) {
  SmallVector<Vectors> stored(stores.size());
  for (int64_t row = 0; row < tiles.lanes; ++row) {
    Vectors inRow = llvm::map_to_vector(
        loaded, [&](const Vectors &rows) { return rows[row]; });
    Value number = affine::AffineApplyOp::create(
        rewriter, loc, rewriter.getAffineDimExpr(0) + row,
        mapping.lookup(getRowIV()));
    for (auto [rows, vector] :
         llvm::zip_equal(stored, emitRow(number, inRow, /*masks=*/{})))
      rows.push_back(vector);
  }
  return stored;
}

/// The same as a loop over the rows that there are, with vectors on the stack.
SmallVector<TileVectorizer::Vectors>
TileVectorizer::emitRowLoop(ArrayRef<Vectors> loaded, bool isMasked) {
  Operation *scope = rewriter.getInsertionBlock()->getParentOp();
  auto allocate = [&](Operation *access) {
    return allocateOnStack(rewriter, scope,
                           getVectorInMemory(access).getElementType(),
                           tiles.lanes * tiles.lanes)
        .front();
  };
  Vectors loadBuffers = llvm::map_to_vector(loads, allocate);
  Vectors storeBuffers = llvm::map_to_vector(stores, allocate);
  auto getPlace = [&](int64_t row) {
    return rewriter.getConstantAffineMap(row * tiles.lanes);
  };
  for (auto [buffer, rows] : llvm::zip_equal(loadBuffers, loaded))
    for (auto [row, vector] : llvm::enumerate(rows))
      affine::AffineVectorStoreOp::create(rewriter, loc, vector, buffer,
                                          getPlace(row), ValueRange());

  SmallVector<Value> masks;
  auto [left, operands] = getLeft(0, 0);
  SmallVector<AffineExpr> ends{rewriter.getAffineConstantExpr(tiles.lanes)};
  if (isMasked) {
    Value count = affine::AffineApplyOp::create(rewriter, loc,
                                                left.getSubMap({1}), operands);
    masks.push_back(vector::CreateMaskOp::create(
        rewriter, loc, VectorType::get(tiles.lanes, rewriter.getI1Type()),
        count));
    ends.push_back(left.getResult(0));
  }
  auto loop = AffineForOp::create(
      rewriter, loc, ValueRange(), rewriter.getConstantAffineMap(0), operands,
      AffineMap::get(left.getNumDims(), left.getNumSymbols(), ends,
                     rewriter.getContext()));
  rewriter.setInsertionPointToStart(loop.getBody());
  AffineExpr number = rewriter.getAffineDimExpr(0);
  AffineMap place = AffineMap::get(1, 0, number * tiles.lanes);
  Vectors inRow;
  for (auto [load, buffer] : llvm::zip_equal(loads, loadBuffers))
    inRow.push_back(affine::AffineVectorLoadOp::create(
        rewriter, loc, getVectorInMemory(load), buffer, place,
        loop.getInductionVar()));
  Value row = affine::AffineApplyOp::create(
      rewriter, loc,
      AffineMap::get(2, 0, number + rewriter.getAffineDimExpr(1)),
      ValueRange{mapping.lookup(getRowIV()), loop.getInductionVar()});
  for (auto [buffer, vector] :
       llvm::zip_equal(storeBuffers, emitRow(row, inRow, masks)))
    affine::AffineVectorStoreOp::create(rewriter, loc, vector, buffer, place,
                                        loop.getInductionVar());
  rewriter.setInsertionPointAfter(loop);

  SmallVector<Vectors> stored(stores.size());
  for (auto [rows, store, buffer] :
       llvm::zip_equal(stored, stores, storeBuffers))
    for (int64_t row = 0; row < tiles.lanes; ++row)
      rows.push_back(affine::AffineVectorLoadOp::create(
          rewriter, loc, getVectorInMemory(store), buffer, getPlace(row),
          ValueRange()));
  return stored;
}

/// A tile of registers. Without `isMasked` it is whole.
void TileVectorizer::emitTile(bool isMasked) {
  SmallVector<Vectors> loaded;
  for (AffineLoadOp load : loads)
    loaded.push_back(loadTransposed(load, isMasked));
  bool isShort = tiles.plan.numOps * tiles.lanes <= kMaxRepeatedOps;
  SmallVector<Vectors> stored = !isMasked && isShort
                                    ? emitRowsAtOnce(loaded)
                                    : emitRowLoop(loaded, isMasked);
  for (auto [store, rowVectors] : llvm::zip_equal(stores, stored))
    storeTransposed(store, rowVectors, isMasked);
}

/// The points of the current tile one by one, as many as there are.
void TileVectorizer::emitPoints() {
  IRMapping atPoint(mapping);
  for (auto [range, iv] :
       {std::pair(&rows, getRowIV()), std::pair(&columns, getColumnIV())}) {
    Value first = mapping.lookup(iv);
    auto points = AffineForOp::create(
        rewriter, loc, first, rewriter.getDimIdentityMap(),
        range->getOperandsAfter(first),
        range->getMapAfter({range->getFirst() + tiles.lanes,
                            range->moveAfter(range->getUpper())}));
    atPoint.map(iv, points.getInductionVar());
    rewriter.setInsertionPointToStart(points.getBody());
  }
  for (Operation &op : loop.getBody()->without_terminator())
    rewriter.clone(op, atPoint);
}

void TileVectorizer::run() {
  for (Operation *access : tiles.transposed) {
    if (auto load = dyn_cast<AffineLoadOp>(access))
      loads.push_back(load);
    else
      stores.push_back(cast<AffineStoreOp>(access));
  }
  rewriter.setInsertionPoint(loop);
  AffineParallelOp blocks = createBlocks();
  mapping.map(loop.getIVs(), blocks.getIVs());
  rewriter.setInsertionPointToStart(blocks.getBody());
  Value firstRow = mapping.lookup(getRowIV());
  // Most accesses are contiguous along columns: those come last.
  Value firstColumn = mapping.lookup(getColumnIV());
  mapping.map(getRowIV(), enterTiles(rows, firstRow));
  mapping.map(getColumnIV(), enterTiles(columns, firstColumn));
  if (!isWhole(rows) || !isWhole(columns)) {
    auto [left, operands] = getLeft(tiles.lanes, tiles.lanes);
    auto isWholeTile = AffineIfOp::create(
        rewriter, loc,
        IntegerSet::get(left.getNumDims(), left.getNumSymbols(),
                        left.getResults(), {false, false}),
        operands, /*withElseRegion=*/true);
    rewriter.setInsertionPointToStart(isWholeTile.getElseBlock());
    hasMasks() ? emitTile(/*isMasked=*/true) : emitPoints();
    rewriter.setInsertionPointToStart(isWholeTile.getThenBlock());
  }
  emitTile(/*isMasked=*/false);
  rewriter.eraseOp(loop);
}

void stax::vectorizeInTiles(RewriterBase &rewriter, AffineParallelOp loop,
                            const TilePlan &tiles, const VectorTarget &target) {
  TileVectorizer(rewriter, loop, tiles, target).run();
}
