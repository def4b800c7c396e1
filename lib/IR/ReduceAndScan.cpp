//===- ReduceAndScan.cpp - Reductions and scans ---------------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builders, syntax and verifiers of the operations over a domain that combine
// points by a monoid.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"
#include "stax/IR/UserMonoid.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Shared by both
//===----------------------------------------------------------------------===//

/// The monoid of a reduction or scan.
static ParseResult parseMonoid(OpAsmParser &parser,
                               MonoidAttrInterface &monoid) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attribute;
  if (parser.parseAttribute(attribute))
    return failure();
  monoid = dyn_cast<MonoidAttrInterface>(attribute);
  if (monoid)
    return success();
  return parser.emitError(loc, "expected a monoid, such as #stax.add, but got ")
         << attribute;
}

/// (`tree` `(` name `)`)?
static ParseResult parseOptionalTree(OpAsmParser &parser,
                                     std::optional<Tree> &tree) {
  if (failed(parser.parseOptionalKeyword("tree")))
    return success();
  StringRef name;
  if (parser.parseLParen())
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  tree = symbolizeTree(name);
  if (!tree)
    return parser.emitError(loc, "expected serial, row, column, pairs, "
                                 "scan_row or scan_column, but got '")
           << name << "'";
  return parser.parseRParen();
}

/// Checks that the region yields a tuple of `monoid`, and that there is a
/// result for each member; leaves their types in `types`.
static LogicalResult verifyTuple(const DomainView &view,
                                 MonoidAttrInterface monoid,
                                 SmallVectorImpl<Type> &types) {
  Operation *op = view.op;
  if (failed(verifyDomainBody(view, types)))
    return failure();
  // reduce_c9, scan_c9
  if (types.size() != monoid.getArity())
    return op->emitOpError("expected the region to yield ")
           << monoid.getArity() << " values for " << monoid << ", but got "
           << types.size();
  if (failed(monoid.verifyTypes([&] { return op->emitOpError(); }, types)))
    return failure();
  // reduce_c10, scan_c10
  if (op->getNumResults() != types.size())
    return op->emitOpError("expected ")
           << types.size() << " results for " << monoid << ", but got "
           << op->getNumResults();
  SmallVector<Type> accumulators = monoid.getAccumulatorTypes(types);
  for (auto [number, result] : llvm::enumerate(op->getResults())) {
    Type element = cast<RankedTensorType>(result.getType()).getElementType();
    if (element != types[number] && element != accumulators[number])
      return op->emitOpError("expected result #")
             << number << " to have elements of type " << types[number]
             << ", but got " << element;
  }
  return success();
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

/// The tree of a reduction by `monoid` for which none is given.
static Tree getTreeOf(MonoidAttrInterface monoid, ArrayRef<int64_t> dimensions,
                      unsigned rank, bool ordered) {
  Tree tree = ReduceOp::getDefaultTree(dimensions, rank, ordered);
  // Lanes take points in turn.
  return tree == Tree::Row && needsOrder(monoid) ? Tree::Column : tree;
}

void ReduceOp::build(
    OpBuilder &builder, OperationState &state, TypeRange resultTypes,
    MonoidAttrInterface monoid, ArrayRef<int64_t> dimensions, ValueRange inputs,
    ArrayRef<AffineMap> maps, ArrayRef<OpFoldResult> extents, bool partial,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  buildDomainAccesses(builder, state, inputs, maps, extents);
  auto &properties = state.getOrAddProperties<Properties>();
  properties.monoid = monoid;
  properties.dimensions = builder.getDenseI64ArrayAttr(dimensions);
  properties.tree =
      getTreeOf(monoid, dimensions, extents.size(), /*ordered=*/false);
  properties.partial = partial;
  state.addTypes(resultTypes);
  buildDomainBody(builder, state, inputs, bodyBuilder);
}

ParseResult ReduceOp::parse(OpAsmParser &parser, OperationState &result) {
  Builder &builder = parser.getBuilder();
  auto &properties = result.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> dims;
  if (parseMonoid(parser, properties.monoid) || parser.parseKeyword("dims") ||
      parser.parseCommaSeparatedList(OpAsmParser::Delimiter::Square, [&] {
        return parser.parseInteger(dims.emplace_back());
      }))
    return failure();
  properties.dimensions = builder.getDenseI64ArrayAttr(dims);
  properties.ordered = succeeded(parser.parseOptionalKeyword("ordered"));
  properties.partial = succeeded(parser.parseOptionalKeyword("partial"));
  std::optional<Tree> tree;
  if (parseOptionalTree(parser, tree) || parseDomainOp(parser, result, dims) ||
      rejectInherentAttributes(
          parser, loc, result,
          {"monoid", "dimensions", "tree", "ordered", "partial"}))
    return failure();
  auto extents =
      cast<DenseI64ArrayAttr>(result.attributes.get("staticExtents"));
  properties.tree = tree.value_or(
      getTreeOf(properties.monoid, dims, extents.size(), properties.ordered));
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
  if (getTree() != getTreeOf(getMonoid(), getDimensions(),
                             getStaticExtents().size(), getOrdered()))
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
    return emitOpError(getOrdered()
                           ? "expected the tree serial for an ordered "
                             "reduction, but got "
                           : "expected another tree for a reduction that is "
                             "not ordered, but got ")
           << stringifyTree(getTree());
  if (getTree() == Tree::Row && needsOrder(getMonoid()))
    return emitOpError("expected a tree that keeps the order of points, which ")
           << getMonoid() << " needs, but got row";
  return verifyDomain(DomainView::get(*this));
}

LogicalResult ReduceOp::verifyRegions() {
  DomainView view = DomainView::get(*this);
  MonoidAttrInterface monoid = getMonoid();
  SmallVector<Type> types;
  if (failed(verifyTuple(view, monoid, types)))
    return failure();
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
// ScanOp
//===----------------------------------------------------------------------===//

Tree ScanOp::getDefaultTree(int64_t dimension, unsigned rank) {
  return dimension == int64_t(rank) - 1 ? Tree::ScanRow : Tree::ScanColumn;
}

/// Adds the carries of a scan behind the other operands.
static void addCarries(Builder &builder, OperationState &state,
                       size_t numCarries) {
  auto segments =
      cast<DenseI32ArrayAttr>(state.attributes.get("operandSegmentSizes"));
  SmallVector<int32_t> sizes(segments.asArrayRef());
  sizes.push_back(numCarries);
  state.attributes.set("operandSegmentSizes",
                       builder.getDenseI32ArrayAttr(sizes));
}

void ScanOp::build(
    OpBuilder &builder, OperationState &state, TypeRange resultTypes,
    MonoidAttrInterface monoid, int64_t dimension, ValueRange inputs,
    ArrayRef<AffineMap> maps, ArrayRef<OpFoldResult> extents,
    ValueRange carries,
    function_ref<void(OpBuilder &, Location, ValueRange)> bodyBuilder) {
  buildDomainAccesses(builder, state, inputs, maps, extents);
  state.addOperands(carries);
  addCarries(builder, state, carries.size());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.monoid = monoid;
  properties.dimension = dimension;
  properties.tree = getDefaultTree(dimension, extents.size());
  state.addTypes(resultTypes);
  buildDomainBody(builder, state, inputs, bodyBuilder);
}

/// Attributes of a scan that are written before its domain.
static constexpr StringRef kScanAttributes[] = {"monoid", "dimension", "tree",
                                                "exclusive", "reverse"};

ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &properties = result.getOrAddProperties<Properties>();
  SMLoc loc = parser.getCurrentLocation();
  if (parseMonoid(parser, properties.monoid) || parser.parseKeyword("dim") ||
      parser.parseInteger(properties.dimension))
    return failure();
  properties.exclusive = succeeded(parser.parseOptionalKeyword("exclusive"));
  properties.reverse = succeeded(parser.parseOptionalKeyword("reverse"));
  std::optional<Tree> tree;
  if (parseOptionalTree(parser, tree))
    return failure();
  SmallVector<OpAsmParser::UnresolvedOperand> carries;
  SmallVector<Type> carryTypes;
  SMLoc carriesLoc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("carry")) &&
      (parser.parseLParen() || parser.parseOperandList(carries) ||
       parser.parseColonTypeList(carryTypes) || parser.parseRParen()))
    return failure();
  if (parseDomainOp(parser, result, /*reducedDims=*/{}) ||
      rejectInherentAttributes(parser, loc, result, kScanAttributes) ||
      parser.resolveOperands(carries, carryTypes, carriesLoc, result.operands))
    return failure();
  addCarries(parser.getBuilder(), result, carries.size());
  auto extents =
      cast<DenseI64ArrayAttr>(result.attributes.get("staticExtents"));
  properties.tree =
      tree.value_or(getDefaultTree(properties.dimension, extents.size()));
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << " " << getMonoid() << " dim " << getDimension();
  if (getExclusive())
    printer << " exclusive";
  if (getReverse())
    printer << " reverse";
  if (getTree() != getDefaultTree(getDimension(), getStaticExtents().size()))
    printer << " tree(" << stringifyTree(getTree()) << ")";
  if (!getCarries().empty())
    printer << " carry(" << getCarries() << " : " << getCarries().getTypes()
            << ")";
  printDomainOp(printer, DomainView::get(*this), kScanAttributes);
}

LogicalResult ScanOp::verify() {
  // scan_c8
  int64_t rank = getStaticExtents().size();
  if (getDimension() < 0 || getDimension() >= rank)
    return emitOpError(
               "expected to scan along a dimension of a domain of rank ")
           << rank << ", but got " << getDimension();
  // scan_c13
  if (getTree() != Tree::Serial && !isScanTree(getTree()))
    return emitOpError("expected the tree scan_row, scan_column or serial, but "
                       "got ")
           << stringifyTree(getTree());
  return verifyDomain(DomainView::get(*this));
}

/// Checks the carries of `scan`, whose tuple is of `types`.
static LogicalResult verifyCarries(ScanOp scan, ArrayRef<Type> types) {
  OperandRange carries = scan.getCarries();
  MonoidAttrInterface monoid = scan.getMonoid();
  // scan_c12
  if (carries.empty()) {
    if (scan.getExclusive() && !monoid.allowsEmpty())
      return scan.emitOpError("expected a carry: the first point of an "
                              "exclusive scan combines no points, for which ")
             << monoid << " has no value";
    return success();
  }
  // scan_c11
  if (carries.size() != types.size())
    return scan.emitOpError("expected ")
           << types.size() << " carries for " << monoid << ", but got "
           << carries.size();
  SmallVector<Type> accumulators = monoid.getAccumulatorTypes(types);
  SmallVector<int64_t> shape(scan.getStaticExtents());
  shape.erase(shape.begin() + scan.getDimension());
  for (auto [number, carry] : llvm::enumerate(carries)) {
    auto tensor = dyn_cast<RankedTensorType>(carry.getType());
    Type element = tensor ? tensor.getElementType() : carry.getType();
    if (element != types[number] && element != accumulators[number])
      return scan.emitOpError("expected carry #")
             << number << " to be of type " << types[number] << ", but got "
             << element;
    if (tensor && failed(verifyCompatibleShape(tensor.getShape(), shape)))
      return scan.emitOpError("expected carry #")
             << number << " to be a scalar or "
             << RankedTensorType::get(shape, element) << ", but got " << tensor;
  }
  return success();
}

LogicalResult ScanOp::verifyRegions() {
  DomainView view = DomainView::get(*this);
  SmallVector<Type> types;
  if (failed(verifyTuple(view, getMonoid(), types)) ||
      failed(verifyCarries(*this, types)))
    return failure();
  return verifyResultShapes(view);
}

MonoidAttrInterface ScanOp::getCombiner() { return getMonoid(); }

Tree ScanOp::getCombiningTree() { return getTree(); }

std::optional<ScanInfo> ScanOp::getScanInfo() {
  return ScanInfo{unsigned(getDimension()), getReverse(), getExclusive(),
                  llvm::to_vector_of<Value>(getCarries())};
}
