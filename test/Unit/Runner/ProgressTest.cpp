//===- ProgressTest.cpp - Signs of life of long steps ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Progress.h"

#include "gtest/gtest.h"

using namespace mlir::stax;
using std::chrono::milliseconds;

/// What a step of `length` prints.
static std::string getOutput(milliseconds length, milliseconds quiet) {
  std::FILE *file = std::tmpfile();
  {
    ProgressLine line("compiling", file, quiet);
    std::this_thread::sleep_for(length);
  }
  std::string text(static_cast<size_t>(std::ftell(file)), ' ');
  std::rewind(file);
  EXPECT_EQ(std::fread(text.data(), 1, text.size(), file), text.size());
  std::fclose(file);
  return text;
}

TEST(ProgressTest, LongStepsPrintOnce) {
  EXPECT_EQ(getOutput(milliseconds(200), milliseconds(1)),
            "stax-run: compiling ...\n");
}

TEST(ProgressTest, ShortStepsAreQuiet) {
  EXPECT_EQ(getOutput(milliseconds(0), milliseconds(60000)), "");
}

TEST(ProgressTest, NoFileIsQuiet) {
  ProgressLine line("compiling", nullptr, milliseconds(0));
}
