//===- FusionGenerator.cpp - Made-up fusion problems ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Values come in three extents: the whole grid, one element a row, one a
// column. A node is pointwise over an extent, reduces the grid to rows or
// columns, or is an external call on the grid.
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/Generators.h"
#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"

using namespace llvm;
using namespace mlir::stax;

static constexpr int64_t kRows = 1024, kColumns = 768, kElementBytes = 4;

namespace {
enum class Extent { Grid, Row, Column };

class Generator {
public:
  Generator(GraphShape shape, unsigned nodes, uint64_t seed)
      : shape(shape), random(seed), graph(generateGraph(shape, nodes, seed)),
        numNodes(nodes) {
    problem.name =
        "fusion-" + std::to_string(nodes) + "-" + std::to_string(seed);
  }

  FusionProblem run();

private:
  void addInputs();
  void collectOperands(unsigned node);
  void addLayeredNode();
  void addShapedNode(unsigned node);
  void addNode(NodeDomain::Kind kind, Extent result, ArrayRef<unsigned> reads);
  void finish();
  unsigned pick(Extent extent);
  bool have(Extent extent) { return !operands[unsigned(extent)].empty(); }

  GraphShape shape;
  Random random;
  Predecessors graph;
  unsigned numNodes;
  FusionProblem problem;
  std::vector<Extent> nodeExtents, inputExtents;
  SmallVector<unsigned> operands[3]; ///< that the next node may read, by extent
};
} // namespace

static int64_t countElements(Extent extent) {
  switch (extent) {
  case Extent::Grid:
    return kRows * kColumns;
  case Extent::Row:
    return kRows;
  case Extent::Column:
    return kColumns;
  }
  llvm_unreachable("covered switch");
}

/// Input 0 covers the grid, so that every node has something to read.
void Generator::addInputs() {
  unsigned count = numNodes / 20 + 4;
  for (unsigned i = 0; i < count; ++i) {
    Extent extent = Extent::Grid;
    if (i && random.chance(50))
      extent = random.chance(50) ? Extent::Row : Extent::Column;
    inputExtents.push_back(extent);
    problem.inputBytes.push_back(kElementBytes * countElements(extent));
  }
}

/// The last nine values, now and then one from anywhere, now and then an input.
/// In the other shapes just what the graph says.
void Generator::collectOperands(unsigned node) {
  for (SmallVector<unsigned> &list : operands)
    list.clear();
  auto add = [&](unsigned value) {
    operands[unsigned(nodeExtents[value])].push_back(value);
  };
  if (shape == GraphShape::Layered) {
    for (unsigned value = node - std::min(node, 9u); value < node; ++value)
      add(value);
    if (node > 40 && random.chance(15))
      add(random.below(node));
    if (node < 3 || random.chance(10)) {
      unsigned input = random.below(inputExtents.size());
      operands[unsigned(inputExtents[input])].push_back(numNodes + input);
    }
  } else {
    for_each(graph[node], add);
  }
  if (!have(Extent::Grid) && (shape == GraphShape::Layered || node == 0))
    operands[unsigned(Extent::Grid)].push_back(numNodes);
}

unsigned Generator::pick(Extent extent) {
  ArrayRef<unsigned> list = operands[unsigned(extent)];
  return list[random.below(list.size())];
}

void Generator::addNode(NodeDomain::Kind kind, Extent result,
                        ArrayRef<unsigned> reads) {
  unsigned id = problem.nodes.size();
  FusionNode &node = problem.nodes.emplace_back();
  node.domain.kind = kind;
  if (kind == NodeDomain::Kind::Pointwise ||
      kind == NodeDomain::Kind::Reduction)
    node.domain.points = countElements(result);
  if (kind == NodeDomain::Kind::Reduction)
    node.domain.reduced = countElements(Extent::Grid) / countElements(result);
  node.domain.splits =
      kind == NodeDomain::Kind::Pointwise && result == Extent::Grid;
  node.bytes = kElementBytes * countElements(result);
  node.reads.assign(reads.begin(), reads.end());
  llvm::sort(node.reads);
  node.reads.erase(llvm::unique(node.reads), node.reads.end());
  for (unsigned buffer : node.reads)
    if (buffer < numNodes && random.chance(8))
      problem.forbidden.emplace_back(buffer, id);
  nodeExtents.push_back(result);
}

void Generator::addLayeredNode() {
  SmallVector<unsigned> reads = {pick(Extent::Grid)};
  unsigned kind = random.below(100);
  if (kind < 52) {
    if (random.chance(50))
      reads.push_back(pick(Extent::Grid));
    if (have(Extent::Row) && random.chance(50))
      reads.push_back(pick(Extent::Row));
    if (have(Extent::Column) && random.chance(30))
      reads.push_back(pick(Extent::Column));
    addNode(NodeDomain::Kind::Pointwise, Extent::Grid, reads);
  } else if (kind < 70) {
    if (have(Extent::Row) && random.chance(30))
      reads.push_back(pick(Extent::Row));
    addNode(NodeDomain::Kind::Reduction, Extent::Row, reads);
  } else if (kind < 80 && have(Extent::Row)) {
    addNode(NodeDomain::Kind::Pointwise, Extent::Row,
            {pick(Extent::Row), pick(Extent::Row)});
  } else if (kind < 88) {
    addNode(NodeDomain::Kind::Reduction, Extent::Column, reads);
  } else if (kind < 95) {
    addNode(NodeDomain::Kind::External, Extent::Grid, reads);
  } else {
    addNode(NodeDomain::Kind::Pointwise, Extent::Grid, reads);
  }
}

/// Reads all that the graph says; a tenth of what reads the grid reduces it.
void Generator::addShapedNode(unsigned node) {
  SmallVector<unsigned> reads(graph[node].begin(), graph[node].end());
  if (reads.empty())
    reads.push_back(numNodes);
  if (have(Extent::Grid) && node && random.chance(10))
    addNode(NodeDomain::Kind::Reduction, Extent::Row, reads);
  else
    addNode(NodeDomain::Kind::Pointwise, Extent::Grid, reads);
}

void Generator::finish() {
  std::vector<bool> used(numNodes);
  for (const FusionNode &node : problem.nodes)
    for (unsigned buffer : node.reads)
      if (buffer < numNodes)
        used[buffer] = true;
  for (unsigned node = 0; node < numNodes; ++node)
    if (!used[node])
      problem.outputs.push_back(node);
}

FusionProblem Generator::run() {
  addInputs();
  for (unsigned node = 0; node < numNodes; ++node) {
    collectOperands(node);
    if (shape == GraphShape::Layered)
      addLayeredNode();
    else
      addShapedNode(node);
  }
  finish();
  return std::move(problem);
}

FusionProblem mlir::stax::generateFusionProblem(GraphShape shape,
                                                unsigned nodes, uint64_t seed) {
  return Generator(shape, nodes, seed).run();
}
