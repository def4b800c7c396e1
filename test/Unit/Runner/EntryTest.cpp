//===- EntryTest.cpp - Functions that a run calls -------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestModule.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
class EntryTest : public RunnerTest {
protected:
  std::string select(StringRef text, StringRef requested) {
    OwningOpRef<ModuleOp> module = parse(text);
    auto entries = selectEntries(*module, requested);
    if (!entries)
      return llvm::toString(entries.takeError());
    std::string names;
    for (const Entry &entry : *entries)
      names += entry.name + ";";
    return names;
  }
};
} // namespace

static constexpr StringLiteral kThree = R"(
  func.func private @declared()
  func.func private @hidden() { return }
  func.func @first() { return }
  func.func @second(%x: f32) { return }
  func.func @third() { return })";

TEST_F(EntryTest, OnlyPublicFunctionIsTheDefault) {
  EXPECT_EQ(select("func.func private @g() { return } "
                   "func.func @f() { return }",
                   ""),
            "f;");
}

TEST_F(EntryTest, MainIsTheDefaultOfSeveral) {
  EXPECT_EQ(
      select("func.func @f() { return } func.func @main() { return }", ""),
      "main;");
}

TEST_F(EntryTest, Names) {
  EXPECT_EQ(select(kThree, "second"), "second;");
  EXPECT_EQ(select(kThree, "all"), "first;third;");
}

TEST_F(EntryTest, NamesThatAreNone) {
  EXPECT_EQ(
      select(kThree, "hidden"),
      "no public function 'hidden' with a body; there are: first, second, "
      "third");
  EXPECT_EQ(select(kThree, ""),
            "which function to run is not clear; choose one with --entry=NAME, "
            "NAME one of: first, second, third");
  EXPECT_EQ(select("", "main"),
            "no public function 'main' with a body; there are: none");
}

TEST_F(EntryTest, Values) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%x: tensor<?x3xbf16> {stax.example = [2, 3]}, %m: memref<4xi1>,
                 %n: index) -> f64 {
      %0 = arith.constant 0.0 : f64
      return %0 : f64
    })");
  Entry entry = getEntry(*module, "f");
  ASSERT_EQ(entry.arguments.size(), 3u);
  EXPECT_EQ(entry.arguments[0].getText(), "?x3xbf16");
  EXPECT_EQ(entry.arguments[0].dtype, STAX_BF16);
  EXPECT_EQ(entry.arguments[0].example, (SmallVector<int64_t, 4>{2, 3}));
  EXPECT_FALSE(entry.arguments[0].isMemRef);
  EXPECT_EQ(entry.arguments[1].dtype, STAX_BOOL);
  EXPECT_TRUE(entry.arguments[1].isMemRef);
  EXPECT_EQ(entry.arguments[2].getText(), "index");
  EXPECT_EQ(entry.arguments[2].dtype, STAX_I64);

  // Results, then what memrefs are in the end.
  std::vector<EntryValue> outputs = entry.getOutputs();
  ASSERT_EQ(outputs.size(), 2u);
  EXPECT_EQ(outputs[0].getText(), "f64");
  EXPECT_EQ(outputs[1].getText(), "4xi1");
}

TEST_F(EntryTest, TypesThatCannotBePassed) {
  for (StringRef type :
       {"tensor<*xf32>", "memref<*xf32>", "memref<4xf32, strided<[2]>>",
        "tensor<4xi7>", "tensor<4xui8>", "vector<4xf32>", "tuple<f32>",
        "tensor<4xvector<2xf32>>", "tensor<4xf32, 1 : i32>"})
    EXPECT_NE(select(("func.func @f(%x: " + type + ") { return }").str(), "f")
                  .find("argument #0 of 'f' has type '"),
              std::string::npos)
        << type.str();
}
