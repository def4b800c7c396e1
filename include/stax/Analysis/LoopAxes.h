//===- LoopAxes.h - Which loops of different nodes are the same -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two nodes can run as one loop nest if their loops can be laid over each
// other so that each point reads what the same point has written. This names
// the loops of all nodes of a graph, the same name where loops lie over each
// other. Names follow the accesses: a read at plain loops gives a loop and the
// dimension that it runs along one name. Where the accesses of a graph disagree
// (a matrix plus its transpose), the first in program order wins, those between
// nodes before those of what comes from outside, and the others are not
// aligned.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_LOOPAXES_H
#define STAX_ANALYSIS_LOOPAXES_H

#include "stax/Analysis/DependenceGraph.h"

namespace mlir::stax {

class LoopAxes {
public:
  /// Of a loop of extent 1 that no node reduces or scans: it lies over nothing
  /// and everything.
  static constexpr unsigned kUnit = -1;

  explicit LoopAxes(const DependenceGraph &graph);

  /// The name of each loop of a fusable node; no name occurs twice, kUnit
  /// aside.
  SmallVector<unsigned> getAxes(unsigned node) const;

  /// Whether `access` of `node` is at plain loops that have the names of the
  /// dimensions of the buffer.
  bool isAligned(unsigned node, const GraphAccess &access) const;

  /// The names of the dimensions of a buffer; empty if it has none.
  SmallVector<unsigned> getBufferAxes(unsigned buffer) const;

private:
  struct Axis {
    mutable unsigned parent;
    unsigned extent;                   ///< a number of ExtentClasses
    SmallVector<unsigned, 2> distinct; ///< axes of the same node or buffer; may
                                       ///< repeat a class
    unsigned limit = 8;      ///< length of that list at which repetitions go
    bool isCombined = false; ///< of a class: a node reduces or scans it
  };

  unsigned addAxis(unsigned extent);
  void addGroup(SmallVectorImpl<unsigned> &slots, ArrayRef<unsigned> extents);
  unsigned find(unsigned axis) const;
  bool canUnify(unsigned lhs, unsigned rhs) const;
  void unify(unsigned lhs, unsigned rhs);
  void align(unsigned node, const GraphAccess &access);
  void markCombined();
  bool isUnit(unsigned axis) const;

  const DependenceGraph &graph;
  std::vector<Axis> axes;
  std::vector<SmallVector<unsigned, 4>> nodeSlots, bufferSlots;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_LOOPAXES_H
