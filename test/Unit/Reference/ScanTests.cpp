//===- ScanTests.cpp - Scans and their trees ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each point of a scan is computed here from its own definition, where the
// interpreter goes through a line once.
//
//===----------------------------------------------------------------------===//

#include "ReferenceTest.h"

#include <cmath>
#include <optional>

using namespace mlir;
using namespace mlir::stax;

/// Numbers of very different sizes, so that every association shows.
static std::vector<float> getRoughNumbers(size_t count) {
  std::vector<float> values;
  uint32_t state = 54321;
  for (size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    double unit = double(int32_t(state)) / 2147483648.0;
    values.push_back(float(std::ldexp(unit, int(state >> 5 & 31) - 16)));
  }
  return values;
}

static Numbers widen(const std::vector<float> &values) {
  return Numbers(values.begin(), values.end());
}

using Sum = std::optional<float>;

/// The sum of what is there.
static Sum add(Sum lhs, Sum rhs) {
  if (!lhs || !rhs)
    return lhs ? lhs : rhs;
  return *lhs + *rhs;
}

/// The prefix at point `k` of a block after all steps of up to `step` points:
/// that of the step before, combined with the one `step` points earlier.
static float getPrefix(const float *block, size_t k, size_t step) {
  if (step == 0)
    return block[k];
  float later = getPrefix(block, k, step / 2);
  return k < step ? later : getPrefix(block, k - step, step / 2) + later;
}

/// The sum of `count` points of a block, nothing of none.
static Sum sumBlock(const float *block, size_t count, bool isRow) {
  if (count == 0)
    return std::nullopt;
  if (isRow)
    return getPrefix(block, count - 1, 8);
  float sum = block[0];
  for (size_t k = 1; k < count; ++k)
    sum += block[k];
  return sum;
}

/// The sum of the first `count` values after `start`.
static float sumBefore(const std::vector<float> &values, size_t count,
                       float start, bool isRow) {
  size_t chunk = isRow ? 4096 : 256, block = isRow ? 16 : 256;
  auto sumBlocks = [&](size_t first, size_t last) {
    Sum sum;
    for (; first < last; first += block)
      sum = add(sum, sumBlock(&values[first], block, isRow));
    return sum;
  };
  // The point itself has its place in the block in which it is the last.
  size_t last = count == 0 ? 0 : count - 1;
  size_t chunkBegin = last / chunk * chunk, blockBegin = last / block * block;
  Sum carry = start;
  for (size_t first = 0; first < chunkBegin; first += chunk)
    carry = add(carry, sumBlocks(first, first + chunk));
  carry = add(carry, sumBlocks(chunkBegin, blockBegin));
  return *add(carry,
              sumBlock(values.data() + blockBegin, count - blockBegin, isRow));
}

/// What an exclusive scan has at point `k`: the carries that it starts with and
/// what is before it in its block.
static float sumExclusive(const std::vector<float> &values, size_t k,
                          float start, bool isRow) {
  size_t block = isRow ? 16 : 256, chunk = isRow ? 4096 : 256;
  if (k % block != 0)
    return sumBefore(values, k, start, isRow);
  Sum carry = start;
  auto sumBlocks = [&](size_t first, size_t last) {
    Sum sum;
    for (; first < last; first += block)
      sum = add(sum, sumBlock(&values[first], block, isRow));
    return sum;
  };
  size_t chunkBegin = k / chunk * chunk;
  for (size_t first = 0; first < chunkBegin; first += chunk)
    carry = add(carry, sumBlocks(first, first + chunk));
  return *add(carry, sumBlocks(chunkBegin, k));
}

static const size_t kLengths[] = {1, 2, 15, 16, 17, 33, 255, 256, 257, 600};

namespace {
class Scan : public ReferenceTest {
protected:
  /// Scans a vector of floats; `clauses` come after `dim 0`.
  ReferenceTensor scanVector(StringRef clauses,
                             const std::vector<float> &values,
                             float carry = 0.0f) {
    std::string text =
        "func.func @f(%x: tensor<?xf32>, %n: index, %c: f32) -> tensor<?xf32> {"
        " %0 = stax.scan #stax.add dim 0 " +
        clauses.str() +
        " domain [%n] ins(%x : tensor<?xf32>) -> tensor<?xf32>"
        " return %0 : tensor<?xf32> }";
    int64_t count = values.size();
    return run1(text, {floats(f32, {count}, widen(values)),
                       ints(index, {}, {count}), floats(f32, {}, {carry})});
  }
};
} // namespace

// Blocks of 16 by log steps, serial carries in chunks of 4096, serial chunks.
TEST_F(Scan, RowTree) {
  for (size_t count : {1, 15, 16, 17, 600, 4095, 4096, 4097, 2 * 4096 + 35}) {
    auto values = getRoughNumbers(count);
    Numbers expected;
    for (size_t k = 0; k < count; ++k)
      expected.push_back(sumBefore(values, k + 1, 0.0f, /*isRow=*/true));
    ReferenceTensor sums = scanVector("", values);
    EXPECT_SAME(expected, sums) << count;
    EXPECT_TRUE(isExact(sums));
  }
}

// Chunks of 256 in order.
TEST_F(Scan, ColumnTree) {
  for (size_t count : kLengths) {
    auto values = getRoughNumbers(count);
    Numbers expected;
    for (size_t k = 0; k < count; ++k)
      expected.push_back(sumBefore(values, k + 1, 0.0f, /*isRow=*/false));
    EXPECT_SAME(expected, scanVector("tree(scan_column)", values)) << count;
  }
}

// One chain from the start.
TEST_F(Scan, SerialTree) {
  auto values = getRoughNumbers(600);
  Numbers inclusive, exclusive;
  float sum = 3.25f;
  for (float value : values) {
    exclusive.push_back(sum);
    sum += value;
    inclusive.push_back(sum);
  }
  EXPECT_SAME(inclusive,
              scanVector("tree(serial) carry(%c : f32)", values, 3.25f));
  EXPECT_SAME(exclusive, scanVector("exclusive tree(serial) carry(%c : f32)",
                                    values, 3.25f));
}

// An exclusive scan has carries as they are where a block begins.
TEST_F(Scan, Exclusive) {
  for (size_t count : kLengths) {
    auto values = getRoughNumbers(count);
    Numbers row, column;
    for (size_t k = 0; k < count; ++k) {
      row.push_back(sumExclusive(values, k, 0.0f, /*isRow=*/true));
      column.push_back(sumExclusive(values, k, 0.0f, /*isRow=*/false));
    }
    EXPECT_SAME(row, scanVector("exclusive", values)) << count;
    EXPECT_SAME(column, scanVector("exclusive tree(scan_column)", values))
        << count;
  }
}

// A carry is combined before the carries of blocks.
TEST_F(Scan, Carry) {
  auto values = getRoughNumbers(4096 + 40);
  Numbers expected;
  for (size_t k = 0; k < values.size(); ++k)
    expected.push_back(sumBefore(values, k + 1, 1e3f, /*isRow=*/true));
  EXPECT_SAME(expected, scanVector("carry(%c : f32)", values, 1e3f));
}

// The trees differ, or the tests above would show nothing.
TEST_F(Scan, RoughNumbersTellTreesApart) {
  auto values = getRoughNumbers(600);
  float row = sumBefore(values, 600, 0.0f, /*isRow=*/true);
  float column = sumBefore(values, 600, 0.0f, /*isRow=*/false);
  float serial = 0;
  for (float value : values)
    serial += value;
  EXPECT_NE(row, column);
  EXPECT_NE(row, serial);
  EXPECT_NE(column, serial);
}

// Chunks are scanned alone from carries that reductions of them give.
TEST_F(Scan, ChunksStandAlone) {
  auto values = getRoughNumbers(3 * 4096);
  auto tensor = floats(f32, {3 * 4096}, widen(values));
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: tensor<12288xf32>) -> (tensor<12288xf32>, tensor<3x4096xf32>) {
      %whole = stax.scan #stax.add dim 0 ins(%x : tensor<12288xf32>) -> tensor<12288xf32>
      %chunks = tensor.expand_shape %x [[0, 1]] output_shape [3, 4096] : tensor<12288xf32> into tensor<3x4096xf32>
      %totals = stax.reduce #stax.add dims [1] partial tree(scan_row) ins(%chunks : tensor<3x4096xf32>) -> tensor<3xf32>
      %carries = stax.scan #stax.add dim 0 exclusive tree(serial) ins(%totals : tensor<3xf32>) -> tensor<3xf32>
      %parts = stax.scan #stax.add dim 1 carry(%carries : tensor<3xf32>) ins(%chunks : tensor<3x4096xf32>) -> tensor<3x4096xf32>
      return %whole, %parts : tensor<12288xf32>, tensor<3x4096xf32>
    })",
                                             {tensor});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_SAME(numbers(results[0]), results[1]);
}

// The earlier point is the left operand; from the last point on in reverse.
TEST_F(Scan, ReverseStartsFromTheLastPoint) {
  auto values = getRoughNumbers(600);
  auto flipped = std::vector<float>(values.rbegin(), values.rend());
  Numbers expected = numbers(scanVector("exclusive", flipped));
  std::reverse(expected.begin(), expected.end());
  EXPECT_SAME(expected, scanVector("exclusive reverse", values));
}

// Along the first dimension each column is a line of its own.
TEST_F(Scan, FirstDimension) {
  EXPECT_EQ(integers(run1(R"(
    func.func @f(%x: tensor<3x2xi32>, %c: tensor<2xi32>) -> tensor<3x2xi32> {
      %0 = stax.scan #stax.add dim 0 carry(%c : tensor<2xi32>) ins(%x : tensor<3x2xi32>) -> tensor<3x2xi32>
      return %0 : tensor<3x2xi32>
    })",
                          {ints(i32, {3, 2}, {1, 2, 3, 4, 5, 6}),
                           ints(i32, {2}, {10, 20})})),
            (Integers{11, 22, 14, 26, 19, 32}));
}

// A tuple of a value and its index, with a carry for each.
TEST_F(Scan, RunningArgMax) {
  SmallVector<ReferenceTensor> results = run(R"(
    func.func @f(%x: tensor<5xi32>) -> (tensor<5xi32>, tensor<5xindex>) {
      %v = arith.constant 2 : i32
      %i = arith.constant 100 : index
      %0:2 = stax.scan #stax.argmaxs dim 0 exclusive carry(%v, %i : i32, index) ins(%x : tensor<5xi32>) -> (tensor<5xi32>, tensor<5xindex>) {
      ^bb0(%a: i32):
        %k = stax.index 0
        stax.yield %a, %k : i32, index
      }
      return %0#0, %0#1 : tensor<5xi32>, tensor<5xindex>
    })",
                                             {ints(i32, {5}, {1, 2, 5, 3, 7})});
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(integers(results[0]), (Integers{2, 2, 2, 5, 5}));
  EXPECT_EQ(integers(results[1]), (Integers{100, 100, 1, 2, 2}));
}

// Short floats accumulate in f32 and are rounded at each point alone.
TEST_F(Scan, ShortFloatsAccumulateWide) {
  EXPECT_SAME((Numbers{2048, 2048, 2050}),
              run1(R"(
    func.func @f(%x: tensor<3xf16>) -> tensor<3xf16> {
      %0 = stax.scan #stax.add dim 0 ins(%x : tensor<3xf16>) -> tensor<3xf16>
      return %0 : tensor<3xf16>
    })",
                   {floats(f16, {3}, {2048, 1, 1})}));
}

// No points have no results.
TEST_F(Scan, NoPoints) { EXPECT_EQ(numbers(scanVector("", {})), Numbers{}); }

// A carry of another extent is an error of the program.
TEST_F(Scan, CarryOfAnotherExtent) {
  EXPECT_EQ(runError(R"(
    func.func @f(%x: tensor<?x2xi32>, %n: index, %c: tensor<?xi32>) -> tensor<?x2xi32> {
      %0 = stax.scan #stax.add dim 1 carry(%c : tensor<?xi32>) domain [%n, 2] ins(%x : tensor<?x2xi32>) -> tensor<?x2xi32>
      return %0 : tensor<?x2xi32>
    })",
                     {ints(i32, {2, 2}, {1, 2, 3, 4}), ints(index, {}, {2}),
                      ints(i32, {3}, {1, 2, 3})}),
            "run-time: expected carry #0 to have extent 2 in dimension 0, but "
            "got 3");
}
