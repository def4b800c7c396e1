//===- ProblemReader.cpp - Fusion and order problems from JSON ------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/ProblemIO.h"
#include "stax/Support/JsonReader.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include <limits>

using namespace llvm;
using namespace mlir::stax;

/// Ids count up in the order of the list from `first`, so that an id is an
/// index; says which earlier element has the id if it is a repetition.
static void expectId(JsonPlace element, StringRef list, int64_t first,
                     int64_t index) {
  JsonPlace place = element.member("id");
  int64_t id = place.integer(0);
  if (!place || id == first + index)
    return;
  if (id >= first && id < first + index)
    place.error("the id " + Twine(id) + " is that of " + list + "[" +
                Twine(id - first) + "] already");
  else
    place.expected("the id " + Twine(first + index) +
                   " (ids count up in the order of the list)");
}

/// The ids of a list, each below `limit`.
template <typename Ids>
static void readIds(JsonPlace list, unsigned limit, StringRef what, Ids &ids) {
  list.forEach([&](JsonPlace place) {
    if (limit == 0)
      return place.expected("no id, as there is no " + what);
    ids.push_back(place.integer(0, limit - 1));
  });
}

static NodeDomain readDomain(JsonPlace kind) {
  NodeDomain domain;
  StringRef name = kind.element(0).string();
  size_t size = kind.size(), least = 1, most = 1;
  if (name == "pw") {
    domain.kind = NodeDomain::Kind::Pointwise;
    least = 2;
    most = 3;
  } else if (name == "red") {
    domain.kind = NodeDomain::Kind::Reduction;
    least = most = 3;
  } else if (name == "ext") {
    domain.kind = NodeDomain::Kind::External;
  } else if (name != "any") {
    kind.element(0).expected("\"pw\", \"red\", \"ext\" or \"any\"");
    return domain;
  }
  if (size < least || size > most) {
    kind.error("expected " + Twine(least) +
               (most > least ? " or " + Twine(most) : Twine()) +
               " elements for \"" + name + "\", found " + Twine(size));
    return domain;
  }
  if (size >= 2)
    domain.points = kind.element(1).integer(0);
  if (domain.kind == NodeDomain::Kind::Reduction)
    domain.reduced = kind.element(2).integer(0);
  else if (size == 3) {
    domain.splits = kind.element(2).string() == "full";
    if (!domain.splits)
      kind.element(2).expected("\"full\"");
  }
  return domain;
}

/// What a node may say about its loops besides their counts.
static void readLoops(JsonPlace element, NodeDomain &domain) {
  constexpr unsigned kAnyName = std::numeric_limits<unsigned>::max();
  if (JsonPlace place = element.optionalMember("place"))
    domain.place = place.integer(0, kAnyName);
  if (JsonPlace axes = element.optionalMember("axes"))
    readIds(axes, kAnyName, "axis", domain.axes);
  if (JsonPlace axes = element.optionalMember("reduced_axes"))
    readIds(axes, kAnyName, "axis", domain.reducedAxes);
  if (JsonPlace ranges = element.optionalMember("ranges"))
    ranges.forEach(
        [&](JsonPlace range) { domain.ranges.push_back(range.integer(0)); });
  llvm::sort(domain.axes);
}

static void readForbidden(JsonPlace list, FusionProblem &problem) {
  list.forEach([&](JsonPlace pair) {
    SmallVector<unsigned, 2> ids;
    readIds(pair, problem.nodes.size(), "node", ids);
    if (ids.size() != 2 || pair.size() != 2)
      pair.error("expected a pair of nodes, found " + Twine(pair.size()) +
                 " elements");
    else
      problem.forbidden.emplace_back(ids[0], ids[1]);
  });
}

static void readProblem(JsonPlace place, FusionProblem &problem) {
  if (JsonPlace name = place.optionalMember("name"))
    problem.name = name.string();
  JsonPlace nodes = place.member("nodes");
  JsonPlace inputs = place.optionalMember("inputs");
  unsigned numNodes = nodes.size();
  unsigned numBuffers = numNodes + (inputs ? inputs.size() : 0);
  nodes.forEach([&](JsonPlace element) {
    expectId(element, "nodes", 0, problem.nodes.size());
    FusionNode &node = problem.nodes.emplace_back();
    node.domain = readDomain(element.member("kind"));
    readLoops(element, node.domain);
    node.bytes = element.member("bytes").integer(0);
    readIds(element.member("reads"), numBuffers, "buffer", node.reads);
    if (JsonPlace after = element.optionalMember("after"))
      readIds(after, numNodes, "node", node.after);
    if (JsonPlace isTemplate = element.optionalMember("template"))
      node.isTemplate = isTemplate.boolean();
    if (JsonPlace isOrdered = element.optionalMember("ordered"))
      node.isOrdered = isOrdered.boolean();
  });
  if (inputs)
    inputs.forEach([&](JsonPlace element) {
      expectId(element, "inputs", numNodes, problem.inputBytes.size());
      problem.inputBytes.push_back(element.member("bytes").integer(0));
    });
  readIds(place.member("outputs"), numNodes, "node", problem.outputs);
  if (JsonPlace forbidden = place.optionalMember("forbidden"))
    readForbidden(forbidden, problem);
}

static void readProblem(JsonPlace place, OrderProblem &problem) {
  if (JsonPlace name = place.optionalMember("name"))
    problem.name = name.string();
  JsonPlace nodes = place.member("nodes");
  unsigned numNodes = nodes.size();
  nodes.forEach([&](JsonPlace element) {
    expectId(element, "nodes", 0, problem.nodes.size());
    OrderNode &node = problem.nodes.emplace_back();
    node.bytes = element.member("bytes").integer(0);
    readIds(element.member("inputs"), numNodes, "node", node.inputs);
    if (JsonPlace after = element.optionalMember("after"))
      readIds(after, numNodes, "node", node.after);
    if (JsonPlace scratch = element.optionalMember("scratch"))
      node.scratch = scratch.integer(0);
    if (JsonPlace inPlace = element.optionalMember("in_place"))
      readIds(inPlace, numNodes, "node", node.inPlace);
    if (JsonPlace view = element.optionalMember("view_of"))
      node.viewOf = view.integer(0, int64_t(numNodes) - 1);
  });
  readIds(place.member("outputs"), numNodes, "node", problem.outputs);
}

template <typename Problem>
static Expected<ProblemFile<Problem>> readProblems(StringRef text,
                                                   StringRef fileName) {
  Expected<std::unique_ptr<JsonReader>> reader =
      JsonReader::parse(text, fileName);
  if (!reader)
    return reader.takeError();
  ProblemFile<Problem> file;
  auto readOne = [&](JsonPlace place) {
    readProblem(place, file.problems.emplace_back());
    if ((*reader)->failed())
      return;
    if (Error error = file.problems.back().check())
      place.error(toString(std::move(error)));
  };
  JsonPlace root = (*reader)->root();
  file.isList = root.isArray();
  if (file.isList)
    root.forEach(readOne);
  else
    readOne(root);
  if (Error error = (*reader)->takeError())
    return error;
  return file;
}

Expected<ProblemFile<FusionProblem>>
mlir::stax::readFusionProblems(StringRef text, StringRef fileName) {
  return readProblems<FusionProblem>(text, fileName);
}

Expected<ProblemFile<OrderProblem>>
mlir::stax::readOrderProblems(StringRef text, StringRef fileName) {
  return readProblems<OrderProblem>(text, fileName);
}
