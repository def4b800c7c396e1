//===- TimingTest.cpp - Times of a program beside memory ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Timing.h"
#include "ErrorText.h"

#include "gtest/gtest.h"

using namespace mlir::stax;

// Each run is prepared, and those before the timed ones do not count.
TEST(TimingTest, RunsArePrepared) {
  int prepared = 0, ran = 0;
  Timing timing = llvm::cantFail(measure(
      5, 1000, [&] { EXPECT_EQ(prepared++, ran); },
      [&] { EXPECT_EQ(++ran, prepared); }));
  EXPECT_EQ(timing.runs, 5);
  EXPECT_GT(ran, 5);
  EXPECT_GT(timing.min, 0);
  EXPECT_LE(timing.min, timing.median);
  EXPECT_GT(timing.copyMedian, 0);
  EXPECT_GT(timing.readMedian, 0);
}

TEST(TimingTest, NothingMovedHasNoYardstick) {
  Timing timing = llvm::cantFail(measure(1, 0, [] {}, [] {}));
  EXPECT_EQ(timing.copyMedian, std::nullopt);
  EXPECT_EQ(timing.readMedian, std::nullopt);
}

TEST(TimingTest, NoMemoryForTheCopy) {
  EXPECT_NE(errorText(measure(
                          1, INT64_MAX - 1, [] {}, [] {}))
                .find("out of memory"),
            std::string::npos);
}
