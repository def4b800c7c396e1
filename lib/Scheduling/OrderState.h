//===- OrderState.h - What is live after a set of nodes ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that every search over orders walks through. Costs of all nodes are
// kept up to date, so that looking at one costs constant time.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_SCHEDULING_ORDERSTATE_H
#define STAX_LIB_SCHEDULING_ORDERSTATE_H

#include "BufferGraph.h"

namespace mlir::stax {

/// The set of nodes that have run. Copies are independent.
class OrderState {
public:
  /// A set of nodes as 128 bits, equal for equal sets; different sets are
  /// taken to differ (with a million sets they do but for a chance of 2^-89).
  using Key = std::pair<uint64_t, uint64_t>;

  /// The empty set. The graph must outlive the state.
  explicit OrderState(const BufferGraph &graph);

  /// Bytes that rest now.
  int64_t live() const { return liveBytes; }
  /// Bytes that are live while the ready node `id` runs.
  int64_t liveDuring(unsigned id) const {
    const Cost &cost = costs[id];
    return liveBytes + cost.during - (cost.mayOverwrite ? overwritten(id) : 0);
  }
  /// Bytes that rest after the ready node `id` has run.
  int64_t liveAfter(unsigned id) const { return liveBytes + costs[id].after; }

  /// Nodes that can run next, in no particular but a reproducible order.
  llvm::ArrayRef<unsigned> ready() const { return readyNodes; }
  bool isComplete() const { return numDone == graph->nodes.size(); }
  unsigned numRun() const { return numDone; }
  Key key() const { return setKey; }

  /// Runs the ready node `id`.
  void run(unsigned id);
  /// Takes back the last `run` that was not taken back.
  void undo(unsigned id);

private:
  static constexpr unsigned kNone = BufferGraph::kNone;

  /// What running a node adds to the live bytes; in one place, as searches look
  /// at little else.
  struct Cost {
    int64_t during = 0; ///< in its step, if it writes over nothing
    int64_t after = 0;  ///< after it
    bool mayOverwrite = false;
  };

  int64_t overwritten(unsigned id) const;
  void read(unsigned buffer, unsigned reader);
  void unread(unsigned buffer, unsigned reader);
  /// Adds `bytes` to what the readers of a source have to make.
  void addPending(unsigned buffer, int64_t bytes);
  void toggle(unsigned id);

  const BufferGraph *graph;
  int64_t liveBytes;
  unsigned numDone = 0;
  Key setKey = {0, 0};
  std::vector<unsigned> readyNodes;
  std::vector<unsigned> readyIndex; ///< of a node in `readyNodes`
  std::vector<unsigned> waiting;    ///< nodes to run before a node
  std::vector<Cost> costs;
  std::vector<unsigned> unreadBy;  ///< readers of a buffer that have not run
  std::vector<unsigned> unreadXor; ///< their ids, xored: with one left, its id
};

/// The most bytes that are live in a step of `order`, as the graph counts.
int64_t peakOf(const BufferGraph &graph, llvm::ArrayRef<unsigned> order);

} // namespace mlir::stax

#endif // STAX_LIB_SCHEDULING_ORDERSTATE_H
