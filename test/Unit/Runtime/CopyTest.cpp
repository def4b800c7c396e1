//===- CopyTest.cpp - Strided copies of generated code --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MemRef.h"

#include "gtest/gtest.h"

#include <vector>

extern "C" void memrefCopy(int64_t elementBytes, UnrankedMemRef *source,
                           UnrankedMemRef *target);

static const int32_t kSource[6] = {1, 2, 3, 4, 5, 6};

/// Copies 2 x 3 elements of kSource with the given layouts into ten zeros.
static std::vector<int32_t> copy(int64_t sourceOffset,
                                 std::vector<int64_t> sourceStrides,
                                 int64_t targetOffset,
                                 std::vector<int64_t> targetStrides) {
  std::vector<int32_t> target(10, 0);
  MemRef from(kSource, sourceOffset, {2, 3}, sourceStrides);
  MemRef to(target.data(), targetOffset, {2, 3}, targetStrides);
  memrefCopy(sizeof(int32_t), &from.unranked, &to.unranked);
  return target;
}

TEST(CopyTest, RowsIntoAWiderTensor) {
  EXPECT_EQ(copy(0, {3, 1}, 1, {4, 1}),
            (std::vector<int32_t>{0, 1, 2, 3, 0, 4, 5, 6, 0, 0}));
}

TEST(CopyTest, Transposes) {
  EXPECT_EQ(copy(0, {1, 2}, 0, {3, 1}),
            (std::vector<int32_t>{1, 3, 5, 2, 4, 6, 0, 0, 0, 0}));
}

TEST(CopyTest, Reverses) {
  EXPECT_EQ(copy(5, {-3, -1}, 0, {3, 1}),
            (std::vector<int32_t>{6, 5, 4, 3, 2, 1, 0, 0, 0, 0}));
}

TEST(CopyTest, Scalars) {
  int32_t target[2] = {0, 0};
  MemRef from(kSource, 4, {}, {});
  MemRef to(target, 1, {}, {});
  memrefCopy(sizeof(int32_t), &from.unranked, &to.unranked);
  EXPECT_EQ(target[0], 0);
  EXPECT_EQ(target[1], 5);
}

TEST(CopyTest, NoElementsTouchNothing) {
  MemRef from(nullptr, 0, {2, 0}, {0, 1});
  MemRef to(nullptr, 0, {2, 0}, {0, 1});
  memrefCopy(sizeof(int32_t), &from.unranked, &to.unranked);
}
