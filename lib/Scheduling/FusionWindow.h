//===- FusionWindow.h - Up to 64 nodes of a graph ---------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window is a fusion problem of its own: what its nodes read from outside
// counts as inputs, what others read of them as outputs, and its traffic is the
// graph's up to a constant. Any legal partition of it is legal in the graph if
// no path leaves the window and comes back. Sets of nodes are words.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONWINDOW_H
#define STAX_LIB_SCHEDULING_FUSIONWINDOW_H

#include "FusionGraph.h"
#include "llvm/ADT/bit.h"
#include <array>

namespace mlir::stax {

using NodeMask = uint64_t;

inline NodeMask bit(unsigned node) { return NodeMask(1) << node; }

/// Calls `visit` with each number in `mask`, ascending.
template <typename Visitor>
void forEachNode(NodeMask mask, Visitor visit) {
  for (; mask; mask &= mask - 1)
    visit(unsigned(llvm::countr_zero(mask)));
}

struct FusionWindow {
  static constexpr unsigned kMaxNodes = 64;
  static constexpr unsigned kNoProducer = -1;

  struct Buffer {
    int64_t bytes = 0;
    NodeMask readers = 0;
    unsigned producer = kNoProducer;
    bool isOutput = false;

    NodeMask touching() const {
      return readers | (producer == kNoProducer ? 0 : bit(producer));
    }
  };

  /// `nodes` are at most 64 nodes of `graph`, ascending.
  FusionWindow(const FusionGraph &graph, const FusionRules &rules,
               llvm::ArrayRef<unsigned> nodes);

  unsigned size() const { return successors.size(); }
  NodeMask all() const { return llvm::maskTrailingOnes<NodeMask>(size()); }

  FusionDomains &domains; ///< the graph's
  FusionRules rules;
  llvm::SmallVector<NodeMask, 0> successors; ///< of each node; they are larger
  llvm::SmallVector<NodeMask, 0> conflicts;  ///< nodes that never share its
                                             ///< block
  llvm::SmallVector<unsigned, 0> domain;     ///< of each node
  std::vector<Buffer> buffers;               ///< of two nodes or more
  std::vector<llvm::SmallVector<unsigned, 4>> buffersOf; ///< of each node
  llvm::SmallVector<unsigned, 0> lonelyBuffers; ///< of each node: how many
                                                ///< more it has in memory
};

/// A partition of a window. A block has any number below 64.
class WindowBlocks {
public:
  /// Each node is a block of its own.
  explicit WindowBlocks(const FusionWindow &window);

  /// From and to the blocks of the whole graph, given the nodes of the window;
  /// the blocks to be read hold nodes of the window only, and the reader holds
  /// single nodes.
  void read(llvm::ArrayRef<unsigned> graphNodes,
            llvm::ArrayRef<unsigned> graphBlocks);
  void write(llvm::ArrayRef<unsigned> graphNodes,
             llvm::MutableArrayRef<unsigned> graphBlocks) const;

  unsigned blockOf(unsigned node) const { return block[node]; }
  NodeMask members(unsigned b) const { return nodes[b]; }
  NodeMask alive() const { return live; }

  /// Bytes moved for one buffer, and for all.
  int64_t cost(const FusionWindow::Buffer &buffer) const;
  int64_t cost() const;

  /// Whether the nodes of two blocks may share one; leaves out cycles.
  bool obeysRules(unsigned a, unsigned b) const;
  /// Whether a third block lies on a path between two.
  bool isBetween(unsigned a, unsigned b) const;
  void merge(unsigned from, unsigned to);

  /// Traffic saved by moving a node to a block, which may be empty.
  int64_t gainOfMove(unsigned node, unsigned to);
  /// Moves a node to a block, which may be empty.
  void move(unsigned node, unsigned to);
  /// Makes each of these nodes a block of its own.
  void dissolve(NodeMask dissolved);
  /// Whether `node` may share block `to`; leaves out cycles and buffers.
  bool fits(unsigned node, unsigned to) const;
  bool obeysBufferLimit(unsigned b) const;
  /// Whether a path leaves block `b` and comes back.
  bool isOnCycle(unsigned b) const;

private:
  bool reaches(NodeMask from, NodeMask goal, NodeMask without) const;
  unsigned countBuffers(NodeMask members) const;
  void refresh(unsigned b);

  const FusionWindow *window;
  std::array<uint8_t, FusionWindow::kMaxNodes> block;
  std::array<NodeMask, FusionWindow::kMaxNodes> nodes; ///< of each block
  std::array<NodeMask, FusionWindow::kMaxNodes> after; ///< nodes that need it
  std::array<unsigned, FusionWindow::kMaxNodes> domains;
  NodeMask live = 0; ///< blocks that are not empty
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONWINDOW_H
