//===- DomainOpsTest.cpp - Interfaces of pointwise and reduce -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRTest.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {

class DomainOpsTest : public IRTest {
protected:
  /// Parses a function with the arguments `args` and the body `body`.
  void parseBody(StringRef args, StringRef body) {
    parse(("func.func @f(" + args + ") {\n" + body + "\nreturn\n}").str());
  }
};

// Static extents are index attributes, dynamic ones the operation's values.
TEST_F(DomainOpsTest, IterationExtents) {
  parseBody("%x: tensor<?x4xf32>, %n: index",
            "%0 = stax.pointwise domain [%n, 4] ins(%x : tensor<?x4xf32>) -> "
            "tensor<?x4xf32>");
  SmallVector<OpFoldResult> extents =
      getOnly<PointwiseOp>().getIterationExtents();
  ASSERT_EQ(extents.size(), 2u);
  EXPECT_EQ(dyn_cast<Value>(extents[0]), getArgument(1));
  EXPECT_EQ(cast<Attribute>(extents[1]), Builder(&context).getIndexAttr(4));
}

// A domain of rank 0 has no extents.
TEST_F(DomainOpsTest, IterationExtentsOfAPoint) {
  parseBody("%x: tensor<f32>",
            "%0 = stax.pointwise ins(%x : tensor<f32>) -> tensor<f32>");
  EXPECT_TRUE(getOnly<PointwiseOp>().getIterationExtents().empty());
}

// Reduced dimensions are marked.
TEST_F(DomainOpsTest, IteratorKinds) {
  parseBody("%x: tensor<2x3x4xf32>",
            "%0 = stax.reduce #stax.add dims [0, 2] ins(%x : "
            "tensor<2x3x4xf32>) -> tensor<3xf32>");
  EXPECT_EQ(getOnly<ReduceOp>().getIteratorKinds(),
            (SmallVector<IteratorKind>{IteratorKind::Reduction,
                                       IteratorKind::Parallel,
                                       IteratorKind::Reduction}));
}

// Reads come first, with their maps, then writes.
TEST_F(DomainOpsTest, Accesses) {
  parseBody("%x: tensor<4x8xf32>, %m: tensor<4xf32>", R"mlir(
    %0 = stax.pointwise ins(%x, %m[(d0, d1) -> (d0)] : tensor<4x8xf32>, tensor<4xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: f32, %b: f32):
      %r = arith.subf %a, %b : f32
      stax.yield %r : f32
    })mlir");
  auto op = getOnly<PointwiseOp>();
  SmallVector<Access> accesses = op.getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[0].state.root, getArgument(0));
  EXPECT_EQ(accesses[0].mode, AccessMode::Read);
  EXPECT_EQ(accesses[0].map, getMap("(d0, d1) -> (d0, d1)"));
  EXPECT_TRUE(accesses[0].injective);
  EXPECT_TRUE(accesses[0].covers);
  EXPECT_EQ(accesses[1].state.root, getArgument(1));
  EXPECT_EQ(accesses[1].map, getMap("(d0, d1) -> (d0)"));
  EXPECT_TRUE(accesses[1].injective);
  EXPECT_EQ(accesses[2].state.root, op.getResult(0));
  EXPECT_EQ(accesses[2].mode, AccessMode::Write);
  EXPECT_EQ(accesses[2].map, getMap("(d0, d1) -> (d0, d1)"));
  EXPECT_TRUE(accesses[2].covers);
}

// A reduction writes where its domain's other dimensions say.
TEST_F(DomainOpsTest, ResultMapOfReduction) {
  parseBody("%x: tensor<2x3x4xf32>",
            "%0 = stax.reduce #stax.add dims [1] ins(%x : tensor<2x3x4xf32>) "
            "-> tensor<2x4xf32>");
  auto op = getOnly<ReduceOp>();
  EXPECT_EQ(op.getResultMap(0), getMap("(d0, d1, d2) -> (d0, d2)"));
  EXPECT_EQ(op.getAccesses().back().map, getMap("(d0, d1, d2) -> (d0, d2)"));
  EXPECT_EQ(op.getCombiner(), AddAttr::get(&context));
  EXPECT_EQ(op.getCombiningTree(), Tree::Column);
  EXPECT_FALSE(op.isPartial());
}

// Shifts and flips are injective but do not cover; symbols do not disturb an
// identity.
TEST_F(DomainOpsTest, AccessesWithSymbols) {
  parseBody("%x: tensor<8xf32>, %y: tensor<?xf32>, %s: index", R"mlir(
    %0 = stax.pointwise ins(%x, %y[(d0)[s0] -> (-d0 + s0)] : tensor<8xf32>, tensor<?xf32>) symbols(%s) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32):
      stax.yield %b : f32
    })mlir");
  SmallVector<Access> accesses = getOnly<PointwiseOp>().getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_TRUE(accesses[0].injective);
  EXPECT_TRUE(accesses[0].covers);
  EXPECT_EQ(accesses[1].symbols, SmallVector<Value>{getArgument(2)});
  EXPECT_TRUE(accesses[1].injective);
  EXPECT_FALSE(accesses[1].covers);
}

// A window reads elements more than once.
TEST_F(DomainOpsTest, AccessOfAWindow) {
  parseBody("%x: tensor<10xf32>",
            "%0 = stax.reduce #stax.add dims [1] domain [8, 3] ins(%x[(d0, "
            "d1) -> (d0 + d1)] : tensor<10xf32>) -> tensor<8xf32>");
  Access read = getOnly<ReduceOp>().getAccesses().front();
  EXPECT_FALSE(read.injective);
  EXPECT_FALSE(read.covers);
}

// A stride in one result decides its dimension, a quotient does not.
TEST_F(DomainOpsTest, AccessOfAStride) {
  parseBody("%x: tensor<16xf32>, %y: tensor<4xf32>", R"mlir(
    %0 = stax.pointwise ins(%x[(d0) -> (d0 * 2 + 1)], %y[(d0) -> (d0 floordiv 2)] : tensor<16xf32>, tensor<4xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32):
      stax.yield %a : f32
    })mlir");
  SmallVector<Access> accesses = getOnly<PointwiseOp>().getAccesses();
  EXPECT_TRUE(accesses[0].injective);
  EXPECT_FALSE(accesses[1].injective);
}

// Reading the same element twice is one access; guards make a difference.
TEST_F(DomainOpsTest, AccessesAreDistinct) {
  parseBody("%x: tensor<8xf32>, %c: f32", R"mlir(
    %0 = stax.pointwise ins(%x, %x, %x guard affine_set<(d0) : (d0 - 1 >= 0)> else %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32, %d: f32):
      stax.yield %a : f32
    })mlir");
  SmallVector<Access> accesses = getOnly<PointwiseOp>().getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_FALSE(accesses[0].guard);
  EXPECT_EQ(accesses[1].guard, getSet("(d0) : (d0 - 1 >= 0)"));
  EXPECT_FALSE(accesses[1].covers);
}

// A captured tensor is read anywhere.
TEST_F(DomainOpsTest, CapturedTensor) {
  parseBody("%t: tensor<?xf32>, %i: tensor<8xindex>", R"mlir(
    %0 = stax.pointwise ins(%i : tensor<8xindex>) -> tensor<8xf32> {
    ^bb0(%k: index):
      %v = tensor.extract %t[%k] : tensor<?xf32>
      stax.yield %v : f32
    })mlir");
  SmallVector<Access> accesses = getOnly<PointwiseOp>().getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[1].state.root, getArgument(0));
  EXPECT_EQ(accesses[1].map, std::nullopt);
  EXPECT_FALSE(accesses[1].injective);
}

// Every operand has an access, in order, with its own padding.
TEST_F(DomainOpsTest, OperandAccesses) {
  parseBody("%x: tensor<8xf32>, %c: f32, %d: f32", R"mlir(
    %0 = stax.pointwise ins(%x guard affine_set<(d0) : (d0 - 1 >= 0)> else %c, %x, %x guard affine_set<(d0) : (d0 - 2 >= 0)> else %d : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32> {
    ^bb0(%a: f32, %b: f32, %e: f32):
      stax.yield %a : f32
    })mlir");
  SmallVector<OperandAccess> accesses =
      getOnly<PointwiseOp>().getOperandAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[0].padding, getArgument(1));
  EXPECT_EQ(accesses[0].guard, getSet("(d0) : (d0 - 1 >= 0)"));
  EXPECT_FALSE(accesses[1].padding);
  EXPECT_FALSE(accesses[1].guard);
  EXPECT_EQ(accesses[2].padding, getArgument(2));
}

// The body is cloned on given elements, coordinates and captures.
TEST_F(DomainOpsTest, EmitBody) {
  parseBody("%x: tensor<8xindex>, %k: index, %other: index, %i: index, %e: "
            "index",
            R"mlir(
    %0:2 = stax.pointwise ins(%x : tensor<8xindex>) -> (tensor<8xindex>, tensor<8xindex>) {
    ^bb0(%a: index):
      %d = stax.index 0
      %s = arith.addi %a, %d : index
      %p = arith.muli %s, %k : index
      stax.yield %p, %a : index, index
    })mlir");
  auto op = getOnly<PointwiseOp>();
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  IRMapping mapping;
  mapping.map(getArgument(1), getArgument(2));
  SmallVector<Value> values = op.emitBody(builder, op.getLoc(), getArgument(3),
                                          getArgument(4), mapping);
  ASSERT_EQ(values.size(), 2u);
  auto product = values[0].getDefiningOp<arith::MulIOp>();
  ASSERT_TRUE(product);
  EXPECT_EQ(product->getBlock(), op->getBlock());
  EXPECT_EQ(product.getRhs(), getArgument(2));
  auto sum = product.getLhs().getDefiningOp<arith::AddIOp>();
  ASSERT_TRUE(sum);
  EXPECT_EQ(sum.getLhs(), getArgument(4));
  EXPECT_EQ(sum.getRhs(), getArgument(3));
  EXPECT_EQ(values[1], getArgument(4));
  EXPECT_EQ(op.getOpsPerPoint(), 3);
}

// Shapes of results are extents of the domain, the kept ones of a reduction.
TEST_F(DomainOpsTest, ReifyResultShapes) {
  parseBody("%x: tensor<?x?x4xf32>, %m: index, %n: index",
            "%0 = stax.reduce #stax.add dims [0] domain [%m, %n, 4] ins(%x : "
            "tensor<?x?x4xf32>) -> tensor<?x4xf32>");
  auto op = getOnly<ReduceOp>();
  OpBuilder builder(op);
  ReifiedRankedShapedTypeDims shapes;
  ASSERT_TRUE(succeeded(op.reifyResultShapes(builder, shapes)));
  ASSERT_EQ(shapes.size(), 1u);
  ASSERT_EQ(shapes[0].size(), 2u);
  EXPECT_EQ(dyn_cast<Value>(shapes[0][0]), getArgument(2));
  EXPECT_EQ(getConstantIntValue(shapes[0][1]), 4);
}

// The default tree depends on the reduced dimensions alone.
TEST_F(DomainOpsTest, DefaultTree) {
  EXPECT_EQ(ReduceOp::getDefaultTree({1}, 2, /*ordered=*/false), Tree::Row);
  EXPECT_EQ(ReduceOp::getDefaultTree({0, 1}, 2, /*ordered=*/false), Tree::Row);
  EXPECT_EQ(ReduceOp::getDefaultTree({0}, 2, /*ordered=*/false), Tree::Column);
  EXPECT_EQ(ReduceOp::getDefaultTree({1}, 2, /*ordered=*/true), Tree::Serial);
}

// Built operations verify, with and without a body of their own.
TEST_F(DomainOpsTest, Builders) {
  parseBody("%x: tensor<4x8xf32>", "");
  auto func = *module->getOps<func::FuncOp>().begin();
  OpBuilder builder(func.getBody().front().getTerminator());
  Location loc = builder.getUnknownLoc();
  SmallVector<OpFoldResult> extents = {builder.getIndexAttr(4),
                                       builder.getIndexAttr(8)};
  Type f32 = builder.getF32Type();
  auto pointwise = PointwiseOp::create(
      builder, loc, getArgument(0).getType(), getArgument(0),
      getMap("(d0, d1) -> (d0, d1)"), extents,
      [](OpBuilder &b, Location bodyLoc, ValueRange args) {
        Value exp = math::ExpOp::create(b, bodyLoc, args[0]);
        YieldOp::create(b, bodyLoc, exp);
      });
  auto reduce = ReduceOp::create(
      builder, loc, RankedTensorType::get({4}, f32), AddAttr::get(&context),
      ArrayRef<int64_t>{1}, pointwise.getResult(0),
      getMap("(d0, d1) -> (d0, d1)"), extents, /*partial=*/true);
  EXPECT_TRUE(succeeded(module->verify()));
  EXPECT_EQ(reduce.getTree(), Tree::Row);
  EXPECT_TRUE(reduce.isPartial());
  // The body's builder leaves the insertion point where it was.
  EXPECT_EQ(builder.getInsertionBlock(), &func.getBody().front());
}

} // namespace
