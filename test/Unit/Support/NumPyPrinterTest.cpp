//===- NumPyPrinterTest.cpp - Tensors as NumPy prints them ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The expected texts are what NumPy 2.4 prints.
//
//===----------------------------------------------------------------------===//

#include "stax/Support/NumPyPrinter.h"
#include "TestTensors.h"
#include "stax/Support/Generate.h"

#include <cmath>

using namespace mlir::stax;

static std::string print(stax_dtype dtype, llvm::ArrayRef<int64_t> shape,
                         const std::vector<double> &values) {
  return formatLikeNumPy(makeTensor(dtype, shape, values).view());
}

static std::string printIota(stax_dtype dtype, llvm::ArrayRef<int64_t> shape) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(dtype, shape));
  fillIota(tensor);
  return formatLikeNumPy(tensor.view());
}

TEST(NumPyPrinterTest, AlignsIntegers) {
  EXPECT_EQ(print(STAX_I32, {2, 2}, {1, -20, 300, 4}), "[[  1 -20]\n"
                                                       " [300   4]]");
}

TEST(NumPyPrinterTest, Booleans) {
  EXPECT_EQ(print(STAX_BOOL, {2, 2}, {1, 0, 1, 1}), "[[ True False]\n"
                                                    " [ True  True]]");
}

TEST(NumPyPrinterTest, AlignsFloatsAtThePoint) {
  EXPECT_EQ(print(STAX_F32, {2, 2}, {0.5, 1, -0.25, 10}), "[[ 0.5   1.  ]\n"
                                                          " [-0.25 10.  ]]");
}

TEST(NumPyPrinterTest, AtMostEightDigits) {
  EXPECT_EQ(print(STAX_F64, {2}, {1.0 / 3, 2.0 / 3}),
            "[0.33333333 0.66666667]");
}

TEST(NumPyPrinterTest, FewestDigitsThatIdentifyAValue) {
  EXPECT_EQ(print(STAX_F32, {3}, {0.1, 0.2, 0.30000001}), "[0.1 0.2 0.3]");
  EXPECT_EQ(print(STAX_F16, {3}, {0.1, 1, 99.94}), "[ 0.1   1.   99.94]");
}

TEST(NumPyPrinterTest, ExponentsForWideRanges) {
  EXPECT_EQ(print(STAX_F64, {2}, {1e-5, 1.0}), "[1.e-05 1.e+00]");
  EXPECT_EQ(print(STAX_F64, {2}, {1e300, 1.5}), "[1.0e+300 1.5e+000]");
  EXPECT_EQ(print(STAX_F16, {3}, {0.1, 1, 1000}), "[1.e-01 1.e+00 1.e+03]");
}

// Where one needs seven digits, all show seven, of their exact values.
TEST(NumPyPrinterTest, ExponentsShowEqualNumbersOfDigits) {
  EXPECT_EQ(print(STAX_F32, {2}, {1e-6, 1.23456789e-6}),
            "[1.0000000e-06 1.2345679e-06]");
}

// An f32 has six reliable digits.
TEST(NumPyPrinterTest, LargeValuesDependOnTheType) {
  EXPECT_EQ(print(STAX_F32, {2}, {1e6, 2e6}), "[1.e+06 2.e+06]");
  EXPECT_EQ(print(STAX_F64, {2}, {1e6, 2e6}), "[1000000. 2000000.]");
}

TEST(NumPyPrinterTest, SpecialValues) {
  EXPECT_EQ(print(STAX_F64, {3}, {1.5, NAN, -HUGE_VAL}), "[ 1.5  nan -inf]");
  EXPECT_EQ(print(STAX_F64, {3}, {HUGE_VAL, -HUGE_VAL, NAN}),
            "[ inf -inf  nan]");
  EXPECT_EQ(print(STAX_F64, {2}, {-0.0, 0.0}), "[-0.  0.]");
}

TEST(NumPyPrinterTest, BFloat16) {
  EXPECT_EQ(print(STAX_BF16, {3}, {0.1, 1, 1.0 / 3}), "[0.1   1.    0.334]");
}

TEST(NumPyPrinterTest, MoreDimensions) {
  EXPECT_EQ(printIota(STAX_I16, {2, 2, 2}), "[[[0 1]\n"
                                            "  [2 3]]\n"
                                            "\n"
                                            " [[4 5]\n"
                                            "  [6 7]]]");
}

TEST(NumPyPrinterTest, BreaksLongRows) {
  EXPECT_EQ(printIota(STAX_I64, {30}),
            "[ 0  1  2  3  4  5  6  7  8  9 10 11 12 13 14 15 16 17 18 19 20 "
            "21 22 23\n"
            " 24 25 26 27 28 29]");
}

TEST(NumPyPrinterTest, SummarisesAboveAThousandElements) {
  EXPECT_EQ(printIota(STAX_I32, {1001}), "[   0    1    2 ...  998  999 1000]");
  EXPECT_EQ(printIota(STAX_I32, {1000}).find("..."), std::string::npos);
}

TEST(NumPyPrinterTest, SummarisesOnlyLongDimensions) {
  EXPECT_EQ(printIota(STAX_F32, {1001, 2}), "[[0.000e+00 1.000e+00]\n"
                                            " [2.000e+00 3.000e+00]\n"
                                            " [4.000e+00 5.000e+00]\n"
                                            " ...\n"
                                            " [1.996e+03 1.997e+03]\n"
                                            " [1.998e+03 1.999e+03]\n"
                                            " [2.000e+03 2.001e+03]]");
}

TEST(NumPyPrinterTest, SummarisesOuterDimensionsWithBlankLines) {
  std::string text = printIota(STAX_I32, {8, 1, 126});
  EXPECT_EQ(text.substr(text.find("252")),
            "252  253  254 ...  375  376  377]]\n"
            "\n"
            " ...\n"
            "\n"
            " [[ 630  631  632 ...  753  754  755]]\n"
            "\n"
            " [[ 756  757  758 ...  879  880  881]]\n"
            "\n"
            " [[ 882  883  884 ... 1005 1006 1007]]]");
}

TEST(NumPyPrinterTest, EmptyTensors) {
  EXPECT_EQ(print(STAX_F32, {0}, {}), "[]");
  EXPECT_EQ(print(STAX_F32, {3, 0}, {}), "[]");
}

TEST(NumPyPrinterTest, Scalars) {
  EXPECT_EQ(print(STAX_F32, {}, {0.1}), "0.1");
  EXPECT_EQ(print(STAX_F64, {}, {3}), "3.0");
  EXPECT_EQ(print(STAX_F64, {}, {1.0 / 3}), "0.3333333333333333");
  EXPECT_EQ(print(STAX_F64, {}, {1e20}), "1e+20");
  EXPECT_EQ(print(STAX_F64, {}, {1.5e-5}), "1.5e-05");
  EXPECT_EQ(print(STAX_F64, {}, {-HUGE_VAL}), "-inf");
  EXPECT_EQ(print(STAX_F64, {}, {NAN}), "nan");
  EXPECT_EQ(print(STAX_F64, {}, {-0.0}), "-0.0");
  EXPECT_EQ(print(STAX_F32, {}, {123456789}), "1.2345679e+08");
  EXPECT_EQ(print(STAX_F16, {}, {60000}), "6e+04");
  EXPECT_EQ(print(STAX_BOOL, {}, {1}), "True");
  EXPECT_EQ(print(STAX_I8, {}, {-3}), "-3");
}

TEST(NumPyPrinterTest, FollowsStrides) {
  HostTensor tensor = makeTensor(STAX_I32, {6}, {0, 1, 2, 3, 4, 5});
  int64_t shape[] = {2, 3}, strides[] = {1, 2};
  EXPECT_EQ(formatLikeNumPy({tensor.data(), shape, strides, 2, STAX_I32}),
            "[[0 2 4]\n"
            " [1 3 5]]");
}
