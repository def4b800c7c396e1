//===- ExternOp.cpp - Calls of functions of other libraries ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax, verifier and interfaces of `stax.extern`.
//
//===----------------------------------------------------------------------===//

#include "UpdateOpSupport.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

static UpdateView getView(ExternOp op) {
  return {cast<DestinationStyleOpInterface>(op.getOperation()),
          op.getInsMutable(), op.getOutsMutable()};
}

/// Types of the elements of `outs`.
static SmallVector<Type> getElementTypes(TypeRange outs) {
  return llvm::map_to_vector(
      outs, [](Type type) { return cast<ShapedType>(type).getElementType(); });
}

bool ExternOp::hasTensorSemantics() {
  return stax::hasTensorSemantics(getView(*this));
}

bool ExternOp::hasEpilogue() {
  return !llvm::equal(getBodyBlock()->getTerminator()->getOperands(),
                      getBodyBlock()->getArguments());
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult ExternOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  ParsedClause ins, outs;
  if (parser.parseAttribute(properties.callee) ||
      (succeeded(parser.parseOptionalKeyword("reference")) &&
       parser.parseAttribute(properties.reference)) ||
      parseClause(parser, "ins", ins) || parseClause(parser, "outs", outs))
    return failure();
  SMLoc attributesLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      rejectInherentAttributes(
          parser, attributesLoc, result,
          {"callee", "reference", "operandSegmentSizes"}) ||
      parser.parseOptionalArrowTypeList(result.types) ||
      resolveClause(parser, ins, result) || resolveClause(parser, outs, result))
    return failure();
  properties.operandSegmentSizes = {int32_t(ins.operands.size()),
                                    int32_t(outs.operands.size())};
  for (Type type : outs.types)
    if (!isa<ShapedType>(type))
      return parser.emitError(outs.loc, "expected tensors or memrefs, but got ")
             << type;
  return parsePointBody(parser, result, getElementTypes(outs.types));
}

void ExternOp::print(OpAsmPrinter &printer) {
  printer << " " << getCalleeAttr();
  if (FlatSymbolRefAttr reference = getReferenceAttr())
    printer << " reference " << reference;
  printClause(printer, "ins", getIns());
  printClause(printer, "outs", getOuts());
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(), {"callee", "reference", "operandSegmentSizes"});
  printer.printOptionalArrowTypeList(getResultTypes());
  printPointBody(printer, getBody());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

LogicalResult ExternOp::verify() {
  if (failed(verifyUpdate(getView(*this))))
    return failure();
  // extern_c3
  for (Type type : getIns().getTypes())
    if (!isa<RankedTensorType, MemRefType>(type) && !type.isIntOrIndexOrFloat())
      return emitOpError("expected inputs to be ranked tensors or memrefs, or "
                         "scalars, but got ")
             << type;
  // extern_c2
  if (getReferenceAttr() && !hasTensorSemantics())
    return emitOpError("expected a reference on tensors only");
  return success();
}

LogicalResult ExternOp::verifyRegions() {
  Block &block = *getBodyBlock();
  SmallVector<Type> elements = getElementTypes(getOuts().getTypes());
  // extern_c4
  if (block.getArgumentTypes() != TypeRange(elements))
    return emitOpError("expected the region's arguments to be elements of the "
                       "destinations: ")
           << elements << ", but got " << block.getArgumentTypes();
  auto first = cast<ShapedType>(getOuts().front().getType());
  for (Type type : getOuts().getTypes())
    if (hasEpilogue() && cast<ShapedType>(type).getShape() != first.getShape())
      return emitOpError("expected destinations of one shape for an epilogue, "
                         "but got ")
             << first << " and " << type;
  // extern_c5
  if (failed(verifyPointBody(*this, block, /*mayReadTensors=*/false)))
    return failure();
  if (block.getTerminator()->getOperandTypes() != TypeRange(elements))
    return emitOpError("expected the region to yield elements of the "
                       "destinations: ")
           << elements << ", but got "
           << block.getTerminator()->getOperandTypes();
  return success();
}

LogicalResult ExternOp::verifySymbolUses(SymbolTableCollection &symbolTables) {
  // extern_c1
  if (Operation *callee =
          symbolTables.lookupNearestSymbolFrom(*this, getCalleeAttr())) {
    InFlightDiagnostic diag = emitOpError("calls ")
                              << getCalleeAttr()
                              << ", which is in the module; call it by "
                                 "'func.call'";
    diag.attachNote(callee->getLoc()) << "symbol is here";
    return diag;
  }
  // extern_c2
  if (!getReferenceAttr())
    return success();
  auto reference = symbolTables.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getReferenceAttr());
  if (!reference || reference.isExternal())
    return emitOpError("expected the reference ")
           << getReferenceAttr() << " to be a function with a body";
  if (TypeRange(reference.getArgumentTypes()) != TypeRange(getOperandTypes()) ||
      TypeRange(reference.getResultTypes()) != TypeRange(getResultTypes())) {
    InFlightDiagnostic diag =
        emitOpError("expected the reference ")
        << getReferenceAttr() << " to have the operation's type ("
        << getOperandTypes() << ") -> (" << getResultTypes() << "), but got ("
        << reference.getArgumentTypes() << ") -> ("
        << reference.getResultTypes() << ")";
    diag.attachNote(reference.getLoc()) << "function is here";
    return diag;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> ExternOp::getIterationExtents() { return {}; }

SmallVector<IteratorKind> ExternOp::getIteratorKinds() { return {}; }

SmallVector<Access> ExternOp::getAccesses() {
  AccessList accesses;
  for (Value in : getIns())
    if (isa<ShapedType>(in.getType()))
      accesses.add({{in}, AccessMode::Read});
  addUpdates(getView(*this), accesses);
  return accesses.take();
}

/// What is called is not known.
int64_t ExternOp::getOpsPerPoint() { return 0; }

void ExternOp::getEffects(MemoryEffectList &effects) {
  getUpdateEffects(getView(*this), effects);
}

LogicalResult ExternOp::reifyResultShapes(OpBuilder &builder,
                                          ReifiedRankedShapedTypeDims &shapes) {
  reifyDestinations(builder, getView(*this), shapes);
  return success();
}
