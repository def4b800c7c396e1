//===- ScatterLowering.cpp - The loops of one scatter ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Points that may meet in an element run one after the other, in order, inside
// of those that never do:
//
//   affine.parallel (window dimensions, the last one in blocks)
//     affine.for (other dimensions)
//       affine.for (last window dimension, in the block)
//         if the indices are inside: combine
//
// so that each element sees its points in their order, whatever thread owns it.
// Blocks keep neighbouring elements in one thread and one cache line.
//
//===----------------------------------------------------------------------===//

#include "ScatterLowering.h"
#include "FailureBits.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;
using affine::AffineParallelOp;

/// Points of the last window dimension that one thread takes together: several
/// cache lines of any element type.
static constexpr int64_t kBlock = 64;

LogicalResult stax::checkScatter(ScatterOp scatter) {
  auto function = scatter->getParentOfType<func::FuncOp>();
  if (!function->hasAttr(kLaunchGroupAttr))
    return scatter.emitOpError(
        "is not outlined; run stax-outline-kernels first");
  if (scatter.hasTensorSemantics())
    return scatter.emitOpError("is on tensors; run stax-bufferize first");
  for (Value operand : scatter->getOperands())
    if (!isa<BlockArgument>(operand))
      return scatter.emitOpError("expected operands of an outlined scatter to "
                                 "be arguments of its function");
  return success();
}

namespace {
/// Lowers one scatter. Everything is emitted at the builder's insertion point,
/// which moves into the loops as they are made.
class ScatterLowering {
public:
  ScatterLowering(RewriterBase &rewriter, ScatterOp scatter)
      : rewriter(rewriter), scatter(scatter), loc(scatter.getLoc()),
        extents(scatter.getExtents()), inductionVars(extents.size()) {}

  void run();

private:
  void enterWindow(ArrayRef<unsigned> dims);
  void enterSerial(unsigned dim);
  void enterBlock(unsigned dim, Value begin);
  void enter(AffineForOp loop, unsigned dim);
  void emitPoint();
  void lowerChecks(Block::iterator begin);
  Value emitIsInside(ValueRange indices);
  void emitUpdate(ValueRange values, ValueRange indices);
  Value convert(Value value, Type type);
  void leaveLoops();

  RewriterBase &rewriter;
  ScatterOp scatter;
  Location loc;
  SmallVector<OpFoldResult> extents;
  SmallVector<Value> inductionVars; ///< of the domain's dimensions
  SmallVector<Value> sizes;         ///< extents of the destinations
  SmallVector<AffineForOp> loops;   ///< that carry `failures`
  Value failures; ///< bits of checks that failed so far; null without checks
};
} // namespace

/// A map of one symbol, or a constant, for the end of a loop.
static AffineMap getEnd(OpBuilder &builder, OpFoldResult extent,
                        SmallVectorImpl<Value> &symbols) {
  if (std::optional<int64_t> constant = getConstantIntValue(extent))
    return builder.getConstantAffineMap(*constant);
  symbols.push_back(cast<Value>(extent));
  return AffineMap::get(0, symbols.size(),
                        builder.getAffineSymbolExpr(symbols.size() - 1));
}

/// Opens the parallel loop over the window `dims`; the last one runs in blocks.
void ScatterLowering::enterWindow(ArrayRef<unsigned> dims) {
  SmallVector<AffineMap> begins(dims.size(), rewriter.getConstantAffineMap(0));
  SmallVector<AffineMap> ends;
  SmallVector<Value> symbols;
  for (unsigned dim : dims)
    ends.push_back(getEnd(rewriter, extents[dim], symbols));
  // All ends share one list of operands.
  for (AffineMap &end : ends)
    end = AffineMap::get(0, symbols.size(), end.getResult(0));
  SmallVector<int64_t> steps(dims.size(), 1);
  steps.back() = kBlock;
  auto loop = AffineParallelOp::create(rewriter, loc, TypeRange(),
                                       ArrayRef<arith::AtomicRMWKind>(), begins,
                                       ValueRange(), ends, symbols, steps);
  for (auto [dim, value] : llvm::zip_equal(dims, loop.getIVs()))
    inductionVars[dim] = value;
  rewriter.setInsertionPointToStart(loop.getBody());
  if (failures)
    failures = arith::ConstantIntOp::create(rewriter, loc, 0, 64);
}

void ScatterLowering::enter(AffineForOp loop, unsigned dim) {
  loops.push_back(loop);
  inductionVars[dim] = loop.getInductionVar();
  if (failures)
    failures = loop.getRegionIterArgs().front();
  rewriter.setInsertionPointToStart(loop.getBody());
}

void ScatterLowering::enterSerial(unsigned dim) {
  SmallVector<Value> symbols;
  AffineMap end = getEnd(rewriter, extents[dim], symbols);
  SmallVector<Value> carried;
  if (failures)
    carried.push_back(failures);
  enter(AffineForOp::create(rewriter, loc, ValueRange(),
                            rewriter.getConstantAffineMap(0), symbols, end,
                            /*step=*/1, carried),
        dim);
}

/// Opens the loop over the points of a block that starts at `begin`.
void ScatterLowering::enterBlock(unsigned dim, Value begin) {
  AffineExpr first = rewriter.getAffineDimExpr(0);
  SmallVector<Value> symbols, operands{begin}, carried;
  AffineExpr last =
      getEnd(rewriter, extents[dim], symbols).getResult(0); // one result
  llvm::append_range(operands, symbols);
  auto end = AffineMap::get(1, symbols.size(), {first + kBlock, last},
                            rewriter.getContext());
  if (failures)
    carried.push_back(failures);
  enter(AffineForOp::create(rewriter, loc, begin, AffineMap::get(1, 0, first),
                            operands, end, /*step=*/1, carried),
        dim);
}

/// Closes the serial loops; `failures` become those of all their points.
void ScatterLowering::leaveLoops() {
  for (AffineForOp loop : llvm::reverse(loops)) {
    if (failures)
      affine::AffineYieldOp::create(rewriter, loc, failures);
    rewriter.setInsertionPointAfter(loop);
    if (failures)
      failures = loop.getResult(0);
  }
}

/// Gathers the bits of checks from `begin` to the insertion point.
void ScatterLowering::lowerChecks(Block::iterator begin) {
  for (Operation &op : llvm::make_early_inc_range(
           llvm::make_range(begin, rewriter.getInsertionPoint())))
    if (auto check = dyn_cast<CheckOp>(op)) {
      Value bits = emitFailureBits(rewriter, check);
      failures = arith::OrIOp::create(rewriter, loc, failures, bits);
      rewriter.eraseOp(check);
    }
}

/// Whether the destinations have an element at `indices`.
Value ScatterLowering::emitIsInside(ValueRange indices) {
  Value all;
  for (auto [index, size] : llvm::zip_equal(indices, sizes)) {
    // Negative indices are large as unsigned ones.
    Value isInside = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ult, index, size);
    all = all ? arith::AndIOp::create(rewriter, loc, all, isInside).getResult()
              : isInside;
  }
  return all;
}

/// `value` as a float of another width.
Value ScatterLowering::convert(Value value, Type type) {
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(rewriter, loc, type, value);
  return arith::TruncFOp::create(rewriter, loc, type, value);
}

/// Combines `values` with the elements at `indices`, which exist.
void ScatterLowering::emitUpdate(ValueRange values, ValueRange indices) {
  SmallVector<Value> combined(values);
  if (MonoidAttrInterface monoid = scatter.getMonoidAttr()) {
    SmallVector<Type> types = monoid.getAccumulatorTypes(values.getTypes());
    SmallVector<Value> elements;
    for (auto [value, type, out] :
         llvm::zip_equal(combined, types, scatter.getOuts())) {
      Value element = memref::LoadOp::create(rewriter, loc, out, indices);
      elements.push_back(convert(element, type));
      value = convert(value, type);
    }
    auto combine = CombineOp::create(rewriter, loc, types, monoid, Tree::Serial,
                                     elements, combined);
    combined = llvm::to_vector_of<Value>(combine.getResults());
  }
  for (auto [value, out] : llvm::zip_equal(combined, scatter.getOuts())) {
    Type element = cast<MemRefType>(out.getType()).getElementType();
    memref::StoreOp::create(rewriter, loc, convert(value, element), out,
                            indices);
  }
}

void ScatterLowering::emitPoint() {
  SmallVector<Value> args;
  for (OperandAccess &access : scatter.getOperandAccesses())
    args.push_back(affine::AffineLoadOp::create(rewriter, loc, access.operand,
                                                access.map, inductionVars));
  Block *block = rewriter.getInsertionBlock();
  bool isEmpty = rewriter.getInsertionPoint() == block->begin();
  Block::iterator last =
      isEmpty ? block->end() : std::prev(rewriter.getInsertionPoint());
  IRMapping mapping;
  SmallVector<Value> yielded =
      scatter.emitBody(rewriter, inductionVars, args, mapping);
  lowerChecks(isEmpty ? block->begin() : std::next(last));
  auto values = ValueRange(yielded).take_front(scatter.getOuts().size());
  auto indices = ValueRange(yielded).drop_front(values.size());
  Value isInside = emitIsInside(indices);
  if (!isInside)
    return emitUpdate(values, indices);
  auto ifOp =
      scf::IfOp::create(rewriter, loc, isInside, /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(ifOp.thenBlock());
  emitUpdate(values, indices);
}

void ScatterLowering::run() {
  rewriter.setInsertionPoint(scatter);
  Value out = scatter.getOuts().front();
  for (int64_t axis : llvm::seq(cast<MemRefType>(out.getType()).getRank()))
    sizes.push_back(rewriter.createOrFold<memref::DimOp>(loc, out, axis));
  if (!scatter.getBodyBlock()->getOps<CheckOp>().empty())
    failures = arith::ConstantIntOp::create(rewriter, loc, 0, 64);

  SmallVector<unsigned> window, serial;
  for (unsigned dim = 0; dim < extents.size(); ++dim)
    (scatter.isWindowDim(dim) ? window : serial).push_back(dim);
  if (!window.empty())
    enterWindow(window);
  for (unsigned dim : serial)
    enterSerial(dim);
  if (!window.empty())
    enterBlock(window.back(), inductionVars[window.back()]);
  emitPoint();
  leaveLoops();
  if (failures)
    emitStatusUpdateIfSet(
        rewriter, loc, failures,
        scatter->getParentOfType<func::FuncOp>().getArguments().back());
  rewriter.eraseOp(scatter);
}

void stax::lowerScatter(RewriterBase &rewriter, ScatterOp scatter) {
  ScatterLowering(rewriter, scatter).run();
}
