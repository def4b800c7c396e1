//===- ArenaRewrite.cpp - Puts buffers into an arena ----------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ArenaRewrite.h"
#include "ArenaLayout.h"
#include "stax/IR/MemoryAttributes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::stax;
using bufferization::BufferizationDialect;

/// Upstream's deallocation leaves alone what is marked so.
static void markAsFreed(OpBuilder &builder, Operation *op) {
  op->setAttr(BufferizationDialect::kManualDeallocation, builder.getUnitAttr());
}

/// Allocates an arena of `bytes` bytes.
static Value createArena(OpBuilder &builder, Location loc,
                         const PlannedSpace &space, Value bytes) {
  int64_t alignment = 1;
  for (const PlannedBuffer &buffer : space.buffers)
    alignment = std::max(alignment, buffer.alignment);
  std::optional<int64_t> constant = getConstantIntValue(bytes);
  auto type = MemRefType::get({constant.value_or(ShapedType::kDynamic)},
                              builder.getI8Type(), MemRefLayoutAttrInterface(),
                              space.memorySpace);
  auto arena = memref::AllocOp::create(
      builder, loc, type, constant ? ValueRange() : ValueRange(bytes),
      builder.getI64IntegerAttr(alignment));
  arena->setAttr(kArenaAttr, builder.getUnitAttr());
  markAsFreed(builder, arena);
  return arena;
}

static void freeAtEnds(OpBuilder &builder, FunctionOpInterface function,
                       Value arena) {
  for (Block &block : function.getFunctionBody()) {
    Operation *end = block.getTerminator();
    if (!end->hasTrait<OpTrait::ReturnLike>())
      continue;
    builder.setInsertionPoint(end);
    markAsFreed(builder,
                memref::DeallocOp::create(builder, end->getLoc(), arena));
  }
}

/// The offsets of a plan of known sizes, as constants.
static ArenaLayout createConstants(OpBuilder &builder, Location loc,
                                   const PlannedSpace &space,
                                   ArrayRef<Offset> offsets) {
  DenseMap<Offset, Value> constants;
  auto getConstant = [&](Offset offset) {
    Value &constant = constants[offset];
    if (!constant)
      constant = arith::ConstantIndexOp::create(builder, loc, offset);
    return constant;
  };
  ArenaLayout layout;
  for (Offset offset : offsets)
    layout.offsets.push_back(getConstant(offset));
  layout.bytes = getConstant(space.getProblem().height(offsets));
  return layout;
}

void stax::rewriteToArena(FunctionOpInterface function,
                          const PlannedSpace &space, ArrayRef<Offset> offsets,
                          EntryValues &values) {
  Location loc = function.getLoc();
  OpBuilder builder =
      OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  ArenaLayout layout = space.isDynamic()
                           ? createLayout(builder, loc, values, space, offsets)
                           : createConstants(builder, loc, space, offsets);
  Value arena = createArena(builder, loc, space, layout.bytes);
  for (auto [number, buffer, offset] :
       llvm::enumerate(space.buffers, layout.offsets)) {
    memref::AllocOp alloc = buffer.getAlloc();
    builder.setInsertionPoint(alloc);
    auto view = memref::ViewOp::create(builder, alloc.getLoc(), alloc.getType(),
                                       arena, offset, alloc.getDynamicSizes());
    // Equal views are different buffers, which must not become one value.
    view->setAttr(kBufferAttr, builder.getI64IntegerAttr(number));
    for (memref::DeallocOp dealloc : buffer.life.deallocs)
      dealloc.erase();
    alloc.replaceAllUsesWith(view.getResult());
    alloc.erase();
  }
  freeAtEnds(builder, function, arena);
}
