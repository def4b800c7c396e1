//===- HostTensorTest.cpp - Tensors on the host ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestTensors.h"

#include <cmath>

using namespace mlir::stax;
using Values = std::vector<double>;

TEST(DTypeTest, NamesRoundTrip) {
  for (int dtype = STAX_BOOL; dtype <= STAX_F64; ++dtype)
    EXPECT_EQ(parseDType(getDTypeName(static_cast<stax_dtype>(dtype))), dtype);
  EXPECT_EQ(parseDType("index"), STAX_I64);
  EXPECT_EQ(parseDType("f8"), std::nullopt);
  EXPECT_EQ(parseDType(""), std::nullopt);
}

TEST(DTypeTest, IntegersWrap) {
  EXPECT_EQ(getValues(makeTensor(STAX_I8, {3}, {255, 128, -1})),
            (Values{-1, -128, -1}));
  EXPECT_EQ(getValues(makeTensor(STAX_I16, {1}, {65535})), Values{-1});
  EXPECT_EQ(getValues(makeTensor(STAX_BOOL, {3}, {0, 1, 2})),
            (Values{0, 1, 0}));
}

// 2049 lies halfway between the f16 values 2048 and 2050, 257 between the bf16
// values 256 and 258.
TEST(DTypeTest, FloatsRoundToNearestEven) {
  EXPECT_EQ(getValues(makeTensor(STAX_F16, {3}, {2049, 2051, 1e6})),
            (Values{2048, 2052, HUGE_VAL}));
  EXPECT_EQ(getValues(makeTensor(STAX_BF16, {2}, {257, 259})),
            (Values{256, 260}));
  EXPECT_EQ(getValues(makeTensor(STAX_F32, {1}, {16777217})), Values{16777216});
}

// A detour over f32 would round this twice, up to 1 + 2^-10.
TEST(DTypeTest, RoundsOnceToShortFloats) {
  EXPECT_EQ(roundToDType(STAX_F16, 1.0 + 0x1p-11 + 0x1p-40), 1.0 + 0x1p-10);
  EXPECT_EQ(roundToDType(STAX_F16, 1.0 + 0x1p-11 - 0x1p-40), 1.0);
}

TEST(DTypeTest, Predecessors) {
  EXPECT_EQ(getPredecessor(STAX_F16, 1.0), 1.0 - 0x1p-11);
  EXPECT_EQ(getPredecessor(STAX_BF16, 1.0), 1.0 - 0x1p-8);
  EXPECT_EQ(getPredecessor(STAX_F32, -1.0), -1.0 - 0x1p-23);
  EXPECT_EQ(getPredecessor(STAX_F64, 0.0), -0x1p-1074);
}

TEST(HostTensorTest, BeginsWithZeros) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(STAX_F32, {2, 3}));
  EXPECT_EQ(tensor.getNumElements(), 6);
  EXPECT_EQ(tensor.getByteSize(), 24);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(tensor.data()) % 64, 0u);
  EXPECT_EQ(getValues(tensor), Values(6, 0.0));
}

TEST(HostTensorTest, ScalarsHaveOneElement) {
  HostTensor tensor = llvm::cantFail(HostTensor::create(STAX_F64, {}));
  EXPECT_EQ(tensor.getNumElements(), 1);
  EXPECT_EQ(tensor.view().rank, 0);
}

TEST(HostTensorTest, ExtentsOfZeroAreOrdinary) {
  HostTensor tensor =
      llvm::cantFail(HostTensor::create(STAX_F64, {INT64_MAX, 0, INT64_MAX}));
  EXPECT_EQ(tensor.getByteSize(), 0);
  EXPECT_NE(tensor.data(), nullptr);
}

TEST(HostTensorTest, NegativeExtentsAndOverflowsAreErrors) {
  EXPECT_EQ(getError(HostTensor::create(STAX_F32, {2, -3})),
            "the extents of 2x-3xf32 must be at least 0 and their product must "
            "fit 64 bits");
  EXPECT_NE(getError(HostTensor::create(STAX_F32, {INT64_MAX, 2})), "");
  EXPECT_NE(getError(HostTensor::create(STAX_F32, {INT64_MAX / 2})), "");
}

TEST(HostTensorTest, ExhaustedMemoryIsAnError) {
  EXPECT_EQ(getError(HostTensor::create(STAX_I8, {int64_t{1} << 60})),
            "out of memory allocating 1152921504606846976 bytes for "
            "1152921504606846976xi8");
}

TEST(HostTensorTest, ViewsOutlastAMove) {
  HostTensor tensor = makeTensor(STAX_F32, {2, 1}, {1, 2});
  stax_tensor view = tensor.view();
  HostTensor moved = std::move(tensor);
  EXPECT_EQ(view.data, moved.data());
  EXPECT_EQ(view.shape[0], 2);
  EXPECT_EQ(view.shape, moved.view().shape);
  EXPECT_EQ(view.dtype, STAX_F32);
  EXPECT_EQ(view.strides, nullptr);
}

static Values copyStrided(std::vector<int64_t> shape, int64_t offset,
                          std::vector<int64_t> strides) {
  HostTensor source = makeTensor(STAX_I16, {8}, {0, 1, 2, 3, 4, 5, 6, 7});
  stax_tensor view = {source.getElement(offset), shape.data(), strides.data(),
                      static_cast<int32_t>(shape.size()), STAX_I16};
  return getValues(llvm::cantFail(HostTensor::copyOf(view)));
}

TEST(HostTensorTest, CopiesAnyStrides) {
  EXPECT_EQ(copyStrided({2, 3}, 0, {4, 1}), (Values{0, 1, 2, 4, 5, 6}));
  EXPECT_EQ(copyStrided({2, 3}, 0, {1, 2}), (Values{0, 2, 4, 1, 3, 5}));
  EXPECT_EQ(copyStrided({2, 2}, 7, {-4, -1}), (Values{7, 6, 3, 2}));
  EXPECT_EQ(copyStrided({2, 2}, 3, {0, 1}), (Values{3, 4, 3, 4}));
  EXPECT_EQ(copyStrided({2, 2, 2}, 0, {1, 2, 4}),
            (Values{0, 4, 2, 6, 1, 5, 3, 7}));
  EXPECT_EQ(copyStrided({}, 5, {}), Values{5});
  EXPECT_EQ(copyStrided({3, 0}, 0, {0, 1}), Values{});
}
