//===- ChunkTree.cpp - Combines the chunks of a reduction by pairs --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChunkTree.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

SmallVector<Type> stax::getElementTypes(TypeRange types) {
  return llvm::map_to_vector(
      types, [](Type type) { return getElementTypeOrSelf(type); });
}

bool stax::areIdentity(MonoidAttrInterface monoid, ValueRange values) {
  SmallVector<TypedAttr> identity =
      monoid.getIdentity(getElementTypes(values.getTypes()));
  return llvm::all_of(llvm::zip_equal(values, identity), [](auto pair) {
    auto [value, expected] = pair;
    Attribute constant;
    if (!matchPattern(value, m_Constant(&constant)))
      return false;
    if (auto splat = dyn_cast<SplatElementsAttr>(constant))
      constant = splat.getSplatValue<Attribute>();
    return constant == expected;
  });
}

SmallVector<Value> stax::createIdentity(OpBuilder &builder, Location loc,
                                        MonoidAttrInterface monoid,
                                        TypeRange types) {
  SmallVector<Value> identity;
  for (auto [value, type] :
       llvm::zip_equal(monoid.getIdentity(getElementTypes(types)), types)) {
    if (auto vector = dyn_cast<VectorType>(type))
      value = DenseElementsAttr::get(vector, value);
    identity.push_back(arith::ConstantOp::create(builder, loc, value));
  }
  return identity;
}

SmallVector<Value> stax::allocateOnStack(OpBuilder &builder, Operation *loop,
                                         TypeRange types, int64_t size) {
  OpBuilder::InsertionGuard guard(builder);
  Region *scope = nullptr;
  for (Operation *op = loop->getParentOp(); !isa<FunctionOpInterface>(op);
       op = op->getParentOp())
    if (auto parallel = dyn_cast<affine::AffineParallelOp>(op))
      scope = &parallel.getRegion();
  if (!scope)
    scope = &loop->getParentOfType<FunctionOpInterface>().getFunctionBody();
  builder.setInsertionPointToStart(&scope->front());
  return llvm::map_to_vector(types, [&](Type type) {
    return Value(memref::AllocaOp::create(builder, loop->getLoc(),
                                          MemRefType::get({size}, type)));
  });
}

SmallVector<Value> stax::loadTuple(OpBuilder &builder, Location loc,
                                   ArrayRef<Value> arrays, Value position) {
  return llvm::map_to_vector(arrays, [&](Value array) {
    return Value(memref::LoadOp::create(builder, loc, array, position));
  });
}

void stax::storeTuple(OpBuilder &builder, Location loc, ValueRange values,
                      ArrayRef<Value> arrays, Value position) {
  for (auto [value, array] : llvm::zip_equal(values, arrays))
    memref::StoreOp::create(builder, loc, value, array, position);
}

//===----------------------------------------------------------------------===//
// Pending chunks
//===----------------------------------------------------------------------===//

Value stax::createNumChunks(OpBuilder &builder, Location loc,
                            const LoopRange &range, int64_t chunk) {
  Value number = affine::makeComposedAffineApply(
      builder, loc, range.getMap(range.getUpper().ceilDiv(chunk)),
      getAsOpFoldResult(range.getOperands()));
  // A loop to a negative bound has no points.
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  return arith::MaxSIOp::create(builder, loc, number, zero);
}

PendingChunks::PendingChunks(OpBuilder &builder, Operation *loop,
                             MonoidAttrInterface monoid, TypeRange types,
                             int64_t chunk)
    : loc(loop->getLoc()), monoid(monoid), types(types),
      arrays(allocateOnStack(builder, loop, types, 64 - llvm::Log2_64(chunk))) {
}

static Value createIndex(OpBuilder &builder, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(builder, loc, value);
}

static Value createIsOdd(OpBuilder &builder, Location loc, Value number) {
  Value one = createIndex(builder, loc, 1);
  Value bit = arith::AndIOp::create(builder, loc, number, one);
  return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bit,
                               one);
}

static SmallVector<Type> getTypes(ValueRange values) {
  return llvm::to_vector(values.getTypes());
}

void PendingChunks::push(OpBuilder &builder, ValueRange values, Value number) {
  // State: the bits of the number from this level on, the level, the tree.
  SmallVector<Value> inits{number, createIndex(builder, loc, 0)};
  llvm::append_range(inits, values);
  auto loop = scf::WhileOp::create(
      builder, loc, getTypes(inits), inits,
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        scf::ConditionOp::create(builder, loc,
                                 createIsOdd(builder, loc, state[0]), state);
      },
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        Value one = createIndex(builder, loc, 1);
        SmallVector<Value> next{
            arith::ShRUIOp::create(builder, loc, state[0], one),
            arith::AddIOp::create(builder, loc, state[1], one)};
        llvm::append_range(
            next, monoid.emitCombine(builder, loc,
                                     loadTuple(builder, loc, arrays, state[1]),
                                     state.drop_front(2)));
        scf::YieldOp::create(builder, loc, next);
      });
  storeTuple(builder, loc, loop.getResults().drop_front(2), arrays,
             loop.getResult(1));
}

SmallVector<Value> PendingChunks::fold(OpBuilder &builder, Value numChunks) {
  // The smallest trees first, which are the last ones. State as above.
  SmallVector<Value> inits{numChunks, createIndex(builder, loc, 0)};
  llvm::append_range(inits, createIdentity(builder, loc, monoid, types));
  auto loop = scf::WhileOp::create(
      builder, loc, getTypes(inits), inits,
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        Value isLeft =
            arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ne,
                                  state[0], createIndex(builder, loc, 0));
        scf::ConditionOp::create(builder, loc, isLeft, state);
      },
      [&](OpBuilder &builder, Location loc, ValueRange state) {
        auto choice = scf::IfOp::create(
            builder, loc, createIsOdd(builder, loc, state[0]),
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(
                  builder, loc,
                  monoid.emitCombine(builder, loc,
                                     loadTuple(builder, loc, arrays, state[1]),
                                     state.drop_front(2)));
            },
            [&](OpBuilder &builder, Location loc) {
              scf::YieldOp::create(builder, loc, state.drop_front(2));
            });
        Value one = createIndex(builder, loc, 1);
        SmallVector<Value> next{
            arith::ShRUIOp::create(builder, loc, state[0], one),
            arith::AddIOp::create(builder, loc, state[1], one)};
        llvm::append_range(next, choice.getResults());
        scf::YieldOp::create(builder, loc, next);
      });
  return llvm::to_vector_of<Value>(loop.getResults().drop_front(2));
}
