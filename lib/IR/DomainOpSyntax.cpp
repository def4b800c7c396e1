//===- DomainOpSyntax.cpp - Assembly of operations over a domain ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parsing and printing of the clauses that all operations over a domain have.
// Identity maps, domains that follow from the types, and regions that only
// yield their arguments are left out.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"

#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::stax;

/// Inherent attributes of all operations over a domain.
static constexpr StringRef kCommonAttributes[] = {
    "maps", "staticExtents", "guards", "operandSegmentSizes"};

namespace {
/// The operands of an `ins` clause as written.
struct ParsedInputs {
  SmallVector<OpAsmParser::UnresolvedOperand> operands, paddings;
  SmallVector<AffineMap> maps; ///< null for an identity
  SmallVector<Attribute> guards;
  SmallVector<Type> types;
  SmallVector<SMLoc> locs;
  bool hasGuards = false;
};
} // namespace

/// operand ::= ssa-use (`[` affine-map `]`)? (`guard` set `else` ssa-use)?
static ParseResult parseInput(OpAsmParser &parser, ParsedInputs &inputs) {
  inputs.locs.push_back(parser.getCurrentLocation());
  AffineMap map;
  if (parser.parseOperand(inputs.operands.emplace_back()))
    return failure();
  if (succeeded(parser.parseOptionalLSquare()))
    if (parser.parseAffineMap(map) || parser.parseRSquare())
      return failure();
  inputs.maps.push_back(map);
  Attribute guard = parser.getBuilder().getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("guard"))) {
    IntegerSetAttr set;
    if (parser.parseAttribute(set) || parser.parseKeyword("else") ||
        parser.parseOperand(inputs.paddings.emplace_back()))
      return failure();
    guard = set;
    inputs.hasGuards = true;
  }
  inputs.guards.push_back(guard);
  return success();
}

static ParseResult parseInputs(OpAsmParser &parser, ParsedInputs &inputs) {
  if (failed(parser.parseOptionalKeyword("ins")))
    return success();
  return failure(parser.parseLParen() || parser.parseCommaSeparatedList([&] {
    return parseInput(parser, inputs);
  }) || parser.parseColonTypeList(inputs.types) ||
                 parser.parseRParen());
}

/// Extents that an operation's results give; the reduced ones are not known.
static ParseResult inferFromResult(OpAsmParser &parser, SMLoc loc,
                                   ArrayRef<int64_t> reducedDims,
                                   ArrayRef<Type> resultTypes,
                                   SmallVectorImpl<int64_t> &extents) {
  auto result = resultTypes.empty()
                    ? RankedTensorType()
                    : dyn_cast<RankedTensorType>(resultTypes.front());
  if (!result)
    return parser.emitError(loc, "expected a ranked tensor as first result, or "
                                 "the extents spelled out with 'domain [...]'");
  if (failed(verifyReducedDims([&] { return parser.emitError(loc); },
                               reducedDims,
                               result.getRank() + reducedDims.size())))
    return failure();
  extents.assign(result.getRank() + reducedDims.size(), ShapedType::kDynamic);
  ArrayRef<int64_t> shape = result.getShape();
  for (size_t dim = 0; dim < extents.size() && !shape.empty(); ++dim)
    if (!llvm::is_contained(reducedDims, int64_t(dim))) {
      extents[dim] = shape.front();
      shape = shape.drop_front();
    }
  return success();
}

/// As many extents as the first input's map has dimensions, none known.
static ParseResult inferRank(OpAsmParser &parser, SMLoc loc,
                             const ParsedInputs &inputs,
                             SmallVectorImpl<int64_t> &extents) {
  auto type = inputs.types.empty() ? ShapedType()
                                   : dyn_cast<ShapedType>(inputs.types.front());
  if (!type || !type.hasRank())
    return parser.emitError(loc,
                            "expected a ranked first input, or the extents "
                            "spelled out with 'domain [...]'");
  AffineMap map = inputs.maps.front();
  extents.assign(map ? map.getNumDims() : type.getRank(), ShapedType::kDynamic);
  return success();
}

/// Fills in unknown extents: those of inputs that a plain dimension of their
/// map runs over.
static ParseResult inferFromInputs(OpAsmParser &parser, SMLoc loc,
                                   const ParsedInputs &inputs,
                                   SmallVectorImpl<int64_t> &extents) {
  constexpr int64_t kUnknown = ShapedType::kDynamic;
  for (auto [map, type] : llvm::zip_equal(inputs.maps, inputs.types)) {
    auto tensor = dyn_cast<ShapedType>(type);
    if (!tensor || !tensor.hasRank())
      continue;
    for (int64_t axis = 0; axis < tensor.getRank(); ++axis) {
      int64_t dim = axis;
      if (map) {
        if (axis >= map.getNumResults() ||
            !isa<AffineDimExpr>(map.getResult(axis)))
          continue;
        dim = map.getDimPosition(axis);
      }
      if (dim < int64_t(extents.size()) && extents[dim] == kUnknown)
        extents[dim] = tensor.getDimSize(axis);
    }
  }
  for (auto [dim, extent] : llvm::enumerate(extents))
    if (extent == kUnknown)
      return parser.emitError(loc)
             << "cannot infer the extent of dimension " << dim
             << "; spell it out with 'domain [...]'";
  return success();
}

ParseResult stax::rejectInherentAttributes(OpAsmParser &parser, SMLoc loc,
                                           const OperationState &result,
                                           ArrayRef<StringRef> names) {
  for (StringRef name : names)
    if (result.attributes.get(name))
      return parser.emitError(loc)
             << "expected '" << name
             << "' in the operation's own syntax, not in its attributes";
  return success();
}

ParseResult stax::parseDomainOp(OpAsmParser &parser, OperationState &result,
                                ArrayRef<int64_t> reducedDims, bool hasOuts) {
  Builder &builder = parser.getBuilder();
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::UnresolvedOperand> extentOperands, symbolOperands;
  DenseI64ArrayAttr extentsAttr;
  if (succeeded(parser.parseOptionalKeyword("domain")) &&
      parseDynamicIndexList(parser, extentOperands, extentsAttr))
    return failure();

  ParsedInputs inputs;
  SMLoc inputsLoc = parser.getCurrentLocation();
  if (parseInputs(parser, inputs))
    return failure();
  if (hasOuts && inputs.hasGuards)
    return parser.emitError(inputsLoc, "expected inputs without guards");
  if (!hasOuts && succeeded(parser.parseOptionalKeyword("symbols")) &&
      parser.parseOperandList(symbolOperands, OpAsmParser::Delimiter::Paren))
    return failure();
  ParsedClause outs;
  if (hasOuts && parseClause(parser, "outs", outs))
    return failure();
  SmallVector<Type> resultTypes;
  SMLoc attributesLoc = parser.getCurrentLocation();
  if (parser.parseOptionalAttrDictWithKeyword(result.attributes) ||
      rejectInherentAttributes(parser, attributesLoc, result,
                               kCommonAttributes) ||
      (hasOuts ? parser.parseOptionalArrowTypeList(resultTypes)
               : parser.parseArrowTypeList(resultTypes)))
    return failure();
  if (inputs.types.size() != inputs.operands.size())
    return parser.emitError(inputsLoc)
           << "expected " << inputs.operands.size() << " input types, but got "
           << inputs.types.size();

  SmallVector<int64_t> extents;
  if (extentsAttr)
    extents.assign(extentsAttr.asArrayRef().begin(),
                   extentsAttr.asArrayRef().end());
  else if ((hasOuts ? inferRank(parser, loc, inputs, extents)
                    : inferFromResult(parser, loc, reducedDims, resultTypes,
                                      extents)) ||
           inferFromInputs(parser, loc, inputs, extents))
    return failure();

  SmallVector<AffineMap> maps;
  SmallVector<Type> paddingTypes, elementTypes;
  for (auto [map, type, guard, operandLoc] :
       llvm::zip_equal(inputs.maps, inputs.types, inputs.guards, inputs.locs)) {
    auto tensor = dyn_cast<ShapedType>(type);
    if (!tensor ||
        !(isa<RankedTensorType>(type) || (hasOuts && isa<MemRefType>(type))))
      return parser.emitError(operandLoc)
             << "expected a ranked tensor as input, but got " << type;
    elementTypes.push_back(tensor.getElementType());
    maps.push_back(
        map ? map
            : AffineMap::get(extents.size(), symbolOperands.size(),
                             AffineMap::getMultiDimIdentityMap(
                                 extents.size(), builder.getContext())
                                 .getResults(),
                             builder.getContext()));
    if (!isa<UnitAttr>(guard))
      paddingTypes.push_back(tensor.getElementType());
  }
  result.addAttribute("maps", builder.getAffineMapArrayAttr(maps));
  result.addAttribute("staticExtents", builder.getDenseI64ArrayAttr(extents));
  if (inputs.hasGuards)
    result.addAttribute("guards", builder.getArrayAttr(inputs.guards));

  Type index = builder.getIndexType();
  if (parser.resolveOperands(inputs.operands, inputs.types, inputsLoc,
                             result.operands) ||
      parser.resolveOperands(extentOperands, index, result.operands) ||
      parser.resolveOperands(symbolOperands, index, result.operands) ||
      parser.resolveOperands(inputs.paddings, paddingTypes, inputsLoc,
                             result.operands))
    return failure();
  if (resolveClause(parser, outs, result))
    return failure();
  SmallVector<int32_t> segments = {int32_t(inputs.operands.size()),
                                   int32_t(extentOperands.size())};
  if (hasOuts)
    segments.push_back(outs.operands.size());
  else
    segments.append(
        {int32_t(symbolOperands.size()), int32_t(inputs.paddings.size())});
  result.addAttribute("operandSegmentSizes",
                      builder.getDenseI32ArrayAttr(segments));
  result.addTypes(resultTypes);
  return parsePointBody(parser, result, elementTypes);
}

/// Whether the parser finds the domain of `view` again.
static bool areExtentsInferable(const DomainView &view) {
  bool isFromResults = view.outs.empty();
  if (!view.dynamicExtents.empty() ||
      (isFromResults ? view.op->getNumResults() == 0 : view.inputs.empty()))
    return false;
  for (auto [dim, extent] : llvm::enumerate(view.staticExtents)) {
    if (isFromResults && !view.isReduced(dim))
      continue;
    // The first input that a plain dimension runs over decides.
    std::optional<int64_t> inferred;
    for (auto [input, operand] : llvm::enumerate(view.inputs))
      for (auto [axis, expr] : llvm::enumerate(view.getMap(input).getResults()))
        if (expr == getAffineDimExpr(dim, view.op->getContext()) && !inferred)
          inferred = cast<ShapedType>(operand.getType()).getDimSize(axis);
    if (inferred != extent)
      return false;
  }
  return true;
}

/// Whether `block` only yields its arguments, in order.
static bool isTrivialBody(Block &block) {
  auto yield = dyn_cast<YieldOp>(block.front());
  return yield && yield->getDiscardableAttrDictionary().empty() &&
         llvm::equal(yield.getValues(), block.getArguments());
}

/// Whether `map` is the identity of its dimensions, whatever symbols it has.
static bool isIdentityOfDims(AffineMap map) {
  return map.getNumDims() == map.getNumResults() &&
         llvm::all_of(llvm::enumerate(map.getResults()), [](auto it) {
           auto dim = dyn_cast<AffineDimExpr>(it.value());
           return dim && dim.getPosition() == it.index();
         });
}

void stax::printDomainOp(OpAsmPrinter &printer, const DomainView &view,
                         ArrayRef<StringRef> elided) {
  if (!areExtentsInferable(view)) {
    printer << " domain ";
    printDynamicIndexList(printer, view.op, view.dynamicExtents,
                          view.staticExtents);
  }
  if (!view.inputs.empty()) {
    printer << " ins(";
    unsigned padding = 0;
    llvm::interleaveComma(llvm::enumerate(view.inputs), printer, [&](auto it) {
      auto [input, operand] = it;
      printer << operand;
      AffineMap map = view.getMap(input);
      if (!isIdentityOfDims(map))
        printer << "[" << map << "]";
      if (IntegerSet guard = view.getGuard(input))
        printer << " guard " << IntegerSetAttr::get(guard) << " else "
                << view.paddings[padding++];
    });
    printer << " : ";
    llvm::interleaveComma(view.inputs.getTypes(), printer);
    printer << ")";
  }
  if (!view.symbols.empty())
    printer << " symbols(" << view.symbols << ")";
  printClause(printer, "outs", view.outs);
  SmallVector<StringRef> hidden(elided);
  llvm::append_range(hidden, kCommonAttributes);
  printer.printOptionalAttrDictWithKeyword(view.op->getAttrs(), hidden);
  if (view.outs.empty())
    printer.printArrowTypeList(view.op->getResultTypes());
  else
    printer.printOptionalArrowTypeList(view.op->getResultTypes());
  printPointBody(printer, view.op->getRegion(0));
}

//===----------------------------------------------------------------------===//
// Clauses and regions
//===----------------------------------------------------------------------===//

ParseResult stax::parseClause(OpAsmParser &parser, StringRef keyword,
                              ParsedClause &clause) {
  clause.loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(
      parser.parseLParen() || parser.parseOperandList(clause.operands) ||
      parser.parseColonTypeList(clause.types) || parser.parseRParen());
}

ParseResult stax::resolveClause(OpAsmParser &parser, ParsedClause &clause,
                                OperationState &result) {
  return parser.resolveOperands(clause.operands, clause.types, clause.loc,
                                result.operands);
}

void stax::printClause(OpAsmPrinter &printer, StringRef keyword,
                       ValueRange values) {
  if (values.empty())
    return;
  printer << " " << keyword << "(" << values << " : ";
  llvm::interleaveComma(values.getTypes(), printer);
  printer << ")";
}

ParseResult stax::parsePointBody(OpAsmParser &parser, OperationState &result,
                                 TypeRange types) {
  Region *body = result.addRegion();
  OptionalParseResult parsed = parser.parseOptionalRegion(*body);
  if (parsed.has_value())
    return *parsed;
  OpBuilder builder(parser.getContext());
  Block *block = &body->emplaceBlock();
  for (Type type : types)
    block->addArgument(type, result.location);
  builder.setInsertionPointToEnd(block);
  YieldOp::create(builder, result.location, block->getArguments());
  return success();
}

void stax::printPointBody(OpAsmPrinter &printer, Region &body) {
  if (isTrivialBody(body.front()))
    return;
  printer << " ";
  printer.printRegion(body);
}
