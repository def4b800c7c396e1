//===- DomainOps.cpp - Operations over a domain ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interfaces of the operations over a domain; builders, syntax and verifiers of
// those that combine nothing, and of the operations in regions. Those that
// combine are in ReduceAndScan.cpp.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Shared by all operations over a domain
//===----------------------------------------------------------------------===//

bool stax::hasPointBody(Operation *op) {
  return isa_and_present<FusableOpInterface, ScatterOp>(op);
}

void stax::buildDomainBody(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(state.addRegion());
  for (Value input : inputs)
    block->addArgument(cast<ShapedType>(input.getType()).getElementType(),
                       state.location);
  if (bodyBuilder)
    bodyBuilder(builder, state.location, block->getArguments());
  else
    YieldOp::create(builder, state.location, block->getArguments());
}

void stax::buildDomainAccesses(OpBuilder &builder, OperationState &state,
                               ValueRange inputs, ArrayRef<AffineMap> maps,
                               ArrayRef<OpFoldResult> extents) {
  SmallVector<int64_t> staticExtents;
  SmallVector<Value> dynamicExtents;
  dispatchIndexOpFoldResults(extents, dynamicExtents, staticExtents);
  state.addOperands(inputs);
  state.addOperands(dynamicExtents);
  state.addAttribute(
      "operandSegmentSizes",
      builder.getDenseI32ArrayAttr(
          {int32_t(inputs.size()), int32_t(dynamicExtents.size()), 0, 0}));
  state.addAttribute("maps", builder.getAffineMapArrayAttr(maps));
  state.addAttribute("staticExtents",
                     builder.getDenseI64ArrayAttr(staticExtents));
}

SmallVector<Value> stax::cloneBody(OpBuilder &builder, Block &body,
                                   ValueRange indices, ValueRange args,
                                   IRMapping &mapping) {
  mapping.map(body.getArguments(), args);
  for (Operation &op : body.without_terminator()) {
    if (auto index = dyn_cast<IndexOp>(op)) {
      mapping.map(index.getResult(), indices[index.getDim()]);
      continue;
    }
    builder.clone(op, mapping);
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

/// Extents of all results, which are those of the domain's kept dimensions.
static void reifyExtents(const DomainView &view,
                         ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> kept;
  for (auto [dim, extent] : llvm::enumerate(view.getExtents()))
    if (!view.isReduced(dim))
      kept.push_back(extent);
  shapes.assign(view.op->getNumResults(), kept);
}

LogicalResult stax::verifyResultShapes(const DomainView &view) {
  SmallVector<int64_t> shape = view.getResultShape();
  for (auto [number, type] : llvm::enumerate(view.op->getResultTypes()))
    if (cast<RankedTensorType>(type).getShape() != ArrayRef(shape)) {
      auto expected = RankedTensorType::get(
          shape, cast<RankedTensorType>(type).getElementType());
      return view.op->emitOpError("expected result #")
             << number << " to be " << expected << ", but got " << type;
    }
  return success();
}

//===----------------------------------------------------------------------===//
// PointwiseOp
//===----------------------------------------------------------------------===//

void PointwiseOp::build(
    OpBuilder &builder, OperationState &state, TypeRange resultTypes,
    ValueRange inputs, ArrayRef<AffineMap> maps, ArrayRef<OpFoldResult> extents,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  buildDomainAccesses(builder, state, inputs, maps, extents);
  state.addTypes(resultTypes);
  buildDomainBody(builder, state, inputs, bodyBuilder);
}

ParseResult PointwiseOp::parse(OpAsmParser &parser, OperationState &result) {
  return parseDomainOp(parser, result, /*reducedDims=*/{});
}

void PointwiseOp::print(OpAsmPrinter &printer) {
  printDomainOp(printer, DomainView::get(*this), /*elided=*/{});
}

LogicalResult PointwiseOp::verify() {
  return verifyDomain(DomainView::get(*this));
}

LogicalResult PointwiseOp::verifyRegions() {
  DomainView view = DomainView::get(*this);
  SmallVector<Type> yielded;
  if (failed(verifyDomainBody(view, yielded)))
    return failure();
  // pointwise_c6
  if (yielded.size() != getNumResults())
    return emitOpError("expected the region to yield ")
           << getNumResults() << " values, one for each result, but got "
           << yielded.size();
  for (auto [number, type] : llvm::enumerate(yielded)) {
    Type element =
        cast<RankedTensorType>(getResult(number).getType()).getElementType();
    if (type != element)
      return emitOpError("expected the region to yield ")
             << element << " for result #" << number << ", but got " << type;
  }
  // pointwise_c8
  return verifyResultShapes(view);
}

//===----------------------------------------------------------------------===//
// Interfaces of all
//===----------------------------------------------------------------------===//

/// How dimension `dim` of the domain of `op` runs.
static IteratorKind getIteratorKind(const DomainView &view, unsigned dim) {
  if (view.isReduced(dim))
    return IteratorKind::Reduction;
  auto scan = dyn_cast<ScanOp>(view.op);
  return scan && scan.getDimension() == dim ? IteratorKind::Scan
                                            : IteratorKind::Parallel;
}

#define STAX_DOMAIN_OP_INTERFACES(OpTy)                                        \
  SmallVector<OpFoldResult> OpTy::getExtents() {                               \
    return DomainView::get(*this).getExtents();                                \
  }                                                                            \
  SmallVector<OpFoldResult> OpTy::getIterationExtents() {                      \
    return getExtents();                                                       \
  }                                                                            \
  SmallVector<IteratorKind> OpTy::getIteratorKinds() {                         \
    DomainView view = DomainView::get(*this);                                  \
    return llvm::map_to_vector(llvm::seq(view.getRank()), [&](unsigned dim) {  \
      return getIteratorKind(view, dim);                                       \
    });                                                                        \
  }                                                                            \
  SmallVector<Access> OpTy::getAccesses() {                                    \
    return DomainView::get(*this).getAccesses();                               \
  }                                                                            \
  int64_t OpTy::getOpsPerPoint() {                                             \
    return llvm::range_size(getBodyBlock()->without_terminator());             \
  }                                                                            \
  SmallVector<OperandAccess> OpTy::getOperandAccesses() {                      \
    return DomainView::get(*this).getOperandAccesses();                        \
  }                                                                            \
  AffineMap OpTy::getResultMap(unsigned) {                                     \
    return DomainView::get(*this).getResultMap();                              \
  }                                                                            \
  SmallVector<Value> OpTy::emitBody(OpBuilder &builder, Location,              \
                                    ValueRange indices, ValueRange args,       \
                                    IRMapping &mapping) {                      \
    return cloneBody(builder, *getBodyBlock(), indices, args, mapping);        \
  }                                                                            \
  LogicalResult OpTy::reifyResultShapes(OpBuilder &,                           \
                                        ReifiedRankedShapedTypeDims &shapes) { \
    reifyExtents(DomainView::get(*this), shapes);                              \
    return success();                                                          \
  }

STAX_DOMAIN_OP_INTERFACES(PointwiseOp)
STAX_DOMAIN_OP_INTERFACES(ReduceOp)
STAX_DOMAIN_OP_INTERFACES(ScanOp)

#undef STAX_DOMAIN_OP_INTERFACES

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::verify() {
  // index_c1
  Operation *parent = (*this)->getParentOp();
  if (!hasPointBody(parent))
    return emitOpError("expected to be in the region of an operation over a "
                       "domain");
  // index_c2
  int64_t rank =
      cast<ScheduleNodeOpInterface>(parent).getIterationExtents().size();
  if (getDim() < 0 || getDim() >= rank)
    return emitOpError("expected a dimension of a domain of rank ")
           << rank << ", but got " << getDim();
  return success();
}

OpFoldResult IndexOp::fold(FoldAdaptor) {
  auto parent = dyn_cast_if_present<FusableOpInterface>((*this)->getParentOp());
  if (!parent)
    return {};
  OpFoldResult extent = parent.getIterationExtents()[getDim()];
  return getConstantIntValue(extent) == 1
             ? IntegerAttr::get(IndexType::get(getContext()), 0)
             : IntegerAttr();
}

//===----------------------------------------------------------------------===//
// YieldOp
//===----------------------------------------------------------------------===//

LogicalResult YieldOp::verify() {
  // yield_c1
  if (!isa_and_present<ScheduleNodeOpInterface>((*this)->getParentOp()))
    return emitOpError("expected to end the region of an operation over a "
                       "domain or of a kernel");
  return success();
}
