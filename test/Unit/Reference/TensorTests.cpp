//===- TensorTests.cpp - Tensors made element by element, packing ---------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

namespace {
using Tensors = ReferenceTest;
using Relayout = ReferenceTest;
using Softmax = ReferenceTest;
} // namespace

static const char *kPad = R"(
  func.func @f(%x: tensor<2x2xi32>, %n: index) -> tensor<3x?xi32> {
    %p = tensor.pad %x low[1, 0] high[0, %n] {
    ^bb0(%i: index, %j: index):
      %k = arith.muli %i, %j : index
      %v = arith.index_cast %k : index to i32
      tensor.yield %v : i32
    } : tensor<2x2xi32> to tensor<3x?xi32>
    return %p : tensor<3x?xi32>
  })";

// The value outside depends on the indices in the result.
TEST_F(Tensors, Pad) {
  ReferenceTensor x = ints(i32, {2, 2}, {1, 2, 3, 4});
  ReferenceTensor result = run1(kPad, {x, ints(index, {}, {1})});
  EXPECT_EQ(result.getShape(), Shape({3, 3}));
  EXPECT_EQ((Integers{0, 0, 0, 1, 2, 2, 3, 4, 4}), integers(result));
  EXPECT_EQ("run-time: pads by [1, 0] before and [0, -1] after, but padding "
            "must not be negative",
            runError(kPad, {x, ints(index, {}, {-1})}));
}

TEST_F(Tensors, Generate) {
  EXPECT_EQ((Integers{0, 1, 10, 11}), integers(run1(R"(
    func.func @f(%n: index) -> tensor<?x2xindex> {
      %t = tensor.generate %n {
      ^bb0(%i: index, %j: index):
        %ten = arith.constant 10 : index
        %a = arith.muli %i, %ten : index
        %b = arith.addi %a, %j : index
        tensor.yield %b : index
      } : tensor<?x2xindex>
      return %t : tensor<?x2xindex>
    })",
                                                    {ints(index, {}, {2})})));
}

static const char *kConcat = R"(
  func.func @f(%x: tensor<2x?xi32>, %y: tensor<?x1xi32>) -> tensor<2x?xi32> {
    %t = tensor.concat dim(1) %x, %y, %x : (tensor<2x?xi32>, tensor<?x1xi32>, tensor<2x?xi32>) -> tensor<2x?xi32>
    return %t : tensor<2x?xi32>
  })";

TEST_F(Tensors, Concat) {
  ReferenceTensor x = ints(i32, {2, 1}, {1, 2});
  EXPECT_EQ((Integers{1, 8, 1, 2, 9, 2}),
            integers(run1(kConcat, {x, ints(i32, {2, 1}, {8, 9})})));
  EXPECT_EQ("run-time: expected input #1 to have extent 2 in dimension 0, but "
            "got 1",
            runError(kConcat, {x, ints(i32, {1, 1}, {8})}));
}

// The tensor that an element is inserted into stays as it was.
TEST_F(Tensors, Insert) {
  SmallVector<ReferenceTensor> results = run(
      R"(
    func.func @f(%x: tensor<3xi32>, %i: index, %v: i32) -> (tensor<3xi32>, tensor<3xi32>) {
      %t = tensor.insert %v into %x[%i] : tensor<3xi32>
      return %x, %t : tensor<3xi32>, tensor<3xi32>
    })",
      {ints(i32, {3}, {1, 2, 3}), ints(index, {}, {1}), ints(i32, {}, {9})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{1, 2, 3}), integers(results[0]));
  EXPECT_EQ((Integers{1, 9, 3}), integers(results[1]));
}

static const char *kReshape = R"(
  func.func @f(%x: tensor<?xi32>, %s: tensor<2xi32>) -> tensor<?x?xi32> {
    %t = tensor.reshape %x(%s) : (tensor<?xi32>, tensor<2xi32>) -> tensor<?x?xi32>
    return %t : tensor<?x?xi32>
  })";

TEST_F(Tensors, ReshapeToComputedExtents) {
  ReferenceTensor x = ints(i32, {6}, {0, 1, 2, 3, 4, 5});
  ReferenceTensor result = run1(kReshape, {x, ints(i32, {2}, {2, 3})});
  EXPECT_EQ(result.getShape(), Shape({2, 3}));
  EXPECT_EQ("run-time: reshapes a tensor of extents [6] to [2, 2]",
            runError(kReshape, {x, ints(i32, {2}, {2, 2})}));
}

static const char *kGather = R"(
  func.func @f(%x: tensor<3x2xi32>, %i: tensor<2x1xi32>) -> (tensor<2x1x2xi32>, tensor<2x2xi32>) {
    %a = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x1x2xi32>
    %b = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<2x2xi32>
    return %a, %b : tensor<2x1x2xi32>, tensor<2x2xi32>
  })";

TEST_F(Tensors, GatherRows) {
  ReferenceTensor x = ints(i32, {3, 2}, {0, 1, 10, 11, 20, 21});
  SmallVector<ReferenceTensor> results =
      run(kGather, {x, ints(i32, {2, 1}, {2, 0})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{20, 21, 0, 1}), integers(results[0]));
  EXPECT_EQ((Integers{20, 21, 0, 1}), integers(results[1]));
  EXPECT_EQ(results[1].getShape(), Shape({2, 2}));
  EXPECT_EQ("run-time: reads element [-1, 0] of a tensor of extents [3, 2]",
            runError(kGather, {x, ints(i32, {2, 1}, {2, -1})}));
}

TEST_F(Tensors, GatherColumnsAndElements) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: tensor<2x3xi32>, %i: tensor<2x1xindex>, %j: tensor<2x2xindex>) -> (tensor<2x2xi32>, tensor<2xi32>) {
      %a = tensor.gather %x[%i] gather_dims([1]) : (tensor<2x3xi32>, tensor<2x1xindex>) -> tensor<2x2xi32>
      %b = tensor.gather %x[%j] gather_dims([0, 1]) : (tensor<2x3xi32>, tensor<2x2xindex>) -> tensor<2xi32>
      return %a, %b : tensor<2x2xi32>, tensor<2xi32>
    })",
          {ints(i32, {2, 3}, {0, 1, 2, 10, 11, 12}),
           ints(index, {2, 1}, {2, 0}), ints(index, {2, 2}, {1, 2, 0, 1})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ((Integers{2, 12, 0, 10}), integers(results[0]));
  EXPECT_EQ((Integers{12, 1}), integers(results[1]));
}

static const char *kScatter = R"(
  func.func @f(%s: tensor<3x1x2xi32>, %d: tensor<3x2xi32>, %i: tensor<3x1xindex>) -> tensor<3x2xi32> {
    %a = tensor.scatter %s into %d[%i] scatter_dims([0]) unique : (tensor<3x1x2xi32>, tensor<3x2xi32>, tensor<3x1xindex>) -> tensor<3x2xi32>
    return %a : tensor<3x2xi32>
  })";

// Of repeated indices the last one stays.
TEST_F(Tensors, ScatterInOrder) {
  ReferenceTensor s = ints(i32, {3, 1, 2}, {1, 2, 3, 4, 5, 6});
  ReferenceTensor d = ints(i32, {3, 2}, {0, 0, 0, 0, 0, 0});
  EXPECT_EQ((Integers{3, 4, 0, 0, 5, 6}),
            integers(run1(kScatter, {s, d, ints(index, {3, 1}, {2, 0, 2})})));
  EXPECT_EQ("run-time: writes element [3, 0] of a tensor of extents [3, 2]",
            runError(kScatter, {s, d, ints(index, {3, 1}, {2, 3, 2})}));
}

//===----------------------------------------------------------------------===//
// Packing, softmax
//===----------------------------------------------------------------------===//

TEST_F(Relayout, PackTransposesTilesAndPads) {
  EXPECT_EQ((Integers{1, 2, 4, 5, 7, 8, 9, 9, 3, 9, 6, 9, 9, 9, 9, 9}),
            integers(run1(R"(
    func.func @f(%x: tensor<3x3xi32>, %p: i32) -> tensor<2x2x2x2xi32> {
      %d = tensor.empty() : tensor<2x2x2x2xi32>
      %t = linalg.pack %x padding_value(%p : i32) outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %d : tensor<3x3xi32> -> tensor<2x2x2x2xi32>
      return %t : tensor<2x2x2x2xi32>
    })",
                          {ints(i32, {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
                           ints(i32, {}, {9})})));
}

TEST_F(Relayout, UnpackUndoesPack) {
  EXPECT_EQ((Integers{1, 2, 3, 4, 5, 6, 7, 8, 9}),
            integers(run1(R"(
    func.func @f(%x: tensor<3x3xi32>, %p: i32) -> tensor<3x3xi32> {
      %d = tensor.empty() : tensor<2x2x2x2xi32>
      %e = tensor.empty() : tensor<3x3xi32>
      %t = linalg.pack %x padding_value(%p : i32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %d : tensor<3x3xi32> -> tensor<2x2x2x2xi32>
      %u = linalg.unpack %t outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [2, 2] into %e : tensor<2x2x2x2xi32> -> tensor<3x3xi32>
      return %u : tensor<3x3xi32>
    })",
                          {ints(i32, {3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}),
                           ints(i32, {}, {0})})));
}

TEST_F(Softmax, AlongOneDimension) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
      %d = tensor.empty() : tensor<2x2xf32>
      %t = linalg.softmax dimension(0) ins(%x : tensor<2x2xf32>) outs(%d : tensor<2x2xf32>) -> tensor<2x2xf32>
      return %t : tensor<2x2xf32>
    })",
                                {floats(f32, {2, 2}, {1, kInf, 3, 0})});
  Numbers values = numbers(result);
  EXPECT_NEAR(values[0], 1 / (1 + std::exp(2.0)), 1e-6);
  EXPECT_NEAR(values[2], 1 / (1 + std::exp(-2.0)), 1e-6);
  // An infinite largest element has no difference from itself.
  EXPECT_TRUE(std::isnan(values[1]));
  EXPECT_GT(result.getBound(0), 0);
}
