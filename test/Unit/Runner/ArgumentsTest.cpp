//===- ArgumentsTest.cpp - Inputs of a run --------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Runner/Arguments.h"
#include "TestModule.h"
#include "stax/Support/Generate.h"

#include <cstring>

using namespace mlir;
using namespace mlir::stax;
using Shape = std::vector<int64_t>;

namespace {
class RunArgumentsTest : public RunnerTest {
protected:
  RunArgumentsTest() {
    module = parse(R"(
      func.func @f(%x: tensor<?x3xf32> {stax.example = [2, 3]},
                   %y: memref<?xi32>, %n: index) {
        return
      })");
    entry = getEntry(*module, "f");
  }

  llvm::Expected<std::vector<HostTensor>>
  make(std::initializer_list<StringRef> texts) {
    std::vector<InputSpec> inputs;
    for (StringRef text : texts)
      inputs.push_back(llvm::cantFail(InputSpec::parse(text)));
    return makeArguments(entry, inputs);
  }

  OwningOpRef<ModuleOp> module;
  Entry entry;
};
} // namespace

TEST_F(RunArgumentsTest, DefaultsFollowTheExampleElse64) {
  std::vector<HostTensor> arguments = llvm::cantFail(make({}));
  ASSERT_EQ(arguments.size(), 3u);
  EXPECT_EQ(Shape(arguments[0].getShape()), (Shape{2, 3}));
  EXPECT_EQ(Shape(arguments[1].getShape()), (Shape{64}));
  EXPECT_EQ(Shape(arguments[2].getShape()), Shape());
  HostTensor expected = llvm::cantFail(HostTensor::create(STAX_F32, {2, 3}));
  fillRandom(expected, /*seed=*/0);
  EXPECT_EQ(
      std::memcmp(arguments[0].data(), expected.data(), expected.getByteSize()),
      0);
}

TEST_F(RunArgumentsTest, InputsComeFirst) {
  std::vector<HostTensor> arguments =
      llvm::cantFail(make({"zeros:0x3xf32", "iota:2xi32"}));
  EXPECT_EQ(Shape(arguments[0].getShape()), (Shape{0, 3}));
  EXPECT_EQ(Shape(arguments[1].getShape()), (Shape{2}));
  EXPECT_EQ(loadInteger(STAX_I32, arguments[1].getElement(1)), 1);
}

TEST_F(RunArgumentsTest, InputsThatDoNotFit) {
  EXPECT_EQ(
      errorText(make({"zeros:3x4xf32"})),
      "--input for argument #0 of 'f': expected ?x3xf32, but got 3x4xf32");
  EXPECT_EQ(errorText(make({"zeros:3xf32"})),
            "--input for argument #0 of 'f': expected ?x3xf32, but got 3xf32");
  EXPECT_EQ(errorText(make({"zeros:2x3xf32", "zeros:2xf32"})),
            "--input for argument #1 of 'f': expected ?xi32, but got 2xf32");
  EXPECT_EQ(errorText(make({"zeros:2x3xf32", "zeros:2xi32", "zeros:index",
                            "zeros:index"})),
            "'f' takes 3 arguments, but --input is given 4 times");
}
