//===- MiniMallocCsvTest.cpp - Memory plans as CSV ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/MemoryPlan/MiniMallocCsv.h"

#include "ErrorText.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

static std::string readError(StringRef text) {
  return errorText(readMiniMallocCsv(text, "f"));
}

static std::string write(const MemoryPlanProblem &problem,
                         ArrayRef<Offset> offsets) {
  std::string text;
  raw_string_ostream os(text);
  writeMiniMallocCsv(problem, offsets, os);
  return text;
}

TEST(MiniMallocCsv, ReadsABuffer) {
  auto problem = readMiniMallocCsv("id,lower,upper,size\nb1,-2,3,4\n", "f");
  ASSERT_TRUE(bool(problem));
  ASSERT_EQ(problem->buffers.size(), 1u);
  EXPECT_EQ(problem->buffers[0].id, "b1");
  EXPECT_EQ(problem->buffers[0].lower, -2);
  EXPECT_EQ(problem->buffers[0].upper, 3);
  EXPECT_EQ(problem->buffers[0].size, 4);
  EXPECT_EQ(problem->buffers[0].alignment, 1);
  EXPECT_FALSE(problem->buffers[0].fixedOffset);
}

// Columns in any order, unknown ones, blanks, empty lines, no last line break.
TEST(MiniMallocCsv, ToleratesWhatToolsWrite) {
  auto problem =
      readMiniMallocCsv("\r\nsize, id ,note,upper,lower,offset,alignment\r\n"
                        "4, a ,x,3,0,,\r\n\r\n8,b,,5,3,16,8",
                        "f");
  ASSERT_TRUE(bool(problem)) << errorText(problem.takeError());
  ASSERT_EQ(problem->buffers.size(), 2u);
  EXPECT_EQ(problem->buffers[0].id, "a");
  EXPECT_EQ(problem->buffers[0].upper, 3);
  EXPECT_FALSE(problem->buffers[0].fixedOffset);
  EXPECT_EQ(problem->buffers[1].fixedOffset, std::optional<Offset>(16));
  EXPECT_EQ(problem->buffers[1].alignment, 8);
}

TEST(MiniMallocCsv, NoBuffers) {
  EXPECT_EQ(readError("id,lower,upper,size\n"), "success");
}

TEST(MiniMallocCsv, Headers) {
  EXPECT_EQ(readError(""), "f:1:1: expected a header with id, lower, upper and "
                           "size, found an empty file");
  EXPECT_EQ(readError("\nid,lower,size\n"),
            "f:2:1: expected a header with id, lower, upper and size, found no "
            "'upper' in 'id,lower,size'");
  EXPECT_EQ(readError("{\"nodes\": []}"),
            "f:1:1: expected a header with id, lower, upper and size, found no "
            "'id' in '{\"nodes\": []}'");
  EXPECT_EQ(readError("id,lower,upper,size,lower\n"),
            "f:1:21: the header names 'lower' twice");
}

/// The error of a line under the usual header.
static std::string lineError(StringRef line) {
  return readError(("id,lower,upper,size,offset\nok,0,1,1,\n" + line).str());
}

TEST(MiniMallocCsv, Cells) {
  EXPECT_EQ(lineError("b,0,1"),
            "f:3:1: expected 5 cells as in the header, found 3");
  EXPECT_EQ(lineError("b,zero,1,1,"),
            "f:3:3: expected a 64-bit integer as 'lower', found 'zero'");
  EXPECT_EQ(lineError("b, 0, ,1,"),
            "f:3:6: expected a 64-bit integer as 'upper', found ''");
  EXPECT_EQ(lineError("b,0,1,1.5,"),
            "f:3:7: expected a 64-bit integer of at least 0 as 'size', found "
            "'1.5'");
  EXPECT_EQ(lineError("b,0,1,-1,"),
            "f:3:7: expected a 64-bit integer of at least 0 as 'size', found "
            "'-1'");
  EXPECT_EQ(lineError("b,0,1,9223372036854775808,"),
            "f:3:7: expected a 64-bit integer of at least 0 as 'size', found "
            "'9223372036854775808'");
  EXPECT_EQ(lineError("b,0,1,1,-8"),
            "f:3:9: expected a 64-bit integer of at least 0 as 'offset', found "
            "'-8'");
  EXPECT_EQ(lineError(",0,1,1,"), "f:3:1: expected an id, found an empty cell");
}

TEST(MiniMallocCsv, Intervals) {
  EXPECT_EQ(lineError("b,5,5,1,"),
            "f:3:5: expected an 'upper' above the 'lower' of 5, found 5");
  EXPECT_EQ(lineError("b,5,4,1,"),
            "f:3:5: expected an 'upper' above the 'lower' of 5, found 4");
}

TEST(MiniMallocCsv, DuplicateIds) {
  EXPECT_EQ(lineError("ok,0,1,1,"),
            "f:3:1: the id 'ok' is that of line 2 already");
}

TEST(MiniMallocCsv, SumsAndFixedOffsets) {
  EXPECT_EQ(lineError("b,0,1,9223372036854775807,"),
            "f: the sizes up to buffer 'b' of 9223372036854775807 bytes exceed "
            "64 bits");
  EXPECT_EQ(lineError("b,0,4,8,0\nc,3,5,8,7"),
            "f: buffers 'b' at [0, 8) and 'c' at [7, 15) overlap while both "
            "live in [3, 4)");
}

TEST(MiniMallocCsv, RoundTrips) {
  StringRef text = "id,lower,upper,size\na,0,3,4\nb,2,5,8\n";
  auto problem = readMiniMallocCsv(text, "f");
  ASSERT_TRUE(bool(problem));
  EXPECT_EQ(write(*problem, {}), text);
  EXPECT_EQ(write(*problem, {8, 0}),
            "id,lower,upper,size,offset\na,0,3,4,8\nb,2,5,8,0\n");
  problem->buffers[1].alignment = 4;
  EXPECT_EQ(write(*problem, {8, 0}),
            "id,lower,upper,size,alignment,offset\na,0,3,4,1,8\nb,2,5,8,4,0\n");
}

// Any single wrong byte gives an error or another valid problem.
TEST(MiniMallocCsv, EveryChangedByteIsHandled) {
  const std::string text = "id,lower,upper,size,offset\na,0,3,4,\nb,2,5,8,16\n";
  for (size_t at = 0; at < text.size(); ++at)
    for (char c : {'-', '9', ',', '\n', ' ', '\0', '\xff'}) {
      std::string changed = text;
      changed[at] = c;
      auto problem = readMiniMallocCsv(changed, "f");
      if (problem)
        EXPECT_EQ(errorText(problem->check()), "success");
      else
        EXPECT_TRUE(StringRef(toString(problem.takeError())).starts_with("f:"));
    }
}
