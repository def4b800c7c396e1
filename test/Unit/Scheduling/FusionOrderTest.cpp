//===- FusionOrderTest.cpp - An order that blocks keep --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scheduling/FusionOrder.h"

#include "stax/Support/Random.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

using namespace llvm;
using namespace mlir::stax;

static void expectOrder(const FusionOrder &order, ArrayRef<unsigned> items) {
  for (unsigned i = 1; i < items.size(); ++i)
    EXPECT_TRUE(order.isBefore(items[i - 1], items[i]))
        << items[i - 1] << " " << items[i];
}

TEST(FusionOrder, Moves) {
  FusionOrder order({2, 0, 1, 3});
  expectOrder(order, {2, 0, 1, 3});
  order.moveBefore({1, 3}, 2);
  expectOrder(order, {1, 3, 2, 0});
  order.moveAfter({1, 2}, 0);
  expectOrder(order, {3, 0, 1, 2});
  order.remove(0);
  order.moveAfter({3}, 2);
  expectOrder(order, {1, 2, 3});
}

// Far more insertions at one place than a label has bits.
TEST(FusionOrder, NeverRunsOutOfRoom) {
  FusionOrder order({0, 1, 2, 3});
  for (unsigned i = 0; i < 1000; ++i) {
    order.moveAfter({2}, 0);
    expectOrder(order, {0, 2, 1, 3});
    order.moveAfter({1}, 0);
    expectOrder(order, {0, 1, 2, 3});
  }
}

TEST(FusionOrder, AgreesWithAList) {
  Random random(1);
  std::vector<unsigned> list = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  FusionOrder order(list);
  for (unsigned step = 0; step < 500; ++step) {
    unsigned place = random.below(10);
    std::vector<unsigned> moved, rest;
    for (unsigned item : list)
      (item != place && random.chance(30) ? moved : rest).push_back(item);
    bool isAfter = random.chance(50);
    if (isAfter)
      order.moveAfter(moved, place);
    else
      order.moveBefore(moved, place);
    rest.insert(find(rest, place) + isAfter, moved.begin(), moved.end());
    list = std::move(rest);
    expectOrder(order, list);
  }
}
