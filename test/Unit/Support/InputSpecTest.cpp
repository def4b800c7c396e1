//===- InputSpecTest.cpp - Tensors on command lines -----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/InputSpec.h"
#include "TestTensors.h"
#include "stax/Support/Generate.h"

#include <algorithm>

using namespace mlir::stax;
using Values = std::vector<double>;
using Shape = llvm::SmallVector<int64_t, 4>;

static HostTensor make(llvm::StringRef text) {
  InputSpec spec = llvm::cantFail(InputSpec::parse(text));
  return llvm::cantFail(spec.materialize());
}

static std::string getError(llvm::StringRef text) {
  return getError(InputSpec::parse(text));
}

TEST(InputSpecTest, Files) {
  InputSpec spec = llvm::cantFail(InputSpec::parse("a:b/x.npy"));
  EXPECT_EQ(spec.kind, InputSpec::Kind::File);
  EXPECT_EQ(spec.path, "a:b/x.npy");
  EXPECT_EQ(getError(spec.materialize()),
            "a:b/x.npy: cannot open the file: No such file or directory");
}

TEST(InputSpecTest, ShapesAndTypes) {
  InputSpec spec = llvm::cantFail(InputSpec::parse("random:64x128xf32"));
  EXPECT_EQ(spec.shape, (Shape{64, 128}));
  EXPECT_EQ(spec.dtype, STAX_F32);
  spec = llvm::cantFail(InputSpec::parse("random:0xindex"));
  EXPECT_EQ(spec.shape, Shape{0});
  EXPECT_EQ(spec.dtype, STAX_I64);
  spec = llvm::cantFail(InputSpec::parse("zeros:bf16"));
  EXPECT_EQ(spec.shape, Shape{});
  EXPECT_EQ(spec.dtype, STAX_BF16);
}

TEST(InputSpecTest, Options) {
  InputSpec spec = llvm::cantFail(InputSpec::parse(
      "random:4xf32:range=-2.5,1e3:seed=18446744073709551615"));
  EXPECT_EQ(spec.seed, UINT64_MAX);
  EXPECT_EQ(spec.floatRange, std::make_pair(-2.5, 1000.0));
  spec = llvm::cantFail(InputSpec::parse("random:4xi8:range=-128,127"));
  EXPECT_EQ(spec.integerRange, (std::pair<int64_t, int64_t>(-128, 127)));
}

TEST(InputSpecTest, Zeros) {
  EXPECT_EQ(getValues(make("zeros:2x2xf16")), Values(4, 0.0));
}

TEST(InputSpecTest, Iota) {
  EXPECT_EQ(getValues(make("iota:2x3xf32")), (Values{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(getValues(make("iota:3xi1")), (Values{0, 1, 0}));
  EXPECT_EQ(getValues(make("iota:130xi8"))[129], -127);
}

// Written down once, from the definition of SplitMix64: no platform, compiler
// or release may give others.
TEST(InputSpecTest, RandomValuesAreTheSameEverywhere) {
  EXPECT_EQ(getValues(make("random:3xf32")),
            (Values{0x1.3836e80000000p-2, 0x1.9c15180000000p-2,
                    -0x1.ce56f00000000p-3}));
  EXPECT_EQ(getValues(make("random:3xf32:seed=7")),
            (Values{0x1.c5a6100000000p-2, 0x1.3298280000000p-2,
                    0x1.9479600000000p-4}));
  EXPECT_EQ(getValues(make("random:4xi32:seed=7")),
            (Values{-28, -77, -93, 15}));
  EXPECT_EQ(getValues(make("random:8xi1")), (Values{1, 0, 1, 0, 1, 1, 0, 0}));
}

TEST(InputSpecTest, DefaultRanges) {
  for (const char *type : {"f16", "bf16", "f32", "f64"}) {
    Values values = getValues(make("random:20000x" + std::string(type)));
    auto [min, max] = std::minmax_element(values.begin(), values.end());
    EXPECT_GE(*min, -1.0) << type;
    EXPECT_LT(*min, -0.98) << type;
    EXPECT_LT(*max, 1.0) << type;
    EXPECT_GT(*max, 0.98) << type;
  }
  Values values = getValues(make("random:20000xi8"));
  EXPECT_EQ(*std::min_element(values.begin(), values.end()), -100);
  EXPECT_EQ(*std::max_element(values.begin(), values.end()), 100);
}

TEST(InputSpecTest, BooleansAreFair) {
  Values values = getValues(make("random:10000xi1"));
  auto ones = std::count(values.begin(), values.end(), 1.0);
  EXPECT_GT(ones, 4800);
  EXPECT_LT(ones, 5200);
}

// Nearly every value of this range rounds to its end.
TEST(InputSpecTest, FloatRangesExcludeTheirEnd) {
  for (double value : getValues(make("random:1000xf16:range=2046,2048")))
    EXPECT_TRUE(value == 2046 || value == 2047) << value;
}

TEST(InputSpecTest, IntegerRangesIncludeTheirEnd) {
  Values values = getValues(make("random:100xi64:range=5,6"));
  EXPECT_EQ(std::count(values.begin(), values.end(), 5.0) +
                std::count(values.begin(), values.end(), 6.0),
            100);
  EXPECT_EQ(std::count(values.begin(), values.end(), 6.0) > 20, true);
}

TEST(InputSpecTest, TheWholeRangeOfI64) {
  Values values = getValues(
      make("random:100xi64:range=-9223372036854775808,9223372036854775807"));
  EXPECT_LT(*std::min_element(values.begin(), values.end()), -0x1p62);
  EXPECT_GT(*std::max_element(values.begin(), values.end()), 0x1p62);
}

TEST(InputSpecTest, UnknownForms) {
  std::string expected =
      "': expected FILE.npy, random:TYPE[:seed=N][:range=LOW,HIGH], zeros:TYPE "
      "or iota:TYPE, with a TYPE such as 64x128xf32";
  EXPECT_EQ(getError("ones:4xf32"), "input 'ones:4xf32" + expected);
  EXPECT_EQ(getError(""), "input '" + expected);
  EXPECT_EQ(getError("x.npz"), "input 'x.npz" + expected);
}

TEST(InputSpecTest, BadTypes) {
  for (const char *type : {"", "64", "4xf8", "f32x4", "x4xf32", "4x"})
    EXPECT_EQ(getError("zeros:" + std::string(type)),
              "input 'zeros:" + std::string(type) +
                  "': expected a shape and an element type i1, i8, i16, i32, "
                  "i64, index, f16, bf16, f32 or f64, as in 64x128xf32, but "
                  "got '" +
                  type + "'");
}

TEST(InputSpecTest, BadExtents) {
  EXPECT_EQ(getError("zeros:2x?xf32"),
            "input 'zeros:2x?xf32': expected an extent from 0 to "
            "9223372036854775807 in '2x?xf32', but got '?'");
  EXPECT_EQ(getError("zeros:9223372036854775808xf32"),
            "input 'zeros:9223372036854775808xf32': expected an extent from 0 "
            "to 9223372036854775807 in '9223372036854775808xf32', but got "
            "'9223372036854775808'");
}

TEST(InputSpecTest, SizesThatOverflow) {
  InputSpec spec =
      llvm::cantFail(InputSpec::parse("zeros:4294967296x4294967296xf32"));
  EXPECT_EQ(getError(spec.materialize()),
            "the extents of 4294967296x4294967296xf32 must be at least 0 and "
            "their product must fit 64 bits");
}

TEST(InputSpecTest, BadOptions) {
  EXPECT_EQ(getError("random:f32:color=red"),
            "input 'random:f32:color=red': unknown option 'color=red'; only "
            "random has any, seed=N and range=LOW,HIGH");
  EXPECT_EQ(getError("zeros:f32:seed=1"),
            "input 'zeros:f32:seed=1': unknown option 'seed=1'; only random "
            "has any, seed=N and range=LOW,HIGH");
  EXPECT_EQ(getError("random:f32:seed=-1"),
            "input 'random:f32:seed=-1': expected seed=N, N from 0 to "
            "18446744073709551615, but got '-1'");
}

TEST(InputSpecTest, BadRanges) {
  for (const char *range : {"1", "1,1", "2,1", "nan,1", "0,inf", "0,1e39", ""})
    EXPECT_EQ(getError("random:f32:range=" + std::string(range)),
              "input 'random:f32:range=" + std::string(range) +
                  "': expected range=LOW,HIGH, LOW below HIGH, both values of "
                  "f32, but got '" +
                  range + "'");
  for (const char *range : {"2,1", "0,128", "-129,0", "0.5,1"})
    EXPECT_EQ(getError("random:i8:range=" + std::string(range)),
              "input 'random:i8:range=" + std::string(range) +
                  "': expected range=LOW,HIGH, LOW at most HIGH, both values "
                  "of i8, but got '" +
                  range + "'");
  EXPECT_NE(getError("random:i1:range=0,2"), "");
}
