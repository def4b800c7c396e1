//===- BufferFlow.h - Which values may be the same buffer -------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to the library. A graph of the memrefs of a function: an edge leads
// from a value to another one that may be the same buffer, or a view of it.
// What operations do to a value is noted on it and then spread to all that it
// comes from.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_LIB_ANALYSIS_BUFFERFLOW_H
#define STAX_LIB_ANALYSIS_BUFFERFLOW_H

#include "ProgramPoints.h"

#include "llvm/ADT/MapVector.h"

#include <limits>
#include <vector>

namespace mlir::stax {

/// One memref value; what it says includes what is done through other values
/// that it flows to.
struct BufferNode {
  Value value;
  /// Nodes that this one may be a view of.
  SmallVector<unsigned, 1> sources;
  /// Of the touching operations; empty if there are none.
  LiveInterval interval;
  Operation *firstUser = nullptr;
  Operation *lastUser = nullptr;
  /// Depth, as in BlockInfo, of the outermost loop that hands the value on to
  /// its next iteration or to what follows it.
  unsigned leaveDepth = std::numeric_limits<unsigned>::max();
  /// Not EscapeKind::Returned, which is noted below.
  EscapeKind escape = EscapeKind::None;
  Operation *escapeOp = nullptr;
  Operation *returnOp = nullptr; ///< that returns it, if one does
};

/// The graph of one function.
class BufferFlow {
public:
  BufferFlow(FunctionOpInterface function, const ProgramPoints &points,
             const CallSummaries *summaries);

  /// The node of `value`, a memref of the function.
  const BufferNode &getNode(Value value) const { return nodes[ids.at(value)]; }

  /// Every buffer that the function makes, in the order of that, with all
  /// `memref.dealloc` that free it alone.
  llvm::MapVector<Value, SmallVector<memref::DeallocOp, 1>> buffers;

private:
  unsigned getId(Value value);
  void addFlow(Value from, Value to);
  void addView(Value value, Operation *op);
  void addUse(Value value, Operation *user);
  void addEscape(Value value, EscapeKind kind, Operation *op);
  void visit(Operation *op);
  void visitCall(CallOpInterface call);
  void visitDealloc(memref::DeallocOp dealloc);
  void visitRegionBranch(Operation *op);
  void visitBranch(Operation *op);
  void visitOther(Operation *op);
  void spread();

  const ProgramPoints &points;
  const CallSummaries *summaries;
  std::vector<BufferNode> nodes;
  DenseMap<Value, unsigned> ids;
  /// Operands that an operation around them has accounted for.
  llvm::DenseSet<OpOperand *> forwarded;
};

} // namespace mlir::stax

#endif // STAX_LIB_ANALYSIS_BUFFERFLOW_H
