//===- DependenceGraph.h - What nodes of a block depend on ------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The nodes of one block of operations, what they access, and which must run
// before which. A node is an operation that knows its accesses
// (ScheduleNodeOpInterface), or one that is taken for a whole: it touches
// memory, or it computes with what another node computes. Views are no nodes:
// whoever reads a view reads what is viewed. Constants, extents and empty
// tensors are none either.
//
// A buffer is a tensor, or the contents of memory between two writes: memory
// that is overwritten is another buffer afterwards, so that a buffer has one
// producer. Building the graph takes time linear in its accesses, and changes
// nothing.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_DEPENDENCEGRAPH_H
#define STAX_ANALYSIS_DEPENDENCEGRAPH_H

#include "stax/Analysis/AccessIndex.h"
#include "stax/IR/StaxInterfaces.h"

#include <vector>

namespace mlir::stax {

/// `to` runs after `from`.
enum class DependenceKind {
  Memory, ///< `to` reads elements that `from` writes, at known indices
  Whole,  ///< `to` reads what `from` writes, anywhere in it
  Weak    ///< no data: `to` overwrites what `from` reads, or has effects that
          ///< must not be seen before those of `from`
};

/// "memory", "whole", "weak".
StringRef stringifyDependenceKind(DependenceKind kind);

struct Dependence {
  unsigned from, to; ///< nodes
  DependenceKind kind;
  std::optional<unsigned> buffer; ///< that carries it
};

/// A tensor, or memory between two writes.
struct GraphBuffer {
  Value value;                      ///< the tensor, or the root of the memory
  std::optional<unsigned> producer; ///< the node that writes it, if one does
  std::vector<unsigned> readers;    ///< nodes, ascending
  bool isMemory = false;
  bool isOutput = false; ///< needed after the last node: memory is if nothing
                         ///< in the block overwrites it later
  SmallVector<unsigned> shape; ///< extents; empty if it has no rank
  bool isRanked = false;
  int64_t bytes = 0; ///< estimated where extents are dynamic
};

/// An access of a node, through views.
struct GraphAccess {
  unsigned buffer;
  AccessMode mode;
  /// From the domain to the elements of the buffer; nothing if it may be any.
  std::optional<AffineMap> map;
  SmallVector<Value> symbols;
  IntegerSet guard;
  /// The same as an offset, where it is one.
  std::optional<LinearAccess> linear;
  Operation *view = nullptr; ///< the last view on the way from the buffer
};

struct GraphNode {
  Operation *op;
  std::vector<GraphAccess> accesses;
  SmallVector<unsigned> extents; ///< of the domain; none of a whole
  SmallVector<IteratorKind> kinds;
  int64_t device = 0, stream = 0;

  bool isFusable() const { return isa<FusableOpInterface>(op); }
};

/// Ranges of a node's loops, those of one group merged where every access runs
/// through them as one; extent 1 is left out.
struct IterationGrouping {
  SmallVector<Polynomial, 2> pointwise, reduced;

  /// "((64, 128), ())".
  void print(llvm::raw_ostream &os) const;
};

/// Whether the elements that a node reads of a buffer are those that its
/// producer has at the same point.
struct DependenceDistance {
  enum class Kind {
    Zero,        ///< each point reads what the same point wrote
    Constant,    ///< it reads what the point at `distance` wrote
    Incomparable ///< not known, or not a constant: `reason` says why
  };
  Kind kind = Kind::Zero;
  SmallVector<int64_t> distance; ///< along the producer's loops that are not
                                 ///< reduced, in the order of the buffer
  std::string reason;
};

class DependenceGraph {
public:
  explicit DependenceGraph(Block &block);

  ArrayRef<GraphNode> getNodes() const { return nodes; }
  ArrayRef<GraphBuffer> getBuffers() const { return buffers; }
  /// Those on which a node depends come before those on which a later one
  /// does. Sorted by (to, from); at most one of each kind and buffer.
  ArrayRef<Dependence> getDependences() const { return dependences; }
  const ExtentClasses &getExtents() const { return extents; }

  /// The node that `op` is, if it is one.
  std::optional<unsigned> lookup(Operation *op) const;

  /// The simplified ranges of a node.
  IterationGrouping getGrouping(unsigned node) const;

  /// Normal form of an access of `node`; nothing if it is not linear.
  std::optional<AccessIndex> getIndex(const GraphNode &node,
                                      const GraphAccess &access) const;

  /// Compares a read with the write of the buffer's producer, both in the graph
  /// and affine or not.
  DependenceDistance getDistance(const GraphNode &reader,
                                 const GraphAccess &read) const;

private:
  friend class DependenceGraphBuilder;

  std::vector<GraphNode> nodes;
  std::vector<GraphBuffer> buffers;
  std::vector<Dependence> dependences;
  ExtentClasses extents;
  llvm::DenseMap<Operation *, unsigned> nodeOf;
};

/// Whether `op` shows another one's tensor or memory and does nothing else.
bool isView(Operation *op);

} // namespace mlir::stax

#endif // STAX_ANALYSIS_DEPENDENCEGRAPH_H
