//===- KernelOp.cpp - A group of operations that runs as one loop nest ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, interfaces and verifier of `stax.kernel`. The verifier checks what
// the kernel alone shows: maps, ranges, and that values are read where they are
// written. Whether the group was legal to form is checked elsewhere.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/StaxOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
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

/// Extents of `kernel` whose dynamic ones are the first of `values`.
static SmallVector<OpFoldResult> getMixedExtents(KernelOp kernel,
                                                 ValueRange values) {
  SmallVector<int64_t> extents(kernel.getPar());
  llvm::append_range(extents, kernel.getSeq());
  return getMixedValues(extents,
                        values.take_front(kernel.getDynamicExtents().size()),
                        kernel.getContext());
}

SmallVector<OpFoldResult> KernelOp::getExtents() {
  return getMixedExtents(*this, getDynamicExtents());
}

SmallVector<OpFoldResult> KernelOp::getBodyExtents() {
  return getMixedExtents(*this, getBodyBlock()->getArguments());
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

/// The tensor that `type` is inside a kernel; scalars stay.
static Type getBodyType(Type type) {
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

namespace {
/// A clause `keyword (values : types)`.
struct ParsedClause {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  SMLoc loc;
};
} // namespace

static ParseResult parseClause(OpAsmParser &parser, StringRef keyword,
                               ParsedClause &clause) {
  clause.loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(
      parser.parseLParen() || parser.parseOperandList(clause.operands) ||
      parser.parseColonTypeList(clause.types) || parser.parseRParen());
}

static ParseResult resolveClause(OpAsmParser &parser, ParsedClause &clause,
                                 OperationState &result) {
  return parser.resolveOperands(clause.operands, clause.types, clause.loc,
                                result.operands);
}

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
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
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
  auto printClause = [&](StringRef keyword, OperandRange operands) {
    if (operands.empty())
      return;
    printer << " " << keyword << "(" << operands << " : ";
    llvm::interleaveComma(operands.getTypes(), printer);
    printer << ")";
  };
  unsigned parCount = llvm::count_if(getPar(), ShapedType::isDynamic);
  printer << " space(par: ";
  printDynamicIndexList(printer, *this,
                        getDynamicExtents().take_front(parCount), getPar());
  printer << ", seq: ";
  printDynamicIndexList(printer, *this,
                        getDynamicExtents().drop_front(parCount), getSeq());
  printer << ")";
  printClause("ins", getIns());
  printClause("outs", getOuts());
  printClause("scratch", getScratch());
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

SmallVector<IteratorKind> KernelOp::getIteratorKinds() {
  SmallVector<IteratorKind> kinds(getPar().size(), IteratorKind::Parallel);
  kinds.append(getSeq().size(), IteratorKind::Reduction);
  return kinds;
}

/// `access` of `node` as one of `kernel`: over the space, on outer values.
static Access lift(KernelOp kernel, FusableOpInterface node, Access access) {
  AffineMap nodeMap = getNodeMap(kernel, node);
  access.state.root =
      kernel.getOuterValue(cast<BlockArgument>(access.state.root));
  for (Value &symbol : access.symbols)
    if (auto argument = dyn_cast<BlockArgument>(symbol))
      symbol = kernel.getOuterValue(argument);
  if (access.map)
    access.map = access.map->compose(nodeMap);
  if (access.guard) {
    SmallVector<AffineExpr> symbols;
    for (unsigned i = 0; i < access.guard.getNumSymbols(); ++i)
      symbols.push_back(getAffineSymbolExpr(i, kernel.getContext()));
    access.guard = access.guard.replaceDimsAndSymbols(
        nodeMap.getResults(), symbols, nodeMap.getNumDims(), symbols.size());
  }
  return access;
}

SmallVector<Access> KernelOp::getAccesses() {
  SmallVector<Access> accesses;
  for (FusableOpInterface node : getNodes())
    for (Access &access : node.getAccesses())
      if (isa<BlockArgument>(access.state.root))
        accesses.push_back(lift(*this, node, std::move(access)));
  for (auto [number, value] : llvm::enumerate(getYield().getValues())) {
    auto node = value.getDefiningOp<FusableOpInterface>();
    unsigned result = cast<OpResult>(value).getResultNumber();
    Value root =
        hasTensorSemantics() ? Value(getResult(number)) : getOuts()[number];
    accesses.push_back(
        {{root},
         AccessMode::Write,
         node.getResultMap(result).compose(getNodeMap(*this, node)),
         {},
         {},
         /*injective=*/true,
         /*covers=*/true});
  }
  return accesses;
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

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult verifyExtents(KernelOp kernel) {
  // kernel_c1
  int64_t dynamic = 0;
  for (ArrayRef<int64_t> extents : {kernel.getPar(), kernel.getSeq()})
    for (int64_t extent : extents) {
      dynamic += ShapedType::isDynamic(extent);
      if (!ShapedType::isDynamic(extent) && extent < 0)
        return kernel.emitOpError(
                   "expected extents not to be negative, but got ")
               << extent;
    }
  if (dynamic != int64_t(kernel.getDynamicExtents().size()))
    return kernel.emitOpError("expected ")
           << dynamic << " values for dynamic extents, but got "
           << kernel.getDynamicExtents().size();
  return success();
}

static LogicalResult verifyOperands(KernelOp kernel) {
  // kernel_c9
  for (Type type : kernel.getIns().getTypes())
    if (!isa<RankedTensorType, MemRefType, IntegerType, IndexType, FloatType>(
            type))
      return kernel.emitOpError(
                 "expected inputs to be ranked tensors, memrefs or "
                 "scalars, but got ")
             << type;
  bool isTensor = kernel.hasTensorSemantics();
  for (Type type : kernel.getOuts().getTypes())
    if (isa<RankedTensorType>(type) != isTensor)
      return kernel.emitOpError("expected inputs and destinations to be all "
                                "tensors or all memrefs, but got ")
             << type;
  for (Type type : kernel.getIns().getTypes())
    if (isTensor && isa<MemRefType>(type))
      return kernel.emitOpError("expected inputs and destinations to be all "
                                "tensors or all memrefs, but got ")
             << type;
  if (isTensor && !kernel.getScratch().empty())
    return kernel.emitOpError("expected no scratch before buffers are chosen");
  return success();
}

static LogicalResult verifySchedule(KernelOp kernel) {
  // kernel_c8
  ScheduleAttr schedule = kernel.getScheduleAttr();
  if (!schedule)
    return success();
  int64_t rank = kernel.getRank();
  if (schedule.getVectorDim() >= rank)
    return kernel.emitOpError("expected 'vector_dim' of the schedule to be a "
                              "dimension of a space of rank ")
           << rank << ", but got " << schedule.getVectorDim();
  if (!schedule.getTile().empty() && int64_t(schedule.getTile().size()) != rank)
    return kernel.emitOpError("expected 'tile' of the schedule to have ")
           << rank << " extents, but got " << schedule.getTile().size();
  return success();
}

LogicalResult KernelOp::verify() {
  if (failed(verifyExtents(*this)) || failed(verifyOperands(*this)) ||
      failed(verifySchedule(*this)))
    return failure();
  // kernel_c2
  SmallVector<Type> expected(getDynamicExtents().getTypes());
  for (Type type : getIns().getTypes())
    expected.push_back(getBodyType(type));
  if (getBodyBlock()->getNumArguments() != expected.size())
    return emitOpError("expected the region to have ")
           << expected.size() << " arguments, one for each dynamic extent and "
           << "input, but got " << getBodyBlock()->getNumArguments();
  for (auto [number, argument] :
       llvm::enumerate(getBodyBlock()->getArguments()))
    if (argument.getType() != expected[number])
      return emitOpError("expected argument #")
             << number << " of the region to be " << expected[number]
             << ", but got " << argument.getType();
  return success();
}

/// Product of static extents times the dynamic ones, in order: two extents are
/// the same if they are equal constants or the same value.
static bool isSameExtent(OpFoldResult lhs, OpFoldResult rhs) {
  return isEqualConstantIntOrValue(lhs, rhs);
}

/// Checks one expression of a node map that is not a plain dimension: a
/// collapse or an expansion with constant extents. Returns the number of values
/// that it takes, from 0 on, without gaps.
static std::optional<int64_t> getValueCount(AffineExpr expr,
                                            ArrayRef<OpFoldResult> space) {
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return getConstantIntValue(space[dim.getPosition()]);
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  std::optional<int64_t> count = getValueCount(binary.getLHS(), space);
  if (expr.getKind() == AffineExprKind::Add) {
    // outer * extent(inner) + inner
    auto outer = dyn_cast<AffineBinaryOpExpr>(binary.getLHS());
    std::optional<int64_t> inner = getValueCount(binary.getRHS(), space);
    if (!outer || outer.getKind() != AffineExprKind::Mul || !inner ||
        outer.getRHS() != getAffineConstantExpr(*inner, expr.getContext()))
      return std::nullopt;
    count = getValueCount(outer.getLHS(), space);
    return count ? std::optional(*count * *inner) : std::nullopt;
  }
  if (!constant || !count || constant.getValue() <= 0 ||
      *count % constant.getValue() != 0)
    return std::nullopt;
  if (expr.getKind() == AffineExprKind::FloorDiv)
    return *count / constant.getValue();
  if (expr.getKind() == AffineExprKind::Mod)
    return constant.getValue();
  return std::nullopt;
}

static LogicalResult verifyNodeMap(KernelOp kernel, FusableOpInterface node) {
  SmallVector<OpFoldResult> space = kernel.getBodyExtents();
  SmallVector<OpFoldResult> domain = node.getIterationExtents();
  AffineMap map = getNodeMap(kernel, node);
  auto report = [&](const Twine &text) {
    InFlightDiagnostic diag =
        kernel.emitOpError("expected the map of a node to ") << text;
    diag.attachNote(node.getLoc()) << "node is here";
    return diag;
  };
  // kernel_c4
  if (map.getNumDims() != kernel.getRank() || map.getNumSymbols() != 0)
    return report("have the " + Twine(kernel.getRank()) +
                  " dimensions of the space and no symbols");
  if (map.getNumResults() != domain.size())
    return report("have " + Twine(domain.size()) +
                  " results, one for each dimension of its domain, but got " +
                  Twine(map.getNumResults()));
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    auto plain = dyn_cast<AffineDimExpr>(expr);
    bool covers =
        plain && isSameExtent(space[plain.getPosition()], domain[dim]);
    if (!covers) {
      std::optional<int64_t> count = getValueCount(expr, space);
      covers = count && getConstantIntValue(domain[dim]) == count;
    }
    if (!covers)
      return report("cover dimension " + Twine(dim) + " of its domain exactly");
  }
  // kernel_c5, kernel_c10
  int64_t last = -1;
  for (auto [dim, kind] : llvm::enumerate(node.getIteratorKinds())) {
    if (kind == IteratorKind::Parallel)
      continue;
    for (unsigned outer = 0; outer < kernel.getPar().size(); ++outer)
      if (map.getResult(dim).isFunctionOfDim(outer))
        return report("keep dimension " + Twine(dim) +
                      ", which is not parallel, off the parallel dimension " +
                      Twine(outer) + " of the space");
    for (int64_t inner = 0; inner < int64_t(kernel.getRank()); ++inner)
      if (map.getResult(dim).isFunctionOfDim(inner)) {
        if (inner < last)
          return report("keep the order of its reduced dimensions");
        last = inner;
      }
  }
  return success();
}

/// Checks that what `node` reads of other nodes is there: at the point where it
/// is written, or complete.
static LogicalResult verifyReads(KernelOp kernel, FusableOpInterface node) {
  AffineMap nodeMap = getNodeMap(kernel, node);
  for (OperandAccess &read : node.getOperandAccesses()) {
    auto producer = read.operand.getDefiningOp<FusableOpInterface>();
    if (!producer)
      continue;
    // kernel_c7
    unsigned result = cast<OpResult>(read.operand).getResultNumber();
    AffineMap written =
        producer.getResultMap(result).compose(getNodeMap(kernel, producer));
    AffineMap reads = read.map.compose(nodeMap);
    if (AffineMap::get(reads.getNumDims(), 0, reads.getResults(),
                       kernel.getContext()) == written)
      continue;
    InFlightDiagnostic diag = kernel.emitOpError(
        "expected a node to read a value of the kernel where it is written");
    diag.attachNote(node.getLoc())
        << "node reads " << AffineMapAttr::get(reads);
    diag.attachNote(producer.getLoc())
        << "value is written at " << AffineMapAttr::get(written);
    return diag;
  }
  return success();
}

LogicalResult KernelOp::verifyRegions() {
  for (Operation &op : getBodyBlock()->without_terminator()) {
    auto node = dyn_cast<FusableOpInterface>(op);
    if (node) {
      if (failed(verifyNodeMap(*this, node)) ||
          failed(verifyReads(*this, node)))
        return failure();
      continue;
    }
    // kernel_c3
    bool isShaped =
        llvm::any_of(op.getResultTypes(), llvm::IsaPred<ShapedType>);
    if (op.hasTrait<OpTrait::ConstantLike>() || isa<tensor::DimOp>(op) ||
        (!isShaped && op.getNumRegions() == 0 && isMemoryEffectFree(&op)))
      continue;
    InFlightDiagnostic diag =
        emitOpError("expected operations that can be fused");
    diag.attachNote(op.getLoc()) << "'" << op.getName() << "' cannot";
    return diag;
  }
  // kernel_c6
  YieldOp yield = getYield();
  if (yield.getValues().size() != getOuts().size())
    return emitOpError("expected to yield ")
           << getOuts().size() << " values, one for each destination, but got "
           << yield.getValues().size();
  for (auto [number, value] : llvm::enumerate(yield.getValues())) {
    Type expected = getBodyType(getOuts()[number].getType());
    if (value.getType() != expected)
      return emitOpError("expected to yield ")
             << expected << " for destination #" << number << ", but got "
             << value.getType();
    if (!value.getDefiningOp<FusableOpInterface>())
      return emitOpError(
                 "expected to yield the result of a node for destination #")
             << number;
  }
  return success();
}
