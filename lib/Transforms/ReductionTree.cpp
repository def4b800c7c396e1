//===- ReductionTree.cpp - Combining trees in scalar loops ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The points of a nest are numbered k in row-major order. With L lanes and
// chunks of C points (see TreeShape), the loops become
//
//   lanes[0..L) = identity
//   for points k:
//     lanes[k mod L] = lanes[k mod L] * value(k)
//     if k mod C == C - 1: push(fold(lanes), k div C); lanes = identity
//   if N mod C != 0: push(fold(lanes), N div C)
//   result = pending chunks, last to first
//
// fold combines lane l with lane l + half, half = L/2, L/4, ..., 1. push is a
// binary counter: chunk q combines with a pending tree for each trailing one
// bit of q, so that f(m) = f(h) + f(m - h) with h the largest power of two
// below m. A lane without points holds the identity, which changes no bit.
//
//===----------------------------------------------------------------------===//

#include "ReductionTree.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::stax;
using affine::AffineForOp;

//===----------------------------------------------------------------------===//
// Matching
//===----------------------------------------------------------------------===//

/// Positions of `values` among the iteration arguments of `loop`, if each is
/// one and `next` is what the loop yields for it.
static std::optional<SmallVector<unsigned>>
getCarriedPositions(AffineForOp loop, ValueRange values, ValueRange next) {
  SmallVector<unsigned> positions;
  Operation *yield = loop.getBody()->getTerminator();
  for (auto [value, nextValue] : llvm::zip_equal(values, next)) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument.getArgNumber() == 0 || !value.hasOneUse() ||
        !nextValue.hasOneUse())
      return std::nullopt;
    unsigned position = argument.getArgNumber() - 1;
    if (yield->getOperand(position) != nextValue)
      return std::nullopt;
    positions.push_back(position);
  }
  return positions;
}

template <typename Range>
static SmallVector<Value> pick(Range &&values, ArrayRef<unsigned> positions) {
  return llvm::map_to_vector(positions,
                             [&](unsigned i) -> Value { return values[i]; });
}

static bool countsFromZero(AffineForOp loop) {
  return loop.hasConstantLowerBound() && loop.getConstantLowerBound() == 0 &&
         loop.getStepAsInt() == 1 &&
         loop.getUpperBoundMap().getNumResults() == 1;
}

/// Whether `inits` are constants that change nothing they are combined with:
/// lanes start from these, not from what the loop is given.
static bool areIdentity(CombineOp combine, ValueRange inits) {
  SmallVector<TypedAttr> identity =
      combine.getMonoid().getIdentity(combine.getAccumulators().getTypes());
  return llvm::all_of(llvm::zip_equal(inits, identity), [](auto pair) {
    Attribute value;
    return matchPattern(std::get<0>(pair), m_Constant(&value)) &&
           value == std::get<1>(pair);
  });
}

/// Whether every loop has the same bound in all iterations of the others.
static bool isBox(ArrayRef<AffineForOp> loops) {
  return llvm::all_of(loops, [&](AffineForOp loop) {
    return llvm::all_of(loop.getUpperBoundOperands(), [&](Value operand) {
      return AffineForOp(loops.front()).isDefinedOutsideOfLoop(operand);
    });
  });
}

FailureOr<ReductionNest> stax::matchReductionNest(CombineOp combine) {
  if (combine.getTree() == Tree::Scan)
    return combine.emitOpError("has a tree(scan), which is not implemented; "
                               "expected row, column or pairs");
  ReductionNest nest{combine, {}, {}};
  SmallVector<Value> carried(combine.getAccumulators());
  SmallVector<Value> next(combine.getResults());
  for (Operation *op = combine;;) {
    auto loop = dyn_cast<AffineForOp>(op->getParentOp());
    auto positions =
        loop ? getCarriedPositions(loop, carried, next) : std::nullopt;
    if (!positions)
      break;
    if (!countsFromZero(loop))
      return combine.emitOpError(
          "has a tree, but its loop does not count from 0 "
          "in steps of 1");
    nest.loops.insert(nest.loops.begin(), loop);
    nest.positions.insert(nest.positions.begin(), *positions);
    carried = pick(loop.getInits(), *positions);
    next = pick(loop.getResults(), *positions);
    op = loop;
  }
  if (nest.loops.empty())
    return combine.emitOpError(
        "has a tree, but no loop carries its accumulators "
        "from step to step");
  if (!areIdentity(combine, carried))
    return combine.emitOpError("has a tree, but its loop does not start from "
                               "the identity of ")
           << combine.getMonoid()
           << "; combine other values with the loop's result";
  if (!isBox(nest.loops))
    return combine.emitOpError("has a tree, but the bound of one of its loops "
                               "changes in another one");
  return nest;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {
/// Emits the code of one nest. All members that emit do so at the builder's
/// insertion point.
class TreeEmitter {
public:
  TreeEmitter(RewriterBase &rewriter, const ReductionNest &nest)
      : rewriter(rewriter), nest(nest), combine(nest.combine),
        monoid(combine.getMonoid()), loc(combine.getLoc()),
        types(combine.getAccumulators().getTypes()),
        shape(getTreeShape(combine.getTree(), types)) {}

  void run();

private:
  Value index(int64_t value) {
    return arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  SmallVector<Value> identity();
  SmallVector<Value> load(ArrayRef<Value> arrays, Value position);
  void store(ValueRange values, ArrayRef<Value> arrays, Value position);
  SmallVector<Value> allocate(int64_t size);
  void clearLanes();
  SmallVector<Value> foldLanes();
  void push(Value chunk);
  SmallVector<Value> foldPending(Value chunks);
  Value getUpperBound(AffineForOp loop);
  Value getPointNumber();
  void emitStep();
  void dropAccumulators();

  RewriterBase &rewriter;
  const ReductionNest &nest;
  CombineOp combine;
  MonoidAttrInterface monoid;
  Location loc;
  SmallVector<Type> types;
  TreeShape shape;
  SmallVector<Value> lanes, pending; ///< one array for each member of the tuple
};
} // namespace

SmallVector<Value> TreeEmitter::identity() {
  return llvm::map_to_vector(monoid.getIdentity(types), [&](TypedAttr value) {
    return Value(arith::ConstantOp::create(rewriter, loc, value));
  });
}

SmallVector<Value> TreeEmitter::load(ArrayRef<Value> arrays, Value position) {
  return llvm::map_to_vector(arrays, [&](Value array) {
    return Value(memref::LoadOp::create(rewriter, loc, array, position));
  });
}

void TreeEmitter::store(ValueRange values, ArrayRef<Value> arrays,
                        Value position) {
  for (auto [value, array] : llvm::zip_equal(values, arrays))
    memref::StoreOp::create(rewriter, loc, value, array, position);
}

/// Arrays on the stack, one for each member of the tuple, where each thread
/// gets its own and no loop allocates again.
SmallVector<Value> TreeEmitter::allocate(int64_t size) {
  OpBuilder::InsertionGuard guard(rewriter);
  Region *scope = nullptr;
  for (Operation *op = nest.loops.front()->getParentOp();
       !isa<FunctionOpInterface>(op); op = op->getParentOp())
    if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
      scope = &parallel.getRegion();
  if (!scope)
    scope = &combine->getParentOfType<FunctionOpInterface>().getFunctionBody();
  rewriter.setInsertionPointToStart(&scope->front());
  return llvm::map_to_vector(types, [&](Type type) {
    return Value(
        memref::AllocaOp::create(rewriter, loc, MemRefType::get({size}, type)));
  });
}

void TreeEmitter::clearLanes() {
  SmallVector<Value> values = identity();
  auto loop =
      scf::ForOp::create(rewriter, loc, index(0), index(shape.lanes), index(1));
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  store(values, lanes, loop.getInductionVar());
}

/// Combines lanes by halving; returns lane 0.
SmallVector<Value> TreeEmitter::foldLanes() {
  for (int64_t half = shape.lanes / 2; half > 0; half /= 2) {
    auto loop =
        scf::ForOp::create(rewriter, loc, index(0), index(half), index(1));
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    Value lane = loop.getInductionVar();
    Value other = arith::AddIOp::create(rewriter, loc, lane, index(half));
    store(monoid.emitCombine(rewriter, loc, load(lanes, lane),
                             load(lanes, other)),
          lanes, lane);
  }
  return load(lanes, index(0));
}

/// Combines the lanes into chunk number `chunk` and adds it to the pending
/// trees: one for each bit of the number of chunks so far.
void TreeEmitter::push(Value chunk) {
  SmallVector<Value> inits{chunk, index(0)};
  llvm::append_range(inits, foldLanes());
  SmallVector<Type> stateTypes =
      llvm::map_to_vector(inits, [](Value value) { return value.getType(); });
  auto loop = scf::WhileOp::create(
      rewriter, loc, stateTypes, inits,
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        Value bit = arith::AndIOp::create(builder, loc, state[0], index(1));
        Value isSet = arith::CmpIOp::create(
            builder, loc, arith::CmpIPredicate::ne, bit, index(0));
        scf::ConditionOp::create(builder, loc, isSet, state);
      },
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        SmallVector<Value> next{
            arith::ShRUIOp::create(builder, loc, state[0], index(1)),
            arith::AddIOp::create(builder, loc, state[1], index(1))};
        llvm::append_range(next, monoid.emitCombine(builder, loc,
                                                    load(pending, state[1]),
                                                    state.drop_front(2)));
        scf::YieldOp::create(builder, loc, next);
      });
  store(loop.getResults().drop_front(2), pending, loop.getResult(1));
}

/// Combines the pending trees of `chunks` chunks, the smallest first.
SmallVector<Value> TreeEmitter::foldPending(Value chunks) {
  int64_t levels = cast<MemRefType>(pending[0].getType()).getDimSize(0);
  auto loop = scf::ForOp::create(rewriter, loc, index(0), index(levels),
                                 index(1), identity());
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(loop.getBody());
  Value level = loop.getInductionVar();
  Value shifted = arith::ShRUIOp::create(rewriter, loc, chunks, level);
  Value bit = arith::AndIOp::create(rewriter, loc, shifted, index(1));
  Value isSet = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::ne,
                                      bit, index(0));
  auto choice = scf::IfOp::create(
      rewriter, loc, isSet,
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc,
                             monoid.emitCombine(builder, loc,
                                                load(pending, level),
                                                loop.getRegionIterArgs()));
      },
      [&](OpBuilder &builder, Location loc) {
        scf::YieldOp::create(builder, loc, loop.getRegionIterArgs());
      });
  scf::YieldOp::create(rewriter, loc, choice.getResults());
  return llvm::to_vector_of<Value>(loop.getResults());
}

Value TreeEmitter::getUpperBound(AffineForOp loop) {
  if (loop.hasConstantUpperBound())
    return index(loop.getConstantUpperBound());
  return affine::AffineApplyOp::create(rewriter, loc, loop.getUpperBoundMap(),
                                       loop.getUpperBoundOperands());
}

/// Number k of the current point, in row-major order of the loops.
Value TreeEmitter::getPointNumber() {
  Value number;
  for (AffineForOp loop : nest.loops) {
    if (number)
      number =
          arith::MulIOp::create(rewriter, loc, number, getUpperBound(loop));
    number = number ? arith::AddIOp::create(rewriter, loc, number,
                                            loop.getInductionVar())
                          .getResult()
                    : loop.getInductionVar();
  }
  return number;
}

/// Replaces the combining step.
void TreeEmitter::emitStep() {
  rewriter.setInsertionPoint(combine);
  Value number = getPointNumber();
  Value lane =
      arith::RemUIOp::create(rewriter, loc, number, index(shape.lanes));
  store(
      monoid.emitCombine(rewriter, loc, load(lanes, lane), combine.getValues()),
      lanes, lane);
  if (pending.empty())
    return;
  Value inChunk =
      arith::RemUIOp::create(rewriter, loc, number, index(shape.chunk));
  Value isLast = arith::CmpIOp::create(rewriter, loc, arith::CmpIPredicate::eq,
                                       inChunk, index(shape.chunk - 1));
  auto ifOp =
      scf::IfOp::create(rewriter, loc, isLast, /*withElseRegion=*/false);
  rewriter.setInsertionPointToStart(ifOp.thenBlock());
  push(arith::DivUIOp::create(rewriter, loc, number, index(shape.chunk)));
  clearLanes();
}

/// Rebuilds the loops without the accumulators, innermost first.
void TreeEmitter::dropAccumulators() {
  rewriter.replaceOp(combine, combine.getAccumulators());
  for (size_t depth = nest.loops.size(); depth-- > 0;) {
    AffineForOp loop = nest.loops[depth];
    ArrayRef<unsigned> positions = nest.positions[depth];
    SmallVector<unsigned> kept;
    for (unsigned i = 0; i < loop.getNumIterOperands(); ++i)
      if (!llvm::is_contained(positions, i))
        kept.push_back(i);
    Operation *yield = loop.getBody()->getTerminator();
    rewriter.setInsertionPoint(loop);
    auto rebuilt = AffineForOp::create(
        rewriter, loc, loop.getLowerBoundOperands(), loop.getLowerBoundMap(),
        loop.getUpperBoundOperands(), loop.getUpperBoundMap(),
        loop.getStepAsInt(), pick(loop.getInits(), kept));
    rewriter.modifyOpInPlace(
        yield, [&] { yield->setOperands(pick(yield->getOperands(), kept)); });
    // Arguments of dropped accumulators have no uses left but the initial ones.
    SmallVector<Value> arguments{rebuilt.getInductionVar()};
    llvm::append_range(arguments, loop.getInits());
    for (auto [number, position] : llvm::enumerate(kept))
      arguments[1 + position] = rebuilt.getRegionIterArgs()[number];
    if (kept.empty())
      rewriter.eraseOp(rebuilt.getBody()->getTerminator());
    rewriter.mergeBlocks(loop.getBody(), rebuilt.getBody(), arguments);
    SmallVector<Value> results(loop.getInits());
    for (auto [number, position] : llvm::enumerate(kept))
      results[position] = rebuilt.getResult(number);
    rewriter.replaceOp(loop, results);
  }
}

void TreeEmitter::run() {
  AffineForOp outermost = nest.loops.front();
  std::optional<int64_t> staticCount = 1;
  for (AffineForOp loop : nest.loops)
    if (int64_t product;
        staticCount && loop.hasConstantUpperBound() &&
        !llvm::MulOverflow(*staticCount, loop.getConstantUpperBound(), product))
      staticCount = product;
    else
      staticCount = std::nullopt;
  lanes = allocate(shape.lanes);
  bool isOneChunk = staticCount && *staticCount <= shape.chunk;
  if (!isOneChunk)
    pending = allocate(64 - llvm::Log2_64(shape.chunk));

  rewriter.setInsertionPoint(outermost);
  clearLanes();
  emitStep();

  rewriter.setInsertionPointAfter(outermost);
  SmallVector<Value> result;
  if (isOneChunk) {
    result = foldLanes();
  } else {
    Value count = index(1);
    for (AffineForOp loop : nest.loops)
      count = arith::MulIOp::create(
          rewriter, loc, count,
          // A loop to a negative bound has no points.
          arith::MaxSIOp::create(rewriter, loc, getUpperBound(loop), index(0)));
    Value full =
        arith::DivUIOp::create(rewriter, loc, count, index(shape.chunk));
    Value rest =
        arith::RemUIOp::create(rewriter, loc, count, index(shape.chunk));
    Value isPartial = arith::CmpIOp::create(
        rewriter, loc, arith::CmpIPredicate::ne, rest, index(0));
    auto ifOp =
        scf::IfOp::create(rewriter, loc, isPartial, /*withElseRegion=*/false);
    rewriter.setInsertionPointToStart(ifOp.thenBlock());
    push(full);
    rewriter.setInsertionPointAfter(ifOp);
    Value one =
        arith::ExtUIOp::create(rewriter, loc, rewriter.getI64Type(), isPartial);
    Value extra =
        arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(), one);
    result = foldPending(arith::AddIOp::create(rewriter, loc, full, extra));
  }
  for (auto [position, value] : llvm::zip_equal(nest.positions.front(), result))
    rewriter.replaceAllUsesWith(outermost.getResult(position), value);
  dropAccumulators();
}

void stax::realizeTree(RewriterBase &rewriter, const ReductionNest &nest) {
  TreeEmitter(rewriter, nest).run();
}
