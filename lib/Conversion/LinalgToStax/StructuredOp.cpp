//===- StructuredOp.cpp - What a linalg body means to Stax ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StructuredOp.h"
#include "ArgExtreme.h"
#include "stax/Conversion/ImportSupport.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

BodySlice stax::getSlice(Block &block, ValueRange values, ValueRange known) {
  BodySlice slice;
  slice.arguments.resize(block.getNumArguments());
  llvm::SmallPtrSet<Operation *, 8> needed;
  auto need = [&](Value value) {
    if (llvm::is_contained(known, value))
      return;
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument)
      needed.insert(value.getDefiningOp());
    else if (argument.getOwner() == &block)
      slice.arguments.set(argument.getArgNumber());
  };
  llvm::for_each(values, need);
  for (Operation &op : llvm::reverse(block.without_terminator())) {
    if (!needed.contains(&op))
      continue;
    slice.ops.push_back(&op);
    llvm::for_each(op.getOperands(), need);
  }
  std::reverse(slice.ops.begin(), slice.ops.end());
  return slice;
}

bool stax::dependsOnNoAccumulator(linalg::LinalgOp op, ValueRange values) {
  BodySlice slice = getSlice(*op.getBlock(), values);
  int last = slice.arguments.find_last();
  return last < int(op.getNumDpsInputs());
}

//===----------------------------------------------------------------------===//
// Combinations
//===----------------------------------------------------------------------===//

/// The monoid whose combination `op` is, if it is a binary operation.
static MonoidAttrInterface getMonoid(Operation *op) {
  MLIRContext *context = op->getContext();
  return llvm::TypeSwitch<Operation *, MonoidAttrInterface>(op)
      .Case<arith::AddFOp, arith::AddIOp>(
          [&](auto) { return AddAttr::get(context); })
      .Case<arith::MulFOp, arith::MulIOp>(
          [&](auto) { return MulAttr::get(context); })
      .Case([&](arith::AndIOp) { return AndAttr::get(context); })
      .Case([&](arith::OrIOp) { return OrAttr::get(context); })
      .Case([&](arith::XOrIOp) { return XorAttr::get(context); })
      .Case([&](arith::MaximumFOp) { return MaxAttr::get(context); })
      .Case([&](arith::MinimumFOp) { return MinAttr::get(context); })
      .Case([&](arith::MaxNumFOp) { return MaxNumAttr::get(context); })
      .Case([&](arith::MinNumFOp) { return MinNumAttr::get(context); })
      .Case([&](arith::MaxSIOp) { return MaxSAttr::get(context); })
      .Case([&](arith::MaxUIOp) { return MaxUAttr::get(context); })
      .Case([&](arith::MinSIOp) { return MinSAttr::get(context); })
      .Case([&](arith::MinUIOp) { return MinUAttr::get(context); })
      .Default([](Operation *) { return MonoidAttrInterface(); });
}

/// The extreme that `select` takes of the two integers that its condition
/// compares. Floats do not qualify: NaN and zeros tell the two apart.
static MonoidAttrInterface getSelectedExtreme(arith::SelectOp select) {
  auto compare = select.getCondition().getDefiningOp<arith::CmpIOp>();
  if (!compare)
    return {};
  Value lhs = compare.getLhs(), rhs = compare.getRhs();
  Value first = select.getTrueValue(), second = select.getFalseValue();
  arith::CmpIPredicate predicate = compare.getPredicate();
  // Selecting the other way round is selecting by the opposite.
  if (first == rhs && second == lhs)
    predicate = arith::invertPredicate(predicate);
  else if (first != lhs || second != rhs)
    return {};
  MLIRContext *context = select.getContext();
  switch (predicate) {
  case arith::CmpIPredicate::sgt:
  case arith::CmpIPredicate::sge:
    return MaxSAttr::get(context);
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::sle:
    return MinSAttr::get(context);
  case arith::CmpIPredicate::ugt:
  case arith::CmpIPredicate::uge:
    return MaxUAttr::get(context);
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::ule:
    return MinUAttr::get(context);
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return {};
  }
  llvm_unreachable("unknown predicate");
}

/// Of two values, the one beside `accumulator`.
static Value getOther(Value accumulator, Value lhs, Value rhs) {
  if (lhs == accumulator)
    return rhs;
  return rhs == accumulator ? lhs : Value();
}

std::optional<Combination> stax::matchCombination(linalg::LinalgOp op,
                                                  unsigned result) {
  Block *block = op.getBlock();
  Value accumulator = op.getRegionOutputArgs()[result];
  Operation *step = block->getTerminator()->getOperand(result).getDefiningOp();
  if (!step || step->getBlock() != block)
    return std::nullopt;
  Combination combination;
  if (auto select = dyn_cast<arith::SelectOp>(step))
    combination = {
        getSelectedExtreme(select),
        getOther(accumulator, select.getTrueValue(), select.getFalseValue())};
  else if (MonoidAttrInterface monoid = getMonoid(step))
    combination = {monoid, getOther(accumulator, step->getOperand(0),
                                    step->getOperand(1))};
  if (!combination.monoid || !combination.value)
    return std::nullopt;
  // Every monoid above is commutative, so the order of operands is free.
  if (!dependsOnNoAccumulator(op, combination.value))
    return std::nullopt;
  return combination;
}

//===----------------------------------------------------------------------===//
// Obstacles
//===----------------------------------------------------------------------===//

/// Whether `map` writes every element of `shape` exactly once over the loops
/// `dims`: it consists of these, in any order, and of zeros for extents of one.
static bool writesOnce(AffineMap map, ArrayRef<int64_t> shape,
                       ArrayRef<unsigned> dims) {
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [expr, size] : llvm::zip_equal(map.getResults(), shape)) {
    if (expr == 0 && size == 1)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || seen.test(dim.getPosition()))
      return false;
    seen.set(dim.getPosition());
  }
  return seen.count() == dims.size() &&
         llvm::all_of(dims, [&](unsigned dim) { return seen.test(dim); });
}

std::optional<std::string> stax::findObstacle(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics())
    return "it works on buffers";
  for (Type type : op->getOperandTypes())
    if (std::optional<std::string> obstacle = findTypeObstacle(type))
      return obstacle;
  for (Operation &bodyOp : op.getBlock()->without_terminator())
    if (std::optional<std::string> obstacle = findBodyObstacle(bodyOp))
      return obstacle;
  SmallVector<unsigned> parallelDims;
  op.getParallelDims(parallelDims);
  bool isReduction = op.getNumReductionLoops() != 0 && !matchArgExtreme(op);
  for (OpOperand &init : op.getDpsInitsMutable()) {
    unsigned result = op.getTiedOpResult(&init).getResultNumber();
    if (!writesOnce(op.getMatchingIndexingMap(&init), op.getShape(&init),
                    parallelDims))
      return llvm::formatv(
                 "the map of output #{0} does not write every element "
                 "once over the parallel dimensions",
                 result)
          .str();
    if (isReduction && !matchCombination(op, result))
      return llvm::formatv("output #{0} is not combined by a known monoid with "
                           "a value that depends on no accumulator",
                           result)
          .str();
  }
  return std::nullopt;
}
