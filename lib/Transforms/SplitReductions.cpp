//===- SplitReductions.cpp - Cuts long reductions and scans ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides which operations are cut: those with fewer outer points than threads
// and a long range of points to combine.
//
//===----------------------------------------------------------------------===//

#include "RangeSplit.h"

#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Remarks.h"

namespace mlir::stax {
#define GEN_PASS_DEF_SPLITREDUCTIONSPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// Columns that run as one: what a thread takes of a row is not less.
static constexpr int64_t kColumnsOfAThread = 64;
/// Threads that are assumed where no target says how many there are.
static constexpr int64_t kDefaultThreads = 8;

namespace {
/// What the decision depends on.
struct Shape {
  std::optional<int64_t> outerPoints; ///< that may run in parallel
  std::optional<int64_t> points;      ///< to be combined for each of them
};
} // namespace

/// Product of the extents in `dims`; nothing if one is not known.
template <typename Range>
static std::optional<int64_t> multiply(ArrayRef<OpFoldResult> extents,
                                       Range &&dims) {
  int64_t product = 1;
  for (unsigned dim : dims) {
    std::optional<int64_t> extent = getConstantIntValue(extents[dim]);
    if (!extent)
      return std::nullopt;
    if (llvm::MulOverflow(product, *extent, product))
      return std::numeric_limits<int64_t>::max();
  }
  return product;
}

static Shape getShape(FusableOpInterface node) {
  SmallVector<OpFoldResult> extents = node.getIterationExtents();
  SmallVector<unsigned> outer, combined;
  for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds()))
    (kind == IteratorKind::Parallel ? outer : combined).push_back(dim);
  int64_t columns = 1;
  if (!outer.empty() && outer.back() + 1 == extents.size())
    if (std::optional<int64_t> extent =
            getConstantIntValue(extents[outer.back()])) {
      columns = llvm::divideCeil(*extent, kColumnsOfAThread);
      outer.pop_back();
    }
  std::optional<int64_t> points = multiply(extents, outer);
  if (points && llvm::MulOverflow(*points, columns, *points))
    points = std::numeric_limits<int64_t>::max();
  return {points, multiply(extents, combined)};
}

/// Whether every input that runs over a dimension of `dims` is known to have
/// its extent: a cut range runs over no dimension whole, and could not tell.
static bool areExtentsKnown(FusableOpInterface node, ArrayRef<int64_t> dims) {
  SmallVector<OpFoldResult> extents = node.getIterationExtents();
  for (OperandAccess &access : node.getOperandAccesses())
    for (auto [axis, expr] : llvm::enumerate(access.map.getResults())) {
      auto dim = dyn_cast<AffineDimExpr>(expr);
      if (dim && llvm::is_contained(dims, dim.getPosition()) &&
          !restrictsDim(access.guard, dim.getPosition()) &&
          !isExtentOf(extents[dim.getPosition()], access.operand, axis))
        return false;
    }
  return true;
}

namespace {
struct SplitReductionsPass
    : public stax::impl::SplitReductionsPassBase<SplitReductionsPass> {
  using SplitReductionsPassBase::SplitReductionsPassBase;

  void runOnOperation() override {
    SmallVector<FusableOpInterface> nodes;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (isa<ReduceOp, ScanOp>(op))
        nodes.push_back(cast<FusableOpInterface>(op));
      return WalkResult::advance();
    });
    IRRewriter rewriter(&getContext());
    for (FusableOpInterface node : nodes)
      visit(rewriter, node);
  }

private:
  int64_t getThreads();
  /// Why `node` stays whole, "" if nothing is against cutting it.
  StringRef getObstacle(FusableOpInterface node, const Shape &shape,
                        int64_t chunk);
  void visit(IRRewriter &rewriter, FusableOpInterface node);
  void reject(FusableOpInterface node, const Shape &shape, StringRef reason);
};
} // namespace

int64_t SplitReductionsPass::getThreads() {
  if (threads > 0)
    return threads;
  auto module = getOperation()->getParentOfType<ModuleOp>();
  auto target =
      module ? module->getAttrOfType<TargetAttr>(kTargetAttr) : TargetAttr();
  return target ? target.getCores() : kDefaultThreads;
}

StringRef SplitReductionsPass::getObstacle(FusableOpInterface node,
                                           const Shape &shape, int64_t chunk) {
  if (!shape.outerPoints)
    return "UnknownOuterPoints";
  if (*shape.outerPoints >= getThreads())
    return "EnoughOuterPoints";
  // A product that wraps around would be a range longer than any.
  if (shape.points && *shape.points / chunk < minChunks)
    return "ShortRange";
  SmallVector<int64_t> dims;
  for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds()))
    if (kind != IteratorKind::Parallel)
      dims.push_back(dim);
  if (!areExtentsKnown(node, dims))
    return "UnknownExtents";
  return "";
}

static void addShape(remark::detail::InFlightRemark &remark,
                     const Shape &shape) {
  if (shape.outerPoints)
    remark << remark::metric("outer", *shape.outerPoints);
  if (shape.points)
    remark << remark::metric("points", *shape.points);
}

void SplitReductionsPass::reject(FusableOpInterface node, const Shape &shape,
                                 StringRef reason) {
  auto remark = remark::missed(
      node.getLoc(), remark::RemarkOpts::name("NotSplit").category("stax"));
  addShape(remark, shape);
  remark << remark::reason("{0}", reason.str());
}

void SplitReductionsPass::visit(IRRewriter &rewriter, FusableOpInterface node) {
  Shape shape = getShape(node);
  std::optional<int64_t> chunk = getChunkPoints(
      node.getCombiningTree(), getAccumulatorTypes(node, node.getCombiner()));
  if (!chunk)
    return reject(node, shape, "InOrder");
  StringRef obstacle = getObstacle(node, shape, *chunk);
  if (!obstacle.empty())
    return reject(node, shape, obstacle);
  Location loc = node.getLoc();
  if (auto scan = dyn_cast<ScanOp>(*node)) {
    splitScan(rewriter, scan, *chunk);
  } else {
    auto reduce = cast<ReduceOp>(*node);
    std::optional<CombinedRange> range = getCombinedRange(rewriter, reduce);
    if (!range)
      return reject(node, shape, "NotOneRange");
    splitReduction(rewriter, reduce, *range, *chunk);
  }
  auto remark =
      remark::passed(loc, remark::RemarkOpts::name("Split").category("stax"));
  addShape(remark, shape);
  remark << remark::metric("chunk", *chunk);
}
