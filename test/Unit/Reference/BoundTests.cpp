//===- BoundTests.cpp - Error bounds, undecided elements, agreement -------===//
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
using Bounds = ReferenceTest;
class Agreement : public ReferenceTest {
protected:
  CheckResult check(const ReferenceTensor &expected,
                    const ReferenceTensor &got) {
    return compare(expected,
                   {got.getElementType(), got.getShape(), got.getData()});
  }
};
} // namespace

static const double kUlpOfOne = std::ldexp(1.0, -23);

//===----------------------------------------------------------------------===//
// Bounds
//===----------------------------------------------------------------------===//

// exp and log may be off by one unit, tanh and others by two, sqrt by none.
TEST_F(Bounds, FunctionsHaveTheirTable) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: f32) -> (f32, f32, f32, f32, f32) {
      %0 = math.exp %x : f32
      %1 = math.sin %x : f32
      %2 = math.tanh %x : f32
      %3 = math.sqrt %x : f32
      %4 = arith.divf %x, %0 : f32
      return %0, %1, %2, %3, %4 : f32, f32, f32, f32, f32
    })",
                                             {floats(f32, {}, {0.75})});
  ASSERT_EQ(results.size(), 5u);
  // 2.117 lies in [2, 4), 0.68 and 0.63 in [0.5, 1).
  EXPECT_EQ(results[0].getBound(0), 2 * kUlpOfOne);
  EXPECT_EQ(results[1].getBound(0), kUlpOfOne / 2);
  EXPECT_EQ(results[2].getBound(0), 2 * kUlpOfOne / 2);
  EXPECT_EQ(results[3].getBound(0), 0);
  // The quotient moves with its divisor, though division itself is exact.
  EXPECT_GT(results[4].getBound(0), 0);
  EXPECT_LT(results[4].getBound(0), 2 * kUlpOfOne);
}

TEST_F(Bounds, FunctionsOfF64) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f64) -> f64 {
      %0 = math.exp %x : f64
      return %0 : f64
    })",
                                {floats(f64, {}, {1})});
  EXPECT_SAME(Numbers{2.718281828459045}, result);
  EXPECT_EQ(result.getBound(0), std::ldexp(1.0, -51));
}

// f32 is so much finer than bf16 that its error shows only next to a tie.
TEST_F(Bounds, ShortFloatsAreComputedInF32) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: bf16) -> bf16 {
      %0 = math.exp %x : bf16
      return %0 : bf16
    })",
                                {floats(bf16, {}, {1})});
  EXPECT_EQ(result.getBound(0), 0);
}

// exp(0) is 1 in f32, any of three neighbours elsewhere; exact results stay.
TEST_F(Bounds, SpecialValuesAreExact) {
  ReferenceTensor result =
      run1(R"(
    func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
      %0 = math.exp %x : tensor<5xf32>
      return %0 : tensor<5xf32>
    })",
           {floats(f32, {5}, {kNaN, kInf, -kInf, 100, -1000})});
  EXPECT_TRUE(isExact(result));
}

// The bound of a sum is at least those of its terms together.
TEST_F(Bounds, SumsOfFunctions) {
  ReferenceTensor sum = run1(R"(
    func.func @f(%x: tensor<128xf32>) -> tensor<f32> {
      %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<128xf32>) -> tensor<f32> {
      ^bb0(%a: f32):
        %e = math.exp %a : f32
        stax.yield %e : f32
      }
      return %0 : tensor<f32>
    })",
                             {floats(f32, {128}, Numbers(128, 0.5))});
  double term = kUlpOfOne; // exp(0.5) = 1.65
  EXPECT_GE(sum.getBound(0), 128 * term);
  // Each of the 127 sums may round differently too.
  EXPECT_LE(sum.getBound(0), 128 * term + 8 * 128 * term);
  EXPECT_FALSE(sum.isUndecided(0));
}

// A difference of neighbours keeps the absolute bound of both.
TEST_F(Bounds, CancellationKeepsTheBound) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f32) -> f32 {
      %c = arith.constant 2.7182817 : f32
      %0 = math.exp %x : f32
      %1 = arith.subf %0, %c : f32
      return %1 : f32
    })",
                                {floats(f32, {}, {1})});
  EXPECT_SAME(Numbers{0}, result);
  EXPECT_EQ(result.getBound(0), 2 * kUlpOfOne);
}

// The steeper the function, the larger the bound: d/dx exp(x) = exp(x).
TEST_F(Bounds, DerivativesScaleBounds) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f32) -> f32 {
      %0 = math.exp %x : f32
      %1 = math.exp %0 : f32
      return %1 : f32
    })",
                                {floats(f32, {}, {2})});
  double inner = 4 * kUlpOfOne, outer = std::exp(std::exp(2.0));
  EXPECT_GE(result.getBound(0), inner * outer);
  // Its own unit, of [1024, 2048), and the rounding to it come on top.
  EXPECT_LE(result.getBound(0), inner * outer * 1.01 + 2 * 1024 * kUlpOfOne);
}

//===----------------------------------------------------------------------===//
// Undecided
//===----------------------------------------------------------------------===//

static const char *kCompareExp = R"(
  func.func @f(%x: tensor<2xf32>, %c: f32) -> (tensor<2xi1>, tensor<2xf32>, tensor<2xi32>) {
    %0:3 = stax.pointwise ins(%x : tensor<2xf32>) -> (tensor<2xi1>, tensor<2xf32>, tensor<2xi32>) {
    ^bb0(%a: f32):
      %e = math.exp %a : f32
      %b = arith.cmpf olt, %e, %c : f32
      %s = arith.select %b, %a, %c : f32
      %k = arith.constant 16777216.0 : f32
      %m = arith.mulf %e, %k : f32
      %i = arith.fptosi %m : f32 to i32
      stax.yield %b, %s, %i : i1, f32, i32
    }
    return %0#0, %0#1, %0#2 : tensor<2xi1>, tensor<2xf32>, tensor<2xi32>
  })";

// exp(1) against its own rounded value may come out either way, and so may what
// depends on it; exp(0.5) is far from it.
TEST_F(Bounds, ComparisonsWithinTheBound) {
  SmallVector<ReferenceTensor> results =
      run(kCompareExp,
          {floats(f32, {2}, {1, 0.5}), floats(f32, {}, {2.7182817459106445})});
  ASSERT_EQ(results.size(), 3u);
  EXPECT_TRUE(results[0].isUndecided(0));
  EXPECT_TRUE(results[1].isUndecided(0));
  EXPECT_FALSE(results[0].isUndecided(1));
  EXPECT_FALSE(results[1].isUndecided(1));
  // A unit of exp(1) is 4 after scaling: the integer is open.
  EXPECT_TRUE(results[2].isUndecided(0));
}

TEST_F(Bounds, OneUndecidedTermSpoilsASum) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<i32> {
      %c = arith.constant 2.7182817459106445 : f32
      %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<2xf32>) -> tensor<i32> {
      ^bb0(%a: f32):
        %e = math.exp %a : f32
        %b = arith.cmpf olt, %e, %c : f32
        %i = arith.extui %b : i1 to i32
        stax.yield %i : i32
      }
      return %0 : tensor<i32>
    })",
                                {floats(f32, {2}, {1, 0.5})});
  EXPECT_TRUE(result.isUndecided(0));
}

// The same value compared with itself is equal whatever it is.
TEST_F(Bounds, SameValueIsDecided) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f32) -> i1 {
      %0 = math.exp %x : f32
      %1 = arith.cmpf une, %0, %0 : f32
      return %1 : i1
    })",
                                {floats(f32, {}, {1})});
  EXPECT_FALSE(result.isUndecided(0));
  EXPECT_EQ(Integers{0}, integers(result));
}

TEST_F(Bounds, JumpsAndPolesWithinTheBound) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: f32) -> (f32, f32, f32, f32) {
      %zero = arith.constant 0.0 : f32
      %one = arith.constant 1.0 : f32
      %e = math.exp %zero : f32
      %d = arith.subf %e, %one : f32
      %0 = math.floor %e : f32
      %1 = arith.divf %one, %d : f32
      %2 = math.log %d : f32
      %3 = math.copysign %one, %d : f32
      return %0, %1, %2, %3 : f32, f32, f32, f32
    })",
                                             {floats(f32, {}, {0})});
  for (const ReferenceTensor &result : results)
    EXPECT_TRUE(result.isUndecided(0));
}

// An extreme moves no more than its operands do.
TEST_F(Bounds, ExtremesAreContinuous) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f32) -> f32 {
      %c = arith.constant 2.7182817459106445 : f32
      %0 = math.exp %x : f32
      %1 = arith.maximumf %0, %c : f32
      return %1 : f32
    })",
                                {floats(f32, {}, {1})});
  EXPECT_FALSE(result.isUndecided(0));
  EXPECT_EQ(result.getBound(0), 2 * kUlpOfOne);
}

// Just below the overflow of f32 another implementation may give an infinity.
TEST_F(Bounds, OverflowWithinTheBound) {
  ReferenceTensor result = run1(R"(
    func.func @f(%x: f32) -> f32 {
      %c = arith.constant 0x7F7FFFFF : f32
      %d = arith.constant 1.0 : f32
      %e = math.exp %x : f32
      %m = arith.mulf %e, %c : f32
      return %m : f32
    })",
                                {floats(f32, {}, {0})});
  EXPECT_TRUE(result.isUndecided(0));
}

//===----------------------------------------------------------------------===//
// Agreement
//===----------------------------------------------------------------------===//

TEST_F(Agreement, ExactElementsMustBeTheSame) {
  ReferenceTensor x = floats(f32, {2, 2}, {1, 0, kNaN, kInf});
  EXPECT_TRUE(check(x, x).ok);
  CheckResult result = check(x, floats(f32, {2, 2}, {1, -0.0, kNaN, kInf}));
  EXPECT_FALSE(result.ok);
  ASSERT_TRUE(result.firstBad.has_value());
  EXPECT_EQ(result.firstBad->index, (SmallVector<int64_t>{0, 1}));
  EXPECT_EQ(result.reason,
            "element [0, 1] is -0.000000e+00 : f32, but expected 0.000000e+00 "
            ": f32");
}

TEST_F(Agreement, NaNAndInfinitiesStandAtTheSamePlaces) {
  ReferenceTensor x = floats(f32, {2}, {kNaN, kInf});
  EXPECT_FALSE(check(x, floats(f32, {2}, {1, kInf})).ok);
  EXPECT_FALSE(check(x, floats(f32, {2}, {kNaN, -kInf})).ok);
  EXPECT_FALSE(check(x, floats(f32, {2}, {kNaN, 3})).ok);
  EXPECT_FALSE(check(floats(f32, {1}, {1}), floats(f32, {1}, {kNaN})).ok);
}

TEST_F(Agreement, WithinTheBound) {
  ReferenceTensor x = floats(f32, {1}, {1});
  x.getMutableBounds()[0] = 2 * kUlpOfOne;
  CheckResult result = check(x, floats(f32, {1}, {1 + 2 * kUlpOfOne}));
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.maxUlp, 2);
  EXPECT_EQ(result.maxAbs, 2 * kUlpOfOne);
  EXPECT_FALSE(check(x, floats(f32, {1}, {1 + 3 * kUlpOfOne})).ok);
}

// With a bound the sign of zero may differ.
TEST_F(Agreement, SignOfZeroWithinABound) {
  ReferenceTensor x = floats(f32, {1}, {0});
  x.getMutableBounds()[0] = kUlpOfOne;
  EXPECT_TRUE(check(x, floats(f32, {1}, {-0.0})).ok);
}

TEST_F(Agreement, IntegersAreEqual) {
  ReferenceTensor x = ints(i8, {2}, {1, -1});
  EXPECT_TRUE(check(x, ints(i8, {2}, {1, -1})).ok);
  CheckResult result = check(x, ints(i8, {2}, {1, 1}));
  EXPECT_EQ(result.reason, "element [1] is 1 : i8, but expected -1 : i8");
}

TEST_F(Agreement, TypesAndShapesAreEqual) {
  ReferenceTensor x = floats(f32, {2}, {1, 2});
  EXPECT_EQ(check(x, floats(f32, {1, 2}, {1, 2})).reason,
            "expected 2xf32, but got 1x2xf32");
  EXPECT_EQ(check(x, ints(i32, {2}, {1, 2})).reason,
            "expected 2xf32, but got 2xi32");
}

// One in 10,000 may be undecided and differ.
TEST_F(Agreement, FewElementsMayBeUndecided) {
  ReferenceTensor x(f32, {20000}), y(f32, {20000});
  for (int element : {7, 8, 9})
    static_cast<float *>(y.getMutableData())[element] = 5;
  x.getMutableMarks()[7] = ReferenceTensor::kUndecided;
  x.getMutableMarks()[8] = ReferenceTensor::kUndecided;
  EXPECT_FALSE(check(x, y).ok);
  static_cast<float *>(y.getMutableData())[9] = 0;
  CheckResult result = check(x, y);
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.undecided, 2);
  x.getMutableMarks()[9] = ReferenceTensor::kUndecided;
  static_cast<float *>(y.getMutableData())[9] = 5;
  EXPECT_EQ(check(x, y).reason,
            "3 of 20000 elements are undecided, more than one in 10000");
}

// What could have been another number, but is the same, agrees.
TEST_F(Agreement, UndecidedElementsThatAreTheSame) {
  ReferenceTensor x = floats(f32, {2}, {kNaN, 1});
  x.getMutableMarks()[0] = ReferenceTensor::kUndecided;
  x.getMutableMarks()[1] = ReferenceTensor::kUndecided;
  CheckResult result = check(x, floats(f32, {2}, {kNaN, 1}));
  EXPECT_TRUE(result.ok);
  EXPECT_EQ(result.undecided, 0);
  EXPECT_FALSE(check(x, floats(f32, {2}, {kInf, 1})).ok);
}

// Copies share storage until one is written.
TEST_F(Agreement, TensorsAreValues) {
  ReferenceTensor x = floats(f32, {2}, {1, 2});
  ReferenceTensor y = x;
  EXPECT_EQ(x.getData(), y.getData());
  static_cast<float *>(y.getMutableData())[0] = 5;
  EXPECT_SAME((Numbers{1, 2}), x);
  EXPECT_SAME((Numbers{5, 2}), y);
}
