//===- FusionOrder.cpp - A topological order that blocks keep -------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusionOrder.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace mlir::stax;

FusionOrder::FusionOrder(ArrayRef<unsigned> order)
    : label(order.size() + 1), next(order.size() + 1),
      previous(order.size() + 1) {
  unsigned last = order.size();
  for (unsigned item : order) {
    next[last] = item;
    previous[item] = last;
    last = item;
  }
  next[last] = order.size();
  previous[order.size()] = last;
  spread();
}

void FusionOrder::spread() {
  unsigned ends = label.size() - 1;
  uint64_t step = end / label.size(), at = 0;
  for (unsigned item = next[ends]; item != ends; item = next[item])
    label[item] = at += step;
}

void FusionOrder::remove(unsigned item) {
  next[previous[item]] = next[item];
  previous[next[item]] = previous[item];
}

void FusionOrder::insertAfter(ArrayRef<unsigned> items, unsigned place) {
  unsigned ends = label.size() - 1;
  unsigned behind = next[place];
  uint64_t low = place == ends ? 0 : label[place];
  uint64_t high = behind == ends ? end : label[behind];
  uint64_t step = (high - low) / (items.size() + 1);
  for (unsigned item : items) {
    next[place] = item;
    previous[item] = place;
    label[item] = low += step;
    place = item;
  }
  next[place] = behind;
  previous[behind] = place;
  if (step == 0)
    spread();
}

void FusionOrder::moveBefore(ArrayRef<unsigned> items, unsigned place) {
  for_each(items, [&](unsigned item) { remove(item); });
  insertAfter(items, previous[place]);
}

void FusionOrder::moveAfter(ArrayRef<unsigned> items, unsigned place) {
  for_each(items, [&](unsigned item) { remove(item); });
  insertAfter(items, place);
}
