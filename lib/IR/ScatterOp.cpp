//===- ScatterOp.cpp - Updates at computed indices ------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builder, syntax, verifier and interfaces of `stax.scatter`.
//
//===----------------------------------------------------------------------===//

#include "UpdateOpSupport.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

static UpdateView getView(ScatterOp op) {
  return {cast<DestinationStyleOpInterface>(op.getOperation()),
          op.getInputsMutable(), op.getOutsMutable()};
}

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

void ScatterOp::build(
    OpBuilder &builder, OperationState &state, MonoidAttrInterface monoid,
    ValueRange inputs, ArrayRef<AffineMap> maps, ArrayRef<OpFoldResult> extents,
    ValueRange outs,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  SmallVector<int64_t> staticExtents;
  SmallVector<Value> dynamicExtents;
  dispatchIndexOpFoldResults(extents, dynamicExtents, staticExtents);
  state.addOperands(inputs);
  state.addOperands(dynamicExtents);
  state.addOperands(outs);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.operandSegmentSizes = {int32_t(inputs.size()),
                                    int32_t(dynamicExtents.size()),
                                    int32_t(outs.size())};
  properties.monoid = monoid;
  properties.maps = builder.getAffineMapArrayAttr(maps);
  properties.staticExtents = builder.getDenseI64ArrayAttr(staticExtents);
  for (Value out : outs)
    if (isa<RankedTensorType>(out.getType()))
      state.addTypes(out.getType());
  buildDomainBody(builder, state, inputs, bodyBuilder);
}

bool ScatterOp::hasTensorSemantics() {
  return stax::hasTensorSemantics(getView(*this));
}

SmallVector<OpFoldResult> ScatterOp::getExtents() {
  return DomainView::get(*this).getExtents();
}

SmallVector<OperandAccess> ScatterOp::getOperandAccesses() {
  return DomainView::get(*this).getOperandAccesses();
}

ValueRange ScatterOp::getYieldedValues() {
  return getBodyBlock()->getTerminator()->getOperands().take_front(
      getOuts().size());
}

ValueRange ScatterOp::getYieldedIndices() {
  return getBodyBlock()->getTerminator()->getOperands().drop_front(
      getOuts().size());
}

bool ScatterOp::isWindowDim(unsigned dim) {
  return llvm::any_of(getYieldedIndices(), [&](Value value) {
    auto index = value.getDefiningOp<IndexOp>();
    return index && index.getDim() == dim;
  });
}

SmallVector<Value> ScatterOp::emitBody(OpBuilder &builder, ValueRange indices,
                                       ValueRange args, IRMapping &mapping) {
  return cloneBody(builder, *getBodyBlock(), indices, args, mapping);
}

//===----------------------------------------------------------------------===//
// Assembly
//===----------------------------------------------------------------------===//

ParseResult ScatterOp::parse(OpAsmParser &parser, OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword("set"))) {
    Attribute attribute;
    if (parser.parseAttribute(attribute))
      return failure();
    auto monoid = dyn_cast<MonoidAttrInterface>(attribute);
    if (!monoid)
      return parser.emitError(loc, "expected 'set' or a monoid, such as "
                                   "#stax.add, but got ")
             << attribute;
    result.getOrAddProperties<Properties>().monoid = monoid;
  }
  return failure(parseDomainOp(parser, result, /*reducedDims=*/{},
                               /*hasOuts=*/true) ||
                 rejectInherentAttributes(parser, loc, result, {"monoid"}));
}

void ScatterOp::print(OpAsmPrinter &printer) {
  if (MonoidAttrInterface monoid = getMonoidAttr())
    printer << " " << monoid;
  else
    printer << " set";
  printDomainOp(printer, DomainView::get(*this), /*elided=*/{"monoid"});
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Checks that input number `input` is read at dimensions and constants. That
/// the constants are inside is checked for all operations over a domain.
static LogicalResult verifyPlainMap(ScatterOp op, unsigned input) {
  // scatter_c3
  AffineMap map = op.getMap(input);
  auto type = cast<ShapedType>(op.getInputs()[input].getType());
  for (auto [axis, expr] : llvm::enumerate(map.getResults()))
    if (!isa<AffineDimExpr>(expr) &&
        (!isa<AffineConstantExpr>(expr) || type.isDynamicDim(axis)))
      return op.emitOpError("expected the map of input #")
             << input << " to consist of dimensions, and of constants in place "
             << "of static extents, but got " << AffineMapAttr::get(map);
  return success();
}

LogicalResult ScatterOp::verify() {
  if (failed(verifyUpdate(getView(*this))))
    return failure();
  // scatter_c4
  auto first = cast<ShapedType>(getOuts().front().getType());
  for (auto [number, type] : llvm::enumerate(getOuts().getTypes()))
    if (cast<ShapedType>(type).getShape() != first.getShape())
      return emitOpError("expected all destinations to have one shape, but #")
             << number << " is " << type << " and #0 " << first;
  if (failed(verifyDomain(DomainView::get(*this))))
    return failure();
  for (unsigned input = 0; input < getInputs().size(); ++input)
    if (failed(verifyPlainMap(*this, input)))
      return failure();
  return success();
}

/// Checks that elements of destinations can hold values of `types`.
static LogicalResult verifyElements(ScatterOp op, ArrayRef<Type> types) {
  SmallVector<Type> accumulators(types);
  if (MonoidAttrInterface monoid = op.getMonoidAttr()) {
    // scatter_c8
    if (types.size() != monoid.getArity())
      return op.emitOpError("expected ")
             << monoid.getArity() << " destinations for " << monoid
             << ", but got " << types.size();
    if (failed(monoid.verifyTypes([&] { return op.emitOpError(); }, types)))
      return failure();
    accumulators = monoid.getAccumulatorTypes(types);
  }
  // scatter_c9
  for (auto [number, type, accumulator, out] :
       llvm::enumerate(types, accumulators, op.getOuts())) {
    Type element = cast<ShapedType>(out.getType()).getElementType();
    if (element == type || element == accumulator)
      continue;
    return op.emitOpError("expected destination #")
           << number << " to have elements of type " << type << ", but got "
           << element;
  }
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  SmallVector<Type> yielded;
  if (failed(verifyDomainBody(DomainView::get(*this), yielded)))
    return failure();
  // scatter_c6
  size_t numValues = getOuts().size();
  auto destination = cast<ShapedType>(getOuts().front().getType());
  if (yielded.size() != numValues + destination.getRank())
    return emitOpError("expected the region to yield ")
           << numValues << " values and " << destination.getRank()
           << " indices of an element of " << destination << ", but got "
           << yielded.size() << " scalars";
  for (auto [number, type] :
       llvm::enumerate(ArrayRef(yielded).drop_front(numValues)))
    if (!type.isIndex())
      return emitOpError("expected index #")
             << number << " that the region yields to be of type 'index', but "
             << "got " << type;
  return verifyElements(*this, ArrayRef(yielded).take_front(numValues));
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

SmallVector<OpFoldResult> ScatterOp::getIterationExtents() {
  return getExtents();
}

/// Points of a window never meet; others combine in order.
SmallVector<IteratorKind> ScatterOp::getIteratorKinds() {
  return llvm::map_to_vector(
      llvm::seq<unsigned>(0, getStaticExtents().size()), [&](unsigned dim) {
        return isWindowDim(dim) ? IteratorKind::Parallel
                                : IteratorKind::Reduction;
      });
}

SmallVector<Access> ScatterOp::getAccesses() {
  AccessList accesses;
  for (OperandAccess &read : getOperandAccesses())
    accesses.add({{read.operand},
                  AccessMode::Read,
                  read.map,
                  {},
                  {},
                  read.map.isProjectedPermutation(),
                  read.map.isPermutation()});
  addUpdates(getView(*this), accesses);
  return accesses.take();
}

/// Those of the region, and the combination.
int64_t ScatterOp::getOpsPerPoint() {
  return llvm::range_size(getBodyBlock()->without_terminator()) +
         (getMonoidAttr() ? 1 : 0);
}

void ScatterOp::getEffects(MemoryEffectList &effects) {
  getUpdateEffects(getView(*this), effects);
}

LogicalResult
ScatterOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  reifyDestinations(builder, getView(*this), shapes);
  return success();
}
