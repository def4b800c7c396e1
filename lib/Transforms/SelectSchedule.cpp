//===- SelectSchedule.cpp - How the loops of kernels run ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses from what a kernel's point reads, writes and computes.
//
//===----------------------------------------------------------------------===//

#include "Vectorize/TilePlan.h"
#include "stax/Analysis/KernelStructure.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

namespace mlir::stax {
#define GEN_PASS_DEF_SELECTSCHEDULEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// What a point of `kernel` reads from inputs and writes to destinations: maps
/// from the space to the elements.
static SmallVector<AffineMap> collectAccesses(KernelOp kernel) {
  SmallVector<AffineMap> accesses;
  for (const KernelNode &node : getKernelNodes(kernel)) {
    FusableOpInterface op = node.op;
    if (!node.isLive)
      continue;
    for (const OperandAccess &access : op.getOperandAccesses())
      if (isa<BlockArgument>(access.operand) &&
          isa<ShapedType>(access.operand.getType()))
        accesses.push_back(access.map.compose(node.map));
    for (auto [number, result] : llvm::enumerate(op->getResults()))
      if (llvm::is_contained(kernel.getYield().getValues(), result))
        accesses.push_back(op.getResultMap(number).compose(node.map));
  }
  return accesses;
}

/// How the access `map` moves along dimension `dim` of the space, be it
/// forwards or backwards.
static AccessKind classify(AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return AccessKind::Uniform;
  for (auto [number, result] : llvm::enumerate(map.getResults())) {
    bool isLast = number + 1 == map.getNumResults();
    std::optional<int64_t> step = getCoefficient(result, dim);
    if (!step || std::abs(*step) != isLast)
      return AccessKind::Strided;
  }
  return AccessKind::Contiguous;
}

static int64_t getElementBytes(ShapedType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// The size of a tensor or memref of `type`, if that is static.
static std::optional<int64_t> getBytes(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || !shaped.hasStaticShape() ||
      !shaped.getElementType().isIntOrFloat())
    return std::nullopt;
  int64_t bytes;
  return llvm::MulOverflow(shaped.getNumElements(), getElementBytes(shaped),
                           bytes)
             ? std::nullopt
             : std::optional(bytes);
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// Shorter dimensions do not fill a vector.
static constexpr int64_t kMinVectorExtent = 4;

/// The dimension that vectors run along, -1 for none.
static int64_t chooseVectorDim(KernelOp kernel) {
  SmallVector<AffineMap> accesses = collectAccesses(kernel);
  int64_t best = -1, bestScore = 0;
  for (auto [dim, extent] : llvm::enumerate(kernel.getExtents())) {
    std::optional<int64_t> constant = getConstantIntValue(extent);
    if (constant && *constant < kMinVectorExtent)
      continue;
    int64_t score = 0;
    for (AffineMap access : accesses) {
      AccessKind kind = classify(access, dim);
      score += kind == AccessKind::Contiguous;
      score -= kind == AccessKind::Strided;
    }
    if (score < bestScore)
      continue;
    best = dim;
    bestScore = score;
  }
  return best;
}

namespace {
/// Scalar operations of a body, a function as those it becomes.
struct BodySize {
  int64_t ops = 0;
  int64_t depth = 0; ///< of the longest chain
};
} // namespace

/// About what a function of `math` is expanded to.
static constexpr BodySize kFunctionSize = {24, 12};

static BodySize measureOperation(Operation &op) {
  return isa<math::MathDialect>(op.getDialect()) &&
                 !isa<math::FmaOp, math::AbsFOp, math::SqrtOp>(op)
             ? kFunctionSize
             : BodySize{1, 1};
}

static BodySize measureBody(Block &body) {
  BodySize size;
  DenseMap<Value, int64_t> depths;
  for (Operation &op : body.without_terminator()) {
    BodySize own = measureOperation(op);
    int64_t before = 0;
    for (Value operand : op.getOperands())
      before = std::max(before, depths.lookup(operand));
    for (Value result : op.getResults())
      depths[result] = before + own.depth;
    size.ops += own.ops;
    size.depth = std::max(size.depth, before + own.depth);
  }
  return size;
}

/// Two units of latency four are busy with so many independent operations.
static constexpr int64_t kOperationsInFlight = 8;
/// More operations need the registers themselves.
static constexpr int64_t kMaxOpsOfStrip = 24;
/// Few operations are hidden behind memory.
static constexpr int64_t kMinOpsToMatter = 8;

/// Vectors a step where those of columns are combined: a strip of each row is
/// read, which should be long, but accumulators take half of the registers.
static int64_t chooseStrip(KernelOp kernel, bool hasManyRegisters) {
  int64_t carried = 1;
  for (FusableOpInterface node : kernel.getNodes())
    if (node.getCombiner())
      carried = std::max<int64_t>(carried, node->getNumResults());
  int64_t vectors = (hasManyRegisters ? 16 : 8) / carried;
  return std::clamp<int64_t>(llvm::bit_floor(uint64_t(vectors)), 1, 8);
}

/// Vectors a step along `dim`: as many as give independent operations enough.
static int64_t chooseUnroll(KernelOp kernel, int64_t dim, TargetAttr target) {
  BodySize size;
  for (FusableOpInterface node : kernel.getNodes())
    for (Region &region : node->getRegions())
      if (!region.empty()) {
        BodySize own = measureBody(region.front());
        size.ops += own.ops;
        size.depth += own.depth;
      }
  if (dim < int64_t(kernel.getPar().size()) && !kernel.getSeq().empty() &&
      size.ops <= kMaxOpsOfStrip)
    return chooseStrip(kernel, target && target.getIsa() == "avx512");
  if (size.ops < kMinOpsToMatter)
    return 4;
  int64_t vectors = kOperationsInFlight * size.depth / size.ops;
  return std::max<int64_t>(llvm::bit_floor(uint64_t(vectors)), 1);
}

/// A row of so many vectors, and what is computed from it, fits registers.
static constexpr int64_t kMaxVectorsInRegisters = 8;

/// The widest elements of the tensors or memrefs among `values`, in bytes.
static int64_t getWidestElement(ValueRange values) {
  int64_t widest = 1;
  for (Type type : values.getTypes())
    if (auto shaped = dyn_cast<ShapedType>(type))
      if (shaped.getElementType().isIntOrFloat())
        widest = std::max(widest, getElementBytes(shaped));
  return widest;
}

/// Whether rows along dimension `dim` fit registers.
static bool fitsRegisters(KernelOp kernel, int64_t dim, TargetAttr target) {
  if (dim < int64_t(kernel.getPar().size()) || !target)
    return false;
  std::optional<int64_t> extent = getConstantIntValue(kernel.getExtents()[dim]);
  return extent && *extent * getWidestElement(kernel.getIns()) * 8 <=
                       kMaxVectorsInRegisters * target.getVectorBits();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// The dimension along which some access is contiguous that is not along
/// `vectorDim`, in kernels without loops inside; -1 for none.
static int64_t findTileDim(KernelOp kernel, int64_t vectorDim) {
  if (vectorDim < 0 || !kernel.getSeq().empty())
    return -1;
  for (AffineMap access : collectAccesses(kernel)) {
    if (classify(access, vectorDim) != AccessKind::Strided)
      continue;
    for (int64_t dim = 0; dim < kernel.getRank(); ++dim)
      if (dim != vectorDim && classify(access, dim) == AccessKind::Contiguous)
        return dim;
  }
  return -1;
}

/// Square tiles of `vectorDim` and dimension `row`.
static SmallVector<int64_t> chooseTile(KernelOp kernel, int64_t vectorDim,
                                       int64_t row, TargetAttr target) {
  int64_t widest = std::max(getWidestElement(kernel.getIns()),
                            getWidestElement(kernel.getOuts()));
  SmallVector<int64_t> tile(kernel.getRank(), 0);
  tile[row] = tile[vectorDim] =
      getTileSide(widest, target ? target.getL1() : 0);
  return tile;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Operations of `node` that differ along dimension `dim` of the space.
static int64_t countVaryingOps(const KernelNode &node, unsigned dim) {
  FusableOpInterface op = node.op;
  if (!node.map.isFunctionOfDim(dim))
    return 0;
  int64_t count = op.getCombiner() ? 1 : 0;
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    DenseSet<Value> varying;
    for (auto [argument, access] :
         llvm::zip(region.getArguments(), op.getOperandAccesses()))
      if (access.map.compose(node.map).isFunctionOfDim(dim))
        varying.insert(argument);
    for (Operation &inner : region.front().without_terminator())
      if (isa<IndexOp>(inner) ||
          llvm::any_of(inner.getOperands(), [&](Value operand) {
            return varying.contains(operand);
          })) {
        varying.insert_range(inner.getResults());
        count += measureOperation(inner).ops;
      }
  }
  return count;
}

/// Operations that a point of `kernel` takes besides what is the same along
/// dimension `dim`.
static int64_t countVaryingOps(KernelOp kernel, unsigned dim) {
  int64_t count = 0;
  for (const KernelNode &node : getKernelNodes(kernel))
    count += countVaryingOps(node, dim);
  return count;
}

/// Fewer loops over a row, of fewer operations, are bound by memory, which is
/// read as fast without.
static constexpr int64_t kMinPassesToPrefetch = 3;
static constexpr int64_t kMinOpsToPrefetch = 16;
/// Shorter rows are found by the processor itself; of longer ones the beginning
/// is gone when its turn comes.
static constexpr int64_t kMinPrefetchedRow = 4 << 10;
static constexpr int64_t kMaxPrefetchedRow = 16 << 10;

/// Whether rows that `kernel` reads along dimension `dim` come from memory, and
/// are neither short nor long.
static bool isWorthPrefetch(KernelOp kernel, int64_t dim, TargetAttr target) {
  if (dim < int64_t(kernel.getPar().size()) || !target || target.getL2() == 0)
    return false;
  std::optional<int64_t> extent = getConstantIntValue(kernel.getExtents()[dim]);
  KernelStructure structure(kernel);
  int64_t passes =
      llvm::count_if(structure.getBody().steps, [&](const KernelStep &step) {
        return step.loop && step.loop->dim == dim;
      });
  bool isLong = countVaryingOps(kernel, dim) >= kMinOpsToPrefetch;
  if (!extent || passes < (isLong ? 2 : kMinPassesToPrefetch))
    return false;
  // Slow loops find longer rows in the second cache.
  int64_t longest = isLong ? std::max(kMaxPrefetchedRow, target.getL2() / 8)
                           : kMaxPrefetchedRow;
  return llvm::any_of(kernel.getIns().getTypes(), [&](Type type) {
    std::optional<int64_t> bytes = getBytes(type);
    if (!bytes || *bytes <= target.getL2() * target.getCores())
      return false;
    int64_t row = *extent * getElementBytes(cast<ShapedType>(type));
    return row >= kMinPrefetchedRow && row <= longest;
  });
}

/// More operations for a point hide the reads of lines that stores begin with.
/// On Zen, streaming then costs: GELU took 1.4 times as long, softmax 1.25
/// times. On Emerald Rapids softmax of 4096x4096 still took 0.75 of the time,
/// but fifty multiplications and additions as long as before.
static int64_t getMaxOpsToStream(TargetAttr target) {
  return target.getChip().starts_with("znver") ? 16 : 64;
}

/// Bytes of tensors that `kernel` reads and writes, unless some are dynamic.
static std::optional<int64_t> getTraffic(KernelOp kernel) {
  int64_t total = 0;
  for (ValueRange values :
       {ValueRange(kernel.getIns()), ValueRange(kernel.getOuts())})
    for (Type type : values.getTypes()) {
      if (!isa<ShapedType>(type))
        continue;
      std::optional<int64_t> bytes = getBytes(type);
      if (!bytes || llvm::AddOverflow(total, *bytes, total))
        return std::nullopt;
    }
  return total;
}

/// Whether what `kernel` stores should not push out of the caches what it
/// reads, nor be read into them before.
static bool isWorthStreaming(KernelOp kernel, int64_t dim, TargetAttr target) {
  if (dim < 0 || !target || target.getVectorBits() == 0 || target.getL3() == 0)
    return false;
  std::optional<int64_t> bytes = getTraffic(kernel);
  if (!bytes || *bytes < target.getL3() / 4)
    return false;
  return countVaryingOps(kernel, dim) <= getMaxOpsToStream(target);
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct SelectSchedulePass
    : public stax::impl::SelectSchedulePassBase<SelectSchedulePass> {
  using SelectSchedulePassBase::SelectSchedulePassBase;

  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](KernelOp kernel) {
      return failed(schedule(kernel)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }

private:
  TargetAttr getTarget() {
    auto module = getOperation()->getParentOfType<ModuleOp>();
    return module ? module->getAttrOfType<TargetAttr>(kTargetAttr)
                  : TargetAttr();
  }

  bool hasOptions() const {
    return vectorDim != -2 || unroll != 0 ||
           rowInRegisters != ScheduleChoice::Auto ||
           prefetch != ScheduleChoice::Auto ||
           nontemporal != ScheduleChoice::Auto;
  }

  LogicalResult schedule(KernelOp kernel) {
    TargetAttr target = getTarget();
    if (kernel.getScheduleAttr() || (!target && !hasOptions()))
      return success();
    int64_t dim = vectorDim == -2 ? chooseVectorDim(kernel) : vectorDim;
    int64_t vectors = unroll == 0 ? chooseUnroll(kernel, dim, target) : unroll;
    int64_t row = findTileDim(kernel, dim);
    KernelForm form = dim == -1   ? KernelForm::Scalar
                      : row == -1 ? KernelForm::Vector
                                  : KernelForm::Tile;
    SmallVector<int64_t> tile;
    if (form == KernelForm::Tile)
      tile = chooseTile(kernel, dim, row, target);
    // Scalar loops have none of these.
    auto decide = [&](ScheduleChoice option, function_ref<bool()> choose) {
      return form != KernelForm::Scalar &&
             (option == ScheduleChoice::Auto ? choose()
                                             : option == ScheduleChoice::On);
    };
    bool keepsRow = decide(rowInRegisters,
                           [&] { return fitsRegisters(kernel, dim, target); });
    bool prefetches =
        decide(prefetch, [&] { return isWorthPrefetch(kernel, dim, target); });
    bool streams = decide(
        nontemporal, [&] { return isWorthStreaming(kernel, dim, target); });
    auto chosen = ScheduleAttr::getChecked(
        [&] { return kernel.emitOpError("cannot run as the options say: "); },
        &getContext(), form, dim, vectors, ArrayRef<int64_t>(tile), keepsRow,
        prefetches, streams);
    if (!chosen)
      return failure();
    kernel.setScheduleAttr(chosen);
    remark::passed(kernel.getLoc(),
                   remark::RemarkOpts::name("Schedule").category("stax"))
        << remark::metric("form", stringifyKernelForm(form))
        << remark::metric("vector_dim", dim)
        << remark::metric("unroll", vectors)
        << remark::metric("row_in_registers", keepsRow)
        << remark::metric("prefetch", prefetches)
        << remark::metric("nontemporal", streams);
    // An option may not fit the space.
    return kernel.verify();
  }
};
} // namespace
