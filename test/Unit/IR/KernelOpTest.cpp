//===- KernelOpTest.cpp - Interfaces of kernels ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IRTest.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

namespace {

class KernelOpTest : public IRTest {
protected:
  KernelOpTest() { context.loadDialect<memref::MemRefDialect>(); }
};

constexpr const char *kDynamic = R"mlir(
  func.func @f(%x: tensor<?x8xf32>, %init: tensor<?xf32>, %n: index) {
    %0 = stax.kernel space(par: [%n], seq: [8]) ins(%x : tensor<?x8xf32>) outs(%init : tensor<?xf32>) {
    ^bb0(%i: index, %a: tensor<?x8xf32>):
      %r = stax.reduce #stax.add dims [1] domain [%i, 8] ins(%a : tensor<?x8xf32>) -> tensor<?xf32>
      stax.yield %r : tensor<?xf32>
    } -> tensor<?xf32>
    return
  }
)mlir";

// Extents are the operands from outside and the arguments from inside.
TEST_F(KernelOpTest, Extents) {
  parse(kDynamic);
  auto kernel = getOnly<KernelOp>();
  SmallVector<OpFoldResult> outer = kernel.getIterationExtents();
  SmallVector<OpFoldResult> inner = kernel.getBodyExtents();
  ASSERT_EQ(outer.size(), 2u);
  ASSERT_EQ(inner.size(), 2u);
  EXPECT_EQ(dyn_cast<Value>(outer[0]), getArgument(2));
  EXPECT_EQ(dyn_cast<Value>(inner[0]), kernel.getBodyBlock()->getArgument(0));
  EXPECT_EQ(getConstantIntValue(outer[1]), 8);
  EXPECT_EQ(getConstantIntValue(inner[1]), 8);
}

// The parallel dimensions come first.
TEST_F(KernelOpTest, IteratorKinds) {
  parse(kDynamic);
  EXPECT_EQ(getOnly<KernelOp>().getIteratorKinds(),
            (SmallVector<IteratorKind>{IteratorKind::Parallel,
                                       IteratorKind::Reduction}));
}

// Arguments and nodes are found.
TEST_F(KernelOpTest, Structure) {
  parse(kDynamic);
  auto kernel = getOnly<KernelOp>();
  EXPECT_EQ(kernel.getRank(), 2u);
  ASSERT_EQ(kernel.getInArguments().size(), 1u);
  EXPECT_EQ(kernel.getOuterValue(kernel.getInArguments()[0]), getArgument(0));
  ASSERT_EQ(kernel.getNodes().size(), 1u);
  EXPECT_TRUE(isa<ReduceOp>(kernel.getNodes()[0]));
  EXPECT_EQ(getNodeMap(kernel, kernel.getNodes()[0]),
            getMap("(d0, d1) -> (d0, d1)"));
  EXPECT_TRUE(kernel.hasTensorSemantics());
}

// The shape of a result is that of its destination.
TEST_F(KernelOpTest, ReifyResultShapes) {
  parse(kDynamic);
  auto kernel = getOnly<KernelOp>();
  OpBuilder builder(kernel);
  ReifiedRankedShapedTypeDims shapes;
  ASSERT_TRUE(succeeded(kernel.reifyResultShapes(builder, shapes)));
  ASSERT_EQ(shapes.size(), 1u);
  auto dim = cast<Value>(shapes[0][0]).getDefiningOp<tensor::DimOp>();
  ASSERT_TRUE(dim);
  EXPECT_EQ(dim.getSource(), getArgument(1));
}

// Accesses of nodes become accesses of the kernel over its space; what nodes
// hand each other is not seen.
TEST_F(KernelOpTest, AccessesAreLifted) {
  parse(R"mlir(
    func.func @f(%x: tensor<24xf32>, %k: index, %c: f32, %y: tensor<24xf32>) {
      %0 = stax.kernel space(par: [6, 4], seq: []) ins(%x, %k, %c : tensor<24xf32>, index, f32) outs(%y : tensor<24xf32>) {
      ^bb0(%a: tensor<24xf32>, %s: index, %e: f32):
        %1 = stax.pointwise ins(%a[(d0)[s0] -> (d0 + s0)] guard affine_set<(d0)[s0] : (-d0 - s0 + 23 >= 0)> else %e : tensor<24xf32>) symbols(%s) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 4 + d1)>} -> tensor<24xf32>
        %2 = stax.pointwise ins(%1, %a : tensor<24xf32>, tensor<24xf32>) attributes {stax.node_map = affine_map<(d0, d1) -> (d0 * 4 + d1)>} -> tensor<24xf32> {
        ^bb0(%v: f32, %w: f32):
          %r = arith.addf %v, %w : f32
          stax.yield %r : f32
        }
        stax.yield %2 : tensor<24xf32>
      } -> tensor<24xf32>
      return
    }
  )mlir");
  auto kernel = getOnly<KernelOp>();
  SmallVector<Access> accesses = kernel.getAccesses();
  ASSERT_EQ(accesses.size(), 3u);
  EXPECT_EQ(accesses[0].state.root, getArgument(0));
  EXPECT_EQ(accesses[0].symbols, SmallVector<Value>{getArgument(1)});
  EXPECT_EQ(accesses[0].map, getMap("(d0, d1)[s0] -> (d0 * 4 + d1 + s0)"));
  EXPECT_EQ(accesses[0].guard,
            getSet("(d0, d1)[s0] : (-(d0 * 4 + d1) - s0 + 23 >= 0)"));
  EXPECT_TRUE(accesses[0].injective);
  EXPECT_EQ(accesses[1].state.root, getArgument(0));
  EXPECT_EQ(accesses[1].map, getMap("(d0, d1) -> (d0 * 4 + d1)"));
  EXPECT_FALSE(accesses[1].guard);
  EXPECT_EQ(accesses[2].state.root, kernel.getResult(0));
  EXPECT_EQ(accesses[2].mode, AccessMode::Write);
  EXPECT_EQ(accesses[2].map, getMap("(d0, d1) -> (d0 * 4 + d1)"));
  EXPECT_EQ(kernel.getOpsPerPoint(), 1);
}

// A symbol that is a constant in the kernel becomes one in the map.
TEST_F(KernelOpTest, ConstantSymbol) {
  parse(R"mlir(
    func.func @f(%x: tensor<16xf32>, %y: tensor<8xf32>) {
      %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<16xf32>) outs(%y : tensor<8xf32>) {
      ^bb0(%a: tensor<16xf32>):
        %c = arith.constant 5 : index
        %1 = stax.pointwise ins(%a[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%c) -> tensor<8xf32>
        stax.yield %1 : tensor<8xf32>
      } -> tensor<8xf32>
      return
    }
  )mlir");
  Access read = getOnly<KernelOp>().getAccesses().front();
  EXPECT_EQ(read.map, getMap("(d0) -> (d0 + 5)"));
  EXPECT_TRUE(read.symbols.empty());
}

// One that is computed in the kernel leaves the access unknown outside.
TEST_F(KernelOpTest, ComputedSymbol) {
  parse(R"mlir(
    func.func @f(%x: tensor<16xf32>, %k: index, %y: tensor<8xf32>) {
      %0 = stax.kernel space(par: [8], seq: []) ins(%x, %k : tensor<16xf32>, index) outs(%y : tensor<8xf32>) {
      ^bb0(%a: tensor<16xf32>, %n: index):
        %s = arith.addi %n, %n : index
        %1 = stax.pointwise ins(%a[(d0)[s0] -> (d0 + s0)] : tensor<16xf32>) symbols(%s) -> tensor<8xf32>
        stax.yield %1 : tensor<8xf32>
      } -> tensor<8xf32>
      return
    }
  )mlir");
  Access read = getOnly<KernelOp>().getAccesses().front();
  EXPECT_EQ(read.state.root, getArgument(0));
  EXPECT_EQ(read.map, std::nullopt);
  EXPECT_TRUE(read.symbols.empty());
  EXPECT_FALSE(read.injective);
}

// A broadcast of one part of a dimension reads elements more than once.
TEST_F(KernelOpTest, ExpandedBroadcastIsNotInjective) {
  parse(R"mlir(
    func.func @f(%x: tensor<2xf32>, %y: tensor<2x4xf32>) {
      %0 = stax.kernel space(par: [8], seq: []) ins(%x : tensor<2xf32>) outs(%y : tensor<2x4xf32>) {
      ^bb0(%a: tensor<2xf32>):
        %1 = stax.pointwise ins(%a[(d0, d1) -> (d0)] : tensor<2xf32>) attributes {stax.node_map = affine_map<(d0) -> (d0 floordiv 4, d0 mod 4)>} -> tensor<2x4xf32>
        stax.yield %1 : tensor<2x4xf32>
      } -> tensor<2x4xf32>
      return
    }
  )mlir");
  SmallVector<Access> accesses = getOnly<KernelOp>().getAccesses();
  EXPECT_EQ(accesses[0].map, getMap("(d0) -> (d0 floordiv 4)"));
  EXPECT_FALSE(accesses[0].injective);
  EXPECT_TRUE(accesses[1].injective);
}

constexpr const char *kBuffers = R"mlir(
  func.func @f(%x: memref<4x8xf32>, %y: memref<4xf32>, %t: memref<8xf32>, %n: index) {
    stax.kernel space(par: [4], seq: [8]) ins(%x, %n : memref<4x8xf32>, index) outs(%y : memref<4xf32>) scratch(%t : memref<8xf32>) {
    ^bb0(%a: tensor<4x8xf32>, %k: index):
      %r = stax.reduce #stax.max dims [1] ins(%a : tensor<4x8xf32>) -> tensor<4xf32>
      stax.yield %r : tensor<4xf32>
    }
    return
  }
)mlir";

// Buffers are read, written, or both; scalars are neither.
TEST_F(KernelOpTest, EffectsOnBuffers) {
  parse(kBuffers);
  auto kernel = getOnly<KernelOp>();
  SmallVector<SideEffects::EffectInstance<MemoryEffects::Effect>> effects;
  kernel.getEffects(effects);
  auto has = [&](Value value, SideEffects::Effect *effect) {
    return llvm::any_of(effects, [&](auto &it) {
      return it.getValue() == value && it.getEffect() == effect;
    });
  };
  ASSERT_EQ(effects.size(), 4u);
  EXPECT_TRUE(has(getArgument(0), MemoryEffects::Read::get()));
  EXPECT_TRUE(has(getArgument(1), MemoryEffects::Write::get()));
  EXPECT_TRUE(has(getArgument(2), MemoryEffects::Read::get()));
  EXPECT_TRUE(has(getArgument(2), MemoryEffects::Write::get()));
  EXPECT_FALSE(kernel.hasTensorSemantics());
}

// Writes are those of the destinations.
TEST_F(KernelOpTest, AccessesOfBuffers) {
  parse(kBuffers);
  SmallVector<Access> accesses = getOnly<KernelOp>().getAccesses();
  ASSERT_EQ(accesses.size(), 2u);
  EXPECT_EQ(accesses[0].state.root, getArgument(0));
  EXPECT_EQ(accesses[1].state.root, getArgument(1));
  EXPECT_EQ(accesses[1].mode, AccessMode::Write);
  EXPECT_EQ(accesses[1].map, getMap("(d0, d1) -> (d0)"));
}

// A kernel on tensors has no effect.
TEST_F(KernelOpTest, NoEffectsOnTensors) {
  parse(kDynamic);
  EXPECT_TRUE(isMemoryEffectFree(getOnly<KernelOp>()));
}

// A built kernel has its arguments, and results for destinations on tensors.
TEST_F(KernelOpTest, Builder) {
  parse("func.func @f(%x: memref<?x8xf32>, %y: memref<?xf32>, %n: index) { "
        "return }");
  auto func = *module->getOps<func::FuncOp>().begin();
  OpBuilder builder(func.getBody().front().getTerminator());
  SmallVector<OpFoldResult> par = {getArgument(2)};
  SmallVector<OpFoldResult> seq = {builder.getIndexAttr(8)};
  auto kernel = KernelOp::create(builder, func.getLoc(), par, seq,
                                 getArgument(0), getArgument(1));
  EXPECT_EQ(kernel.getNumResults(), 0u);
  EXPECT_EQ(kernel.getPar(), ArrayRef<int64_t>(ShapedType::kDynamic));
  ASSERT_EQ(kernel.getBodyBlock()->getNumArguments(), 2u);
  EXPECT_EQ(kernel.getBodyBlock()->getArgument(1).getType(),
            parseType("tensor<?x8xf32>", &context));
}

} // namespace
