//===- FaultTests.cpp - Small programs that other compilers got wrong -----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kinds of faults that were reported in public trackers, with inputs of our
// own and values worked out by hand.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <cmath>

using namespace mlir;
using namespace mlir::stax;

namespace {
using Faults = ReferenceTest;
} // namespace

// A row that is masked everywhere is NaN and spoils no other row.
TEST_F(Faults, SoftmaxWithAMaskedRow) {
  ReferenceTensor y =
      run1(R"(
    func.func @f(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
      %m = stax.reduce #stax.max dims [1] ins(%x : tensor<3x2xf32>) -> tensor<3xf32>
      %e = stax.pointwise ins(%x, %m[(i, j) -> (i)] : tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32> {
      ^bb0(%a: f32, %b: f32):
        %d = arith.subf %a, %b : f32
        %r = math.exp %d : f32
        stax.yield %r : f32
      }
      %s = stax.reduce #stax.add dims [1] ins(%e : tensor<3x2xf32>) -> tensor<3xf32>
      %y = stax.pointwise ins(%e, %s[(i, j) -> (i)] : tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32> {
      ^bb0(%a: f32, %b: f32):
        %r = arith.divf %a, %b : f32
        stax.yield %r : f32
      }
      return %y : tensor<3x2xf32>
    })",
           {floats(f32, {3, 2}, {0, 1, -kInf, -kInf, 2, -kInf})});
  Numbers values = numbers(y), expected{0.2689414213699951, 0.7310585786300049};
  for (int i = 0; i < 2; ++i)
    EXPECT_LE(std::fabs(values[i] - expected[i]), y.getBound(i));
  EXPECT_TRUE(std::isnan(values[2]) && std::isnan(values[3]));
  EXPECT_LE(std::fabs(values[4] - 1), y.getBound(4));
  EXPECT_EQ(values[5], 0);
  EXPECT_EQ(y.getBound(5), 0);
  for (int i = 0; i < 6; ++i)
    EXPECT_FALSE(y.isUndecided(i));
}

TEST_F(Faults, ReductionsOverAnExtentOfOne) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: tensor<3x1xi64>) -> (tensor<3xi64>, tensor<3xi64>, tensor<1xi64>) {
      %0 = stax.reduce #stax.add dims [1] ins(%x : tensor<3x1xi64>) -> tensor<3xi64>
      %1 = stax.reduce #stax.mul dims [1] ins(%x : tensor<3x1xi64>) -> tensor<3xi64>
      %2 = stax.reduce #stax.maxs dims [0] ins(%x : tensor<3x1xi64>) -> tensor<1xi64>
      return %0, %1, %2 : tensor<3xi64>, tensor<3xi64>, tensor<1xi64>
    })",
                                             {ints(i64, {3, 1}, {4, -7, 9})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ((Integers{4, -7, 9}), integers(results[0]));
  EXPECT_EQ((Integers{4, -7, 9}), integers(results[1]));
  EXPECT_EQ((Integers{9}), integers(results[2]));
}

// The reduction is over the padded domain, guards included.
TEST_F(Faults, PadFeedsAReduction) {
  EXPECT_EQ(Integers{56}, integers(run1(R"(
    #inside = affine_set<(d0) : (d0 - 2 >= 0, 4 - d0 >= 0)>
    func.func @f(%x: tensor<3xi32>) -> tensor<i32> {
      %c = arith.constant 10 : i32
      %0 = stax.reduce #stax.add dims [0] domain [8] ins(%x[(i) -> (i - 2)] guard #inside else %c : tensor<3xi32>) -> tensor<i32>
      return %0 : tensor<i32>
    })",
                                        {ints(i32, {3}, {3, 1, 2})})));
}

// Eight bits stay eight bits before they are widened.
TEST_F(Faults, NarrowBeforeWidening) {
  EXPECT_EQ((Integers{4, 144, 254, 6}),
            integers(run1(R"(
    func.func @f(%x: tensor<4xi8>) -> tensor<4xi16> {
      %0 = arith.addi %x, %x : tensor<4xi8>
      %1 = arith.extui %0 : tensor<4xi8> to tensor<4xi16>
      return %1 : tensor<4xi16>
    })",
                          {ints(i8, {4}, {130, 200, 255, 3})})));
}

// A sum of i16 accumulates in the type that the region converts to.
TEST_F(Faults, WideSumOfNarrowIntegers) {
  EXPECT_EQ(Integers{900000},
            integers(run1(R"(
    func.func @f(%x: tensor<60xi16>) -> tensor<i64> {
      %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<60xi16>) -> tensor<i64> {
      ^bb0(%a: i16):
        %w = arith.extsi %a : i16 to i64
        stax.yield %w : i64
      }
      return %0 : tensor<i64>
    })",
                          {ints(i16, {60}, Integers(60, 15000))})));
}

// A ramp crosses a multiple of its modulus in the middle.
TEST_F(Faults, RampAcrossAMultiple) {
  Integers table, expected;
  for (int i = 0; i < 20; ++i)
    table.push_back(100 + i);
  for (int i = 0; i < 16; ++i)
    expected.push_back(100 + (i + 150) % 20);
  EXPECT_EQ(expected, integers(run1(R"(
    func.func @f(%t: tensor<20xi32>) -> tensor<16xi32> {
      %0 = stax.pointwise -> tensor<16xi32> {
        %i = stax.index 0
        %base = arith.constant 150 : index
        %n = arith.constant 20 : index
        %s = arith.addi %i, %base : index
        %k = arith.remui %s, %n : index
        %v = tensor.extract %t[%k] : tensor<20xi32>
        stax.yield %v : i32
      }
      return %0 : tensor<16xi32>
    })",
                                    {ints(i32, {20}, table)})));
}

// Each result has the precision of its type wherever it can be observed.
TEST_F(Faults, EqualityWithTheMaximumOfShortFloats) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: tensor<4xbf16>) -> (tensor<bf16>, tensor<i32>) {
      %d = arith.constant dense<2.828125> : tensor<4xbf16>
      %s = arith.divf %x, %d : tensor<4xbf16>
      %m = stax.reduce #stax.max dims [0] ins(%s : tensor<4xbf16>) -> tensor<bf16>
      %n = stax.reduce #stax.add dims [0] ins(%s, %m[(i) -> ()] : tensor<4xbf16>, tensor<bf16>) -> tensor<i32> {
      ^bb0(%a: bf16, %b: bf16):
        %c = arith.cmpf oeq, %a, %b : bf16
        %i = arith.extui %c : i1 to i32
        stax.yield %i : i32
      }
      return %m, %n : tensor<bf16>, tensor<i32>
    })",
                                             {floats(bf16, {4}, {3, 7, 5, 7})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_SAME(Numbers{2.46875}, results[0]);
  EXPECT_EQ(Integers{2}, integers(results[1]));
}

TEST_F(Faults, ArithmeticOfShortFloatsIsFloat) {
  EXPECT_SAME((Numbers{3.25, 0}),
              run1(R"(
    func.func @f(%a: tensor<2xbf16>, %b: tensor<2xbf16>, %c: tensor<2xbf16>) -> tensor<2xbf16> {
      %0 = arith.mulf %a, %b : tensor<2xbf16>
      %1 = arith.addf %0, %c : tensor<2xbf16>
      return %1 : tensor<2xbf16>
    })",
                   {floats(bf16, {2}, {1.5, -2}), floats(bf16, {2}, {2, 0.5}),
                    floats(bf16, {2}, {0.25, 1})}));
}

// The sign by two selects; a NaN falls through both.
TEST_F(Faults, SignOfShortFloats) {
  EXPECT_SAME((Numbers{-1, -1, 0, -0.0, 1, kNaN, -1, 1, -1}),
              run1(R"(
    func.func @f(%x: tensor<9xbf16>) -> tensor<9xbf16> {
      %zero = arith.constant 0.0 : bf16
      %one = arith.constant 1.0 : bf16
      %minus = arith.constant -1.0 : bf16
      %0 = stax.pointwise ins(%x : tensor<9xbf16>) -> tensor<9xbf16> {
      ^bb0(%a: bf16):
        %p = arith.cmpf ogt, %a, %zero : bf16
        %n = arith.cmpf olt, %a, %zero : bf16
        %s = arith.select %n, %minus, %a : bf16
        %t = arith.select %p, %one, %s : bf16
        stax.yield %t : bf16
      }
      return %0 : tensor<9xbf16>
    })",
                   {floats(bf16, {9},
                           {-3, -0.5, 0, -0.0, 2.5, kNaN, -7, kInf, -kInf})}));
}

// x * inf - x * inf is NaN, not 0.
TEST_F(Faults, EqualInfinitiesDoNotCancel) {
  EXPECT_SAME((Numbers{kNaN, kNaN}), run1(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
      %inf = arith.constant dense<0x7F800000> : tensor<2xf32>
      %0 = arith.mulf %x, %inf : tensor<2xf32>
      %1 = arith.subf %0, %0 : tensor<2xf32>
      return %1 : tensor<2xf32>
    })",
                                          {floats(f32, {2}, {1, -3})}));
}

// A scalar condition chooses between tensors.
TEST_F(Faults, SelectOfTensorsByAScalar) {
  EXPECT_EQ((Integers{3, 4}),
            integers(run1(R"(
    func.func @f(%c: i1, %x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
      %0 = arith.select %c, %x, %y : tensor<2xi32>
      return %0 : tensor<2xi32>
    })",
                          {ints(i1, {}, {0}), ints(i32, {2}, {1, 2}),
                           ints(i32, {2}, {3, 4})})));
}
