//===- ArenaViews.h - The views of arenas in a planned function -*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. Reads a memory plan back from IR, and derives when
// each view of an arena is live. Shares nothing with the analysis that plans
// are made from: it stands on upstream's BufferViewFlowAnalysis and Liveness.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_TRANSFORMS_ARENAVIEWS_H
#define STAX_LIB_TRANSFORMS_ARENAVIEWS_H

#include "stax/Analysis/BufferLifetimes.h"

#include "mlir/Analysis/Liveness.h"
#include "mlir/Dialect/Bufferization/Transforms/BufferViewFlowAnalysis.h"

namespace mlir::stax {

/// A view of an arena.
struct ArenaView {
  memref::ViewOp view;
  /// All values that may be the view, itself included, in no order.
  SmallVector<Value> aliases;
  /// What reads or writes it.
  SmallVector<Operation *> users;
};

/// Where in the blocks of a function views begin and cease to be live.
struct ViewEvents {
  /// Before and after an operation with all that is nested in it.
  DenseMap<Operation *, SmallVector<unsigned, 1>> starts, ends;
  /// On entry of a block of a region with several.
  DenseMap<Block *, SmallVector<unsigned, 1>> entering;
};

/// Derives lives in one function.
class ViewLives {
public:
  ViewLives(FunctionOpInterface function, const CallSummaries *summaries)
      : flow(function), liveness(function), summaries(summaries) {}

  /// All that `view` may be seen through, and all that uses it.
  ArenaView trace(memref::ViewOp view);

  /// Adds the events of `view`, which has the number `number`. Fails with a
  /// diagnostic if it lives on from one iteration of a loop to the next, or
  /// exists several times at once.
  LogicalResult addEvents(const ArenaView &view, unsigned number,
                          ViewEvents &events);

private:
  void addBlockEvents(const ArenaView &view, unsigned number, Block *home,
                      ViewEvents &events);

  BufferViewFlowAnalysis flow;
  Liveness liveness;
  const CallSummaries *summaries;
};

} // namespace mlir::stax

#endif // STAX_LIB_TRANSFORMS_ARENAVIEWS_H
