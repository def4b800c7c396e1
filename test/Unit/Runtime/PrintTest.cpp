//===- PrintTest.cpp - Tensors that programs print ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares with the output of upstream's libmlir_runner_utils itself.
//
//===----------------------------------------------------------------------===//

#include "MemRef.h"

#include "stax/Runtime/Print.h"

#include "gtest/gtest.h"

#include <limits>
#include <string>
#include <vector>

#include <dlfcn.h>

using PrintFunction = void (*)(UnrankedMemRef *);

extern "C" {
void printMemrefF64(int64_t rank, void *descriptor);
void printMemrefI32(int64_t rank, void *descriptor);
void _mlir_ciface_printMemrefI8(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefI16(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefI32(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefI64(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefInd(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefF16(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefBF16(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefF32(UnrankedMemRef *memref);
void _mlir_ciface_printMemrefF64(UnrankedMemRef *memref);
void printI64(int64_t value);
void printU64(uint64_t value);
void printF16(uint16_t bits);
void printBF16(uint16_t bits);
void printF32(float value);
void printF64(double value);
void printString(const char *text);
void printOpen();
void printClose();
void printComma();
void printNewline();
void stax_expect_f32(int64_t number, int64_t resultRank, void *result,
                     int64_t expectedRank, void *expected);
double rtclock();
int64_t nanoTime();
int64_t _mlir_ciface_nanoTime();
}

static PrintFunction getUpstream(const char *name) {
  static void *library = dlopen(STAX_UPSTREAM_RUNNER_UTILS, RTLD_NOW);
  return reinterpret_cast<PrintFunction>(library ? dlsym(library, name)
                                                 : nullptr);
}

static std::string capture(PrintFunction print, MemRef &memref) {
  testing::internal::CaptureStdout();
  print(&memref.unranked);
  return testing::internal::GetCapturedStdout();
}

static void expectSame(PrintFunction ours, const char *name, MemRef memref) {
  PrintFunction upstream = getUpstream(name);
  ASSERT_NE(upstream, nullptr) << name;
  EXPECT_EQ(capture(ours, memref), capture(upstream, memref)) << name;
}

#define EXPECT_SAME(SUFFIX, MEMREF)                                            \
  expectSame(_mlir_ciface_printMemref##SUFFIX,                                 \
             "_mlir_ciface_printMemref" #SUFFIX, MEMREF)

using Limits = std::numeric_limits<double>;
static const double kDoubles[24] = {0.0,
                                    -0.0,
                                    1.0,
                                    -1.5,
                                    1e-7,
                                    1.0 / 3,
                                    1e20,
                                    123456789.0,
                                    1e-300,
                                    2,
                                    3.25,
                                    4,
                                    5,
                                    6,
                                    7,
                                    8,
                                    1e6,
                                    999999.5,
                                    100000,
                                    20,
                                    21,
                                    Limits::infinity(),
                                    -Limits::infinity(),
                                    Limits::quiet_NaN()};

TEST(PrintTest, MatchesUpstreamForEveryRank) {
  EXPECT_SAME(F64, MemRef(kDoubles, 3, {}, {}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {1}, {1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {24}, {1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {1, 1}, {1, 1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {4, 6}, {6, 1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {2, 3, 4}, {12, 4, 1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {2, 2, 3, 2}, {12, 6, 2, 1}));
}

TEST(PrintTest, MatchesUpstreamForEveryLayout) {
  EXPECT_SAME(F64, MemRef(kDoubles, 0, {6, 4}, {1, 6}));
  EXPECT_SAME(F64, MemRef(kDoubles, 23, {4, 6}, {-6, -1}));
  EXPECT_SAME(F64, MemRef(kDoubles, 5, {3, 2}, {0, 2}));
}

TEST(PrintTest, MatchesUpstreamForEveryType) {
  const int8_t i8[] = {65, 66, 67, 126};
  const int16_t i16[] = {1, -2, INT16_MIN, INT16_MAX};
  const int32_t i32[] = {1, -2, INT32_MIN, INT32_MAX};
  const int64_t i64[] = {1, -2, INT64_MIN, INT64_MAX};
  const float f32[] = {0.1f, -3e38f, 1e-45f, 16777216.0f};
  EXPECT_SAME(I8, MemRef(i8, 0, {2, 2}, {2, 1}));
  EXPECT_SAME(I16, MemRef(i16, 0, {2, 2}, {2, 1}));
  EXPECT_SAME(I32, MemRef(i32, 0, {2, 2}, {2, 1}));
  EXPECT_SAME(I64, MemRef(i64, 0, {2, 2}, {2, 1}));
  EXPECT_SAME(Ind, MemRef(i64, 0, {2, 2}, {2, 1}));
  EXPECT_SAME(F32, MemRef(f32, 0, {2, 2}, {2, 1}));
}

// All bit patterns: normal and subnormal numbers, zeros, infinities, NaNs.
TEST(PrintTest, MatchesUpstreamForAllSixteenBitFloats) {
  std::vector<uint16_t> bits(1 << 16);
  for (size_t i = 0; i < bits.size(); ++i)
    bits[i] = static_cast<uint16_t>(i);
  EXPECT_SAME(F16, MemRef(bits.data(), 0, {1 << 16}, {1}));
  EXPECT_SAME(BF16, MemRef(bits.data(), 0, {1 << 16}, {1}));
}

static std::string getData(const std::string &text) {
  return text.substr(text.find("data = ") + 7);
}

// Upstream reads past the end of these.
TEST(PrintTest, TensorsWithoutElements) {
  MemRef none(nullptr, 0, {0}, {1});
  EXPECT_EQ(capture(_mlir_ciface_printMemrefF64, none),
            "Unranked Memref base@ = 0 rank = 1 offset = 0 sizes = [0] strides "
            "= [1] data = \n[]\n");
  MemRef outer(nullptr, 0, {0, 3}, {3, 1});
  EXPECT_EQ(getData(capture(_mlir_ciface_printMemrefF64, outer)), "\n[]\n");
  MemRef inner(nullptr, 0, {2, 0}, {0, 1});
  EXPECT_EQ(getData(capture(_mlir_ciface_printMemrefF64, inner)),
            "\n[[], \n []]\n");
}

TEST(PrintTest, TheUnpackedFormPrintsTheSame) {
  MemRef memref(kDoubles, 0, {4, 6}, {6, 1});
  testing::internal::CaptureStdout();
  printMemrefF64(2, memref.words.data());
  std::string text = testing::internal::GetCapturedStdout();
  EXPECT_EQ(text, capture(_mlir_ciface_printMemrefF64, memref));
}

namespace {
struct Seen {
  int32_t dtype;
  std::vector<int64_t> shape;
  int64_t lastStride;
  double first;
};
} // namespace

static void observe(const stax_tensor &tensor, void *context) {
  std::vector<int64_t> shape(tensor.shape, tensor.shape + tensor.rank);
  double first = tensor.dtype == STAX_F64 ? *static_cast<double *>(tensor.data)
                                          : *static_cast<int *>(tensor.data);
  static_cast<std::vector<Seen> *>(context)->push_back(
      {tensor.dtype, shape, tensor.rank ? tensor.strides[tensor.rank - 1] : 0,
       first});
}

// The offset is in `data` already, and strides are the memref's.
TEST(PrintTest, AnObserverSeesEveryTensorInOrder) {
  const int32_t integers[] = {7, 8, 9, 10};
  MemRef first(kDoubles, 3, {2, 2}, {1, 6});
  MemRef second(integers, 2, {}, {});
  std::vector<Seen> seen;
  testing::internal::CaptureStdout();
  stax::rt::setPrintObserver(observe, &seen);
  printMemrefF64(2, first.words.data());
  printMemrefI32(0, second.words.data());
  stax::rt::setPrintObserver(nullptr, nullptr);
  printMemrefI32(0, second.words.data());
  std::string text = testing::internal::GetCapturedStdout();

  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen[0].dtype, STAX_F64);
  EXPECT_EQ(seen[0].shape, (std::vector<int64_t>{2, 2}));
  EXPECT_EQ(seen[0].lastStride, 6);
  EXPECT_EQ(seen[0].first, -1.5);
  EXPECT_EQ(seen[1].dtype, STAX_I32);
  EXPECT_TRUE(seen[1].shape.empty());
  EXPECT_EQ(seen[1].first, 9);
  EXPECT_NE(text.find("[9]"), std::string::npos);
}

TEST(PrintTest, AnotherFileTakesTheOutput) {
  MemRef memref(kDoubles, 2, {}, {});
  std::FILE *file = std::tmpfile();
  ASSERT_NE(file, nullptr);
  testing::internal::CaptureStdout();
  stax::rt::setPrintFile(file);
  printMemrefF64(0, memref.words.data());
  stax::rt::setPrintFile(nullptr);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");

  std::rewind(file);
  char text[200] = {};
  EXPECT_GT(std::fread(text, 1, sizeof(text) - 1, file), 0u);
  EXPECT_EQ(getData(text), "\n[1]\n");
  std::fclose(file);
}

TEST(ClockTest, ClocksAdvance) {
  double seconds = rtclock();
  int64_t nanoseconds = nanoTime();
  while (nanoTime() < nanoseconds + 2000000)
    ;
  EXPECT_GT(rtclock(), seconds);
  EXPECT_GT(_mlir_ciface_nanoTime(), nanoseconds);
}

//===----------------------------------------------------------------------===//
// Scalars and expectations
//===----------------------------------------------------------------------===//

TEST(PrintTest, ScalarsAndPunctuation) {
  testing::internal::CaptureStdout();
  printOpen();
  printI64(-3);
  printComma();
  printU64(uint64_t(INT64_MAX) + 1);
  printClose();
  printNewline();
  printString("halves: ");
  printF16(0x3e00);
  printComma();
  printBF16(0x3fc0);
  printComma();
  printF32(0.1f);
  printComma();
  printF64(-1e300);
  EXPECT_EQ(testing::internal::GetCapturedStdout(),
            "( -3, 9223372036854775808 )\nhalves: 1.5, 1.5, 0.1, -1e+300");
}

TEST(PrintTest, ObserverSeesScalars) {
  std::vector<std::string> seen;
  stax::rt::setPrintObserver(
      [](const stax_tensor &tensor, void *context) {
        double value = tensor.dtype == STAX_F64
                           ? *static_cast<double *>(tensor.data)
                           : *static_cast<int64_t *>(tensor.data);
        static_cast<std::vector<std::string> *>(context)->push_back(
            std::to_string(tensor.rank) + ": " + std::to_string(value));
      },
      &seen);
  testing::internal::CaptureStdout();
  printI64(5);
  printF64(2.5);
  testing::internal::GetCapturedStdout();
  stax::rt::setPrintObserver(nullptr, nullptr);
  EXPECT_EQ(seen, (std::vector<std::string>{"0: 5.000000", "0: 2.500000"}));
}

TEST(PrintTest, ExpectationsAreObserved) {
  const float result[] = {1, 2}, expected[] = {3, 4, 5, 6};
  MemRef first(result, 0, {2}, {1}), second(expected, 1, {2}, {2});
  auto expect = [&] {
    stax_expect_f32(7, first.unranked.rank, first.unranked.descriptor,
                    second.unranked.rank, second.unranked.descriptor);
  };
  // Without an observer it does nothing.
  expect();
  std::vector<double> seen;
  stax::rt::setExpectObserver(
      [](int64_t number, const stax_tensor &result, const stax_tensor &expected,
         void *context) {
        auto &seen = *static_cast<std::vector<double> *>(context);
        seen = {double(number), static_cast<float *>(result.data)[0],
                static_cast<float *>(expected.data)[expected.strides[0]]};
      },
      &seen);
  expect();
  stax::rt::setExpectObserver(nullptr, nullptr);
  EXPECT_EQ(seen, (std::vector<double>{7, 1, 6}));
}
