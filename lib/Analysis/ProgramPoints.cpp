//===- ProgramPoints.cpp - The operations of a function in time -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ProgramPoints.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/PostOrderIterator.h"

using namespace mlir;
using namespace mlir::stax;

/// Operations whose regions run one at a time, in one thread.
static bool isSequential(Operation *op) {
  return isa<scf::ForOp, scf::WhileOp, scf::IfOp, scf::IndexSwitchOp,
             scf::ExecuteRegionOp, affine::AffineForOp, affine::AffineIfOp,
             memref::AllocaScopeOp>(op);
}

bool stax::isRepetitive(Operation *op) {
  return !isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp,
              affine::AffineIfOp, memref::AllocaScopeOp>(op);
}

/// The blocks of `region` in reverse post-order, unreachable ones at the end.
static SmallVector<Block *> sortBlocks(Region &region, bool &isCyclic) {
  SmallVector<Block *> order;
  if (region.empty())
    return order;
  DenseMap<Block *, unsigned> places;
  for (Block *block : llvm::ReversePostOrderTraversal<Region *>(&region)) {
    places[block] = order.size();
    order.push_back(block);
  }
  for (Block &block : region)
    if (places.try_emplace(&block, order.size()).second)
      order.push_back(&block);
  isCyclic = llvm::any_of(order, [&](Block *block) {
    return llvm::any_of(block->getSuccessors(), [&](Block *successor) {
      return places.at(successor) <= places.at(block);
    });
  });
  return order;
}

ProgramPoints::ProgramPoints(FunctionOpInterface function) {
  number(function.getFunctionBody(), BlockInfo());
}

void ProgramPoints::number(Region &region, BlockInfo info) {
  RegionInfo regionInfo;
  regionInfo.interval.begin = now;
  SmallVector<Block *> order = sortBlocks(region, regionInfo.isCyclic);
  info.loopDepth += regionInfo.isCyclic;
  for (Block *block : order) {
    blocks[block] = info;
    for (Operation &op : *block) {
      Time begin = now++;
      BlockInfo inner = info;
      inner.loopDepth += isRepetitive(&op);
      inner.isSequential &= isSequential(&op);
      if (!op.hasTrait<OpTrait::IsIsolatedFromAbove>())
        for (Region &nested : op.getRegions())
          number(nested, inner);
      intervals[&op] = {begin, now};
    }
  }
  regionInfo.interval.end = now;
  regions[&region] = regionInfo;
}

LiveInterval ProgramPoints::getInterval(Operation *user, Block *block) const {
  Region *region = block->getParent();
  Operation *ancestor = region->findAncestorOpInRegion(*user);
  assert(ancestor && "the user is in the block's region");
  const RegionInfo &info = regions.at(region);
  if (info.isCyclic && ancestor->getBlock() != block)
    return info.interval;
  return intervals.at(ancestor);
}
