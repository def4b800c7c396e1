//===- RunOptionsTest.cpp - What a run is asked to do ---------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/RunOptions.h"
#include "ErrorText.h"

#include "gtest/gtest.h"

using namespace mlir::stax;

TEST(RunOptionsTest, RegimeDefaults) {
  EXPECT_TRUE(llvm::cantFail(parseRegime("")).parallel);
  EXPECT_TRUE(llvm::cantFail(parseRegime("")).vectorize);
  EXPECT_TRUE(llvm::cantFail(parseRegime("  fuse=none ")).parallel);
}

TEST(RunOptionsTest, EveryKeyHasAValue) {
  Regime regime = llvm::cantFail(
      parseRegime("compose=none fuse=none order=original memory=none "
                  "in-place=off vectorize=off width=1 isa=none parallel=off "
                  "cache=off"));
  EXPECT_FALSE(regime.parallel);
  EXPECT_FALSE(regime.vectorize);
  EXPECT_EQ(regime.width, 1);
  EXPECT_EQ(regime.isa, "none");
}

// Code is kept on disk where that is asked for.
TEST(RunOptionsTest, Cache) {
  EXPECT_FALSE(llvm::cantFail(parseRegime("")).cache);
  EXPECT_TRUE(llvm::cantFail(parseRegime("cache=on")).cache);
}

// As on other command lines, the last of several settings counts.
TEST(RunOptionsTest, LastSettingCounts) {
  EXPECT_EQ(llvm::cantFail(parseRegime("")).memory, PlanMode::Arena);
  EXPECT_EQ(llvm::cantFail(parseRegime("memory=none memory=reuse")).memory,
            PlanMode::Reuse);
  EXPECT_EQ(llvm::cantFail(parseRegime("memory=pool-tree")).memory,
            PlanMode::PoolTree);
  EXPECT_TRUE(llvm::cantFail(parseRegime("parallel=off parallel=on")).parallel);
}

TEST(RunOptionsTest, UnknownSettings) {
  EXPECT_EQ(errorText(parseRegime("fuse=none,order=original")),
            "--options: fuse does not accept 'none,order=original', expected "
            "one of: none, greedy-textbook, gain, exact");
  EXPECT_EQ(errorText(parseRegime("Fuse=none")),
            "--options: unknown key 'Fuse', expected one of: compose, fuse, "
            "order, memory, in-place, vectorize, width, isa, parallel, cache");
  EXPECT_EQ(errorText(parseRegime("=none")).substr(0, 26),
            "--options: unknown key '',");
}

TEST(RunOptionsTest, Targets) {
  EXPECT_EQ(llvm::cantFail(parseTarget("cpu")), RunTarget::Cpu);
  EXPECT_EQ(llvm::cantFail(parseTarget("reference")), RunTarget::Reference);
  EXPECT_EQ(getTargetName(RunTarget::Reference), "reference");
  EXPECT_EQ(errorText(parseTarget("")),
            "--target: unknown target '', expected cpu or reference");
}

TEST(RunOptionsTest, Counts) {
  EXPECT_EQ(errorText(checkCount("time", 1, 9)), "success");
  EXPECT_EQ(errorText(checkCount("time", 9, 9)), "success");
  EXPECT_EQ(errorText(checkCount("time", 10, 9)),
            "expected --time of 1 to 9, found 10");
  EXPECT_EQ(errorText(checkCount("time", 0, 9)),
            "expected --time of 1 to 9, found 0");
}
