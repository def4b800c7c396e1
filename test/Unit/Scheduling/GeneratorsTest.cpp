//===- GeneratorsTest.cpp - Made-up problems ------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Scheduling/Generators.h"

#include "ErrorText.h"
#include "stax/Support/Random.h"
#include "gtest/gtest.h"

using namespace mlir::stax;

static const GraphShape kShapes[] = {GraphShape::Layered, GraphShape::Chain,
                                     GraphShape::Diamonds, GraphShape::Fan};

// The published sequence of SplitMix64 for the seed 1234567.
TEST(Random, IsSplitMix64) {
  Random random(1234567);
  EXPECT_EQ(random.next(), 6457827717110365317u);
  EXPECT_EQ(random.next(), 3203168211198807973u);
}

TEST(Generators, ProblemsAreValid) {
  for (GraphShape shape : kShapes)
    for (unsigned nodes : {1, 2, 5, 300})
      for (uint64_t seed : {0, 1, 2}) {
        FusionProblem fusion = generateFusionProblem(shape, nodes, seed);
        EXPECT_EQ(fusion.nodes.size(), nodes);
        EXPECT_EQ(errorText(fusion.check()), "success");
        OrderProblem order = generateOrderProblem(shape, nodes, seed);
        EXPECT_EQ(order.nodes.size(), nodes);
        EXPECT_EQ(errorText(order.check()), "success");
      }
}

TEST(Generators, SeedsDiffer) {
  auto sum = [](uint64_t seed) {
    int64_t bytes = 0;
    for (const OrderNode &node :
         generateOrderProblem(GraphShape::Layered, 100, seed).nodes)
      bytes += node.bytes * (1 + node.inputs.size());
    return bytes;
  };
  EXPECT_EQ(sum(1), sum(1));
  EXPECT_NE(sum(1), sum(2));
}

TEST(Generators, Shapes) {
  using Uses = llvm::SmallVector<unsigned, 4>;
  EXPECT_EQ(generateGraph(GraphShape::Chain, 3, 0),
            Predecessors({{}, {0}, {1}}));
  EXPECT_EQ(generateGraph(GraphShape::Diamonds, 5, 0),
            Predecessors({{}, {0}, {0}, {1, 2}, {3}}));
  EXPECT_EQ(generateGraph(GraphShape::Fan, 3, 0), Predecessors({{}, {0}, {0}}));
  for (const Uses &uses : generateGraph(GraphShape::Layered, 100, 0))
    EXPECT_LE(uses.size(), 3u);
}
