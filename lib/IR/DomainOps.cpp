//===- DomainOps.cpp - Pointwise, reduce, index and yield -----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders, syntax, verifiers and interfaces of the operations over a domain,
// and of those in their regions.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Shared by all operations over a domain
//===----------------------------------------------------------------------===//

void stax::buildDomainBody(
    OpBuilder &builder, OperationState &state, ValueRange inputs,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  OpBuilder::InsertionGuard guard(builder);
  Block *block = builder.createBlock(state.addRegion());
  for (Value input : inputs)
    block->addArgument(cast<RankedTensorType>(input.getType()).getElementType(),
                       state.location);
  if (bodyBuilder)
    bodyBuilder(builder, state.location, block->getArguments());
  else
    YieldOp::create(builder, state.location, block->getArguments());
}

/// Adds operands and maps; there are no symbols and no guards.
static void buildAccesses(OpBuilder &builder, OperationState &state,
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

/// Copies the operations of `body` but its terminator and returns the values
/// that it yields.
static SmallVector<Value> cloneBody(OpBuilder &builder, Block &body,
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

/// Checks that every result has the extents of the kept dimensions.
static LogicalResult verifyResultShapes(const DomainView &view) {
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
  buildAccesses(builder, state, inputs, maps, extents);
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
// ReduceOp
//===----------------------------------------------------------------------===//

Tree ReduceOp::getDefaultTree(ArrayRef<int64_t> dimensions, unsigned rank,
                              bool ordered) {
  if (ordered)
    return Tree::Serial;
  return llvm::is_contained(dimensions, int64_t(rank) - 1) ? Tree::Row
                                                           : Tree::Column;
}

void ReduceOp::build(
    OpBuilder &builder, OperationState &state, TypeRange resultTypes,
    MonoidAttrInterface monoid, ArrayRef<int64_t> dimensions, ValueRange inputs,
    ArrayRef<AffineMap> maps, ArrayRef<OpFoldResult> extents, bool partial,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  buildAccesses(builder, state, inputs, maps, extents);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.monoid = monoid;
  properties.dimensions = builder.getDenseI64ArrayAttr(dimensions);
  properties.tree =
      getDefaultTree(dimensions, extents.size(), /*ordered=*/false);
  properties.partial = partial;
  state.addTypes(resultTypes);
  buildDomainBody(builder, state, inputs, bodyBuilder);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  Attribute monoid;
  SmallVector<int64_t> dims;
  if (parser.parseAttribute(monoid))
    return failure();
  properties.monoid = dyn_cast<MonoidAttrInterface>(monoid);
  if (!properties.monoid)
    return parser.emitError(loc,
                            "expected a monoid, such as #stax.add, but got ")
           << monoid;
  if (parser.parseKeyword("dims") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(dims.emplace_back());
      }))
    return failure();
  properties.dimensions = builder.getDenseI64ArrayAttr(dims);
  properties.ordered = succeeded(parser.parseOptionalKeyword("ordered"));
  properties.partial = succeeded(parser.parseOptionalKeyword("partial"));
  std::optional<Tree> tree;
  if (succeeded(parser.parseOptionalKeyword("tree"))) {
    StringRef name;
    if (parser.parseLParen())
      return failure();
    SMLoc treeLoc = parser.getCurrentLocation();
    if (parser.parseKeyword(&name))
      return failure();
    tree = symbolizeTree(name);
    if (!tree)
      return parser.emitError(treeLoc, "expected serial, row, column, pairs or "
                                       "scan, but got '")
             << name << "'";
    if (parser.parseRParen())
      return failure();
  }
  if (parseDomainOp(parser, result, dims) ||
      rejectInherentAttributes(
          parser, loc, result,
          {"monoid", "dimensions", "tree", "ordered", "partial"}))
    return failure();
  auto extents =
      cast<DenseI64ArrayAttr>(result.attributes.get("staticExtents"));
  properties.tree =
      tree.value_or(getDefaultTree(dims, extents.size(), properties.ordered));
  return success();
}

void ReduceOp::print(OpAsmPrinter &printer) {
  printer << " " << getMonoid() << " dims [";
  llvm::interleaveComma(getDimensions(), printer);
  printer << "]";
  if (getOrdered())
    printer << " ordered";
  if (getPartial())
    printer << " partial";
  if (getTree() !=
      getDefaultTree(getDimensions(), getStaticExtents().size(), getOrdered()))
    printer << " tree(" << stringifyTree(getTree()) << ")";
  printDomainOp(printer, DomainView::get(*this),
                {"monoid", "dimensions", "tree", "ordered", "partial"});
}

LogicalResult ReduceOp::verify() {
  // reduce_c8
  if (getDimensions().empty())
    return emitOpError("expected at least one reduced dimension");
  if (failed(verifyReducedDims([&] { return emitOpError(); }, getDimensions(),
                               getStaticExtents().size())))
    return failure();
  // reduce_c12
  if (getOrdered() != (getTree() == Tree::Serial))
    return emitOpError("expected the tree ")
           << (getOrdered() ? "serial for an ordered reduction, but got "
                            : "row, column, pairs or scan for a reduction that "
                              "is not ordered, but got ")
           << stringifyTree(getTree());
  return verifyDomain(DomainView::get(*this));
}

LogicalResult ReduceOp::verifyRegions() {
  DomainView view = DomainView::get(*this);
  MonoidAttrInterface monoid = getMonoid();
  SmallVector<Type> types;
  if (failed(verifyDomainBody(view, types)))
    return failure();
  // reduce_c9
  if (types.size() != monoid.getArity())
    return emitOpError("expected the region to yield ")
           << monoid.getArity() << " values for " << monoid << ", but got "
           << types.size();
  if (failed(monoid.verifyTypes([&] { return emitOpError(); }, types)))
    return failure();
  // reduce_c10
  if (getNumResults() != types.size())
    return emitOpError("expected ") << types.size() << " results for " << monoid
                                    << ", but got " << getNumResults();
  SmallVector<Type> accumulators = monoid.getAccumulatorTypes(types);
  for (auto [number, result] : llvm::enumerate(getResults())) {
    Type element = cast<RankedTensorType>(result.getType()).getElementType();
    if (element != types[number] && element != accumulators[number])
      return emitOpError("expected result #")
             << number << " to have elements of type " << types[number]
             << ", but got " << element;
  }
  // reduce_c11
  if (!monoid.allowsEmpty() && !getPartial())
    for (int64_t dim : getDimensions())
      if (getStaticExtents()[dim] == 0)
        return emitOpError("reduces the empty dimension ")
               << dim << " by " << monoid
               << ", which has no value for no points";
  return verifyResultShapes(view);
}

MonoidAttrInterface ReduceOp::getCombiner() { return getMonoid(); }

Tree ReduceOp::getCombiningTree() { return getTree(); }

bool ReduceOp::isPartial() { return getPartial(); }

//===----------------------------------------------------------------------===//
// Interfaces of both
//===----------------------------------------------------------------------===//

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
      return view.isReduced(dim) ? IteratorKind::Reduction                     \
                                 : IteratorKind::Parallel;                     \
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

#undef STAX_DOMAIN_OP_INTERFACES

//===----------------------------------------------------------------------===//
// IndexOp
//===----------------------------------------------------------------------===//

LogicalResult IndexOp::verify() {
  // index_c1
  auto parent = dyn_cast_if_present<FusableOpInterface>((*this)->getParentOp());
  if (!parent)
    return emitOpError("expected to be in the region of an operation over a "
                       "domain");
  // index_c2
  int64_t rank = parent.getIterationExtents().size();
  if (getDim() < 0 || getDim() >= rank)
    return emitOpError("expected a dimension of a domain of rank ")
           << rank << ", but got " << getDim();
  return success();
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
