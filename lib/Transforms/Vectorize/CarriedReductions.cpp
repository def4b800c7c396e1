//===- CarriedReductions.cpp - Finds what loops combine -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedReductions.h"
#include "ArgExtremes.h"
#include "ChunkTree.h"

#include "stax/IR/UserMonoid.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

/// Whether a step of floats may be associated with others in any way.
static bool allowsReassociation(Operation *op) {
  auto flags = dyn_cast<arith::ArithFastMathInterface>(op);
  return flags && bitEnumContainsAll(flags.getFastMathFlagsAttr().getValue(),
                                     arith::FastMathFlags::reassoc);
}

/// The monoid of a step of plain arithmetic, or null.
static MonoidAttrInterface getMonoid(Operation *op) {
  MLIRContext *context = op->getContext();
  return llvm::TypeSwitch<Operation *, MonoidAttrInterface>(op)
      .Case([&](arith::AddFOp add) -> MonoidAttrInterface {
        return allowsReassociation(add) ? AddAttr::get(context) : nullptr;
      })
      .Case([&](arith::MulFOp mul) -> MonoidAttrInterface {
        return allowsReassociation(mul) ? MulAttr::get(context) : nullptr;
      })
      .Case([&](arith::AddIOp) { return AddAttr::get(context); })
      .Case([&](arith::MulIOp) { return MulAttr::get(context); })
      .Case([&](arith::AndIOp) { return AndAttr::get(context); })
      .Case([&](arith::OrIOp) { return OrAttr::get(context); })
      .Case([&](arith::XOrIOp) { return XorAttr::get(context); })
      .Case([&](arith::MaximumFOp) { return MaxAttr::get(context); })
      .Case([&](arith::MinimumFOp) { return MinAttr::get(context); })
      .Case([&](arith::MaxSIOp) { return MaxSAttr::get(context); })
      .Case([&](arith::MinSIOp) { return MinSAttr::get(context); })
      .Case([&](arith::MaxUIOp) { return MaxUAttr::get(context); })
      .Case([&](arith::MinUIOp) { return MinUAttr::get(context); })
      .Default([](Operation *) { return nullptr; });
}

/// Steps of plain arithmetic from iteration argument `position` to what the
/// loop yields for it.
static std::optional<CarriedReduction>
matchArithmetic(AffineForOp loop, unsigned position,
                DenseSet<Operation *> &combiners) {
  Value carried = loop.getRegionIterArgs()[position];
  Value yielded = loop.getBody()->getTerminator()->getOperand(position);
  CarriedReduction reduction{nullptr, Tree::Serial, {position}, {}};
  SmallVector<Operation *> steps;
  while (carried != yielded) {
    if (!carried.hasOneUse())
      return std::nullopt;
    Operation *step = *carried.user_begin();
    MonoidAttrInterface monoid = getMonoid(step);
    if (!monoid || step->getBlock() != loop.getBody() ||
        (reduction.monoid && reduction.monoid != monoid))
      return std::nullopt;
    reduction.monoid = monoid;
    unsigned other = step->getOperand(0) == carried ? 1 : 0;
    reduction.steps.push_back({step->getOperand(other)});
    steps.push_back(step);
    carried = step->getResult(0);
  }
  if (steps.empty() || !yielded.hasOneUse())
    return std::nullopt;
  if (!reduction.monoid.isExact(getElementTypes(yielded.getType())))
    reduction.tree = Tree::Row;
  reduction.isReassociable = true;
  combiners.insert_range(steps);
  return reduction;
}

/// A step that is in the loop's body, of accumulators that nothing else uses.
static std::optional<CarriedReduction> matchCombine(AffineForOp loop,
                                                    CombineOp combine) {
  if (isa<UserMonoidAttr>(combine.getMonoid()))
    return std::nullopt; // a function of scalars
  CarriedReduction reduction{combine.getMonoid(), combine.getTree(), {}, {}};
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [accumulator, result] :
       llvm::zip_equal(combine.getAccumulators(), combine.getResults())) {
    auto argument = dyn_cast<BlockArgument>(accumulator);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument.getArgNumber() == 0 || !accumulator.hasOneUse() ||
        !result.hasOneUse() ||
        yield->getOperand(argument.getArgNumber() - 1) != result)
      return std::nullopt;
    reduction.positions.push_back(argument.getArgNumber() - 1);
  }
  reduction.steps.push_back(llvm::to_vector(combine.getValues()));
  if (combine.getMonoid().isExact(
          getElementTypes(combine.getAccumulators().getTypes())))
    reduction.tree = Tree::Serial; // and any other
  else if (combine.getTree() == Tree::Serial || isScanTree(combine.getTree()))
    return std::nullopt; // in order
  if (isArgExtreme(reduction.monoid))
    reduction.firstPosition = getFirstPosition(loop, combine.getValues()[1]);
  return reduction;
}

/// The positions of `combine`'s accumulators if `loop` carries them, and uses
/// of its state come after it.
static std::optional<SmallVector<unsigned>>
getScanPositions(AffineForOp loop, CombineOp combine) {
  SmallVector<unsigned> positions;
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [accumulator, result] :
       llvm::zip_equal(combine.getAccumulators(), combine.getResults())) {
    auto argument = dyn_cast<BlockArgument>(accumulator);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument.getArgNumber() == 0)
      return std::nullopt;
    unsigned position = argument.getArgNumber() - 1;
    if (yield->getOperand(position) != result ||
        llvm::count(yield->getOperands(), result) != 1)
      return std::nullopt;
    for (Operation *user : accumulator.getUsers()) {
      Operation *inBody = loop.getBody()->findAncestorOpInBlock(*user);
      if (inBody->isBeforeInBlock(combine) || inBody == yield)
        return std::nullopt;
    }
    positions.push_back(position);
  }
  return positions;
}

SmallVector<CarriedScan> stax::matchScans(AffineForOp loop) {
  SmallVector<CarriedScan> scans;
  for (CombineOp combine : loop.getBody()->getOps<CombineOp>()) {
    bool isObserved = llvm::any_of(
        llvm::concat<Value>(llvm::to_vector(combine.getAccumulators()),
                            llvm::to_vector_of<Value>(combine.getResults())),
        [](Value value) { return !value.hasOneUse(); });
    bool isExact = combine.getMonoid().isExact(
        getElementTypes(combine.getAccumulators().getTypes()));
    if (!isObserved && (isExact || combine.getTree() != Tree::ScanRow))
      continue;
    if (isa<UserMonoidAttr>(combine.getMonoid()) ||
        (!isExact && combine.getTree() != Tree::ScanRow))
      continue; // a function of scalars, or in order
    if (auto positions = getScanPositions(loop, combine))
      scans.push_back({combine, std::move(*positions)});
  }
  return scans;
}

std::optional<SmallVector<CarriedReduction>>
stax::matchReductions(AffineForOp loop, DenseSet<Operation *> &combiners,
                      ArrayRef<CarriedScan> scans) {
  SmallVector<CarriedReduction> reductions;
  unsigned numMatched = 0;
  llvm::SmallBitVector isScanned(loop.getNumIterOperands());
  for (const CarriedScan &scan : scans)
    for (unsigned position : scan.positions)
      isScanned.set(position);
  numMatched = isScanned.count();
  for (unsigned i = 0; i < loop.getNumIterOperands(); ++i) {
    if (isScanned[i])
      continue;
    Value argument = loop.getRegionIterArgs()[i];
    std::optional<CarriedReduction> found;
    auto combine = argument.hasOneUse()
                       ? dyn_cast<CombineOp>(*argument.user_begin())
                       : CombineOp();
    if (!combine) {
      found = matchArithmetic(loop, i, combiners);
    } else if (!combiners.contains(combine)) {
      found = matchCombine(loop, combine);
      combiners.insert(combine);
    } else {
      continue; // another member of the same tuple
    }
    if (!found)
      return std::nullopt;
    numMatched += found->positions.size();
    reductions.push_back(std::move(*found));
  }
  if (numMatched != loop.getNumIterOperands())
    return std::nullopt;
  return reductions;
}

bool stax::startsFromIdentity(AffineForOp loop,
                              const CarriedReduction &reduction) {
  SmallVector<Value> inits =
      llvm::map_to_vector(reduction.positions, [&](unsigned position) {
        return Value(loop.getInits()[position]);
      });
  return areIdentity(reduction.monoid, inits);
}
