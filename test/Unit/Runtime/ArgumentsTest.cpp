//===- ArgumentsTest.cpp - Entry checks and results -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include "gtest/gtest.h"

#include <cstring>
#include <limits>
#include <vector>

namespace {
/// softmax : (64 x ?) f32 -> (64 x ?) f32, the argument 16-byte aligned.
class ArgumentsTest : public testing::Test {
protected:
  int64_t typeShape[2] = {64, -1};
  stax_tensor_type argumentType = {"#0", typeShape, 2, STAX_F32, 16, 0};
  stax_tensor_type resultType = {"#0", typeShape, 2, STAX_F32, 4, 0};
  stax_function function = {"softmax", &argumentType, &resultType, 1,
                            1,         nullptr};

  alignas(64) float data[64 * 3] = {};
  int64_t shape[2] = {64, 3};
  stax_tensor argument = {data, shape, nullptr, 2, STAX_F32};

  int64_t resultShape[2] = {0, 0};
  int64_t resultStrides[2] = {0, 0};
  stax_tensor result = {nullptr, resultShape, nullptr, 2, STAX_F32};

  stax_error error = {};

  int32_t check() {
    return stax_check_arguments(&function, &argument, &result, &error);
  }

  void expectError(const std::string &message) {
    EXPECT_EQ(check(), STAX_INVALID_ARGUMENT);
    EXPECT_EQ(error.code, STAX_INVALID_ARGUMENT);
    EXPECT_EQ(error.message, message);
    EXPECT_STREQ(error.location, "");
    // The same answer without anywhere to put the text.
    EXPECT_EQ(stax_check_arguments(&function, &argument, &result, nullptr),
              STAX_INVALID_ARGUMENT);
  }

  /// A pool buffer that holds 0, 1, 2, ...
  static float *makeValues(int64_t count) {
    auto *values = static_cast<float *>(stax_alloc(count * sizeof(float)));
    for (int64_t i = 0; i < count; ++i)
      values[i] = static_cast<float>(i);
    return values;
  }
};
} // namespace

TEST_F(ArgumentsTest, AcceptsWhatFits) { EXPECT_EQ(check(), STAX_OK); }

// What the function may write over must not be another argument, too.
TEST_F(ArgumentsTest, DonatedMemoryIsItsOwn) {
  stax_tensor_type types[] = {argumentType, argumentType};
  types[1].name = "#1";
  stax_tensor arguments[] = {argument, argument};
  function.arguments = types;
  function.num_arguments = 2;
  auto check = [&] {
    return stax_check_arguments(&function, arguments, &result, &error);
  };
  EXPECT_EQ(check(), STAX_OK);
  types[1].flags = STAX_DONATED;
  EXPECT_EQ(check(), STAX_INVALID_ARGUMENT);
  EXPECT_EQ(
      std::string(error.message)
          .find("softmax: argument #1: expected memory of its own, as the "
                "function may write over it, but argument #0 is at "),
      0u);
  alignas(64) float other[64 * 3] = {};
  arguments[1].data = other;
  EXPECT_EQ(check(), STAX_OK);
}

TEST_F(ArgumentsTest, AcceptsFunctionsOfNothing) {
  stax_function nothing = {"main", nullptr, nullptr, 0, 0, nullptr};
  EXPECT_EQ(stax_check_arguments(&nothing, nullptr, nullptr, &error), STAX_OK);
}

TEST_F(ArgumentsTest, NullArguments) {
  EXPECT_EQ(stax_check_arguments(&function, nullptr, &result, &error),
            STAX_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message,
               "softmax: expected 1 arguments, but got a null pointer");
}

TEST_F(ArgumentsTest, NullResults) {
  EXPECT_EQ(stax_check_arguments(&function, &argument, nullptr, &error),
            STAX_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message,
               "softmax: expected 1 results, but got a null pointer");
}

TEST_F(ArgumentsTest, Rank) {
  argument.rank = 1;
  expectError("softmax: argument #0: expected rank 2, but got 1");
}

TEST_F(ArgumentsTest, NegativeRank) {
  argument.rank = -1;
  expectError("softmax: argument #0: expected rank 2, but got -1");
}

TEST_F(ArgumentsTest, ElementType) {
  argument.dtype = STAX_F64;
  expectError("softmax: argument #0: expected element type f32, but got f64");
}

TEST_F(ArgumentsTest, UnknownElementType) {
  argument.dtype = 42;
  expectError("softmax: argument #0: expected element type f32, but got the "
              "unknown type 42");
}

TEST_F(ArgumentsTest, NullShape) {
  argument.shape = nullptr;
  expectError("softmax: argument #0: expected a shape of 2 extents, but got a "
              "null pointer");
}

TEST_F(ArgumentsTest, StaticExtent) {
  shape[0] = 63;
  expectError(
      "softmax: argument #0: expected extent 64 in dimension 0, but got 63");
}

TEST_F(ArgumentsTest, NegativeExtent) {
  shape[1] = -2;
  expectError("softmax: argument #0: expected an extent of at least 0 in "
              "dimension 1, but got -2");
}

TEST_F(ArgumentsTest, ExtentsThatOverflow) {
  shape[1] = std::numeric_limits<int64_t>::max() / 64;
  expectError("softmax: argument #0: expected at most 9223372036854775807 "
              "bytes, but the extents' product exceeds them");
}

TEST_F(ArgumentsTest, Strides) {
  int64_t strides[2] = {1, 64};
  argument.strides = strides;
  expectError("softmax: argument #0: expected row-major stride 1 in dimension "
              "1, but got 64");
}

TEST_F(ArgumentsTest, AcceptsRowMajorStrides) {
  int64_t strides[2] = {3, 1};
  argument.strides = strides;
  EXPECT_EQ(check(), STAX_OK);
}

TEST_F(ArgumentsTest, AcceptsAnyStrideOfAnExtentOfOne) {
  int64_t strides[2] = {1, 77};
  shape[1] = 1;
  argument.strides = strides;
  EXPECT_EQ(check(), STAX_OK);
}

TEST_F(ArgumentsTest, NullData) {
  argument.data = nullptr;
  expectError("softmax: argument #0: expected 768 bytes of data, but got a "
              "null pointer");
}

TEST_F(ArgumentsTest, AcceptsNullDataWithoutElements) {
  shape[1] = 0;
  argument.data = nullptr;
  EXPECT_EQ(check(), STAX_OK);
}

TEST_F(ArgumentsTest, Alignment) {
  argument.data = data + 1;
  EXPECT_EQ(check(), STAX_INVALID_ARGUMENT);
  std::string message = error.message;
  EXPECT_EQ(message.rfind("softmax: argument #0: expected data aligned to 16 "
                          "bytes, but got address 0x",
                          0),
            0u)
      << message;
}

TEST_F(ArgumentsTest, NamesTheArgument) {
  argumentType.name = "logits";
  argument.rank = 0;
  expectError("softmax: argument logits: expected rank 2, but got 0");
}

TEST_F(ArgumentsTest, Scalars) {
  argumentType = {"#0", nullptr, 0, STAX_F32, 4, 0};
  argument = {data, nullptr, nullptr, 0, STAX_F32};
  EXPECT_EQ(check(), STAX_OK);
  argument.data = nullptr;
  expectError("softmax: argument #0: expected 4 bytes of data, but got a null "
              "pointer");
}

TEST_F(ArgumentsTest, ResultOfTheWrongRank) {
  result.rank = 3;
  expectError("softmax: result #0: expected rank 2, but got 3");
}

TEST_F(ArgumentsTest, ResultOfTheWrongElementType) {
  result.dtype = STAX_I32;
  expectError("softmax: result #0: expected element type f32, but got i32");
}

TEST_F(ArgumentsTest, ResultWithoutRoomForItsShape) {
  result.shape = nullptr;
  expectError("softmax: result #0: expected a shape of 2 extents, but got a "
              "null pointer");
}

// The extents of a result without data are yet to be written.
TEST_F(ArgumentsTest, ChecksExtentsOfResultsOnlyWithData) {
  resultShape[0] = 5;
  EXPECT_EQ(check(), STAX_OK);
  result.data = data;
  expectError(
      "softmax: result #0: expected extent 64 in dimension 0, but got 5");
}

TEST_F(ArgumentsTest, LongTextsAreCut) {
  std::string name(1000, 'x');
  function.name = name.c_str();
  argument.rank = 1;
  EXPECT_EQ(check(), STAX_INVALID_ARGUMENT);
  EXPECT_EQ(error.message, std::string(511, 'x'));
}

TEST_F(ArgumentsTest, DeliversAPoolBuffer) {
  result.strides = resultStrides;
  float *values = makeValues(192);
  EXPECT_EQ(stax_deliver_result(&function, 0, values, shape, &result, &error),
            STAX_OK);
  EXPECT_EQ(result.data, values);
  EXPECT_EQ(resultShape[0], 64);
  EXPECT_EQ(resultShape[1], 3);
  EXPECT_EQ(resultStrides[0], 3);
  EXPECT_EQ(resultStrides[1], 1);
  stax_free(result.data);
}

TEST_F(ArgumentsTest, DeliversIntoTheCallersBuffer) {
  int64_t live = stax_pool_live_bytes();
  result.data = data;
  result.shape = shape;
  float *values = makeValues(192);
  EXPECT_EQ(stax_deliver_result(&function, 0, values, shape, &result, &error),
            STAX_OK);
  EXPECT_EQ(result.data, data);
  EXPECT_EQ(data[191], 191.0f);
  EXPECT_EQ(stax_pool_live_bytes(), live);
}

TEST_F(ArgumentsTest, LeavesAResultThatIsInPlace) {
  result.data = data;
  result.shape = shape;
  data[191] = 7;
  EXPECT_EQ(stax_deliver_result(&function, 0, data, shape, &result, &error),
            STAX_OK);
  EXPECT_EQ(data[191], 7.0f);
}

TEST_F(ArgumentsTest, PlacesAResultInTheCallersBuffer) {
  float values[192];
  result.data = values;
  result.shape = shape;
  EXPECT_EQ(stax_place_result(&function, 0, sizeof(values), &argument, &result),
            values);
}

TEST_F(ArgumentsTest, PlacesNoResultWithoutABuffer) {
  result.data = nullptr;
  EXPECT_EQ(stax_place_result(&function, 0, 768, &argument, &result), nullptr);
}

TEST_F(ArgumentsTest, PlacesNoResultOfAnotherSize) {
  float values[192];
  result.data = values;
  result.shape = shape;
  EXPECT_EQ(stax_place_result(&function, 0, 764, &argument, &result), nullptr);
}

// The callee would overwrite what it has yet to read.
TEST_F(ArgumentsTest, PlacesNoResultOnAnArgument) {
  result.data = argument.data;
  result.shape = shape;
  EXPECT_EQ(stax_place_result(&function, 0, 768, &argument, &result), nullptr);
}

// A dynamic extent of a result is known only now.
TEST_F(ArgumentsTest, RefusesABufferOfAnotherShape) {
  int64_t live = stax_pool_live_bytes();
  int64_t computed[2] = {64, 2};
  result.data = data;
  result.shape = shape;
  float *values = makeValues(128);
  EXPECT_EQ(
      stax_deliver_result(&function, 0, values, computed, &result, &error),
      STAX_INVALID_ARGUMENT);
  EXPECT_STREQ(
      error.message,
      "softmax: result #0: expected extent 2 in dimension 1, but got 3");
  EXPECT_EQ(data[1], 0.0f);
  EXPECT_EQ(stax_pool_live_bytes(), live);
}

TEST_F(ArgumentsTest, DeliversResultsWithoutElements) {
  int64_t empty[2] = {64, 0};
  result.data = data;
  result.shape = empty;
  EXPECT_EQ(
      stax_deliver_result(&function, 0, stax_alloc(0), empty, &result, &error),
      STAX_OK);
}

TEST_F(ArgumentsTest, DeliversScalars) {
  resultType = {"#0", nullptr, 0, STAX_F32, 4, 0};
  result = {data, nullptr, nullptr, 0, STAX_F32};
  float *value = makeValues(1);
  *value = 5;
  EXPECT_EQ(stax_deliver_result(&function, 0, value, nullptr, &result, &error),
            STAX_OK);
  EXPECT_EQ(data[0], 5.0f);
}
