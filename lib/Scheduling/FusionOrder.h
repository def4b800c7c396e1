//===- FusionOrder.h - A topological order that blocks keep -----*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Labels that order items, with room to put an item between any two.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONORDER_H
#define STAX_LIB_SCHEDULING_FUSIONORDER_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlir::stax {

/// A linked list of items 0 to n - 1 that compares two in constant time. A
/// label is halfway between its neighbours'; where there is no room left, all
/// are spread anew, which happens once in some forty insertions at worst.
class FusionOrder {
public:
  explicit FusionOrder(llvm::ArrayRef<unsigned> order);

  bool isBefore(unsigned a, unsigned b) const { return label[a] < label[b]; }

  /// Takes `items`, which are in their order, from where they are and puts
  /// them right before `place`, which is none of them.
  void moveBefore(llvm::ArrayRef<unsigned> items, unsigned place);

  /// The same, right after `place`.
  void moveAfter(llvm::ArrayRef<unsigned> items, unsigned place);

  void remove(unsigned item);

private:
  void insertAfter(llvm::ArrayRef<unsigned> items, unsigned place);
  void spread();

  std::vector<uint64_t> label;
  std::vector<unsigned> next, previous; ///< item n is both ends of the list
  uint64_t end = ~uint64_t(0);          ///< above all labels
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONORDER_H
