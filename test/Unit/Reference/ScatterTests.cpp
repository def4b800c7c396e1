//===- ScatterTests.cpp - Updates at computed indices ---------------------===//
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
class Scatters : public ReferenceTest {
protected:
  /// Scatters a vector into one of four elements.
  std::string scatter(StringRef how, StringRef value, StringRef element) {
    std::string values = "tensor<?x" + value.str() + ">";
    std::string type = "tensor<4x" + element.str() + ">";
    return "func.func @f(%x: " + values + ", %i: tensor<?xindex>, %d: " + type +
           ", %n: index) -> " + type + " { %0 = stax.scatter " + how.str() +
           " domain [%n] ins(%x, %i : " + values +
           ", tensor<?xindex>) outs(%d : " + type + ") -> " + type +
           " return %0 : " + type + " }";
  }
  SmallVector<ReferenceTensor> args(ReferenceTensor values,
                                    const Integers &indices,
                                    ReferenceTensor destination) {
    int64_t count = indices.size();
    return {std::move(values), ints(index, {count}, indices),
            std::move(destination), ints(index, {}, {count})};
  }
};
} // namespace

// The last of equal indices stays; other elements are left alone.
TEST_F(Scatters, SetKeepsTheLast) {
  ReferenceTensor y = run1(scatter("set", "f32", "f32"),
                           args(floats(f32, {4}, {1, 2, 3, 4}), {2, 0, 2, 2},
                                floats(f32, {4}, {10, 20, 30, 40})));
  EXPECT_SAME((Numbers{2, 20, 4, 40}), y);
}

// Floats are added to the destination one by one, in order.
TEST_F(Scatters, AddsInOrder) {
  ReferenceTensor y = run1(scatter("#stax.add", "f32", "f32"),
                           args(floats(f32, {3}, {1, 1, 0x1p25}), {1, 1, 1},
                                floats(f32, {4}, {-0.0, 0x1p24, -0.0, 1})));
  EXPECT_SAME((Numbers{-0.0, 0x1p24 + 0x1p25, -0.0, 1}), y);
  EXPECT_TRUE(isExact(y));
}

// Short floats are rounded at each step, unless the destination is wider.
TEST_F(Scatters, RoundsToTheDestination) {
  ReferenceTensor values = floats(f16, {2}, {1, 1});
  EXPECT_SAME((Numbers{2048, 0, 0, 0}),
              run1(scatter("#stax.add", "f16", "f16"),
                   args(values, {0, 0}, floats(f16, {4}, {2048, 0, 0, 0}))));
  EXPECT_SAME((Numbers{2050, 0, 0, 0}),
              run1(scatter("#stax.add", "f16", "f32"),
                   args(values, {0, 0}, floats(f32, {4}, {2048, 0, 0, 0}))));
}

TEST_F(Scatters, CombinesIntegers) {
  auto combine = [&](StringRef monoid) {
    return integers(run1(scatter(monoid, "i8", "i8"),
                         args(ints(i8, {3}, {100, -3, 100}), {1, 3, 1},
                              ints(i8, {4}, {0, 0, 5, 7}))));
  };
  EXPECT_EQ((Integers{0, -56, 5, 4}), combine("#stax.add"));
  EXPECT_EQ((Integers{0, 100, 5, 7}), combine("#stax.maxs"));
  EXPECT_EQ((Integers{0, 100, 5, -3}), combine("#stax.maxu"));
}

TEST_F(Scatters, OfNothing) {
  ReferenceTensor y =
      run1(scatter("set", "f32", "f32"),
           args(floats(f32, {0}, {}), {}, floats(f32, {4}, {1, 2, 3, 4})));
  EXPECT_SAME((Numbers{1, 2, 3, 4}), y);
}

// Indices outside, on either side, are errors that name both.
TEST_F(Scatters, OutOfBounds) {
  for (int64_t wrong : {-1, 4})
    EXPECT_EQ("run-time: writes element [" + std::to_string(wrong) +
                  "] of a tensor of extents [4]",
              runError(scatter("set", "f32", "f32"),
                       args(floats(f32, {2}, {1, 2}), {0, wrong},
                            floats(f32, {4}, {1, 2, 3, 4}))));
}

// So they are where the destination has no elements.
TEST_F(Scatters, IntoNothing) {
  EXPECT_EQ("run-time: writes element [0] of a tensor of extents [0]",
            runError(R"(
    func.func @f(%x: tensor<1xf32>, %i: tensor<1xindex>, %d: tensor<0xf32>) -> tensor<0xf32> {
      %0 = stax.scatter set ins(%x, %i : tensor<1xf32>, tensor<1xindex>) outs(%d : tensor<0xf32>) -> tensor<0xf32>
      return %0 : tensor<0xf32>
    })",
                     {floats(f32, {1}, {1}), ints(index, {1}, {0}),
                      floats(f32, {0}, {})}));
}

// Rows with a computed place; the destination is read after the update, too.
TEST_F(Scatters, RowsOfAWindow) {
  SmallVector<ReferenceTensor> y =
      run(R"(
    func.func @f(%x: tensor<2x3xi32>, %k: tensor<2xi64>, %d: tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>) {
      %0 = stax.scatter #stax.add ins(%x, %k[(d0, d1) -> (d0)] : tensor<2x3xi32>, tensor<2xi64>)
          outs(%d : tensor<3x3xi32>) -> tensor<3x3xi32> {
      ^bb0(%v: i32, %i: i64):
        %row = arith.index_cast %i : i64 to index
        %column = stax.index 1
        stax.yield %v, %row, %column : i32, index, index
      }
      return %0, %d : tensor<3x3xi32>, tensor<3x3xi32>
    })",
          {ints(i32, {2, 3}, {1, 2, 3, 4, 5, 6}), ints(i64, {2}, {2, 2}),
           ints(i32, {3, 3}, {0, 0, 0, 0, 0, 0, 1, 1, 1})});
  EXPECT_EQ((Integers{0, 0, 0, 0, 0, 0, 6, 8, 10}), integers(y[0]));
  EXPECT_EQ((Integers{0, 0, 0, 0, 0, 0, 1, 1, 1}), integers(y[1]));
}

// Of equal extremes that of the smaller index stays, wherever it comes from.
TEST_F(Scatters, Tuples) {
  SmallVector<ReferenceTensor> y =
      run(R"(
    func.func @f(%x: tensor<3xf32>, %at: tensor<3xi64>, %i: tensor<3xindex>, %d: tensor<2xf32>, %e: tensor<2xi64>) -> (tensor<2xf32>, tensor<2xi64>) {
      %0:2 = stax.scatter #stax.argmax ins(%x, %at, %i : tensor<3xf32>, tensor<3xi64>, tensor<3xindex>)
          outs(%d, %e : tensor<2xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<2xi64>)
      return %0#0, %0#1 : tensor<2xf32>, tensor<2xi64>
    })",
          {floats(f32, {3}, {5, 5, 2}), ints(i64, {3}, {9, 4, 7}),
           ints(index, {3}, {0, 0, 1}), floats(f32, {2}, {5, 3}),
           ints(i64, {2}, {6, 1})});
  EXPECT_SAME((Numbers{5, 3}), y[0]);
  EXPECT_EQ((Integers{4, 1}), integers(y[1]));
}

// A call outside means what its reference says, then the epilogue.
TEST_F(Scatters, CallsOutside) {
  ReferenceTensor y =
      run1(R"(
    func.func @f(%x: tensor<3xi32>, %d: tensor<3xi32>) -> tensor<3xi32> {
      %c10 = arith.constant 10 : i32
      %0 = stax.extern @outside reference @sum ins(%x : tensor<3xi32>) outs(%d : tensor<3xi32>) -> tensor<3xi32> {
      ^bb0(%v: i32):
        %r = arith.muli %v, %c10 : i32
        stax.yield %r : i32
      }
      return %0 : tensor<3xi32>
    }
    func.func private @sum(%x: tensor<3xi32>, %d: tensor<3xi32>) -> tensor<3xi32> {
      %0 = arith.addi %x, %d : tensor<3xi32>
      return %0 : tensor<3xi32>
    })",
           {ints(i32, {3}, {1, 2, 3}), ints(i32, {3}, {4, 5, 6})});
  EXPECT_EQ((Integers{50, 70, 90}), integers(y));
}

// A call without a reference means nothing here.
TEST_F(Scatters, CallsOfUnknownMeaning) {
  EXPECT_EQ("unsupported: the reference interpreter does not support "
            "'stax.extern' without a function that says what it means; name "
            "one with 'reference'",
            runError(R"(
    func.func @f(%d: tensor<3xi32>) -> tensor<3xi32> {
      %0 = stax.extern @outside outs(%d : tensor<3xi32>) -> tensor<3xi32>
      return %0 : tensor<3xi32>
    })",
                     {ints(i32, {3}, {1, 2, 3})}));
}
