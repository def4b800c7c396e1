//===- JsonReaderTest.cpp - JSON with exact errors ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Support/JsonReader.h"

#include "ErrorText.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

/// The first error after `read` has walked over `text`.
template <typename Read>
static std::string readError(StringRef text, Read read) {
  Expected<std::unique_ptr<JsonReader>> reader = JsonReader::parse(text, "f");
  if (!reader)
    return errorText(reader.takeError());
  read((*reader)->root());
  return errorText((*reader)->takeError());
}

static std::string parseError(StringRef text) {
  return readError(text, [](JsonPlace) {});
}

TEST(JsonReader, EmptyFile) {
  EXPECT_EQ(parseError(""),
            "f:1:1: expected a JSON value, found an empty file");
  EXPECT_EQ(parseError(" \n"),
            "f:1:1: expected a JSON value, found an empty file");
}

// The place in broken JSON is a line and a column.
TEST(JsonReader, NotJson) {
  EXPECT_EQ(parseError("{\n  \"a\" 1}"),
            "f: not JSON: [2:7, byte=9]: Expected : after object key");
  EXPECT_EQ(parseError("id,lower"),
            "f: not JSON: [1:1, byte=1]: Invalid JSON value");
}

// The parser of LLVM recurses, so that this would overflow the stack.
TEST(JsonReader, DeepNesting) {
  std::string deep(1'000'000, '[');
  EXPECT_EQ(parseError("\n" + deep),
            "f:2: expected at most 64 nested brackets, found more");
  std::string fits(64, '[');
  EXPECT_EQ(parseError(fits + std::string(64, ']')), "success");
}

// Brackets inside a string do not nest, escaped quotes do not end it.
TEST(JsonReader, BracketsInStrings) {
  std::string text = "\"\\\"" + std::string(100, '[') + "\"";
  EXPECT_EQ(parseError(text), "success");
}

TEST(JsonReader, PathOfAnError) {
  EXPECT_EQ(readError(R"({"a": [{"b": 1}, {"b": "x"}]})",
                      [](JsonPlace root) {
                        root.member("a").forEach([](JsonPlace element) {
                          element.member("b").integer(0, 9);
                        });
                      }),
            "f: $.a[1].b: expected an integer of 0 to 9, found \"x\"");
}

TEST(JsonReader, MissingKey) {
  EXPECT_EQ(readError("{}", [](JsonPlace root) { root.member("a"); }),
            "f: $: expected the key 'a', found none");
}

// null counts as missing, so that writers need not leave keys out.
TEST(JsonReader, OptionalMember) {
  auto read = [](JsonPlace root) {
    EXPECT_FALSE(root.optionalMember("a"));
    EXPECT_FALSE(root.optionalMember("b"));
    EXPECT_TRUE(root.optionalMember("c"));
  };
  EXPECT_EQ(readError(R"({"b": null, "c": 0})", read), "success");
}

TEST(JsonReader, WrongTypes) {
  EXPECT_EQ(readError("[]", [](JsonPlace root) { root.member("a"); }),
            "f: $: expected an object, found an array");
  EXPECT_EQ(readError("{}", [](JsonPlace root) { root.size(); }),
            "f: $: expected an array, found an object");
  EXPECT_EQ(readError("null", [](JsonPlace root) { root.string(); }),
            "f: $: expected a string, found null");
  EXPECT_EQ(readError("[1]", [](JsonPlace root) { root.element(1); }),
            "f: $: expected at least 2 elements, found 1");
}

TEST(JsonReader, IntegersOutOfRange) {
  auto read = [](JsonPlace root) { root.integer(0); };
  EXPECT_EQ(readError("-1", read),
            "f: $: expected an integer of at least 0, found -1");
  EXPECT_EQ(readError("1.5", read),
            "f: $: expected an integer of at least 0, found 1.5");
  EXPECT_EQ(readError("18446744073709551615", read),
            "f: $: expected an integer of at least 0, found "
            "18446744073709551615");
  EXPECT_EQ(readError("9223372036854775807", read), "success");
}

// Later ones are mostly consequences of the first.
TEST(JsonReader, FirstErrorWins) {
  EXPECT_EQ(readError(R"({"a": 1})",
                      [](JsonPlace root) {
                        root.member("b").member("c").integer(3);
                        root.member("a").string();
                      }),
            "f: $: expected the key 'b', found none");
}

TEST(JsonReader, LongValuesAreCut) {
  std::string text = "\"" + std::string(100, 'x') + "\"";
  EXPECT_EQ(readError(text, [](JsonPlace root) { root.integer(0); }),
            "f: $: expected an integer of at least 0, found \"" +
                std::string(39, 'x') + "...");
}
