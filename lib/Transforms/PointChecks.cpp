//===- PointChecks.cpp - Reads that every point checks --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The guard of the read is restricted to where its indices are inside, and the
// region checks that this takes nothing away:
//
//   ins(%t[f] guard #g else %p)  ->  ins(%t[f] guard #g and 0 <= f < size
//                                        else %p) {
//                                      stax.check (not #g or 0 <= f < size)
//
//===----------------------------------------------------------------------===//

#include "ReadChecks.h"

#include "mlir/Dialect/Affine/Utils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;

/// The argument of `kernel` for `outer`, a new input if there is none yet.
static Value getInput(KernelOp kernel, Value outer) {
  auto ins = kernel.getIns();
  auto known = llvm::find(ins, outer);
  if (known != ins.end())
    return kernel.getInArguments()[known - ins.begin()];
  kernel.getInsMutable().append(outer);
  return kernel.getBodyBlock()->addArgument(outer.getType(), outer.getLoc());
}

/// Whether all `constraints` hold at the point of the region at `builder`.
static Value emitHolds(OpBuilder &builder, Location loc, IntegerSet set,
                       ValueRange symbols) {
  SmallVector<Value> dims;
  for (unsigned dim = 0; dim < set.getNumDims(); ++dim)
    dims.push_back(IndexOp::create(builder, loc, dim));
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value all = arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1);
  for (auto [expr, isEquality] :
       llvm::zip_equal(set.getConstraints(), set.getEqFlags())) {
    Value value = affine::expandAffineExpr(builder, loc, expr, dims, symbols);
    Value holds = arith::CmpIOp::create(builder, loc,
                                        isEquality ? arith::CmpIPredicate::eq
                                                   : arith::CmpIPredicate::sge,
                                        value, zero);
    all = arith::AndIOp::create(builder, loc, all, holds);
  }
  return all;
}

/// Gives `op`, and so all of its maps and guards, further symbols.
template <typename OpTy>
static void addSymbols(OpBuilder &builder, OpTy op, ValueRange symbols) {
  op.getSymbolsMutable().append(symbols);
  unsigned count = op.getSymbols().size();
  SmallVector<AffineMap> maps;
  for (AffineMap map :
       op.getMapsAttr().template getAsValueRange<AffineMapAttr>())
    maps.push_back(AffineMap::get(map.getNumDims(), count, map.getResults(),
                                  map.getContext()));
  op.setMapsAttr(builder.getAffineMapArrayAttr(maps));
  SmallVector<Attribute> guards(op.getInputs().size(), builder.getUnitAttr());
  if (ArrayAttr old = op.getGuardsAttr())
    for (auto [guard, attr] : llvm::zip_equal(guards, old))
      if (auto set = dyn_cast<IntegerSetAttr>(attr))
        guard = IntegerSetAttr::get(IntegerSet::get(
            set.getValue().getNumDims(), count, set.getValue().getConstraints(),
            set.getValue().getEqFlags()));
  op.setGuardsAttr(builder.getArrayAttr(guards));
}

/// Where the indices of `check` are inside, as constraints over the domain and
/// the symbols of `op`, which gets some for dynamic extents.
template <typename OpTy>
static SmallVector<AffineExpr> getInside(OpBuilder &builder, OpTy op,
                                         const PointCheck &check) {
  auto kernel = cast<KernelOp>(op->getParentOp());
  auto argument = cast<BlockArgument>(op.getInputs()[check.input]);
  Value buffer = kernel.getOuterValue(argument);
  AffineMap map = op.getMap(check.input);
  SmallVector<AffineExpr> inside;
  SmallVector<Value> symbols;
  for (unsigned axis : check.axes) {
    OpFoldResult size = getBufferExtent(builder, op.getLoc(), buffer, axis);
    AffineExpr end;
    if (std::optional<int64_t> constant = getConstantIntValue(size)) {
      end = builder.getAffineConstantExpr(*constant);
    } else {
      end = builder.getAffineSymbolExpr(map.getNumSymbols() + symbols.size());
      symbols.push_back(getInput(kernel, cast<Value>(size)));
    }
    for (AffineExpr bound :
         {map.getResult(axis), end - 1 - map.getResult(axis)})
      inside.push_back(simplifyAffineExpr(
          bound, map.getNumDims(), map.getNumSymbols() + symbols.size()));
  }
  addSymbols(builder, op, symbols);
  return inside;
}

/// Sets the guard of an input of `op`, which has guards for some; `padding` is
/// for one that had none.
template <typename OpTy>
static void setGuard(OpBuilder &builder, OpTy op, unsigned input,
                     IntegerSet guard, Value padding) {
  SmallVector<Attribute> guards = llvm::to_vector(op.getGuardsAttr());
  if (isa<UnitAttr>(guards[input])) {
    SmallVector<Value> paddings(op.getPaddings());
    unsigned before = llvm::count_if(ArrayRef(guards).take_front(input),
                                     llvm::IsaPred<IntegerSetAttr>);
    paddings.insert(paddings.begin() + before, padding);
    op.getPaddingsMutable().assign(paddings);
  }
  guards[input] = IntegerSetAttr::get(guard);
  op.setGuardsAttr(builder.getArrayAttr(guards));
}

template <typename OpTy>
static void checkPoints(OpBuilder &builder, OpTy op, const PointCheck &check,
                        int64_t ordinal) {
  Location loc = op.getLoc();
  SmallVector<AffineExpr> constraints = getInside(builder, op, check);
  unsigned rank = op.getStaticExtents().size();
  unsigned numSymbols = op.getSymbols().size();
  SmallVector<bool> isEquality(constraints.size(), false);
  auto inside = IntegerSet::get(rank, numSymbols, constraints, isEquality);
  auto guardAttr = dyn_cast<IntegerSetAttr>(op.getGuardsAttr()[check.input]);

  OpBuilder::InsertionGuard insertionGuard(builder);
  builder.setInsertionPointToStart(op.getBodyBlock());
  Value ok = emitHolds(builder, loc, inside, op.getSymbols());
  if (guardAttr) {
    Value holds =
        emitHolds(builder, loc, guardAttr.getValue(), op.getSymbols());
    Value isPadding = arith::XOrIOp::create(
        builder, loc, holds,
        arith::ConstantIntOp::create(builder, loc, 1, /*width=*/1));
    ok = arith::OrIOp::create(builder, loc, ok, isPadding);
    IntegerSet guard = guardAttr.getValue();
    for (auto [expr, equal] :
         llvm::zip_equal(guard.getConstraints(), guard.getEqFlags()))
      if (equal || !llvm::is_contained(inside.getConstraints(), expr)) {
        constraints.push_back(expr);
        isEquality.push_back(equal);
      }
  }
  CheckOp::create(builder, loc, ok, ordinal, /*status=*/Value());

  builder.setInsertionPoint(op);
  Value padding;
  if (!guardAttr)
    padding = arith::ConstantOp::create(
        builder, loc,
        builder.getZeroAttr(
            op.getBodyBlock()->getArgument(check.input).getType()));
  setGuard(builder, op, check.input,
           IntegerSet::get(rank, numSymbols, constraints, isEquality), padding);
}

LogicalResult stax::emitPointCheck(OpBuilder &builder, const PointCheck &check,
                                   int64_t ordinal) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(check.node)
      .Case<PointwiseOp, ReduceOp, ScanOp>([&](auto op) {
        checkPoints(builder, op, check, ordinal);
        return success();
      })
      .Default([&](Operation *op) {
        return op->emitOpError("reads input #")
               << check.input
               << " where nothing shows that its indices are inside";
      });
}
