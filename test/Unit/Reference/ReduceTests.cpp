//===- ReduceTests.cpp - Reductions and their trees -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trees are written a second time here, bottom up, where the interpreter
// goes top down.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <cmath>
#include <optional>

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Trees from another definition
//===----------------------------------------------------------------------===//

/// By pairs: a counter of complete blocks of powers of two, smaller ones later,
/// which are added from the last to the first.
template <typename T>
static T sumPairs(const std::vector<T> &values) {
  std::vector<std::pair<size_t, T>> blocks;
  for (T value : values) {
    size_t size = 1;
    while (!blocks.empty() && blocks.back().first == size) {
      value = blocks.back().second + value;
      size *= 2;
      blocks.pop_back();
    }
    blocks.push_back({size, value});
  }
  T sum = blocks.back().second;
  for (size_t i = blocks.size() - 1; i-- > 0;)
    sum = blocks[i].second + sum;
  return sum;
}

template <typename T>
static T sumLanes(const std::vector<T> &values, size_t lanes) {
  std::vector<std::optional<T>> lane(lanes);
  for (size_t k = 0; k < values.size(); ++k) {
    std::optional<T> &sum = lane[k % lanes];
    sum = sum ? *sum + values[k] : values[k];
  }
  while (lane.size() > 1) {
    size_t half = lane.size() / 2;
    for (size_t l = 0; l < half; ++l)
      if (lane[l + half])
        lane[l] = *lane[l] + *lane[l + half];
    lane.resize(half);
  }
  return *lane[0];
}

/// Chunks of `chunk` points, each in `lanes` lanes, by pairs; then +0.0.
template <typename T>
static T sumTree(const std::vector<T> &values, size_t lanes, size_t chunk) {
  std::vector<T> sums;
  for (size_t first = 0; first < values.size(); first += chunk) {
    size_t last = std::min(values.size(), first + chunk);
    sums.push_back(sumLanes(
        std::vector<T>(values.begin() + first, values.begin() + last), lanes));
  }
  return sumPairs(sums) + T(0);
}

/// Numbers of very different sizes, so that every association shows.
template <typename T>
static std::vector<T> getRoughNumbers(size_t count) {
  std::vector<T> values;
  uint32_t state = 12345;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    double unit = double(int32_t(state)) / 2147483648.0;
    values.push_back(T(std::ldexp(unit, int(state >> 5 & 31) - 16)));
  }
  return values;
}

template <typename T>
static Numbers widen(const std::vector<T> &values) {
  return Numbers(values.begin(), values.end());
}

namespace {
class Reduce : public ReferenceTest {
protected:
  /// Reduces a vector of `type`; `clauses` come after `dims [0]`.
  ReferenceTensor reduceVector(StringRef monoid, StringRef clauses,
                               const ReferenceTensor &values) {
    std::string element;
    llvm::raw_string_ostream(element) << values.getElementType();
    std::string text =
        "func.func @f(%x: tensor<?x" + element + ">, %n: index) -> tensor<" +
        element + "> { %0 = stax.reduce #stax." + monoid.str() + " dims [0] " +
        clauses.str() + " domain [%n] ins(%x : tensor<?x" + element +
        ">) -> tensor<" + element + "> return %0 : tensor<" + element + "> }";
    return run1(text, {values, ints(index, {}, {values.getShape()[0]})});
  }
};
} // namespace

// The row tree of f32: 64 lanes in chunks of 4096.
TEST_F(Reduce, RowTreeOfF32) {
  for (size_t count :
       {1, 2, 3, 63, 64, 65, 127, 4095, 4096, 4097, 3 * 4096 + 5, 5 * 4096}) {
    auto values = getRoughNumbers<float>(count);
    ReferenceTensor sum =
        reduceVector("add", "", floats(f32, {int64_t(count)}, widen(values)));
    EXPECT_SAME(Numbers{sumTree(values, 64, 4096)}, sum) << count;
    EXPECT_TRUE(isExact(sum));
  }
}

// The tree is not the order, or the tests above would show nothing.
TEST_F(Reduce, RoughNumbersTellTreesApart) {
  auto values = getRoughNumbers<float>(4097);
  float serial = 0;
  for (float value : values)
    serial += value;
  EXPECT_NE(serial, sumTree(values, 64, 4096));
  EXPECT_NE(sumTree(values, 1, 256), sumTree(values, 64, 4096));
  EXPECT_NE(sumTree(values, 32, 4096), sumTree(values, 64, 4096));
}

// f64 has half the lanes.
TEST_F(Reduce, RowTreeOfF64) {
  for (size_t count : {1, 31, 32, 33, 64, 4096, 4097, 2 * 4096 + 33}) {
    auto values = getRoughNumbers<double>(count);
    ReferenceTensor sum =
        reduceVector("add", "", floats(f64, {int64_t(count)}, values));
    EXPECT_SAME(Numbers{sumTree(values, 32, 4096)}, sum) << count;
  }
}

// The column tree: 256 points in order.
TEST_F(Reduce, ColumnTree) {
  for (size_t count : {1, 255, 256, 257, 512, 3 * 256 + 1}) {
    auto values = getRoughNumbers<float>(count);
    ReferenceTensor sum = reduceVector(
        "add", "tree(column)", floats(f32, {int64_t(count)}, widen(values)));
    EXPECT_SAME(Numbers{sumTree(values, 1, 256)}, sum) << count;
  }
}

TEST_F(Reduce, PairsTree) {
  for (size_t count : {1, 2, 3, 4, 5, 6, 7, 8, 9, 100}) {
    auto values = getRoughNumbers<float>(count);
    ReferenceTensor sum = reduceVector(
        "add", "tree(pairs)", floats(f32, {int64_t(count)}, widen(values)));
    EXPECT_SAME(Numbers{sumPairs(values) + 0.0f}, sum) << count;
  }
}

TEST_F(Reduce, OrderedIsLeftToRight) {
  auto values = getRoughNumbers<float>(5000);
  float sum = values[0];
  for (size_t i = 1; i < values.size(); ++i)
    sum += values[i];
  EXPECT_SAME(Numbers{sum}, reduceVector("add", "ordered",
                                         floats(f32, {5000}, widen(values))));
}

// The carries of a scan: blocks of 16 by log steps, serial in a chunk of 4096,
// chunks serial.
TEST_F(Reduce, ScanTree) {
  auto values = getRoughNumbers<float>(2 * 4096 + 16 + 3);
  auto sumBlock = [&](size_t first, size_t count) {
    std::vector<float> part(values.begin() + first,
                            values.begin() + first + count);
    // The last prefix of three points is x0 + (x1 + x2), of 16 a full tree.
    return count == 3 ? part[0] + (part[1] + part[2]) : sumPairs(part);
  };
  auto sumChunk = [&](size_t first, size_t last) {
    float sum = sumBlock(first, std::min<size_t>(16, last - first));
    for (size_t block = first + 16; block < last; block += 16)
      sum += sumBlock(block, std::min<size_t>(16, last - block));
    return sum;
  };
  float sum = sumChunk(0, 4096);
  sum += sumChunk(4096, 8192);
  sum += sumChunk(8192, values.size());
  EXPECT_SAME(
      Numbers{sum + 0.0f},
      reduceVector("add", "tree(scan_row)",
                   floats(f32, {int64_t(values.size())}, widen(values))));
}

// Points are numbered in row-major order of the reduced dimensions, and a
// dimension between them is kept.
TEST_F(Reduce, SeveralDimensions) {
  auto values = getRoughNumbers<float>(3 * 2 * 50);
  Numbers expected;
  for (int j = 0; j < 2; ++j) {
    std::vector<float> points;
    for (int i = 0; i < 3; ++i)
      for (int k = 0; k < 50; ++k)
        points.push_back(values[(i * 2 + j) * 50 + k]);
    expected.push_back(sumTree(points, 64, 4096));
  }
  EXPECT_SAME(expected, run1(R"(
    func.func @f(%x: tensor<3x2x50xf32>) -> tensor<2xf32> {
      %0 = stax.reduce #stax.add dims [0, 2] ins(%x : tensor<3x2x50xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                             {floats(f32, {3, 2, 50}, widen(values))}));
}

// The default where the last dimension is kept is the column tree.
TEST_F(Reduce, LeadingDimensionTakesTheColumnTree) {
  auto values = getRoughNumbers<float>(2 * 300);
  Numbers expected;
  for (int j = 0; j < 2; ++j) {
    std::vector<float> points;
    for (int i = 0; i < 300; ++i)
      points.push_back(values[i * 2 + j]);
    expected.push_back(sumTree(points, 1, 256));
  }
  EXPECT_SAME(expected, run1(R"(
    func.func @f(%x: tensor<300x2xf32>) -> tensor<2xf32> {
      %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<300x2xf32>) -> tensor<2xf32>
      return %0 : tensor<2xf32>
    })",
                             {floats(f32, {300, 2}, widen(values))}));
}

//===----------------------------------------------------------------------===//
// Init, partial, empty
//===----------------------------------------------------------------------===//

// The init +0.0 turns a sum of negative zeros into +0.0; a partial sum, which
// another one takes further, keeps the sign.
TEST_F(Reduce, NegativeZeros) {
  ReferenceTensor zeros = floats(f32, {3}, {-0.0, -0.0, -0.0});
  EXPECT_SAME(Numbers{0.0}, reduceVector("add", "", zeros));
  EXPECT_SAME(Numbers{-0.0}, reduceVector("add", "partial", zeros));
  EXPECT_SAME(Numbers{-0.0}, reduceVector("max", "", zeros));
}

TEST_F(Reduce, NothingGivesTheInit) {
  EXPECT_SAME(Numbers{0.0}, reduceVector("add", "", floats(f32, {0}, {})));
  EXPECT_SAME(Numbers{1.0}, reduceVector("mul", "", floats(bf16, {0}, {})));
  EXPECT_EQ(Integers{-1}, integers(reduceVector("and", "", ints(i8, {0}, {}))));
  EXPECT_EQ(Integers{0}, integers(reduceVector("or", "", ints(i8, {0}, {}))));
  EXPECT_EQ(Integers{0}, integers(reduceVector("xor", "", ints(i8, {0}, {}))));
  EXPECT_EQ(Integers{1}, integers(reduceVector("mul", "", ints(i8, {0}, {}))));
}

TEST_F(Reduce, NothingOfAPartialGivesTheIdentity) {
  EXPECT_SAME(Numbers{-0.0},
              reduceVector("add", "partial", floats(f32, {0}, {})));
  EXPECT_SAME(Numbers{-kInf},
              reduceVector("max", "partial", floats(f32, {0}, {})));
}

static const char *kMaxOfRows = R"(
  func.func @f(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?xf32> {
    %0 = stax.reduce #stax.max dims [1] domain [%m, %n] ins(%x : tensor<?x?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  })";

TEST_F(Reduce, ExtremeOfNothingIsAnError) {
  EXPECT_EQ(runError(kMaxOfRows, {floats(f32, {2, 0}, {}), ints(index, {}, {2}),
                                  ints(index, {}, {0})}),
            "run-time: reduces no elements by a monoid that has no value for "
            "them");
}

// No result element, no value that is missing.
TEST_F(Reduce, NoExtremesOfNothingAreNoError) {
  EXPECT_EQ(
      numbers(run1(kMaxOfRows, {floats(f32, {0, 0}, {}), ints(index, {}, {0}),
                                ints(index, {}, {0})}))
          .size(),
      0u);
}

//===----------------------------------------------------------------------===//
// Extremes and NaN
//===----------------------------------------------------------------------===//

TEST_F(Reduce, NaNInEachPosition) {
  for (size_t count : {1, 2, 5, 65})
    for (size_t position = 0; position < count; ++position) {
      Numbers values;
      for (size_t i = 0; i < count; ++i)
        values.push_back(double(i) - 2);
      values[position] = kNaN;
      double least = count == 1 ? kNaN : position == 0 ? -1 : -2;
      double greatest = count == 1              ? kNaN
                        : position == count - 1 ? double(count) - 4
                                                : double(count) - 3;
      for (Type type : {f16, f32, f64}) {
        ReferenceTensor x = floats(type, {int64_t(count)}, values);
        EXPECT_SAME(Numbers{kNaN}, reduceVector("max", "", x));
        EXPECT_SAME(Numbers{kNaN}, reduceVector("min", "", x));
        EXPECT_SAME(Numbers{greatest}, reduceVector("maxnum", "", x));
        EXPECT_SAME(Numbers{least}, reduceVector("minnum", "", x));
      }
    }
}

// 8193 negative zeros: the start value must not survive anywhere.
TEST_F(Reduce, ExtremesOfNegativeZeros) {
  ReferenceTensor x = floats(f32, {8193}, Numbers(8193, -0.0));
  EXPECT_SAME(Numbers{-0.0}, reduceVector("max", "", x));
  EXPECT_SAME(Numbers{-0.0}, reduceVector("min", "", x));
}

TEST_F(Reduce, NegativeZeroIsBelowZero) {
  for (Numbers values : {Numbers{-0.0, 0.0}, Numbers{0.0, -0.0}}) {
    ReferenceTensor x = floats(f32, {2}, values);
    EXPECT_SAME(Numbers{0.0}, reduceVector("max", "", x));
    EXPECT_SAME(Numbers{-0.0}, reduceVector("min", "", x));
  }
}

//===----------------------------------------------------------------------===//
// Integers and short floats
//===----------------------------------------------------------------------===//

TEST_F(Reduce, IntegerExtremes) {
  ReferenceTensor x = ints(i8, {17},
                           {-5, -3, -100, -7, -9, -2, -4, -11, -6, -8, -12, -13,
                            -90, -80, -10, -3, -20});
  EXPECT_EQ(Integers{-2}, integers(reduceVector("maxs", "", x)));
  EXPECT_EQ(Integers{-100}, integers(reduceVector("mins", "", x)));
  EXPECT_EQ(Integers{-2}, integers(reduceVector("maxu", "", x)));
  EXPECT_EQ(Integers{-100}, integers(reduceVector("minu", "", x)));
  ReferenceTensor y = ints(i8, {2}, {-1, 1});
  EXPECT_EQ(Integers{1}, integers(reduceVector("maxs", "", y)));
  EXPECT_EQ(Integers{-1}, integers(reduceVector("maxu", "", y)));
}

TEST_F(Reduce, IntegersWrap) {
  ReferenceTensor x = ints(i8, {3}, {100, 100, 100});
  EXPECT_EQ(Integers{44}, integers(reduceVector("add", "", x)));
  EXPECT_EQ(Integers{64}, integers(reduceVector("mul", "", x)));
}

TEST_F(Reduce, ProductOfBooleans) {
  EXPECT_EQ(Integers{0},
            integers(reduceVector("mul", "", ints(i1, {256}, Integers(256)))));
  EXPECT_EQ(Integers{-1},
            integers(reduceVector("and", "", ints(i1, {2}, {1, 1}))));
}

// An f16 accumulator would stall at 2048.
TEST_F(Reduce, ShortFloatsAccumulateInF32) {
  EXPECT_SAME(Numbers{4096},
              reduceVector("add", "", floats(f16, {4096}, Numbers(4096, 1.0))));
  EXPECT_SAME(Numbers{512},
              reduceVector("add", "", floats(bf16, {512}, Numbers(512, 1.0))));
}

// 256 + 1 is a tie in bf16, which goes down to 256; 256 + 1 + 2^-7 is above.
TEST_F(Reduce, ShortFloatsAreRoundedOnce) {
  ReferenceTensor x = floats(bf16, {3}, {256, 1, 0.0078125});
  EXPECT_SAME(Numbers{258}, reduceVector("add", "", x));
}

// Results may keep the accumulator's type.
TEST_F(Reduce, ResultInTheAccumulatorType) {
  EXPECT_SAME(Numbers{257.0078125},
              run1(R"(
    func.func @f(%x: tensor<3xbf16>) -> tensor<f32> {
      %0 = stax.reduce #stax.add dims [0] partial ins(%x : tensor<3xbf16>) -> tensor<f32>
      return %0 : tensor<f32>
    })",
                   {floats(bf16, {3}, {256, 1, 0.0078125})}));
}

// The region runs before combining and knows where it is.
TEST_F(Reduce, RegionWithIndex) {
  EXPECT_EQ(Integers{0 * 5 + 1 * 6 + 2 * 7},
            integers(run1(R"(
    func.func @f(%x: tensor<3xi32>) -> tensor<i32> {
      %0 = stax.reduce #stax.add dims [0] ins(%x : tensor<3xi32>) -> tensor<i32> {
      ^bb0(%a: i32):
        %i = stax.index 0
        %j = arith.index_cast %i : index to i32
        %p = arith.muli %a, %j : i32
        stax.yield %p : i32
      }
      return %0 : tensor<i32>
    })",
                          {ints(i32, {3}, {5, 6, 7})})));
}
