//===- OutputFilesTest.cpp - Files that a run writes ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/OutputFiles.h"
#include "ErrorText.h"
#include "stax/Support/Npy.h"

#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace mlir::stax;

namespace {
class OutputFilesTest : public testing::Test {
protected:
  OutputFilesTest() {
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("stax", folder));
  }
  ~OutputFilesTest() override { llvm::sys::fs::remove_directories(folder); }

  std::string path(llvm::StringRef name) { return (folder + "/" + name).str(); }

  llvm::SmallString<128> folder;
};
} // namespace

TEST_F(OutputFilesTest, CheckLeavesNothing) {
  EXPECT_EQ(errorText(checkOutputPaths({path("x.npy")}, 1)), "success");
  EXPECT_FALSE(llvm::sys::fs::exists(path("x.npy")));
  EXPECT_EQ(errorText(checkOutputPaths({"x.npy"}, 1)), "success");
}

TEST_F(OutputFilesTest, BadPaths) {
  EXPECT_EQ(errorText(checkOutputPaths({path("a"), path("b")}, 1)),
            "--output is given 2 times, but there are 1 results and memref "
            "arguments");
  EXPECT_EQ(errorText(checkOutputPaths({path("")}, 1)),
            "--output: cannot write '" + path("") + "': it is a directory");
  EXPECT_EQ(errorText(checkOutputPaths({path("a/b")}, 1)),
            "--output: cannot write '" + path("a/b") +
                "': there is no directory '" + path("a") + "'");
}

TEST_F(OutputFilesTest, OutputsGoToTheirPaths) {
  std::vector<HostTensor> outputs;
  outputs.push_back(llvm::cantFail(HostTensor::create(STAX_F32, {2})));
  outputs.push_back(llvm::cantFail(HostTensor::create(STAX_I8, {3})));
  EXPECT_EQ(errorText(writeOutputs({path("a"), path("b")}, outputs)),
            "success");
  EXPECT_EQ(llvm::cantFail(readNpy(path("a"))).getDType(), STAX_F32);
  EXPECT_EQ(llvm::cantFail(readNpy(path("b"))).getDType(), STAX_I8);
}
