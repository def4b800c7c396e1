//===- FormKernels.cpp - Nodes into kernels -------------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FormKernels.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::stax;

namespace {
/// Builds one kernel.
class KernelBuilder {
public:
  KernelBuilder(RewriterBase &rewriter, ArrayRef<FusableOpInterface> nodes,
                const KernelLayout &layout)
      : rewriter(rewriter), nodes(nodes), layout(layout) {
    for (FusableOpInterface node : nodes)
      inside.insert(node);
  }

  KernelOp build();

private:
  void collectInputs();
  void collectYields();
  bool isUsedOutside(Value value) const;
  void createDestinations(FusableOpInterface node, OpResult result);
  void mapExtents(FusableOpInterface node, AffineMap nodeMap);
  void cloneNode(FusableOpInterface node, AffineMap nodeMap);
  void setPlacement();

  RewriterBase &rewriter;
  ArrayRef<FusableOpInterface> nodes;
  const KernelLayout &layout;
  llvm::SmallPtrSet<Operation *, 8> inside;
  SmallVector<Value> ins, outs;
  SetVector<Value> constants;
  SmallVector<OpResult> yields;
  KernelOp kernel;
  SmallVector<Value>
      extents; ///< of the space, in the body; null where constant
  Value unit;  ///< the constant 1 in the body, once needed
  IRMapping mapping;
};
} // namespace

/// Values from outside that `node` uses, extents aside, in order of use.
static SetVector<Value> getUsedValues(FusableOpInterface node) {
  SetVector<Value> values;
  for (OperandAccess &access : node.getOperandAccesses()) {
    values.insert(access.operand);
    values.insert_range(access.symbols);
    if (access.padding)
      values.insert(access.padding);
  }
  if (std::optional<ScanInfo> scan = node.getScanInfo())
    values.insert_range(scan->carryIn);
  getUsedValuesDefinedAbove(node->getRegions(), values);
  return values;
}

void KernelBuilder::collectInputs() {
  SetVector<Value> inputs;
  for (FusableOpInterface node : nodes)
    for (Value value : getUsedValues(node)) {
      if (Operation *producer = value.getDefiningOp();
          producer && inside.contains(producer))
        continue;
      bool isConstant = !isa<ShapedType>(value.getType()) &&
                        matchPattern(value, m_Constant());
      (isConstant ? constants : inputs).insert(value);
    }
  ins = inputs.takeVector();
}

bool KernelBuilder::isUsedOutside(Value value) const {
  Block *block = nodes.front()->getBlock();
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !inside.contains(block->findAncestorOpInBlock(*user));
  });
}

/// What the kernel yields: what is used outside, everything of a node that is
/// alone, and something in any case.
void KernelBuilder::collectYields() {
  for (FusableOpInterface node : nodes)
    for (OpResult result : node->getResults())
      if (nodes.size() == 1 || isUsedOutside(result))
        yields.push_back(result);
  if (yields.empty())
    llvm::append_range(yields, FusableOpInterface(nodes.back())->getResults());
}

/// An empty tensor for `result` of `node`.
void KernelBuilder::createDestinations(FusableOpInterface node,
                                       OpResult result) {
  SmallVector<OpFoldResult> extents = node.getIterationExtents(), sizes;
  AffineMap map = node.getResultMap(result.getResultNumber());
  for (AffineExpr dim : map.getResults())
    sizes.push_back(extents[cast<AffineDimExpr>(dim).getPosition()]);
  auto type = cast<RankedTensorType>(result.getType());
  outs.push_back(tensor::EmptyOp::create(rewriter, node.getLoc(), sizes,
                                         type.getElementType()));
}

/// Inside, a dynamic extent of `node` is that of the space.
void KernelBuilder::mapExtents(FusableOpInterface node, AffineMap nodeMap) {
  for (auto [extent, expr] :
       llvm::zip_equal(node.getIterationExtents(), nodeMap.getResults())) {
    auto outer = dyn_cast<Value>(extent);
    if (!outer)
      continue;
    auto dim = dyn_cast<AffineDimExpr>(expr);
    Value &inner = dim ? extents[dim.getPosition()] : unit;
    if (!inner) {
      int64_t constant =
          dim ? *getConstantIntValue(kernel.getExtents()[dim.getPosition()])
              : 1;
      OpBuilder::InsertionGuard guard(rewriter);
      rewriter.setInsertionPointToStart(kernel.getBodyBlock());
      inner = arith::ConstantIndexOp::create(rewriter, node.getLoc(), constant);
    }
    mapping.map(outer, inner);
  }
}

void KernelBuilder::cloneNode(FusableOpInterface node, AffineMap nodeMap) {
  mapExtents(node, nodeMap);
  Operation *inner = rewriter.clone(*node, mapping);
  if (!nodeMap.isIdentity())
    inner->setAttr(kNodeMapAttr, AffineMapAttr::get(nodeMap));
}

/// A kernel runs where its nodes do, which is one place.
void KernelBuilder::setPlacement() {
  FusableOpInterface first = nodes.front();
  for (StringRef name : {kDeviceAttr, kStreamAttr})
    if (Attribute placement = first->getAttr(name))
      kernel->setAttr(name, placement);
}

KernelOp KernelBuilder::build() {
  FusableOpInterface last = nodes.back();
  rewriter.setInsertionPoint(last);
  collectInputs();
  collectYields();
  for (OpResult result : yields)
    createDestinations(cast<FusableOpInterface>(result.getOwner()), result);
  SmallVector<Location> locs;
  for (FusableOpInterface node : nodes)
    locs.push_back(node.getLoc());
  Location loc = rewriter.getFusedLoc(locs);
  kernel = KernelOp::create(rewriter, loc, layout.par, layout.seq, ins, outs);
  setPlacement();

  rewriter.setInsertionPointToEnd(kernel.getBodyBlock());
  mapping.map(ins, kernel.getInArguments());
  for (OpFoldResult extent : kernel.getBodyExtents())
    extents.push_back(dyn_cast<Value>(extent));
  for (Value constant : constants)
    rewriter.clone(*constant.getDefiningOp(), mapping);
  for (auto [node, nodeMap] : llvm::zip_equal(nodes, layout.nodeMaps))
    cloneNode(node, nodeMap);
  YieldOp::create(rewriter, loc, llvm::map_to_vector(yields, [&](Value value) {
                    return mapping.lookup(value);
                  }));
  for (auto [result, written] : llvm::zip_equal(yields, kernel.getResults()))
    rewriter.replaceUsesWithIf(result, written, [&](OpOperand &use) {
      return !inside.contains(
          kernel->getBlock()->findAncestorOpInBlock(*use.getOwner()));
    });
  for (FusableOpInterface node : llvm::reverse(nodes))
    rewriter.eraseOp(node);
  return kernel;
}

KernelOp stax::formKernel(RewriterBase &rewriter,
                          ArrayRef<FusableOpInterface> nodes,
                          const KernelLayout &layout) {
  return KernelBuilder(rewriter, nodes, layout).build();
}
