//===- BandwidthTest.cpp - What the memory of the machine can do ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runtime/Bandwidth.h"
#include "stax-c/Runtime.h"

#include "gtest/gtest.h"

#include <numeric>
#include <vector>

using namespace stax::rt;

namespace {
/// Bytes in memory aligned as the functions want it.
struct alignas(64) Line {
  uint8_t bytes[64];
};

class BandwidthTest : public testing::TestWithParam<int64_t> {
protected:
  BandwidthTest() : source(4), target(4) {
    stax_set_num_threads(3);
    std::iota(bytes(source), bytes(source) + 256, 1);
  }
  ~BandwidthTest() override { stax_set_num_threads(0); }

  static uint8_t *bytes(std::vector<Line> &lines) { return lines[0].bytes; }

  std::vector<Line> source, target;
};
} // namespace

// Every byte is copied, and none after the last.
TEST_P(BandwidthTest, Copy) {
  streamCopy(target.data(), source.data(), GetParam());
  for (int64_t i = 0; i < 256; ++i)
    EXPECT_EQ(bytes(target)[i], i < GetParam() ? bytes(source)[i] : 0) << i;
}

// Every byte counts, and none after the last.
TEST_P(BandwidthTest, Read) {
  uint64_t before = streamRead(source.data(), GetParam());
  for (int64_t i = 0; i < 256; ++i) {
    bytes(source)[i] ^= 1;
    EXPECT_EQ(streamRead(source.data(), GetParam()) != before, i < GetParam())
        << i;
    bytes(source)[i] ^= 1;
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, BandwidthTest,
                         testing::Values(0, 1, 63, 64, 65, 200, 256));
