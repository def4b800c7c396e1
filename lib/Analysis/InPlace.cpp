//===- InPlace.cpp - Which inputs a kernel may overwrite ------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instance's place in the tree is the positions of the steps that lead to
// it. A result is written at the end of the body that its value is complete in,
// so a read is in time unless one of the steps that lead to that body comes
// before the read's.
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/InPlace.h"
#include "stax/IR/KernelMaps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Places of all instances.
class InstancePaths {
public:
  explicit InstancePaths(const KernelStructure &structure)
      : paths(structure.getInstances().size()) {
    SmallVector<unsigned> prefix;
    collect(structure.getBody(), prefix);
  }

  /// Empty for an instance that is not in the tree.
  ArrayRef<unsigned> get(unsigned instance) const { return paths[instance]; }

private:
  void collect(const KernelBody &body, SmallVectorImpl<unsigned> &prefix) {
    for (auto [position, step] : llvm::enumerate(body.steps)) {
      prefix.push_back(position);
      if (step.loop)
        collect(step.loop->body, prefix);
      else
        paths[step.instance].assign(prefix.begin(), prefix.end());
      prefix.pop_back();
    }
  }

  SmallVector<SmallVector<unsigned>> paths;
};
} // namespace

static bool captures(FusableOpInterface op, BlockArgument in) {
  return llvm::any_of(in.getUsers(), [&](Operation *user) {
    return isa<tensor::ExtractOp>(user) && op->isProperAncestor(user);
  });
}

/// Whether all reads of `in` by `node` are where destination `out` is written.
static InPlaceVerdict checkReads(KernelOp kernel, const KernelNode &node,
                                 BlockArgument in, AffineMap written) {
  FusableOpInterface op = node.op;
  for (OperandAccess &access : getTensorReads(op)) {
    if (access.operand != in)
      continue;
    if (IntegerSet(access.guard))
      return InPlaceVerdict::Guarded;
    if (getMapFromSpace(kernel, op, access.map).getResults() !=
        written.getResults())
      return InPlaceVerdict::ReadElsewhere;
  }
  return captures(op, in) ? InPlaceVerdict::Captured : InPlaceVerdict::Allowed;
}

static bool reads(const KernelNode &node, BlockArgument in) {
  FusableOpInterface op = node.op;
  return llvm::any_of(getTensorReads(op), [&](OperandAccess &access) {
    return access.operand == in;
  });
}

InPlaceVerdict stax::getInPlaceVerdict(const KernelStructure &structure,
                                       unsigned out, BlockArgument in) {
  KernelOp kernel = structure.getKernel();
  auto value = cast<OpResult>(kernel.getYield().getValues()[out]);
  ArrayRef<KernelNode> nodes = structure.getNodes();
  ArrayRef<NodeInstance> instances = structure.getInstances();
  const auto *writer =
      llvm::find_if(instances, [&](const NodeInstance &instance) {
        return instance.isHome && nodes[instance.node].op == value.getOwner();
      });
  assert(writer != instances.end() && "what is yielded is live");
  FusableOpInterface writerOp = nodes[writer->node].op;
  AffineMap written = getMapFromSpace(
      kernel, writerOp, writerOp.getResultMap(value.getResultNumber()));
  for (const KernelNode &node : nodes)
    if (InPlaceVerdict verdict = checkReads(kernel, node, in, written);
        node.isLive && verdict != InPlaceVerdict::Allowed)
      return verdict;

  InstancePaths paths(structure);
  ArrayRef<unsigned> write =
      paths.get(writer - instances.begin()).take_front(writer->nest.valueLevel);
  for (auto [number, instance] : llvm::enumerate(instances)) {
    ArrayRef<unsigned> read = paths.get(number);
    if (reads(nodes[instance.node], in) &&
        read.take_front(write.size()) > write)
      return InPlaceVerdict::ReadLater;
  }
  return InPlaceVerdict::Allowed;
}

StringRef stax::describe(InPlaceVerdict verdict) {
  switch (verdict) {
  case InPlaceVerdict::Allowed:
    return "does not conflict";
  case InPlaceVerdict::ReadElsewhere:
    return "reads it at other elements";
  case InPlaceVerdict::Guarded:
    return "reads it under a guard";
  case InPlaceVerdict::Captured:
    return "reads it at computed indices";
  case InPlaceVerdict::ReadLater:
    return "reads it again after that";
  }
  llvm_unreachable("all verdicts are described");
}
