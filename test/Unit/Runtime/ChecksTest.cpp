//===- ChecksTest.cpp - Errors found while running ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax-c/Runtime.h"

#include "gtest/gtest.h"

#include <vector>

static const stax_check kChecks[] = {
    {"a.mlir:3:5", "division by zero", STAX_DIVISION_BY_ZERO},
    {"a.mlir:4:5", "index out of bounds", STAX_OUT_OF_BOUNDS},
    {"a.mlir:5:5", "maximum of no elements", STAX_EMPTY_REDUCTION}};

static void expectCheck(int64_t status, int index) {
  stax_error error = {};
  EXPECT_EQ(stax_report_checks(kChecks, 3, status, &error),
            kChecks[index].code);
  EXPECT_EQ(error.code, kChecks[index].code);
  EXPECT_STREQ(error.message, kChecks[index].message);
  EXPECT_STREQ(error.location, kChecks[index].location);
}

TEST(ChecksTest, NoBitIsNoError) {
  stax_error error = {};
  EXPECT_EQ(stax_report_checks(kChecks, 3, 0, &error), STAX_OK);
  EXPECT_EQ(error.code, STAX_OK);
}

TEST(ChecksTest, TheLowestBitWins) {
  expectCheck(1, 0);
  expectCheck(2, 1);
  expectCheck(6, 1);
  expectCheck(7, 0);
}

TEST(ChecksTest, TheLastCheckStandsForAllBitsAbove) {
  expectCheck(4, 2);
  expectCheck(8, 2);
  expectCheck(INT64_MIN, 2);
}

TEST(ChecksTest, TheLastBitSaysThatChecksShareIt) {
  std::vector<stax_check> checks(70, kChecks[0]);
  stax_error error = {};
  EXPECT_EQ(stax_report_checks(checks.data(), 70, INT64_MIN, &error),
            STAX_DIVISION_BY_ZERO);
  EXPECT_STREQ(error.message, "division by zero (or one of the checks after "
                              "this one, which share its bit)");
  EXPECT_EQ(stax_report_checks(checks.data(), 64, INT64_MIN, &error),
            STAX_DIVISION_BY_ZERO);
  EXPECT_STREQ(error.message, "division by zero");
}

TEST(ChecksTest, TheErrorMayBeNull) {
  EXPECT_EQ(stax_report_checks(kChecks, 3, 1, nullptr), STAX_DIVISION_BY_ZERO);
}

TEST(ChecksTest, AStatusWithoutATableIsAnError) {
  stax_error error = {};
  EXPECT_EQ(stax_report_checks(nullptr, 0, 4, &error), STAX_INVALID_ARGUMENT);
  EXPECT_STREQ(error.message, "a run-time check failed (status 0x4), but the "
                              "module has no table of checks");
}
