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
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::stax;
using bufferization::BufferizationDialect;

/// Upstream's deallocation leaves alone what is marked so.
static void markAsFreed(OpBuilder &builder, Operation *op) {
  op->setAttr(BufferizationDialect::kManualDeallocation, builder.getUnitAttr());
}

/// Allocates an arena of `bytes` bytes.
static Value createAllocation(OpBuilder &builder, Location loc,
                              const PlannedSpace &space, MemRefType type,
                              Value bytes) {
  auto arena = memref::AllocOp::create(
      builder, loc, type,
      type.hasStaticShape() ? ValueRange() : ValueRange(bytes),
      builder.getI64IntegerAttr(space.getAlignment()));
  arena->setAttr(kArenaAttr, builder.getUnitAttr());
  markAsFreed(builder, arena);
  return arena;
}

static Value createArgument(FunctionOpInterface function, Type type) {
  unsigned number = function.getNumArguments();
  Builder builder(function.getContext());
  auto attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(kArenaAttr, builder.getUnitAttr()));
  [[maybe_unused]] LogicalResult inserted =
      function.insertArgument(number, type, attributes, function.getLoc());
  assert(succeeded(inserted) && "functions accept further arguments");
  return function.getArgument(number);
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

/// The buffer with the number `number`, in place of `alloc`. A view that has
/// the type of its arena would be folded into it: it gets another dimension,
/// which is collapsed behind it.
static Value createView(OpBuilder &builder, memref::AllocOp alloc, Value arena,
                        Value offset, int64_t number) {
  Location loc = alloc.getLoc();
  MemRefType type = alloc.getType();
  bool needsDimension = type == arena.getType() && type.hasStaticShape();
  if (needsDimension)
    type = MemRefType::get({1, type.getNumElements()}, type.getElementType(),
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  auto view = memref::ViewOp::create(builder, loc, type, arena, offset,
                                     alloc.getDynamicSizes());
  // Equal views are different buffers, which must not become one value.
  view->setAttr(kBufferAttr, builder.getI64IntegerAttr(number));
  if (!needsDimension)
    return view;
  return memref::CollapseShapeOp::create(
      builder, loc, view, ArrayRef<ReassociationIndices>{{0, 1}});
}

Value stax::rewriteToArena(FunctionOpInterface function,
                           const PlannedSpace &space, ArrayRef<Offset> offsets,
                           bool asArgument) {
  Location loc = function.getLoc();
  OpBuilder builder =
      OpBuilder::atBlockBegin(&function.getFunctionBody().front());
  // What was computed for another arena comes after this place.
  EntryValues values(function);
  ArenaLayout layout = space.isDynamic()
                           ? createLayout(builder, loc, values, space, offsets)
                           : createConstants(builder, loc, space, offsets);
  int64_t bytes =
      getConstantIntValue(layout.bytes).value_or(ShapedType::kDynamic);
  auto type = MemRefType::get({bytes}, builder.getI8Type(),
                              MemRefLayoutAttrInterface(), space.memorySpace);
  Value arena = asArgument
                    ? createArgument(function, type)
                    : createAllocation(builder, loc, space, type, layout.bytes);
  for (auto [number, buffer, offset] :
       llvm::enumerate(space.buffers, layout.offsets)) {
    memref::AllocOp alloc = buffer.getAlloc();
    builder.setInsertionPoint(alloc);
    Value view = createView(builder, alloc, arena, offset, number);
    for (memref::DeallocOp dealloc : buffer.life.deallocs)
      dealloc.erase();
    alloc.replaceAllUsesWith(view);
    alloc.erase();
  }
  if (!asArgument)
    freeAtEnds(builder, function, arena);
  return layout.bytes;
}

void stax::createArenaSize(FunctionOpInterface function, Value bytes) {
  OpBuilder builder(function.getContext());
  TypeRange arguments = function.getArgumentTypes();
  auto size = func::FuncOp::create(
      function.getLoc(), (function.getName() + "_arena_bytes").str(),
      builder.getFunctionType(arguments.drop_back(), builder.getIndexType()));
  size.setPrivate();
  SymbolTable symbols(SymbolTable::getNearestSymbolTable(function));
  symbols.insert(size, std::next(Block::iterator(function)));
  IRMapping mapping;
  builder.setInsertionPointToEnd(size.addEntryBlock());
  mapping.map(function.getArguments().drop_back(), size.getArguments());
  // What sizes are computed from stands in front of all else.
  for (Operation &op : function.getFunctionBody().front()) {
    builder.clone(op, mapping);
    if (&op == bytes.getDefiningOp())
      break;
  }
  func::ReturnOp::create(builder, function.getLoc(), mapping.lookup(bytes));
  function->setAttr(kArenaSizeAttr, FlatSymbolRefAttr::get(size));
}
