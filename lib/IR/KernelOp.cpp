//===- KernelOp.cpp - A group of operations that runs as one loop nest ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structure, syntax and interfaces of `stax.kernel`.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"
#include "KernelOpSupport.h"
#include "stax/IR/AffineRange.h"
#include "stax/IR/KernelMaps.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

AffineMap stax::getNodeMap(KernelOp kernel, FusableOpInterface node) {
  if (auto map = node->getAttrOfType<AffineMapAttr>(kNodeMapAttr))
    return map.getValue();
  return AffineMap::getMultiDimIdentityMap(kernel.getRank(),
                                           kernel.getContext());
}

AffineMap stax::getMapFromSpace(KernelOp kernel, FusableOpInterface node,
                                AffineMap map) {
  map = map.compose(getNodeMap(kernel, node));
  SmallVector<IndexRange> dims, symbols(map.getNumSymbols());
  for (ArrayRef<int64_t> extents : {kernel.getPar(), kernel.getSeq()})
    for (int64_t extent : extents)
      dims.push_back(IndexRange::ofExtent(extent));
  SmallVector<AffineExpr> results =
      llvm::map_to_vector(map.getResults(), [&](AffineExpr expr) {
        return simplifyInRanges(expr, dims, symbols);
      });
  return AffineMap::get(map.getNumDims(), map.getNumSymbols(), results,
                        map.getContext());
}

/// Extents of `kernel` whose dynamic ones are the first of `values`.
static SmallVector<OpFoldResult> getSpaceExtents(KernelOp kernel,
                                                 ValueRange values) {
  SmallVector<int64_t> extents(kernel.getPar());
  llvm::append_range(extents, kernel.getSeq());
  return getMixedExtents(extents,
                         values.take_front(kernel.getDynamicExtents().size()),
                         kernel.getContext());
}

SmallVector<OpFoldResult> KernelOp::getExtents() {
  return getSpaceExtents(*this, getDynamicExtents());
}

SmallVector<OpFoldResult> KernelOp::getBodyExtents() {
  return getSpaceExtents(*this, getBodyBlock()->getArguments());
}

SmallVector<FusableOpInterface> KernelOp::getNodes() {
  return llvm::to_vector(getBodyBlock()->getOps<FusableOpInterface>());
}

YieldOp KernelOp::getYield() {
  return cast<YieldOp>(getBodyBlock()->getTerminator());
}

bool KernelOp::hasTensorSemantics() {
  return llvm::any_of(getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
         getNumResults() != 0;
}

Type stax::getBodyType(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return RankedTensorType::get(memref.getShape(), memref.getElementType());
  return type;
}

void KernelOp::build(OpBuilder &builder, OperationState &state,
                     ArrayRef<OpFoldResult> par, ArrayRef<OpFoldResult> seq,
                     ValueRange ins, ValueRange outs, ValueRange scratch) {
  SmallVector<Value> dynamicExtents;
  SmallVector<int64_t> staticPar, staticSeq;
  dispatchIndexOpFoldResults(par, dynamicExtents, staticPar);
  dispatchIndexOpFoldResults(seq, dynamicExtents, staticSeq);
  state.addOperands(dynamicExtents);
  state.addOperands(ins);
  state.addOperands(outs);
  state.addOperands(scratch);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {int32_t(dynamicExtents.size()),
                                    int32_t(ins.size()), int32_t(outs.size()),
                                    int32_t(scratch.size())};
  properties.par = builder.getDenseI64ArrayAttr(staticPar);
  properties.seq = builder.getDenseI64ArrayAttr(staticSeq);
  for (Value out : outs)
    if (isa<RankedTensorType>(out.getType()))
      state.addTypes(out.getType());
  OpBuilder::InsertionGuard guard(builder);
  Block *body = builder.createBlock(state.addRegion());
  for (Value extent : dynamicExtents)
    body->addArgument(extent.getType(), extent.getLoc());
  for (Value in : ins)
    body->addArgument(getBodyType(in.getType()), in.getLoc());
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult KernelOp::parse(OpAsmParser &parser, OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> extents;
  auto &properties = result.getOrAddProperties<Properties>();
  if (parser.parseKeyword("space") || parser.parseLParen() ||
      parser.parseKeyword("par") || parser.parseColon() ||
      parseDynamicIndexList(parser, extents, properties.par) ||
      parser.parseComma() || parser.parseKeyword("seq") ||
      parser.parseColon() ||
      parseDynamicIndexList(parser, extents, properties.seq) ||
      parser.parseRParen())
    return failure();
  ParsedClause ins, outs, scratch;
  if (parseClause(parser, "ins", ins) || parseClause(parser, "outs", outs) ||
      parseClause(parser, "scratch", scratch))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("schedule")) &&
      parser.parseAttribute(properties.schedule))
    return failure();
  SMLoc attributesLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      rejectInherentAttributes(
          parser, attributesLoc, result,
          {"par", "seq", "schedule", "operandSegmentSizes"}) ||
      parser.resolveOperands(extents, parser.getBuilder().getIndexType(),
                             result.operands) ||
      resolveClause(parser, ins, result) ||
      resolveClause(parser, outs, result) ||
      resolveClause(parser, scratch, result))
    return failure();
  properties.operandSegmentSizes = {
      int32_t(extents.size()), int32_t(ins.operands.size()),
      int32_t(outs.operands.size()), int32_t(scratch.operands.size())};
  if (parser.parseRegion(*result.addRegion()) ||
      parser.parseOptionalArrowTypeList(result.types))
    return failure();
  ensureTerminator(*result.regions.front(), parser.getBuilder(),
                   result.location);
  return success();
}

void KernelOp::print(OpAsmPrinter &printer) {
  unsigned parCount = llvm::count_if(getPar(), ShapedType::isDynamic);
  printer << " space(par: ";
  printDynamicIndexList(printer, *this,
                        getDynamicExtents().take_front(parCount), getPar());
  printer << ", seq: ";
  printDynamicIndexList(printer, *this,
                        getDynamicExtents().drop_front(parCount), getSeq());
  printer << ")";
  printClause(printer, "ins", getIns());
  printClause(printer, "outs", getOuts());
  printClause(printer, "scratch", getScratch());
  if (ScheduleAttr schedule = getScheduleAttr())
    printer << " schedule " << schedule;
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"par", "seq", "schedule", "operandSegmentSizes"});
  printer << " ";
  printer.printRegion(getBody());
  printer.printOptionalArrowTypeList(getResultTypes());
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> KernelOp::getIterationExtents() {
  return getExtents();
}

/// A dimension of the space runs as what any node does along it.
SmallVector<IteratorKind> KernelOp::getIteratorKinds() {
  SmallVector<IteratorKind> kinds(getRank(), IteratorKind::Parallel);
  for (FusableOpInterface node : getNodes()) {
    AffineMap map = getNodeMap(*this, node);
    for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds()))
      for (unsigned outer = 0; outer < kinds.size(); ++outer)
        if (kind != IteratorKind::Parallel &&
            map.getResult(dim).isFunctionOfDim(outer))
          kinds[outer] = kind;
  }
  return kinds;
}

/// Whether `map` after `nodeMap` stays injective: no dimension that `map`
/// leaves out shares a dimension of the space with one that it uses.
static bool staysInjective(AffineMap map, AffineMap nodeMap) {
  llvm::SmallBitVector used(nodeMap.getNumDims()), unused(used);
  for (auto [dim, expr] : llvm::enumerate(nodeMap.getResults()))
    for (unsigned outer = 0; outer < nodeMap.getNumDims(); ++outer)
      if (expr.isFunctionOfDim(outer))
        (map.isFunctionOfDim(dim) ? used : unused).set(outer);
  return !used.anyCommon(unused);
}

/// Replaces the symbols of `access` by values outside of `kernel`, and returns
/// what to write for each in maps; nothing if one is computed in the kernel.
static std::optional<SmallVector<AffineExpr>> liftSymbols(KernelOp kernel,
                                                          Access &access) {
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> outer;
  for (Value symbol : access.symbols) {
    if (auto argument = dyn_cast<BlockArgument>(symbol)) {
      exprs.push_back(getAffineSymbolExpr(outer.size(), kernel.getContext()));
      outer.push_back(kernel.getOuterValue(argument));
      continue;
    }
    std::optional<int64_t> constant = getConstantIntValue(symbol);
    if (!constant)
      return std::nullopt;
    exprs.push_back(getAffineConstantExpr(*constant, kernel.getContext()));
  }
  access.symbols = std::move(outer);
  return exprs;
}

/// `access` of `node` as one of `kernel`: over the space, on outer values.
static Access lift(KernelOp kernel, FusableOpInterface node, Access access) {
  AffineMap nodeMap = getNodeMap(kernel, node);
  if (access.state.root)
    access.state.root =
        kernel.getOuterValue(cast<BlockArgument>(access.state.root));
  std::optional<SmallVector<AffineExpr>> symbols = liftSymbols(kernel, access);
  // What depends on a value of the kernel is unknown outside.
  if (!symbols)
    return {access.state, access.mode};
  unsigned numSymbols = access.symbols.size();
  if (access.map) {
    access.injective &= staysInjective(*access.map, nodeMap);
    access.map = access.map->replaceDimsAndSymbols(
        nodeMap.getResults(), *symbols, nodeMap.getNumDims(), numSymbols);
  }
  if (access.guard)
    access.guard = access.guard.replaceDimsAndSymbols(
        nodeMap.getResults(), *symbols, nodeMap.getNumDims(), numSymbols);
  return access;
}

SmallVector<Access> KernelOp::getAccesses() {
  AccessList accesses;
  for (FusableOpInterface node : getNodes())
    for (Access &access : node.getAccesses())
      // What has neither a root nor a place in the kernel is outside.
      if (!access.state.root || isa<BlockArgument>(access.state.root))
        accesses.add(lift(*this, node, std::move(access)));
  for (auto [number, value] : llvm::enumerate(getYield().getValues())) {
    auto node = value.getDefiningOp<FusableOpInterface>();
    AffineMap nodeMap = getNodeMap(*this, node);
    AffineMap resultMap =
        node.getResultMap(cast<OpResult>(value).getResultNumber());
    Value root =
        hasTensorSemantics() ? Value(getResult(number)) : getOuts()[number];
    accesses.add({{root},
                  AccessMode::Write,
                  resultMap.compose(nodeMap),
                  {},
                  {},
                  staysInjective(resultMap, nodeMap),
                  /*covers=*/true});
  }
  return accesses.take();
}

int64_t KernelOp::getOpsPerPoint() {
  int64_t ops = 0;
  for (FusableOpInterface node : getNodes())
    ops += node.getOpsPerPoint();
  return ops;
}

void KernelOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &in : getInsMutable())
    if (isa<MemRefType>(in.get().getType()))
      effects.emplace_back(MemoryEffects::Read::get(), &in);
  for (MutableOperandRange operands : {getOutsMutable(), getScratchMutable()})
    for (OpOperand &out : operands)
      if (isa<MemRefType>(out.get().getType())) {
        effects.emplace_back(MemoryEffects::Write::get(), &out);
        if (llvm::is_contained(getScratch(), out.get()))
          effects.emplace_back(MemoryEffects::Read::get(), &out);
      }
}

LogicalResult KernelOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  for (Value out : getOuts())
    if (isa<RankedTensorType>(out.getType()))
      shapes.push_back(tensor::getMixedSizes(builder, getLoc(), out));
  return success();
}
