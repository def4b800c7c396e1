//===- KernelValues.cpp - Where the values of a kernel are ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelValues.h"
#include "ScanLowering.h"
#include "stax/IR/KernelMaps.h"
#include "stax/IR/Scratch.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Around the loops
//===----------------------------------------------------------------------===//

void KernelValues::mapArguments() {
  for (BlockArgument argument : kernel.getBodyBlock()->getArguments()) {
    Value outer = kernel.getOuterValue(argument);
    mapping.map(argument, outer);
    if (isa<MemRefType>(outer.getType()))
      outer = views.emplace_back(bufferization::ToTensorOp::create(
          rewriter, kernel.getLoc(), argument.getType(), outer));
    captures.map(argument, outer);
  }
}

void KernelValues::map(ValueRange inner, ValueRange outer) {
  mapping.map(inner, outer);
  captures.map(inner, outer);
}

void KernelValues::openScratch() {
  for (Value scratch : kernel.getScratch()) {
    Location loc = kernel.getLoc();
    auto type = cast<MemRefType>(scratch.getType());
    Value worker =
        WorkerOp::create(rewriter, loc, type.getDimSize(0)).getResult();
    SmallVector<OpFoldResult> offsets{worker, rewriter.getIndexAttr(0)};
    SmallVector<OpFoldResult> sizes{rewriter.getIndexAttr(1),
                                    rewriter.getIndexAttr(type.getDimSize(1))};
    SmallVector<OpFoldResult> strides(2, rewriter.getIndexAttr(1));
    auto rowType =
        cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
            type.getDimSize(1), type, offsets, sizes, strides));
    rows.push_back(memref::SubViewOp::create(rewriter, loc, rowType, scratch,
                                             offsets, sizes, strides));
  }
}

void KernelValues::finish() {
  for (bufferization::ToTensorOp view : views)
    rewriter.eraseOp(view);
}

//===----------------------------------------------------------------------===//
// Places in buffers
//===----------------------------------------------------------------------===//

KernelValues::BoundDims KernelValues::bind(ArrayRef<AffineExpr> exprs) {
  BoundDims bound;
  for (unsigned dim = 0; dim < kernel.getRank(); ++dim) {
    bool isUsed = llvm::any_of(
        exprs, [&](AffineExpr expr) { return expr.isFunctionOfDim(dim); });
    bound.replacements.push_back(
        isUsed ? rewriter.getAffineDimExpr(bound.operands.size())
               : rewriter.getAffineConstantExpr(0));
    if (isUsed)
      bound.operands.push_back(inductionVars[dim]);
  }
  return bound;
}

static SmallVector<AffineExpr> getSymbolExprs(Builder &builder,
                                              unsigned count) {
  return llvm::map_to_vector(llvm::seq(count), [&](unsigned position) {
    return builder.getAffineSymbolExpr(position);
  });
}

/// Reads the element that `map`, a map from the space, gives.
Value KernelValues::emitLoad(Location loc, Value buffer, AffineMap map,
                             ValueRange symbols) {
  BoundDims bound = bind(map.getResults());
  map = map.replaceDimsAndSymbols(bound.replacements,
                                  getSymbolExprs(rewriter, symbols.size()),
                                  bound.operands.size(), symbols.size());
  llvm::append_range(bound.operands, symbols);
  return affine::AffineLoadOp::create(rewriter, loc, buffer, map,
                                      bound.operands);
}

void KernelValues::emitStore(Location loc, Value element, Value buffer,
                             AffineMap map) {
  BoundDims bound = bind(map.getResults());
  map = map.replaceDimsAndSymbols(bound.replacements, {}, bound.operands.size(),
                                  0);
  affine::AffineStoreOp::create(rewriter, loc, element, buffer, map,
                                bound.operands);
}

/// From the space to the element of its tensor where `value` is written.
AffineMap KernelValues::getPlace(NodeValue value) const {
  FusableOpInterface op = structure.getNodes()[value.node].op;
  return getMapFromSpace(structure.getKernel(), op,
                         op.getResultMap(value.result));
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

void KernelValues::define(const NodeInstance &instance, ValueRange results) {
  Body &body = bodies.back();
  for (auto [number, result] : llvm::enumerate(results)) {
    NodeValue value{instance.node, unsigned(number)};
    body.registers[structure.getValue(value)] = result;
    if (instance.isHome)
      body.stored.push_back(value);
  }
}

/// Values are stored at the end of their body. Whatever reads the buffer that
/// an output overwrites in place has done so by then.
void KernelValues::leaveBody() {
  Body &body = bodies.back();
  for (NodeValue value : body.stored) {
    Value result = structure.getValue(value);
    Value element = body.registers.at(result);
    for (unsigned destination : structure.getDestinations(result))
      emitStore(result.getLoc(), element, kernel.getOuts()[destination],
                getPlace(value));
    if (std::optional<unsigned> scratch = structure.getScratch(result))
      emitStore(result.getLoc(), element, rows[*scratch],
                structure.getScratchMap(value));
  }
  bodies.pop_back();
}

/// The register of a body around the point that holds `value`, null if none
/// does.
Value KernelValues::findRegister(Value value) const {
  for (const Body &body : llvm::reverse(bodies))
    if (Value known = body.registers.lookup(value))
      return known;
  return {};
}

//===----------------------------------------------------------------------===//
// Reads
//===----------------------------------------------------------------------===//

/// The element that `emitElement` emits where the guard of `access` holds, else
/// the padding.
Value KernelValues::emitGuarded(const KernelNode &node, OperandAccess &access,
                                ValueRange symbols,
                                function_ref<Value()> emitElement) {
  Location loc = node.op->getLoc();
  SmallVector<AffineExpr> symbolExprs =
      getSymbolExprs(rewriter, symbols.size());
  IntegerSet guard = access.guard.replaceDimsAndSymbols(
      node.map.getResults(), symbolExprs, kernel.getRank(), symbols.size());
  BoundDims bound = bind(guard.getConstraints());
  guard = guard.replaceDimsAndSymbols(bound.replacements, symbolExprs,
                                      bound.operands.size(), symbols.size());
  llvm::append_range(bound.operands, symbols);
  Value padding = mapping.lookupOrDefault(access.padding);
  auto choice =
      affine::AffineIfOp::create(rewriter, loc, padding.getType(), guard,
                                 bound.operands, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard insertion(rewriter);
  rewriter.setInsertionPointToStart(choice.getThenBlock());
  affine::AffineYieldOp::create(rewriter, loc, emitElement());
  rewriter.setInsertionPointToStart(choice.getElseBlock());
  affine::AffineYieldOp::create(rewriter, loc, padding);
  return choice.getResult(0);
}

/// Reads a value of the kernel that another loop has written.
Value KernelValues::emitReadBack(const KernelNode &node, OperandAccess &access,
                                 ValueRange symbols) {
  Location loc = node.op->getLoc();
  ArrayRef<unsigned> destinations = structure.getDestinations(access.operand);
  if (!destinations.empty())
    return emitLoad(loc, kernel.getOuts()[destinations.front()],
                    getMapFromSpace(kernel, node.op, access.map), symbols);
  std::optional<unsigned> scratch = structure.getScratch(access.operand);
  assert(scratch && "values without a place are computed again");
  return emitLoad(loc, rows[*scratch],
                  structure.getScratchMap(structure.find(access.operand)), {});
}

Value KernelValues::emitRead(const KernelNode &node, OperandAccess access) {
  SmallVector<Value> symbols =
      llvm::map_to_vector(access.symbols, [&](Value symbol) {
        return mapping.lookupOrDefault(symbol);
      });
  auto emitElement = [&]() -> Value {
    if (Value known = findRegister(access.operand))
      return known;
    if (isa<OpResult>(access.operand))
      return emitReadBack(node, access, symbols);
    return emitLoad(node.op->getLoc(), mapping.lookup(access.operand),
                    getMapFromSpace(kernel, node.op, access.map), symbols);
  };
  if (!access.guard)
    return emitElement();
  return emitGuarded(node, access, symbols, emitElement);
}

SmallVector<Value> KernelValues::emitReads(const KernelNode &node) {
  FusableOpInterface op = node.op;
  return llvm::map_to_vector(
      op.getOperandAccesses(),
      [&](OperandAccess &access) { return emitRead(node, access); });
}

SmallVector<Value> KernelValues::emitStart(const KernelNode &node,
                                           TypeRange types) {
  return emitScanStart(
      rewriter, node.op, types,
      [&](const OperandAccess &carry) { return emitRead(node, carry); },
      [&](Value scalar) { return mapping.lookupOrDefault(scalar); });
}

SmallVector<Value> KernelValues::emitIndices(const KernelNode &node) {
  return llvm::map_to_vector(node.map.getResults(), [&](AffineExpr expr) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      return inductionVars[dim.getPosition()];
    BoundDims bound = bind(expr);
    AffineMap map = AffineMap::get(kernel.getRank(), 0, expr)
                        .replaceDimsAndSymbols(bound.replacements, {},
                                               bound.operands.size(), 0);
    return Value(affine::AffineApplyOp::create(rewriter, node.op->getLoc(), map,
                                               bound.operands));
  });
}
