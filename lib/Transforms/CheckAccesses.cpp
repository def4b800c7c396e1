//===- CheckAccesses.cpp - Checks of accesses outside of kernels ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What kernels access is checked with them. Around them, single elements,
// slices, copies and sizes of buffers come from the program, whose indices are
// known when it runs:
//
//   %v = memref.load %m[%i]  ->  %v = scf.if %inside {
//                                  load
//                                } else {
//                                  stax.check %inside, n in %status
//                                  yield 0
//                                }
//
// A slice that does not fit becomes one of nothing at the beginning. A view
// that does not have the extents of its type abandons the call, as nothing
// behind it can run.
//
//===----------------------------------------------------------------------===//

#include "CheckAccesses.h"
#include "AffineChecks.h"
#include "StatusWord.h"
#include "StructuredChecks.h"
#include "ViewChecks.h"
#include "stax-c/Runtime.h"
#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// A condition that an operation owes.
struct OwedCheck {
  Value condition; ///< an i1
  int32_t code;    ///< a stax_status of the C interface
  std::string message;
};

/// Guards the accesses of one module.
class AccessGuard {
public:
  explicit AccessGuard(ModuleOp module)
      : module(module), rewriter(module.getContext()), statuses(module) {}

  void guard(Operation *op);
  LogicalResult finish() { return statuses.finish(); }

private:
  void guardLoad(memref::LoadOp op);
  void guardStore(memref::StoreOp op);
  void guardCopy(memref::CopyOp op);
  void guardSlice(memref::SubViewOp op);
  void guardSizes(memref::AllocOp op);
  void guardView(Operation *op, Value fits);
  void guardStructured(linalg::LinalgOp op);
  void guardAffineLoad(affine::AffineLoadOp op);
  void guardAffineStore(affine::AffineStoreOp op);
  void stopUnless(Operation *op, Value ok, int32_t code, StringRef message);
  void addIndexChecks(Operation *op, Value memref, ValueRange indices);
  void addSliceCheck(memref::SubViewOp op, unsigned axis);
  Value compare(Location loc, arith::CmpIPredicate predicate, Value lhs,
                OpFoldResult rhs);
  Value joinConditions(Location loc);
  void record(Operation *op);
  void runOnlyIf(Operation *op);
  Value selectUnlessFailed(Location loc, Value ok, Value value);

  ModuleOp module;
  IRRewriter rewriter;
  StatusWords statuses;
  SmallVector<OwedCheck> checks; ///< of the current operation
};
} // namespace

/// Whether `index` is known to be in [0, extent `axis` of `memref`).
static bool isKnownInside(Value index, Value memref, int64_t axis) {
  using Constraints = ValueBoundsConstraintSet;
  return Constraints::compare(
             index, Constraints::GE,
             OpFoldResult(IntegerAttr::get(index.getType(), 0))) &&
         Constraints::compare(index, Constraints::LT,
                              Constraints::Variable(memref, axis));
}

Value AccessGuard::compare(Location loc, arith::CmpIPredicate predicate,
                           Value lhs, OpFoldResult rhs) {
  return arith::CmpIOp::create(
      rewriter, loc, predicate, lhs,
      getValueOrCreateConstantIndexOp(rewriter, loc, rhs));
}

/// Whether all checks hold.
Value AccessGuard::joinConditions(Location loc) {
  Value all;
  for (OwedCheck &check : checks)
    all = all ? arith::AndIOp::create(rewriter, loc, all, check.condition)
                    .getResult()
              : check.condition;
  return all;
}

/// Records those checks of `op` that do not hold.
void AccessGuard::record(Operation *op) {
  if (checks.empty())
    return;
  Value status = statuses.get(op->getParentOfType<func::FuncOp>());
  for (OwedCheck &check : checks)
    CheckOp::create(rewriter, op->getLoc(), check.condition,
                    statuses.addCheck(check.code, check.message, op->getLoc()),
                    status);
}

/// Lets `op` run only if its checks hold; else its result is 0.
void AccessGuard::runOnlyIf(Operation *op) {
  if (checks.empty())
    return;
  Location loc = op->getLoc();
  auto choice = scf::IfOp::create(rewriter, loc, op->getResultTypes(),
                                  joinConditions(loc),
                                  /*withElseRegion=*/true);
  rewriter.replaceAllUsesWith(op->getResults(), choice.getResults());
  bool hasResult = op->getNumResults() != 0;
  rewriter.moveOpBefore(op, choice.thenBlock(), choice.thenBlock()->begin());
  if (hasResult) {
    rewriter.setInsertionPointToEnd(choice.thenBlock());
    scf::YieldOp::create(rewriter, loc, op->getResults());
  }
  rewriter.setInsertionPointToStart(choice.elseBlock());
  record(op);
  if (hasResult) {
    Value zero = arith::ConstantOp::create(
        rewriter, loc, rewriter.getZeroAttr(op->getResult(0).getType()));
    scf::YieldOp::create(rewriter, loc, zero);
  }
}

/// Adds that each of `indices` is inside `memref`, unless that is known.
void AccessGuard::addIndexChecks(Operation *op, Value memref,
                                 ValueRange indices) {
  Location loc = op->getLoc();
  for (auto [axis, index] : llvm::enumerate(indices)) {
    if (isKnownInside(index, memref, axis))
      continue;
    Value extent = rewriter.createOrFold<memref::DimOp>(loc, memref, axis);
    // Negative indices are large as unsigned ones.
    checks.push_back(
        {compare(loc, arith::CmpIPredicate::ult, index, extent),
         STAX_OUT_OF_BOUNDS,
         "index of dimension " + std::to_string(axis) + " is out of bounds"});
  }
}

void AccessGuard::guardLoad(memref::LoadOp op) {
  addIndexChecks(op, op.getMemRef(), op.getIndices());
  runOnlyIf(op);
}

void AccessGuard::guardStore(memref::StoreOp op) {
  addIndexChecks(op, op.getMemRef(), op.getIndices());
  runOnlyIf(op);
}

/// Both sides have the same extents.
void AccessGuard::guardCopy(memref::CopyOp op) {
  auto source = dyn_cast<MemRefType>(op.getSource().getType());
  auto target = dyn_cast<MemRefType>(op.getTarget().getType());
  if (!source || !target)
    return;
  for (int64_t axis = 0; axis < source.getRank(); ++axis) {
    FailureOr<bool> areEqual = ValueBoundsConstraintSet::areEqual(
        {op.getSource(), axis}, {op.getTarget(), axis});
    if (succeeded(areEqual) && *areEqual)
      continue;
    Value extent =
        rewriter.createOrFold<memref::DimOp>(op.getLoc(), op.getSource(), axis);
    Value other =
        rewriter.createOrFold<memref::DimOp>(op.getLoc(), op.getTarget(), axis);
    checks.push_back(
        {compare(op.getLoc(), arith::CmpIPredicate::eq, extent, other),
         STAX_SHAPE_MISMATCH,
         "the extents of dimension " + std::to_string(axis) + " do not agree"});
  }
  runOnlyIf(op);
}

/// Adds that the slice is inside along `axis`, unless that is known.
void AccessGuard::addSliceCheck(memref::SubViewOp op, unsigned axis) {
  Location loc = op.getLoc();
  OpFoldResult offset = op.getMixedOffsets()[axis];
  OpFoldResult size = op.getMixedSizes()[axis];
  OpFoldResult stride = op.getMixedStrides()[axis];
  int64_t extent = op.getSourceType().getDimSize(axis);
  std::optional<int64_t> first = getConstantIntValue(offset);
  std::optional<int64_t> count = getConstantIntValue(size);
  std::optional<int64_t> step = getConstantIntValue(stride);
  if (first && count && step && !ShapedType::isDynamic(extent))
    return; // the verifier has seen it
  Value total = rewriter.createOrFold<memref::DimOp>(loc, op.getSource(), axis);
  Value begin = getValueOrCreateConstantIndexOp(rewriter, loc, offset);
  Value length = getValueOrCreateConstantIndexOp(rewriter, loc, size);
  Value distance = getValueOrCreateConstantIndexOp(rewriter, loc, stride);
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  // 0 <= begin <= total, and of the places from there on, one every `distance`,
  // there are `length`; nothing wraps.
  Value places = arith::SubIOp::create(rewriter, loc, total, begin);
  if (step != 1) {
    Value safe = rewriter.createOrFold<arith::MaxSIOp>(loc, distance, one);
    places = arith::CeilDivSIOp::create(rewriter, loc, places, safe);
  }
  Value isInside = arith::AndIOp::create(
      rewriter, loc, compare(loc, arith::CmpIPredicate::ule, begin, total),
      compare(loc, arith::CmpIPredicate::ule, length, places));
  if (!step) {
    Value isForward = compare(loc, arith::CmpIPredicate::sgt, distance, zero);
    isInside = arith::AndIOp::create(rewriter, loc, isInside, isForward);
  }
  checks.push_back(
      {isInside, STAX_OUT_OF_BOUNDS,
       "the slice of dimension " + std::to_string(axis) + " is out of bounds"});
}

/// `value` if `ok`, else 0.
Value AccessGuard::selectUnlessFailed(Location loc, Value ok, Value value) {
  Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
  return arith::SelectOp::create(rewriter, loc, ok, value, zero);
}

void AccessGuard::guardSlice(memref::SubViewOp op) {
  for (unsigned axis = 0; axis < op.getSourceType().getRank(); ++axis)
    addSliceCheck(op, axis);
  if (checks.empty())
    return;
  Location loc = op.getLoc();
  Value ok = joinConditions(loc);
  record(op);
  for (MutableOperandRange values :
       {op.getOffsetsMutable(), op.getSizesMutable()})
    for (OpOperand &operand : values)
      operand.set(selectUnlessFailed(loc, ok, operand.get()));
}

/// A buffer has no negative extents, and its size does not wrap.
void AccessGuard::guardSizes(memref::AllocOp op) {
  Location loc = op.getLoc();
  for (OpOperand &size : op.getDynamicSizesMutable()) {
    if (ValueBoundsConstraintSet::compare(
            size.get(), ValueBoundsConstraintSet::GE,
            OpFoldResult(rewriter.getIndexAttr(0))))
      continue;
    Value zero = arith::ConstantIndexOp::create(rewriter, loc, 0);
    Value ok = compare(loc, arith::CmpIPredicate::sge, size.get(), zero);
    checks.push_back({ok, STAX_SHAPE_MISMATCH, "an extent is negative"});
    size.set(selectUnlessFailed(loc, ok, size.get()));
  }
  if (checks.empty())
    return;
  record(op);
  checks.clear();
  stopUnless(op, emitFitsMemory(rewriter, op), STAX_OUT_OF_MEMORY,
             "a buffer has more bytes than any memory");
}

/// The function of the runtime library that ends the entry's call.
static func::FuncOp getAbandon(ModuleOp module) {
  constexpr StringRef kName = "stax_abandon";
  if (auto known = module.lookupSymbol<func::FuncOp>(kName))
    return known;
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto abandon =
      func::FuncOp::create(builder, module.getLoc(), kName,
                           builder.getFunctionType(TypeRange(), TypeRange()));
  abandon.setPrivate();
  return abandon;
}

/// Nothing runs from `op` on unless `ok` holds; null is known to.
void AccessGuard::stopUnless(Operation *op, Value ok, int32_t code,
                             StringRef message) {
  if (!ok)
    return;
  Location loc = op->getLoc();
  func::FuncOp abandon = getAbandon(module);
  checks.push_back({ok, code, message.str()});
  auto choice = scf::IfOp::create(rewriter, loc, TypeRange(), ok,
                                  /*withElseRegion=*/true);
  rewriter.setInsertionPointToStart(choice.elseBlock());
  record(op);
  func::CallOp::create(rewriter, loc, abandon);
  rewriter.setInsertionPoint(op);
  checks.clear();
}

void AccessGuard::guardView(Operation *op, Value fits) {
  stopUnless(op, fits, STAX_SHAPE_MISMATCH,
             "the elements do not have the extents of the result");
}

/// The loops of `op` run only if they fit.
void AccessGuard::guardStructured(linalg::LinalgOp op) {
  if (Value fits = emitFitsLoops(rewriter, op))
    checks.push_back({fits, STAX_SHAPE_MISMATCH,
                      "the extents of the operands do not agree"});
  runOnlyIf(op);
}

/// The indices of an access of affine, which becomes an ordinary one; nothing
/// if the loops around it show that it is inside.
template <typename AccessOp>
static std::optional<SmallVector<Value, 8>> getPlainIndices(OpBuilder &builder,
                                                            AccessOp op) {
  if (isKnownInside(op))
    return std::nullopt;
  return affine::expandAffineMap(builder, op.getLoc(), op.getAffineMap(),
                                 op.getMapOperands());
}

void AccessGuard::guardAffineLoad(affine::AffineLoadOp op) {
  auto indices = getPlainIndices(rewriter, op);
  if (!indices)
    return;
  auto load =
      rewriter.replaceOpWithNewOp<memref::LoadOp>(op, op.getMemRef(), *indices);
  rewriter.setInsertionPoint(load);
  guardLoad(load);
}

void AccessGuard::guardAffineStore(affine::AffineStoreOp op) {
  auto indices = getPlainIndices(rewriter, op);
  if (!indices)
    return;
  auto store = rewriter.replaceOpWithNewOp<memref::StoreOp>(
      op, op.getValueToStore(), op.getMemRef(), *indices);
  rewriter.setInsertionPoint(store);
  guardStore(store);
}

void AccessGuard::guard(Operation *op) {
  checks.clear();
  rewriter.setInsertionPoint(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](memref::LoadOp load) { guardLoad(load); })
      .Case([&](memref::StoreOp store) { guardStore(store); })
      .Case([&](affine::AffineLoadOp load) { guardAffineLoad(load); })
      .Case([&](affine::AffineStoreOp store) { guardAffineStore(store); })
      .Case([&](linalg::LinalgOp structured) { guardStructured(structured); })
      .Case([&](memref::CopyOp copy) { guardCopy(copy); })
      .Case([&](memref::SubViewOp slice) { guardSlice(slice); })
      .Case([&](memref::AllocOp alloc) { guardSizes(alloc); })
      .Case([&](memref::CastOp cast) {
        guardView(cast, emitFits(rewriter, cast));
      })
      .Case([&](memref::ReshapeOp reshape) {
        guardView(reshape, emitFits(rewriter, reshape));
      })
      .Case([&](memref::ExpandShapeOp expand) {
        guardView(expand, emitFits(rewriter, expand));
        if (!expand.getResultType().hasStaticShape())
          lowerExpansion(rewriter, expand);
      });
}

LogicalResult stax::checkAccesses(ModuleOp module) {
  SmallVector<Operation *> accesses;
  for (auto function : module.getOps<func::FuncOp>())
    if (!function->hasAttr(kLaunchGroupAttr))
      function.walk([&](Operation *op) { accesses.push_back(op); });
  AccessGuard guard(module);
  for (Operation *op : accesses)
    guard.guard(op);
  return guard.finish();
}
