//===- ProblemIOTest.cpp - Problems from and to JSON ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/ProblemIO.h"

#include "ErrorText.h"
#include "stax/Scheduling/Generators.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

static std::string fusionError(StringRef text) {
  return errorText(readFusionProblems(text, "f"));
}

static std::string orderError(StringRef text) {
  return errorText(readOrderProblems(text, "f"));
}

/// A problem of one node, some text of which is replaced.
static std::string fusionError(StringRef from, StringRef to) {
  std::string text = R"({"name": "n", "nodes": [
    {"id": 0, "kind": ["pw", 8], "bytes": 4, "reads": [1]}],
    "inputs": [{"id": 1, "bytes": 2}], "outputs": [0], "forbidden": []})";
  size_t at = text.find(from.str());
  EXPECT_NE(at, std::string::npos);
  return fusionError(text.replace(at, from.size(), to.str()));
}

TEST(FusionReader, EverythingItKnows) {
  auto file = readFusionProblems(R"({"name": "n", "more": {}, "nodes": [
      {"id": 0, "kind": ["pw", 8, "full"], "bytes": 4, "reads": [3], "x": 1},
      {"id": 1, "kind": ["red", 2, 4], "bytes": 5, "reads": [0, 3]},
      {"id": 2, "kind": ["ext"], "bytes": 6, "reads": [1], "after": [0],
       "template": true}],
    "inputs": [{"id": 3, "bytes": 7}], "outputs": [2, 1],
    "forbidden": [[0, 2]], "optimum_block": 3})",
                                 "f");
  ASSERT_TRUE(bool(file)) << errorText(file.takeError());
  EXPECT_FALSE(file->isList);
  ASSERT_EQ(file->problems.size(), 1u);
  const FusionProblem &problem = file->problems[0];
  EXPECT_EQ(problem.name, "n");
  ASSERT_EQ(problem.nodes.size(), 3u);
  EXPECT_EQ(problem.nodes[0].domain.kind, NodeDomain::Kind::Pointwise);
  EXPECT_TRUE(problem.nodes[0].domain.splits);
  EXPECT_EQ(problem.nodes[1].domain.points, 2);
  EXPECT_EQ(problem.nodes[1].domain.reduced, 4);
  EXPECT_EQ(problem.nodes[1].reads, (SmallVector<unsigned, 4>{0, 3}));
  EXPECT_EQ(problem.nodes[2].after, (SmallVector<unsigned, 2>{0}));
  EXPECT_FALSE(problem.nodes[1].isTemplate);
  EXPECT_TRUE(problem.nodes[2].isTemplate);
  EXPECT_EQ(problem.inputBytes, std::vector<int64_t>({7}));
  EXPECT_EQ(problem.outputs, std::vector<unsigned>({2, 1}));
  ASSERT_EQ(problem.forbidden.size(), 1u);
  EXPECT_EQ(problem.forbidden[0], std::make_pair(0u, 2u));
}

TEST(FusionReader, TemplateIsTrueOrFalse) {
  EXPECT_EQ(fusionError("\"reads\": [1]", "\"reads\": [1], \"template\": 1"),
            "f: $.nodes[0].template: expected true or false, found 1");
}

TEST(FusionReader, EmptyLists) {
  auto file = readFusionProblems("[]", "f");
  ASSERT_TRUE(bool(file));
  EXPECT_TRUE(file->isList);
  EXPECT_TRUE(file->problems.empty());
  EXPECT_EQ(fusionError(R"({"nodes": [], "outputs": []})"), "success");
}

TEST(FusionReader, NoProblem) {
  EXPECT_EQ(fusionError(""),
            "f:1:1: expected a JSON value, found an empty file");
  EXPECT_EQ(fusionError("7"), "f: $: expected an object, found 7");
  EXPECT_EQ(fusionError("[[]]"), "f: $[0]: expected an object, found an array");
  EXPECT_EQ(fusionError("{"),
            "f: not JSON: [1:1, byte=1]: Expected object key");
}

TEST(FusionReader, MissingKeys) {
  EXPECT_EQ(fusionError("\"nodes\"", "\"node\""),
            "f: $: expected the key 'nodes', found none");
  EXPECT_EQ(fusionError("\"outputs\"", "\"output\""),
            "f: $: expected the key 'outputs', found none");
  for (StringRef key : {"id", "kind", "bytes", "reads"})
    EXPECT_EQ(fusionError(("\"" + key + "\"").str(), "\"other\""),
              "f: $.nodes[0]: expected the key '" + key.str() +
                  "', found none");
}

TEST(FusionReader, WrongTypes) {
  EXPECT_EQ(fusionError("\"n\"", "1"), "f: $.name: expected a string, found 1");
  EXPECT_EQ(fusionError("\"bytes\": 4", "\"bytes\": \"4\""),
            "f: $.nodes[0].bytes: expected an integer of at least 0, found "
            "\"4\"");
  EXPECT_EQ(fusionError("[1]", "{}"),
            "f: $.nodes[0].reads: expected an array, found an object");
  EXPECT_EQ(fusionError("[0]", "[null]"),
            "f: $.outputs[0]: expected an integer of 0 to 0, found null");
}

TEST(FusionReader, WrongNumbers) {
  EXPECT_EQ(fusionError("\"bytes\": 4", "\"bytes\": -4"),
            "f: $.nodes[0].bytes: expected an integer of at least 0, found -4");
  EXPECT_EQ(fusionError("\"bytes\": 4", "\"bytes\": 1e30"),
            "f: $.nodes[0].bytes: expected an integer of at least 0, found "
            "1e+30");
  EXPECT_EQ(fusionError("\"bytes\": 4", "\"bytes\": 9223372036854775807"),
            "f: $: the traffic exceeds 64 bits at buffer 1 of 2 bytes");
}

TEST(FusionReader, WrongIds) {
  EXPECT_EQ(fusionError("\"id\": 0", "\"id\": 3"),
            "f: $.nodes[0].id: expected the id 0 (ids count up in the order of "
            "the list), found 3");
  EXPECT_EQ(fusionError("\"id\": 1", "\"id\": 0"),
            "f: $.inputs[0].id: expected the id 1 (ids count up in the order "
            "of the list), found 0");
  EXPECT_EQ(fusionError("[1]", "[2]"),
            "f: $.nodes[0].reads[0]: expected an integer of 0 to 1, found 2");
  EXPECT_EQ(fusionError("[1]", "[0]"), "f: $: the nodes form a cycle: 0 -> 0");
  EXPECT_EQ(fusionError("[1]", "[1, 1]"), "f: $: node 0 lists buffer 1 twice");
}

TEST(FusionReader, WrongKinds) {
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[\"map\", 8]"),
            "f: $.nodes[0].kind[0]: expected \"pw\", \"red\", \"ext\" or "
            "\"any\", found \"map\"");
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[]"),
            "f: $.nodes[0].kind: expected at least 1 elements, found 0");
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[\"pw\"]"),
            "f: $.nodes[0].kind: expected 2 or 3 elements for \"pw\", found 1");
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[\"red\", 8]"),
            "f: $.nodes[0].kind: expected 3 elements for \"red\", found 2");
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[\"pw\", 8, \"all\"]"),
            "f: $.nodes[0].kind[2]: expected \"full\", found \"all\"");
  EXPECT_EQ(fusionError("[\"pw\", 8]", "[\"red\", 8, -1]"),
            "f: $.nodes[0].kind[2]: expected an integer of at least 0, found "
            "-1");
}

TEST(FusionReader, WrongPairs) {
  EXPECT_EQ(fusionError("\"forbidden\": []", "\"forbidden\": [[0]]"),
            "f: $.forbidden[0]: expected a pair of nodes, found 1 elements");
  EXPECT_EQ(fusionError("\"forbidden\": []", "\"forbidden\": [[0, 0]]"),
            "f: $: the forbidden pair (0, 0) does not name two of 1 nodes");
}

TEST(OrderReader, EverythingItKnows) {
  auto file = readOrderProblems(R"([{"name": "n", "model": "m", "nodes": [
      {"id": 0, "op": "in", "bytes": 4, "inputs": []},
      {"id": 1, "bytes": 5, "inputs": [0], "view_of": 0, "scratch": 7},
      {"id": 2, "bytes": 6, "inputs": [1, 0], "in_place": [0], "after": [1]}],
    "outputs": [2]}])",
                                "f");
  ASSERT_TRUE(bool(file)) << errorText(file.takeError());
  EXPECT_TRUE(file->isList);
  const OrderProblem &problem = file->problems[0];
  ASSERT_EQ(problem.nodes.size(), 3u);
  EXPECT_EQ(problem.nodes[1].viewOf, std::optional(0u));
  EXPECT_EQ(problem.nodes[1].scratch, 7);
  EXPECT_EQ(problem.nodes[2].inputs, (SmallVector<unsigned, 4>{1, 0}));
  EXPECT_EQ(problem.nodes[2].inPlace, (SmallVector<unsigned, 2>{0}));
  EXPECT_EQ(problem.nodes[2].after, (SmallVector<unsigned, 2>{1}));
}

TEST(OrderReader, Errors) {
  EXPECT_EQ(orderError(R"({"outputs": []})"),
            "f: $: expected the key 'nodes', found none");
  EXPECT_EQ(orderError(R"({"nodes": [], "outputs": [0]})"),
            "f: $.outputs[0]: expected no id, as there is no node, found 0");
  EXPECT_EQ(orderError(R"([{"nodes": [{"id": 0, "bytes": 1, "inputs": []},
      {"id": 0, "bytes": 1, "inputs": []}], "outputs": []}])"),
            "f: $[0].nodes[1].id: the id 0 is that of nodes[0] already");
  EXPECT_EQ(orderError(R"({"nodes": [{"id": 0, "bytes": 1, "inputs": [1]},
      {"id": 1, "bytes": 1, "inputs": [0]}], "outputs": []})"),
            "f: $: the nodes form a cycle: 0 -> 1 -> 0");
  EXPECT_EQ(orderError(R"({"nodes": [{"id": 0, "bytes": 1, "inputs": [],
      "view_of": 1}], "outputs": []})"),
            "f: $.nodes[0].view_of: expected an integer of 0 to 0, found 1");
}

/// Writes, reads and writes again.
template <typename Problem, typename Write, typename Read>
static void expectRoundTrip(const Problem &problem, Write write, Read read) {
  auto toText = [&](const Problem &written) {
    std::string text;
    raw_string_ostream stream(text);
    json::OStream os(stream);
    write(written, os);
    return text;
  };
  std::string text = toText(problem);
  auto file = read(text, "f");
  ASSERT_TRUE(bool(file)) << errorText(file.takeError());
  ASSERT_EQ(file->problems.size(), 1u);
  EXPECT_EQ(toText(file->problems[0]), text);
}

TEST(ProblemWriter, RoundTrips) {
  FusionProblem fusion = generateFusionProblem(GraphShape::Layered, 60, 1);
  fusion.nodes[3].after = {1};
  fusion.nodes[5].isTemplate = true;
  fusion.nodes[4].domain = {NodeDomain::Kind::Any};
  fusion.nodes[6].isOrdered = true;
  fusion.nodes[7].domain.place = 2;
  fusion.nodes[7].domain.axes = {1, 4};
  fusion.nodes[7].domain.reducedAxes = {3, 2};
  fusion.nodes[7].domain.ranges = {64, 12};
  expectRoundTrip(fusion, writeFusionProblem, readFusionProblems);
  OrderProblem order = generateOrderProblem(GraphShape::Diamonds, 60, 1);
  order.nodes[1].viewOf = 0;
  order.nodes[2].inPlace = {0};
  order.nodes[2].after = {1};
  order.nodes[3].scratch = 9;
  expectRoundTrip(order, writeOrderProblem, readOrderProblems);
}

// Cutting a valid text anywhere gives an error, never a crash or a success.
TEST(ProblemReader, EveryPrefixIsAnError) {
  std::string text;
  raw_string_ostream stream(text);
  {
    json::OStream os(stream);
    writeFusionProblem(generateFusionProblem(GraphShape::Layered, 8, 1), os);
  }
  for (size_t size = 0; size < text.size(); ++size)
    EXPECT_NE(fusionError(StringRef(text).take_front(size)), "success");
}

// Any single wrong byte gives an error or another valid problem.
TEST(ProblemReader, EveryChangedByteIsHandled) {
  std::string text;
  raw_string_ostream stream(text);
  {
    json::OStream os(stream);
    writeOrderProblem(generateOrderProblem(GraphShape::Layered, 8, 1), os);
  }
  unsigned errors = 0;
  for (size_t at = 0; at < text.size(); ++at)
    for (char c : {'-', '9', '"', '[', '}', '\0', '\xff'}) {
      std::string changed = text;
      changed[at] = c;
      auto file = readOrderProblems(changed, "f");
      if (file) {
        for (const OrderProblem &problem : file->problems)
          EXPECT_EQ(errorText(problem.check()), "success");
        continue;
      }
      EXPECT_TRUE(StringRef(toString(file.takeError())).starts_with("f:"));
      ++errors;
    }
  EXPECT_GT(errors, text.size());
}
