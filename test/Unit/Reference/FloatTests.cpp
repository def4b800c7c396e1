//===- FloatTests.cpp - Float operations and functions --------------------===//
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
class FloatOps : public ReferenceTest {
protected:
  /// Applies `op`, as in "math.exp", to tensors of one type.
  ReferenceTensor apply(StringRef op, ArrayRef<ReferenceTensor> operands,
                        StringRef resultElement = "") {
    std::string count = std::to_string(operands[0].getNumElements());
    std::string element;
    llvm::raw_string_ostream(element) << operands[0].getElementType();
    std::string tensor = "tensor<" + count + "x" + element + ">";
    std::string result = resultElement.empty() ? tensor
                                               : "tensor<" + count + "x" +
                                                     resultElement.str() + ">";
    std::string params, uses;
    for (size_t i = 0; i < operands.size(); ++i) {
      std::string separator = i ? ", " : "", name = "%a" + std::to_string(i);
      params += separator + name + ": " + tensor;
      uses += separator + name;
    }
    std::string types = tensor;
    if (!resultElement.empty() && op.starts_with("arith.") &&
        operands.size() == 1)
      types += " to " + result;
    return run1("func.func @f(" + params + ") -> " + result +
                    " { %0 = " + op.str() + " " + uses + " : " + types +
                    " return %0 : " + result + " }",
                SmallVector<ReferenceTensor>(operands));
  }
  ReferenceTensor f32s(const Numbers &values) {
    return floats(f32, {int64_t(values.size())}, values);
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

TEST_F(FloatOps, OneRoundingToTheType) {
  // 2^24 + 1 is a tie of f32; 1 / 3 is not exact anywhere.
  EXPECT_SAME(Numbers{16777216},
              apply("arith.addf", {f32s({16777216}), f32s({1})}));
  EXPECT_SAME(Numbers{double(1.0f / 3.0f)},
              apply("arith.divf", {f32s({1}), f32s({3})}));
  EXPECT_SAME(Numbers{1.0 / 3.0}, apply("arith.divf", {floats(f64, {1}, {1}),
                                                       floats(f64, {1}, {3})}));
  EXPECT_SAME(Numbers{2048}, apply("arith.addf", {floats(f16, {1}, {2048}),
                                                  floats(f16, {1}, {1})}));
  EXPECT_SAME(Numbers{2.46875},
              apply("arith.divf",
                    {floats(bf16, {1}, {7}), floats(bf16, {1}, {2.828125})}));
}

TEST_F(FloatOps, SubnormalsAreKept) {
  ReferenceTensor x = f32s({9.99994610111476e-41, 1.401298464324817e-45});
  EXPECT_SAME((Numbers{9.99994610111476e-41, 1.401298464324817e-45}),
              apply("arith.mulf", {x, f32s({1, 1})}));
  EXPECT_SAME((Numbers{9.999973025467516e-21, 3.743392066509216e-23}),
              apply("math.sqrt", {x}));
  // The smallest f16 halved is a tie, which goes to the even 0.
  EXPECT_SAME(
      (Numbers{0, std::ldexp(1.0, -24)}),
      apply("arith.mulf",
            {floats(f16, {2}, {std::ldexp(1.0, -24), std::ldexp(1.5, -24)}),
             floats(f16, {2}, {0.5, 0.5})}));
}

TEST_F(FloatOps, NarrowingConversions) {
  Numbers x{0.10000000149011612,  0.3333333432674408, 2049, 65519, 65520,
            9.99999993922529e-09, 3.1415927410125732};
  EXPECT_SAME((Numbers{0.0999755859375, 0.333251953125, 2048, 65504, kInf, 0,
                       3.140625}),
              apply("arith.truncf", {f32s(x)}, "f16"));
  Numbers y{kNaN, kInf, -kInf, 3.4028234663852886e+38, 3.3895313892515355e+38,
            -0.0, 1};
  EXPECT_SAME(
      (Numbers{kNaN, kInf, -kInf, kInf, 3.3895313892515355e+38, -0.0, 1}),
      apply("arith.truncf", {f32s(y)}, "bf16"));
}

// From f64 to bf16 in one rounding: through f32 it would be a tie.
TEST_F(FloatOps, NarrowingRoundsOnce) {
  double aboveTie = 1 + std::ldexp(1.0, -8) + std::ldexp(1.0, -40);
  EXPECT_SAME(Numbers{1 + std::ldexp(1.0, -7)},
              apply("arith.truncf", {floats(f64, {1}, {aboveTie})}, "bf16"));
}

// A NaN whose payload lies in the low bits stays a NaN.
TEST_F(FloatOps, NarrowingKeepsNaN) {
  EXPECT_SAME((Numbers{kNaN, kNaN}),
              run1(R"(
    func.func @f(%x: tensor<2xi32>) -> tensor<2xbf16> {
      %0 = arith.bitcast %x : tensor<2xi32> to tensor<2xf32>
      %1 = arith.truncf %0 : tensor<2xf32> to tensor<2xbf16>
      return %1 : tensor<2xbf16>
    })",
                   {ints(i32, {2}, {0x7f800001, 0x7fffffff})}));
}

// An infinite f16 times zero; folding in a wider type would give 0.
TEST_F(FloatOps, OverflowShows) {
  EXPECT_SAME((Numbers{kNaN, 0}), run1(R"(
    func.func @f(%x: tensor<2xf32>) -> tensor<2xf16> {
      %z = arith.constant dense<0.0> : tensor<2xf16>
      %0 = arith.truncf %x : tensor<2xf32> to tensor<2xf16>
      %1 = arith.mulf %0, %z : tensor<2xf16>
      return %1 : tensor<2xf16>
    })",
                                       {f32s({65535, 65504})}));
}

TEST_F(FloatOps, MaximumAndMinimum) {
  ReferenceTensor x = f32s({kNaN, 1, 2, -1, -0.0, 0});
  ReferenceTensor y = f32s({0, kNaN, 5, 0.25, 0, -0.0});
  EXPECT_SAME((Numbers{kNaN, kNaN, 5, 0.25, 0, 0}),
              apply("arith.maximumf", {x, y}));
  EXPECT_SAME((Numbers{kNaN, kNaN, 2, -1, -0.0, -0.0}),
              apply("arith.minimumf", {x, y}));
  EXPECT_SAME((Numbers{0, 1, 5, 0.25, 0, 0}), apply("arith.maxnumf", {x, y}));
  EXPECT_SAME((Numbers{0, 1, 2, -1, -0.0, -0.0}),
              apply("arith.minnumf", {x, y}));
}

TEST_F(FloatOps, Remainder) {
  ReferenceTensor x = f32s({2.5, -2.5, 5, -5, 0, 9, 1, kInf});
  ReferenceTensor y = f32s({kInf, -kInf, 3, 3, 2, -4, 0, 2});
  EXPECT_SAME((Numbers{2.5, -2.5, 2, -2, 0, 1, kNaN, kNaN}),
              apply("arith.remf", {x, y}));
}

TEST_F(FloatOps, NegationIsNotSubtraction) {
  EXPECT_SAME((Numbers{-0.0, 0, -1, kInf}),
              apply("arith.negf", {f32s({0, -0.0, 1, -kInf})}));
}

TEST_F(FloatOps, FusedMultiplyAddRoundsOnce) {
  ReferenceTensor a = f32s({1.000244140625, 3}), c = f32s({-1.00048828125, -9});
  EXPECT_SAME((Numbers{5.960464477539063e-08, 0}),
              apply("math.fma", {a, a, c}));
  EXPECT_SAME((Numbers{0, 0}),
              apply("arith.addf", {apply("arith.mulf", {a, a}), c}));
}

// 7 * 37 and 9 * 29 are ties of bf16; an addend far below the last bit of an
// f64 sum decides them.
TEST_F(FloatOps, FusedMultiplyAddOfShortFloats) {
  double small = std::ldexp(1.0, -60);
  EXPECT_SAME((Numbers{260, 260, 258, 262}),
              apply("math.fma", {floats(bf16, {4}, {7, 9, 7, 9}),
                                 floats(bf16, {4}, {37, 29, 37, 29}),
                                 floats(bf16, {4}, {0, 0, -small, small})}));
  EXPECT_SAME((Numbers{3.25, 0}),
              apply("math.fma",
                    {floats(bf16, {2}, {1.5, -2}), floats(bf16, {2}, {2, 0.5}),
                     floats(bf16, {2}, {0.25, 1})}));
}

TEST_F(FloatOps, Comparisons) {
  ReferenceTensor x = f32s({1, 2, 2, kNaN, 0}), y = f32s({2, 1, 2, 2, -0.0});
  auto compare = [&](StringRef predicate) {
    return integers(
        apply(("arith.cmpf " + predicate + ",").str(), {x, y}, "i1"));
  };
  EXPECT_EQ((Integers{-1, 0, 0, 0, 0}), compare("olt"));
  EXPECT_EQ((Integers{-1, 0, 0, -1, 0}), compare("ult"));
  EXPECT_EQ((Integers{0, -1, -1, 0, -1}), compare("oge"));
  EXPECT_EQ((Integers{0, 0, -1, 0, -1}), compare("oeq"));
  EXPECT_EQ((Integers{0, 0, -1, -1, -1}), compare("ueq"));
  EXPECT_EQ((Integers{-1, -1, 0, 0, 0}), compare("one"));
  EXPECT_EQ((Integers{-1, -1, 0, -1, 0}), compare("une"));
  EXPECT_EQ((Integers{-1, -1, -1, 0, -1}), compare("ord"));
  EXPECT_EQ((Integers{0, 0, 0, -1, 0}), compare("uno"));
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

TEST_F(FloatOps, RoundingFunctions) {
  ReferenceTensor x =
      f32s({0.5, 1.5, 2.5, -0.5, -1.5, -2.5, 8388609, 0.4999999701976776});
  EXPECT_SAME((Numbers{0, 2, 2, -0.0, -2, -2, 8388609, 0}),
              apply("math.roundeven", {x}));
  EXPECT_SAME((Numbers{1, 2, 3, -1, -2, -3, 8388609, 0}),
              apply("math.round", {x}));
  EXPECT_SAME((Numbers{0, 1, 2, -1, -2, -3, 8388609, 0}),
              apply("math.floor", {x}));
  EXPECT_SAME((Numbers{0, 1, 2, -0.0, -1, -2, 8388609, 0}),
              apply("math.trunc", {x}));
  EXPECT_SAME(
      (Numbers{-0.0, -0.0, 1, -1, 3, -0.0}),
      apply("math.ceil", {f32s({-0.25, -0.0, 0.25, -1.5, 2.5, -0.75})}));
}

TEST_F(FloatOps, Exp) {
  EXPECT_SAME(
      (Numbers{kNaN, 1, 0, kInf, 1.401298464324817e-45, 2.723087918012828e+38,
               kInf, 2.7182817459106445}),
      apply("math.exp", {f32s({kNaN, 0, -kInf, kInf, -103, 88.5, 89, 1})}));
}

TEST_F(FloatOps, ExpM1) {
  EXPECT_SAME((Numbers{1.000000082740371e-07, -9.999999406318238e-08,
                       1.000000013351432e-10, 0.6487212777137756, -1}),
              apply("math.expm1",
                    {f32s({1.0000000116860974e-07, -1.0000000116860974e-07,
                           1.000000013351432e-10, 0.5, -30})}));
}

TEST_F(FloatOps, Log) {
  EXPECT_SAME((Numbers{-92.10340881347656, -103.2789306640625, 0, -kInf, kNaN}),
              apply("math.log", {f32s({9.99994610111476e-41,
                                       1.401298464324817e-45, 1, 0, -1})}));
  EXPECT_SAME((Numbers{3, 10, kNaN}),
              apply("math.log2", {f32s({8, 1024, -2})}));
  EXPECT_SAME((Numbers{3, -2}),
              apply("math.log10", {floats(f64, {2}, {1000, 0.01})}));
}

TEST_F(FloatOps, Tanh) {
  EXPECT_SAME((Numbers{1, -1, 1, 1, -1, kNaN, 0, -0.0, 1}),
              apply("math.tanh",
                    {f32s({60, -60, 10000, kInf, -kInf, kNaN, 0, -0.0, 20})}));
}

TEST_F(FloatOps, SinAndCosOfLargeArguments) {
  ReferenceTensor x = f32s({10000000000, 9.999999778196308e+21,
                            2.499999947553692e+33, -10000000000});
  EXPECT_SAME((Numbers{-0.48750603199005127, -0.734081506729126,
                       0.6321420669555664, 0.48750603199005127}),
              apply("math.sin", {x}));
  EXPECT_SAME((Numbers{0.8731196522712708, 0.6790613532066345,
                       -0.774852454662323, 0.8731196522712708}),
              apply("math.cos", {x}));
}

TEST_F(FloatOps, ErfNearZero) {
  EXPECT_SAME((Numbers{1.1283791678806665e-08, 0.001128378789871931,
                       0.5204998850822449, 1}),
              apply("math.erf", {f32s({9.99999993922529e-09,
                                       0.0010000000474974513, 0.5, 4})}));
}

TEST_F(FloatOps, PowersOfSpecialValues) {
  EXPECT_SAME((Numbers{1, 1, 1, 1, 1, 1, kNaN, 0.25}),
              apply("math.powf", {f32s({0, -0.0, kNaN, kInf, -3, 2, -2, 2}),
                                  f32s({0, 0, 0, 0, 0, -0.0, 0.5, -2})}));
}

TEST_F(FloatOps, ShortFloatsThroughAWiderType) {
  EXPECT_SAME((Numbers{2.71875, 1}),
              apply("math.exp", {floats(f16, {2}, {1, 0})}));
  EXPECT_SAME(Numbers{2.71875}, apply("math.exp", {floats(bf16, {1}, {1})}));
}

TEST_F(FloatOps, OtherFunctions) {
  EXPECT_SAME((Numbers{0.5, kInf, 0}),
              apply("math.rsqrt", {f32s({4, 0, kInf})}));
  EXPECT_SAME((Numbers{-2, 2}),
              apply("math.copysign", {f32s({2, -2}), f32s({-0.0, 1})}));
  EXPECT_SAME((Numbers{2, 0}), apply("math.absf", {f32s({-2, -0.0})}));
  EXPECT_SAME(Numbers{double(float(M_PI_4))}, apply("math.atan", {f32s({1})}));
  EXPECT_SAME(Numbers{double(float(M_PI))},
              apply("math.atan2", {f32s({0}), f32s({-1})}));
}

// A folded log(exp(x)) would be x.
TEST_F(FloatOps, InversePairsDoNotCancel) {
  ReferenceTensor y =
      apply("math.log", {apply("math.exp", {f32s({80, 95, -110})})});
  EXPECT_SAME((Numbers{80, kInf, -kInf}), y);
}
