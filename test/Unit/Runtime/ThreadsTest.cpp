//===- ThreadsTest.cpp - The number of threads ----------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include "gtest/gtest.h"

#include <thread>

#include <omp.h>

namespace {
class ThreadsTest : public testing::Test {
protected:
  void TearDown() override { stax_set_num_threads(0); }
};
} // namespace

/// The number of threads that a parallel region uses in an entry.
static int startEntry() {
  stax_function function = {"main", nullptr, nullptr, 0, 0, nullptr};
  EXPECT_EQ(stax_check_arguments(&function, nullptr, nullptr, nullptr),
            STAX_OK);
  return omp_get_max_threads();
}

TEST_F(ThreadsTest, ZeroAndLessMeanAllCores) {
  EXPECT_EQ(stax_get_num_threads(), omp_get_num_procs());
  stax_set_num_threads(-5);
  EXPECT_EQ(stax_get_num_threads(), omp_get_num_procs());
}

TEST_F(ThreadsTest, KeepsTheNumber) {
  stax_set_num_threads(3);
  EXPECT_EQ(stax_get_num_threads(), 3);
}

TEST_F(ThreadsTest, AppliesToEntriesThatStartAfterwards) {
  stax_set_num_threads(3);
  EXPECT_EQ(startEntry(), 3);
  stax_set_num_threads(0);
  EXPECT_EQ(startEntry(), omp_get_num_procs());
}

// OpenMP itself would only change the calling thread.
TEST_F(ThreadsTest, AppliesToOtherThreads) {
  stax_set_num_threads(5);
  int other = 0;
  std::thread([&other] { other = startEntry(); }).join();
  EXPECT_EQ(other, 5);
}
