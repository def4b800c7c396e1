//===- FusionBlocks.h - Blocks of a graph that merge ------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A partition that only grows coarser: what a merge saves, whether it is
// allowed, and the merge itself, each in time of the smaller block. Each buffer
// knows the blocks that read it, which is all that the cost needs.
//
// Blocks are kept in a topological order. A merge of a and b closes a cycle if
// a path joins them through a third block, which lies between them in that
// order. Two searches look for it, forwards from a and backwards from b, and
// the cheaper one goes on; if either comes to its end, there is none. What that
// one saw then moves to the far side of its own end, and the order is right
// again (after Bender, Fineman, Gilbert, Tarjan, "A new approach to incremental
// cycle detection", 2009; Pearce and Kelly, 2006, need both searches complete,
// and so a share of the whole graph for blocks that are far apart).
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_FUSIONBLOCKS_H
#define STAX_LIB_SCHEDULING_FUSIONBLOCKS_H

#include "FusionGraph.h"
#include "FusionOrder.h"
#include "stax/Scheduling/FusionLog.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::stax {

/// What two blocks have in common.
struct FusionSharing {
  int64_t gain = 0;     ///< traffic that their merge saves
  int64_t bytes = 0;    ///< of the buffers that both read or write
  unsigned count = 0;   ///< of those buffers
  unsigned buffers = 0; ///< that the merged block reads or writes in memory
};

/// The blocks that read one buffer.
class ReadingBlocks {
public:
  explicit ReadingBlocks(llvm::ArrayRef<unsigned> blocks);

  unsigned size() const { return isWide() ? wide.size() : few.size(); }
  bool contains(unsigned block) const;
  /// Block `from` becomes part of block `to`.
  void replace(unsigned from, unsigned to);

private:
  bool isWide() const { return !wide.empty(); }

  llvm::SmallVector<unsigned, 4> few;
  llvm::DenseSet<unsigned> wide; ///< instead of `few` if there are many
};

class FusionBlocks {
public:
  /// Each node is a block of its own.
  FusionBlocks(const FusionGraph &graph, const FusionRules &rules);

  /// The blocks are those of `blockOf`, which are legal and form no cycle.
  FusionBlocks(const FusionGraph &graph, const FusionRules &rules,
               llvm::ArrayRef<unsigned> blockOf);

  /// A block is a number below the number of nodes.
  unsigned blockOf(unsigned node) const { return block[node]; }
  llvm::ArrayRef<unsigned> blocks() const { return block; }
  bool isAlive(unsigned b) const { return !parts[b].members.empty(); }
  llvm::ArrayRef<unsigned> members(unsigned b) const {
    return parts[b].members;
  }
  /// The least node of a block.
  unsigned first(unsigned b) const { return parts[b].first; }
  bool hasReduction(unsigned b) const { return parts[b].hasReduction; }
  bool hasTemplate(unsigned b) const { return parts[b].hasTemplate; }

  FusionSharing share(unsigned a, unsigned b) const;

  /// Bytes that live longer if two blocks run as one, at the time of one of
  /// them: what dies with the earlier one waits for the later one, or what the
  /// later one makes is there from the earlier one on.
  int64_t bytesKeptAlive(unsigned a, unsigned b) const;
  /// Whether these are more than `guard` times the traffic saved; 0 for no
  /// guard.
  bool raisesPeak(unsigned a, unsigned b, const FusionSharing &sharing,
                  int64_t guard) const;

  /// A forbidden pair of a node of each, if there is one.
  std::optional<std::pair<unsigned, unsigned>> findForbidden(unsigned a,
                                                             unsigned b) const;

  /// FusionDomains::lostParallelism of two blocks.
  std::optional<FusionDomains::Parallelism> lostParallelism(unsigned a,
                                                            unsigned b) const {
    return graph.domains.lostParallelism(parts[a].domains, parts[b].domains);
  }

  /// FusionReason::None, or the rule that a merge would break. Leaves out
  /// cycles.
  FusionReason checkRules(unsigned a, unsigned b,
                          const FusionSharing &sharing) const;

  /// A node of a third block on a path from one to the other.
  std::optional<unsigned> findBetween(unsigned a, unsigned b);

  /// Merges two blocks, or returns a node between them that would close a
  /// cycle. The merged block has the number of one of them.
  std::optional<unsigned> merge(unsigned a, unsigned b);

  /// Other blocks that share a buffer with `nodes` of block `b`, ascending:
  /// the producers of what they read, the first 16 readers of their results,
  /// and of the other readers of what they read the 8 before and after them.
  void findPartners(unsigned b, llvm::ArrayRef<unsigned> nodes,
                    llvm::SmallVectorImpl<unsigned> &partners) const;

private:
  struct Part {
    llvm::SmallVector<unsigned, 2> members;
    llvm::SmallVector<unsigned, 4> buffers; ///< read or written, distinct
    unsigned first = 0, last = 0;           ///< least and greatest member
    unsigned inMemory = 0; ///< buffers that count for the limit
    unsigned domains = 0;  ///< a set of FusionDomains
    unsigned inDegree = 0, outDegree = 0;
    bool hasReduction = false, hasTemplate = false, hasOrdered = false;
  };

  /// One of the two searches for a path.
  struct Search {
    std::vector<unsigned> seen;    ///< blocks, the end first
    std::vector<unsigned> pending; ///< those to be expanded, the next one last
    size_t effort = 0;             ///< edges looked at
    bool done() const { return pending.empty(); }
  };

  FusionBlocks(const FusionGraph &graph, const FusionRules &rules,
               const FusionPartition &sorted);
  void addNode(unsigned node);
  bool touches(unsigned b, unsigned buffer) const {
    return readBy[buffer].contains(b) ||
           (!graph.isInput(buffer) && block[buffer] == b);
  }
  std::optional<unsigned> findPath(unsigned a, unsigned b);
  std::optional<unsigned> expand(bool forwards, unsigned a, unsigned b);
  void restoreOrder(unsigned a, unsigned b);
  void absorb(unsigned from, unsigned to);

  const FusionGraph &graph;
  FusionRules rules;
  std::vector<unsigned> block;
  std::vector<Part> parts;
  std::vector<ReadingBlocks> readBy;
  FusionOrder order;
  Search searches[2]; ///< backwards from b, forwards from a
  std::vector<std::array<unsigned, 2>> stamps; ///< of blocks: the search that
                                               ///< saw them last, each way
  unsigned stamp = 0;
};

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_FUSIONBLOCKS_H
