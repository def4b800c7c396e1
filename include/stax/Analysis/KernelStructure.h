//===- KernelStructure.h - Loops and phases of a kernel ---------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What runs at one point of a kernel's parallel dimensions: a tree of loops
// over the sequential ones, with nodes at its points. Lowerings follow this
// tree; in-place use, schedules and the placement of private values ask it.
//
// Nodes share a loop where they can. A loop ends where a completed reduction is
// needed: that begins a new *phase*. In a space (par: [n], seq: [r]) a softmax
// has three:
//
//   for r: m = max(x)
//   for r: e = exp(x - m), s = sum(e)
//   for r: y = e / s
//
// Here e *crosses* phases: it is written in one loop and read in another one.
// It is read back from the destination if the kernel yields it, kept in scratch
// if an operand of the kernel is there for it, and else computed again.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_ANALYSIS_KERNELSTRUCTURE_H
#define STAX_ANALYSIS_KERNELSTRUCTURE_H

#include "stax/Analysis/KernelNodes.h"

#include <memory>
#include <vector>

namespace mlir::stax {

struct KernelLoop;

/// A node in the loops where it runs. Each live node has one home, where its
/// results are stored; it runs again wherever they are computed again.
struct NodeInstance {
  unsigned node = 0;
  bool isHome = true;
  /// As the node's own, but for loops around it that only its reader needs.
  NodeNest nest;
};

/// Either a point of a node or a loop.
struct KernelStep {
  /// Index of the instance, if there is no loop.
  unsigned instance = 0;
  std::unique_ptr<KernelLoop> loop;
};

/// What happens at a point of the loops so far, in order.
struct KernelBody {
  std::vector<KernelStep> steps;
};

/// A loop over one sequential dimension of the space.
struct KernelLoop {
  unsigned dim = 0;
  /// Number of loops around it.
  unsigned level = 0;
  bool isReverse = false;
  /// Indices of the instances whose accumulators it carries, in order of nodes.
  /// They start in the loop of level `nest.carryLevel`.
  SmallVector<unsigned> carried;
  KernelBody body;
};

/// How a value gets from one loop to another.
enum class ValueSource {
  /// It is yielded, and read back from its destination.
  Destination,
  /// It is kept in a row of the scratch operand that its node names.
  Scratch,
  /// Its node runs again in the loop that reads it.
  Recomputed,
  /// It cannot be computed again where it is read and has no place of its own.
  Missing
};

/// A value that one loop writes and another one reads.
struct CrossingValue {
  NodeValue value;
  ValueSource source = ValueSource::Recomputed;
};

class KernelStructure {
public:
  /// Analyses a kernel that verifies.
  explicit KernelStructure(KernelOp kernel);

  KernelOp getKernel() const { return kernel; }
  /// All nodes, in the order of the kernel's body.
  ArrayRef<KernelNode> getNodes() const { return nodes; }
  ArrayRef<NodeInstance> getInstances() const { return instances; }
  /// What runs at a point of the parallel dimensions.
  const KernelBody &getBody() const { return body; }
  /// Values that their own reader finds in another loop, in order; those that
  /// are needed only to compute one of these again are not listed.
  ArrayRef<CrossingValue> getCrossingValues() const { return crossing; }

  /// The SSA value in the kernel's region.
  Value getValue(NodeValue value) const {
    return nodes[value.node].op->getResult(value.result);
  }
  /// The value of the kernel that the result of a node is.
  NodeValue find(Value value) const;
  /// The destinations that `value` is written to; none if it is private.
  ArrayRef<unsigned> getDestinations(Value value) const;
  /// The position of the scratch operand that keeps `value`, if one does.
  std::optional<unsigned> getScratch(Value value) const;
  /// Where scratch keeps `value`: a map from the space to the element of a row.
  /// The extents of its loops must be static.
  AffineMap getScratchMap(NodeValue value) const;
  /// Elements of such a row, nothing if dynamic.
  std::optional<int64_t> getRowElements(NodeValue value) const;
  /// Whether a result of `node` is written to a destination or scratch.
  bool isStored(unsigned node) const;

  /// Prints the tree and the crossing values.
  void print(raw_ostream &os, unsigned indent = 0) const;

private:
  KernelOp kernel;
  SmallVector<KernelNode> nodes;
  llvm::DenseMap<Operation *, unsigned> positions; ///< of nodes
  SmallVector<NodeInstance> instances;
  KernelBody body;
  SmallVector<CrossingValue> crossing;
  llvm::DenseMap<Value, SmallVector<unsigned, 1>> destinations;
};

} // namespace mlir::stax

#endif // STAX_ANALYSIS_KERNELSTRUCTURE_H
