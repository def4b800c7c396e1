//===- TilePlan.cpp - Which loops run in tiles ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TilePlan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineParallelOp;

/// A tile of registers has this many vectors at most.
static constexpr int64_t kMaxLanes = 16;

static constexpr int64_t kLine = 64;
static constexpr int64_t kDefaultL1 = 32 * 1024;

int64_t stax::getTileSide(int64_t bytes, int64_t l1) {
  int64_t budget = (l1 == 0 ? kDefaultL1 : l1) / 2;
  int64_t side = std::max<int64_t>(kLine / bytes, 1);
  while (2 * (2 * side) * (2 * side) * bytes <= budget)
    side *= 2;
  return side;
}

namespace {
struct TiledAccess {
  Operation *op;
  Value memref;
  MemRefType type;
  ComposedMap map;
};
} // namespace

static std::optional<TiledAccess> getAccess(Operation &op) {
  return llvm::TypeSwitch<Operation *, std::optional<TiledAccess>>(&op)
      .Case<affine::AffineLoadOp, affine::AffineStoreOp>([](auto access) {
        return TiledAccess{
            access, access.getMemRef(), access.getMemRefType(),
            ComposedMap(access.getAffineMap(), access.getMapOperands())};
      })
      .Default([](Operation *) { return std::nullopt; });
}

/// The dimension along which `access` is contiguous where it is not along the
/// last one.
static std::optional<unsigned> getRowDim(AffineParallelOp loop,
                                         const TiledAccess &access) {
  AccessKind kind =
      classifyAccess(access.type, access.map, loop.getIVs().back());
  if (kind != AccessKind::Strided && kind != AccessKind::Irregular)
    return std::nullopt;
  for (unsigned dim = 0; dim + 1 < loop.getNumDims(); ++dim)
    if (classifyAccess(access.type, access.map, loop.getIVs()[dim]) ==
        AccessKind::Contiguous)
      return dim;
  return std::nullopt;
}

/// Whether `access` may move before or behind all others of an iteration: no
/// other access may be to the same memory, unless both are loads.
static bool isMovable(AffineParallelOp loop, const TiledAccess &access) {
  bool isStore = isa<affine::AffineStoreOp>(access.op);
  return !loop.getBody()
              ->walk([&](Operation *op) {
                bool mayConflict =
                    isStore
                        ? hasSameRoot(op, access.op)
                        : isa<affine::AffineWriteOpInterface, memref::StoreOp>(
                              op) &&
                              hasSameRoot(op, access.op);
                return op != access.op && mayConflict ? WalkResult::interrupt()
                                                      : WalkResult::advance();
              })
              .wasInterrupted();
}

/// Whether dimension `dim` has a single constant lower and a single upper
/// bound, in steps of 1, and enough points.
static bool hasPlainRange(AffineParallelOp loop, unsigned dim, int64_t lanes) {
  AffineMap lower = loop.getLowerBoundMap(dim);
  AffineMap upper = loop.getUpperBoundMap(dim);
  if (!lower.isSingleConstant() || upper.getNumResults() != 1 ||
      loop.getSteps()[dim] != 1)
    return false;
  return !upper.isSingleConstant() ||
         upper.getSingleConstantResult() - lower.getSingleConstantResult() >=
             lanes;
}

static int64_t getBits(Type element) {
  return element.isInteger(1) ? 8 : element.getIntOrFloatBitWidth();
}

std::optional<TilePlan> stax::planTiles(AffineParallelOp loop,
                                        const VectorTarget &target) {
  std::optional<TilePlan> tiles;
  int64_t widest = 8;
  unsigned narrowest = 64;
  for (Operation &op : loop.getBody()->without_terminator()) {
    std::optional<TiledAccess> access = getAccess(op);
    if (!access || !access->type.getElementType().isIntOrFloat())
      continue;
    std::optional<unsigned> row = getRowDim(loop, *access);
    if (!row || (tiles && tiles->row != *row) || !isMovable(loop, *access))
      continue;
    if (!tiles)
      tiles.emplace().row = *row;
    tiles->transposed.push_back(&op);
    int64_t bits = getBits(access->type.getElementType());
    widest = std::max(widest, bits);
    narrowest = std::min<unsigned>(narrowest, bits);
  }
  if (!tiles)
    return std::nullopt;
  Refusal unused;
  FailureOr<LoopPlan> plan = planLoop(loop, unused, tiles->transposed);
  if (failed(plan))
    return std::nullopt;
  tiles->plan = std::move(*plan);
  tiles->plan.narrowestAccess =
      std::min(tiles->plan.narrowestAccess, narrowest);
  widest = std::max<int64_t>(widest, tiles->plan.widestElement);
  tiles->lanes = std::min(target.width * 32 / widest, kMaxLanes);
  // Whole tiles of registers.
  int64_t side = target.tileSide != 0 ? target.tileSide
                                      : getTileSide(widest / 8, target.l1);
  tiles->side = llvm::alignTo(side, tiles->lanes);
  if (tiles->lanes < 2 || !hasPlainRange(loop, tiles->row, tiles->lanes) ||
      !hasPlainRange(loop, loop.getNumDims() - 1, tiles->lanes))
    return std::nullopt;
  return tiles;
}
