//===- Fuse.cpp - Groups operations into kernels --------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite that puts an operation over a domain into a kernel, and the pass
// around it. Which operations share a kernel is decided elsewhere.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxOps.h"
#include "stax/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::stax {
#define GEN_PASS_DEF_FUSEPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

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

/// Empty tensors for the results of `node`.
static SmallVector<Value> createDestinations(OpBuilder &builder,
                                             FusableOpInterface node) {
  SmallVector<OpFoldResult> extents = node.getIterationExtents();
  SmallVector<Value> destinations;
  for (OpResult result : node->getResults()) {
    SmallVector<OpFoldResult> sizes;
    for (AffineExpr dim :
         node.getResultMap(result.getResultNumber()).getResults())
      sizes.push_back(extents[cast<AffineDimExpr>(dim).getPosition()]);
    auto type = cast<RankedTensorType>(result.getType());
    destinations.push_back(tensor::EmptyOp::create(
        builder, node.getLoc(), sizes, type.getElementType()));
  }
  return destinations;
}

/// Puts `node` into a kernel of its own.
static void wrapIntoKernel(RewriterBase &rewriter, FusableOpInterface node) {
  rewriter.setInsertionPoint(node);
  Location loc = node.getLoc();
  SmallVector<OpFoldResult> par, seq;
  SmallVector<unsigned> parDims, seqDims;
  for (auto [dim, kind, extent] :
       llvm::enumerate(node.getIteratorKinds(), node.getIterationExtents())) {
    bool isParallel = kind == IteratorKind::Parallel;
    (isParallel ? par : seq).push_back(extent);
    (isParallel ? parDims : seqDims).push_back(dim);
  }
  // Position of each dimension of the node in the space.
  SmallVector<AffineExpr> dims(par.size() + seq.size());
  for (auto [position, dim] :
       llvm::enumerate(llvm::concat<unsigned>(parDims, seqDims)))
    dims[dim] = rewriter.getAffineDimExpr(position);
  auto nodeMap = AffineMap::get(dims.size(), 0, dims, rewriter.getContext());

  SmallVector<Value> ins, constants;
  for (Value value : getUsedValues(node))
    (!isa<ShapedType>(value.getType()) && matchPattern(value, m_Constant())
         ? constants
         : ins)
        .push_back(value);
  SmallVector<Value> outs = createDestinations(rewriter, node);
  auto kernel = KernelOp::create(rewriter, loc, par, seq, ins, outs);

  // Extents come last, so that a value that is also an input maps to its
  // extent.
  rewriter.setInsertionPointToEnd(kernel.getBodyBlock());
  IRMapping mapping;
  mapping.map(ins, kernel.getInArguments());
  for (auto [outer, argument] : llvm::zip_first(
           kernel.getDynamicExtents(), kernel.getBodyBlock()->getArguments()))
    mapping.map(outer, argument);
  for (Value constant : constants)
    rewriter.clone(*constant.getDefiningOp(), mapping);
  Operation *inner = rewriter.clone(*node, mapping);
  if (!nodeMap.isIdentity())
    inner->setAttr(kNodeMapAttr, AffineMapAttr::get(nodeMap));
  YieldOp::create(rewriter, loc, inner->getResults());
  rewriter.replaceOp(node, kernel.getResults());
}

namespace {
struct FusePass : public stax::impl::FusePassBase<FusePass> {
  using FusePassBase::FusePassBase;

  void runOnOperation() override {
    SmallVector<FusableOpInterface> nodes;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isa<KernelOp>(op))
        return WalkResult::skip();
      if (auto node = dyn_cast<FusableOpInterface>(op))
        nodes.push_back(node);
      return WalkResult::advance();
    });
    IRRewriter rewriter(&getContext());
    for (FusableOpInterface node : nodes)
      wrapIntoKernel(rewriter, node);
  }
};
} // namespace
