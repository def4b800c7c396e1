//===- IntegerTests.cpp - Integer operations and conversions --------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class IntegerOps : public ReferenceTest {
protected:
  /// Applies `op`, as in "arith.addi", to two tensors.
  std::string getBinary(StringRef op, Type type, size_t count) {
    std::string tensor;
    llvm::raw_string_ostream(tensor)
        << "tensor<" << count << "x" << type << ">";
    return "func.func @f(%x: " + tensor + ", %y: " + tensor + ") -> " + tensor +
           " { %0 = " + op.str() + " %x, %y : " + tensor +
           " return %0 : " + tensor + " }";
  }
  Integers apply(StringRef op, Type type, const Integers &lhs,
                 const Integers &rhs) {
    int64_t shape[] = {int64_t(lhs.size())};
    return integers(run1(getBinary(op, type, lhs.size()),
                         {ints(type, shape, lhs), ints(type, shape, rhs)}));
  }
  std::string applyError(StringRef op, Type type, int64_t lhs, int64_t rhs) {
    return runError(getBinary(op, type, 1),
                    {ints(type, {1}, {lhs}), ints(type, {1}, {rhs})});
  }
  /// Converts `x` to `type` by `op`.
  ReferenceTensor convert(StringRef op, const ReferenceTensor &x, Type type) {
    std::string from, to;
    llvm::raw_string_ostream(from)
        << "tensor<" << x.getNumElements() << "x" << x.getElementType() << ">";
    llvm::raw_string_ostream(to)
        << "tensor<" << x.getNumElements() << "x" << type << ">";
    return run1("func.func @f(%x: " + from + ") -> " + to +
                    " { %0 = " + op.str() + " %x : " + from + " to " + to +
                    " return %0 : " + to + " }",
                {x});
  }
};
} // namespace

TEST_F(IntegerOps, WrapAround) {
  EXPECT_EQ((Integers{-128, -56}),
            apply("arith.addi", i8, {127, 100}, {1, 100}));
  EXPECT_EQ((Integers{127, 5}), apply("arith.subi", i8, {-128, 3}, {1, -2}));
  EXPECT_EQ((Integers{-112, -128}),
            apply("arith.muli", i8, {100, -128}, {4, 1}));
  EXPECT_EQ((Integers{INT64_MIN}), apply("arith.addi", i64, {INT64_MAX}, {1}));
}

TEST_F(IntegerOps, DivisionTruncates) {
  EXPECT_EQ((Integers{-2, -2, 2, 0}),
            apply("arith.divsi", i32, {-7, 7, -7, 2}, {3, -3, -3, 5}));
  EXPECT_EQ((Integers{-1, 1, -1, 2}),
            apply("arith.remsi", i32, {-7, 7, -7, 2}, {3, -3, -3, 5}));
  EXPECT_EQ((Integers{127, 1}), apply("arith.divui", i8, {-1, -1}, {2, -2}));
  EXPECT_EQ((Integers{1, 1}), apply("arith.remui", i8, {-1, -1}, {2, -2}));
}

TEST_F(IntegerOps, TheQuotientThatDoesNotFitWraps) {
  EXPECT_EQ((Integers{-128, -128, -127}),
            apply("arith.divsi", i8, {-128, -128, 127}, {-1, 1, -1}));
  EXPECT_EQ((Integers{0, 0, 0}),
            apply("arith.remsi", i8, {-128, -128, 127}, {-1, 1, -1}));
  EXPECT_EQ((Integers{-128, -128, -127}),
            apply("arith.floordivsi", i8, {-128, -128, 127}, {-1, 1, -1}));
  EXPECT_EQ((Integers{INT64_MIN, -2}),
            apply("arith.floordivsi", i64, {INT64_MIN, 6}, {-1, -4}));
  EXPECT_EQ((Integers{INT64_MIN, -1}),
            apply("arith.divsi", i64, {INT64_MIN, 6}, {-1, -4}));
}

TEST_F(IntegerOps, FloorDivision) {
  EXPECT_EQ((Integers{-2, 1, -3, 0, -1}),
            apply("arith.floordivsi", i64, {-100, 100, -270, 0, -1},
                  {90, 90, 90, 90, 90}));
  EXPECT_EQ((Integers{6, 6, -6, -4, -4}),
            apply("arith.floordivsi", i16, {-3000, -3001, 3000, 7, -7},
                  {-500, -500, -500, -2, 2}));
  EXPECT_EQ((Integers{INT64_MAX}),
            apply("arith.floordivsi", i64, {-INT64_MAX}, {-1}));
  EXPECT_EQ((Integers{3, 1, -4, -4}),
            apply("arith.floordivsi", i32, {100000, 46341, -100000, 100000},
                  {30000, 46341, 30000, -30000}));
}

TEST_F(IntegerOps, CeilDivision) {
  EXPECT_EQ(
      (Integers{-18, 19, 19, 0}),
      apply("arith.ceildivsi", i8, {-128, -128, 127, 7}, {7, -7, 7, -128}));
  EXPECT_EQ((Integers{INT32_MIN, 1431655765, 4, 0}),
            apply("arith.ceildivui", i32, {-1, -2, 7, 0}, {2, 3, 2, 5}));
}

TEST_F(IntegerOps, DivisionByZeroIsAnError) {
  for (StringRef op : {"divsi", "remsi", "floordivsi", "ceildivsi"})
    EXPECT_EQ(applyError(("arith." + op).str(), i32, -5, 0),
              "run-time: division by zero: -5 / 0");
  for (StringRef op : {"divui", "remui", "ceildivui"})
    EXPECT_EQ(applyError(("arith." + op).str(), i8, -5, 0),
              "run-time: division by zero: 251 / 0");
}

TEST_F(IntegerOps, ShiftsByTheWidthOrMore) {
  EXPECT_EQ((Integers{0, -1, 0, -1}),
            apply("arith.shrsi", i64, {777, -777, 1, -1}, {64, 64, 70, 3}));
  EXPECT_EQ((Integers{0, 0, 1, 0}),
            apply("arith.shrui", i8, {-1, -1, -1, -1}, {8, 100, 7, -1}));
  EXPECT_EQ((Integers{0, 0, -128, 0}),
            apply("arith.shli", i8, {-1, -1, -1, -1}, {8, 100, 7, -1}));
}

TEST_F(IntegerOps, ExtremesTellSignsApart) {
  EXPECT_EQ((Integers{1}), apply("arith.maxsi", i8, {-1}, {1}));
  EXPECT_EQ((Integers{-1}), apply("arith.maxui", i8, {-1}, {1}));
  EXPECT_EQ((Integers{-1}), apply("arith.minsi", i8, {-1}, {1}));
  EXPECT_EQ((Integers{1}), apply("arith.minui", i8, {-1}, {1}));
}

// x + 200 < 100 in eight bits is not x < -100.
TEST_F(IntegerOps, ComparisonAfterWrapping) {
  EXPECT_EQ((Integers{0, 0, -1, -1, 0}),
            integers(run1(R"(
    func.func @f(%x: tensor<5xi8>) -> tensor<5xi1> {
      %a = arith.constant dense<200> : tensor<5xi8>
      %b = arith.constant dense<100> : tensor<5xi8>
      %s = arith.addi %x, %a : tensor<5xi8>
      %c = arith.cmpi ult, %s, %b : tensor<5xi8>
      return %c : tensor<5xi1>
    })",
                          {ints(i8, {5}, {0, 50, 56, 100, 200})})));
}

TEST_F(IntegerOps, CompareSignedAndUnsigned) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: i8, %y: i8) -> (i1, i1, i1, i1) {
      %a = arith.cmpi slt, %x, %y : i8
      %b = arith.cmpi ult, %x, %y : i8
      %c = arith.cmpi sge, %x, %y : i8
      %d = arith.cmpi uge, %x, %y : i8
      return %a, %b, %c, %d : i1, i1, i1, i1
    })",
          {ints(i8, {}, {-1}), ints(i8, {}, {1})});
  ASSERT_EQ(results.size(), 4u);
  int64_t expected[] = {-1, 0, 0, -1};
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(Integers{expected[i]}, integers(results[i])) << i;
}

TEST_F(IntegerOps, ExtendedSumsAndProducts) {
  SmallVector<ReferenceTensor> results =
      run(R"(
    func.func @f(%x: i8, %y: i8) -> (i8, i1, i8, i8, i8, i8) {
      %s, %c = arith.addui_extended %x, %y : i8, i1
      %ul, %uh = arith.mului_extended %x, %y : i8
      %sl, %sh = arith.mulsi_extended %x, %y : i8
      return %s, %c, %ul, %uh, %sl, %sh : i8, i1, i8, i8, i8, i8
    })",
          {ints(i8, {}, {-3}), ints(i8, {}, {100})});
  // 253 + 100 = 353, 253 * 100 = 25300 = 98 * 256 + 212, -300 = -2 * 256 + 212.
  int64_t expected[] = {97, -1, -44, 98, -44, -2};
  ASSERT_EQ(results.size(), 6u);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(Integers{expected[i]}, integers(results[i])) << i;
}

TEST_F(IntegerOps, CountsAndPowers) {
  EXPECT_EQ((Integers{0, 1, -1, 1, 81}),
            apply("math.ipowi", i64, {10, 1, -1, -1, 3}, {-1, -3, -3, -2, 4}));
  EXPECT_EQ(applyError("math.ipowi", i32, 0, -2),
            "run-time: division by zero: 0 to the power of -2");
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: tensor<3xi8>) -> (tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>) {
      %a = math.ctlz %x : tensor<3xi8>
      %b = math.cttz %x : tensor<3xi8>
      %c = math.ctpop %x : tensor<3xi8>
      %d = math.absi %x : tensor<3xi8>
      return %a, %b, %c, %d : tensor<3xi8>, tensor<3xi8>, tensor<3xi8>, tensor<3xi8>
    })",
                                             {ints(i8, {3}, {0, -128, 12})});
  ASSERT_EQ(results.size(), 4u);
  EXPECT_EQ((Integers{8, 0, 4}), integers(results[0]));
  EXPECT_EQ((Integers{8, 7, 2}), integers(results[1]));
  EXPECT_EQ((Integers{0, 1, 2}), integers(results[2]));
  EXPECT_EQ((Integers{0, -128, 12}), integers(results[3]));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

TEST_F(IntegerOps, ExtendAndTruncate) {
  ReferenceTensor x = ints(i8, {2}, {-1, 5});
  EXPECT_EQ((Integers{-1, 5}), integers(convert("arith.extsi", x, i32)));
  EXPECT_EQ((Integers{255, 5}), integers(convert("arith.extui", x, i32)));
  EXPECT_EQ((Integers{-1, 1}),
            integers(convert("arith.trunci", ints(i32, {2}, {511, 257}), i8)));
  EXPECT_EQ((Integers{-1, 0}),
            integers(convert("arith.extsi", ints(i1, {2}, {1, 0}), i32)));
  EXPECT_EQ((Integers{255}), integers(convert("arith.index_castui",
                                              ints(i8, {1}, {-1}), index)));
  EXPECT_EQ((Integers{-1}),
            integers(convert("arith.index_cast", ints(i8, {1}, {-1}), index)));
}

TEST_F(IntegerOps, FloatsSaturate) {
  ReferenceTensor x =
      floats(f32, {8}, {1.75, -0.5, -3.5, 0.75, 300, kNaN, kInf, 255.5});
  EXPECT_EQ((Integers{1, 0, 0, 0, -1, 0, -1, -1}),
            integers(convert("arith.fptoui", x, i8)));
  ReferenceTensor y = floats(f32, {6}, {-1.9, 127.9, 128, -128.9, -200, -kInf});
  EXPECT_EQ((Integers{-1, 127, 127, -128, -128, -128}),
            integers(convert("arith.fptosi", y, i8)));
  ReferenceTensor z = floats(f64, {4}, {9.3e18, -9.3e18, 1.9e19, kNaN});
  EXPECT_EQ((Integers{INT64_MAX, INT64_MIN, INT64_MAX, 0}),
            integers(convert("arith.fptosi", z, i64)));
  EXPECT_EQ((Integers{int64_t(9300000000000000000u), 0, -1, 0}),
            integers(convert("arith.fptoui", z, i64)));
}

TEST_F(IntegerOps, LargeIntegersToFloats) {
  ReferenceTensor x = ints(i64, {6},
                           {4503599627370497, -9007199254740993,
                            4611686018427387905, INT64_MAX, -3, INT64_MIN});
  EXPECT_SAME(
      (Numbers{4503599627370496.0, -9007199254740992.0, 4.611686018427388e+18,
               9.223372036854776e+18, -3, -9.223372036854776e+18}),
      convert("arith.sitofp", x, f32));
  EXPECT_SAME(
      (Numbers{4503599627370497.0, -9007199254740992.0, 4.611686018427388e+18,
               9.223372036854776e+18, -3, -9.223372036854776e+18}),
      convert("arith.sitofp", x, f64));
  EXPECT_SAME((Numbers{18446744073709551616.0, 3}),
              convert("arith.uitofp", ints(i64, {2}, {-1, 3}), f32));
}

// 2^60 + 2^52 + 1 lies just above a tie of bf16. Rounded to f64 first it would
// be the tie, and go down.
TEST_F(IntegerOps, IntegersToShortFloatsRoundOnce) {
  int64_t aboveTie = (int64_t(1) << 60) + (int64_t(1) << 52) + 1;
  EXPECT_SAME(Numbers{1161928703861587968.0},
              convert("arith.sitofp", ints(i64, {1}, {aboveTie}), bf16));
  EXPECT_SAME(
      (Numbers{kInf, 65504, 2048}),
      convert("arith.sitofp", ints(i32, {3}, {65520, 65519, 2049}), f16));
}

TEST_F(IntegerOps, Bits) {
  EXPECT_EQ(
      (Integers{0x3f800000, INT32_MIN}),
      integers(convert("arith.bitcast", floats(f32, {2}, {1, -0.0}), i32)));
  EXPECT_SAME((Numbers{1, -0.0}),
              convert("arith.bitcast", ints(i16, {2}, {0x3c00, -32768}), f16));
  // 0x3f80 is 1 in bf16 and 1.875 in f16.
  EXPECT_SAME(Numbers{1.875},
              convert("arith.bitcast", floats(bf16, {1}, {1}), f16));
}

//===----------------------------------------------------------------------===//
// Which errors are owed
//===----------------------------------------------------------------------===//

// A quotient that nobody asks for is no error.
TEST_F(IntegerOps, UnusedErrorsAreNone) {
  EXPECT_EQ(Integers{7}, integers(run1(R"(
    func.func @f(%x: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %0 = arith.divsi %x, %c0 : i32
      return %x : i32
    })",
                                       {ints(i32, {}, {7})})));
}

// The same for elements: only the slice counts.
TEST_F(IntegerOps, ErrorsOutsideASliceAreNone) {
  static const char *text = R"(
    func.func @f(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<2xi32> {
      %0 = arith.divsi %x, %y : tensor<4xi32>
      %1 = tensor.extract_slice %0[1] [2] [1] : tensor<4xi32> to tensor<2xi32>
      return %1 : tensor<2xi32>
    })";
  ReferenceTensor x = ints(i32, {4}, {8, 9, 10, 11});
  EXPECT_EQ((Integers{3, 5}),
            integers(run1(text, {x, ints(i32, {4}, {0, 3, 2, 0})})));
  EXPECT_EQ("run-time: division by zero: 10 / 0",
            runError(text, {x, ints(i32, {4}, {1, 3, 0, 1})}));
}

// A select evaluates both arms.
TEST_F(IntegerOps, SelectEvaluatesBothArms) {
  EXPECT_EQ("run-time: division by zero: 7 / 0",
            runError(R"(
    func.func @f(%x: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %true = arith.constant true
      %0 = arith.divsi %x, %c0 : i32
      %1 = arith.select %true, %x, %0 : i32
      return %1 : i32
    })",
                     {ints(i32, {}, {7})}));
}

// The lowest operation wins over the lowest element.
TEST_F(IntegerOps, TheFirstOperationWins) {
  EXPECT_EQ("run-time: division by zero: 9 / 0",
            runError(R"(
    func.func @f(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<i32> {
      %0 = stax.reduce #stax.add dims [0] ins(%x, %y : tensor<2xi32>, tensor<2xi32>) -> tensor<i32> {
      ^bb0(%a: i32, %b: i32):
        %c7 = arith.constant 7 : i32
        %p = arith.divsi %a, %b : i32
        %q = arith.divsi %c7, %a : i32
        %r = arith.addi %p, %q : i32
        stax.yield %r : i32
      }
      return %0 : tensor<i32>
    })",
                     {ints(i32, {2}, {0, 9}), ints(i32, {2}, {1, 0})}));
}

// What depends on several errors reports the first.
TEST_F(IntegerOps, TheFirstErrorWins) {
  EXPECT_EQ("run-time: division by zero: 7 / 0",
            runError(R"(
    func.func @f(%x: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %0 = arith.divsi %x, %c0 : i32
      %1 = arith.remui %c0, %c0 : i32
      %2 = arith.addi %1, %0 : i32
      return %2 : i32
    })",
                     {ints(i32, {}, {7})}));
}
