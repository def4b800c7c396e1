//===- DomainOpVerifier.cpp - Rules of operations over a domain -----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that all operations over a domain share. Labels name the
// constraints in the descriptions of the operations.
//
//===----------------------------------------------------------------------===//

#include "DomainOpSupport.h"
#include "stax/IR/AffineRange.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::stax;

/// The indices that `expr` takes over the box of `extents`, all positive, from
/// the first to the last; nothing if only running the program shows them.
static std::optional<IndexRange> getExactRange(AffineExpr expr,
                                               ArrayRef<int64_t> extents) {
  bool isKnown = attainsBounds(expr);
  expr.walk([&](AffineExpr part) {
    auto dim = dyn_cast<AffineDimExpr>(part);
    isKnown &= !isa<AffineSymbolExpr>(part) &&
               !(dim && ShapedType::isDynamic(extents[dim.getPosition()]));
  });
  if (!isKnown)
    return std::nullopt;
  return getRange(expr, llvm::map_to_vector(extents, IndexRange::ofExtent), {});
}

/// Whether all divisors in `exprs` are positive constants. Division by anything
/// else is not defined for every value.
static bool hasPositiveDivisors(ArrayRef<AffineExpr> exprs) {
  bool isPositive = true;
  auto visit = [&](AffineExpr expr) {
    auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!binary || expr.getKind() == AffineExprKind::Add ||
        expr.getKind() == AffineExprKind::Mul)
      return;
    auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
    isPositive &= divisor && divisor.getValue() > 0;
  };
  for (AffineExpr expr : exprs)
    expr.walk(visit);
  return isPositive;
}

static LogicalResult verifyMap(const DomainView &view, unsigned input) {
  AffineMap map = view.getMap(input);
  auto type = cast<ShapedType>(view.inputs[input].getType());
  // pointwise_c1, reduce_c1
  if (map.getNumDims() != view.getRank())
    return view.op->emitOpError("expected the map of input #")
           << input << " to have the domain's " << view.getRank()
           << " dimensions, but got " << map.getNumDims();
  if (map.getNumSymbols() != view.symbols.size())
    return view.op->emitOpError("expected the map of input #")
           << input << " to have " << view.symbols.size()
           << " symbols, but got " << map.getNumSymbols();
  if (map.getNumResults() != type.getRank())
    return view.op->emitOpError("expected the map of input #")
           << input << " to have " << type.getRank()
           << " results, one for each dimension of " << type << ", but got "
           << map.getNumResults();
  if (!hasPositiveDivisors(map.getResults()))
    return view.op->emitOpError("expected the map of input #")
           << input << " to divide by positive constants only, but got "
           << AffineMapAttr::get(map);
  bool isEmpty = llvm::is_contained(view.staticExtents, 0);
  for (auto [axis, expr] : llvm::enumerate(map.getResults())) {
    int64_t size = type.getDimSize(axis);
    if (ShapedType::isDynamic(size))
      continue;
    // pointwise_c2, reduce_c2
    if (auto dim = dyn_cast<AffineDimExpr>(expr);
        dim && !restrictsDim(view.getGuard(input), dim.getPosition())) {
      int64_t extent = view.staticExtents[dim.getPosition()];
      if (!ShapedType::isDynamic(extent) && extent != size)
        return view.op->emitOpError("expected input #")
               << input << " to have extent " << extent << " in dimension "
               << axis << ", but got " << size;
      continue;
    }
    // pointwise_c3, reduce_c3
    std::optional<IndexRange> range;
    if (!isEmpty && !view.getGuard(input))
      range = getExactRange(expr, view.staticExtents);
    if (range && (range->low < 0 || range->high >= size))
      return view.op->emitOpError("reads input #")
             << input << " out of bounds: indices of dimension " << axis
             << " run from " << range->low << " to " << range->high
             << ", but its extent is " << size;
  }
  return success();
}

static LogicalResult verifyGuards(const DomainView &view) {
  if (!view.guards)
    return view.paddings.empty()
               ? success()
               : view.op->emitOpError("has 'else' values, but no guards");
  if (view.guards.size() != view.inputs.size())
    return view.op->emitOpError("expected one guard or unit for each of ")
           << view.inputs.size() << " inputs, but got " << view.guards.size();
  unsigned padding = 0;
  for (auto [input, attr] : llvm::enumerate(view.guards)) {
    if (isa<UnitAttr>(attr))
      continue;
    auto guard = dyn_cast<IntegerSetAttr>(attr);
    if (!guard)
      return view.op->emitOpError("expected guard #")
             << input << " to be an integer set or unit, but got " << attr;
    // pointwise_c4, reduce_c4
    IntegerSet set = guard.getValue();
    if (set.getNumDims() != view.getRank() ||
        set.getNumSymbols() != view.symbols.size())
      return view.op->emitOpError("expected the guard of input #")
             << input << " to have " << view.getRank() << " dimensions and "
             << view.symbols.size() << " symbols, but got " << set.getNumDims()
             << " and " << set.getNumSymbols();
    if (!hasPositiveDivisors(set.getConstraints()))
      return view.op->emitOpError("expected the guard of input #")
             << input << " to divide by positive constants only";
    Type element =
        cast<ShapedType>(view.inputs[input].getType()).getElementType();
    if (padding == view.paddings.size())
      return view.op->emitOpError("expected an 'else' value for each guard");
    if (Type type = view.paddings[padding++].getType(); type != element)
      return view.op->emitOpError("expected the 'else' value of input #")
             << input << " to be " << element << ", but got " << type;
  }
  if (padding != view.paddings.size())
    return view.op->emitOpError("expected ")
           << padding << " 'else' values, one for each guard, but got "
           << view.paddings.size();
  return success();
}

LogicalResult
stax::verifyReducedDims(function_ref<InFlightDiagnostic()> emitError,
                        ArrayRef<int64_t> dims, int64_t rank) {
  for (auto [position, dim] : llvm::enumerate(dims)) {
    if (dim < 0 || dim >= rank)
      return emitError() << "expected reduced dimensions of a domain of rank "
                         << rank << ", but got " << dim;
    if (position > 0 && dims[position - 1] >= dim)
      return emitError() << "expected reduced dimensions to increase, but got "
                         << dim << " after " << dims[position - 1];
  }
  return success();
}

LogicalResult stax::verifyDomain(const DomainView &view) {
  // pointwise_c5, reduce_c5
  for (auto [dim, extent] : llvm::enumerate(view.staticExtents))
    if (!ShapedType::isDynamic(extent) && extent < 0)
      return view.op->emitOpError("expected extent ")
             << dim << " of the domain not to be negative, but got " << extent;
  int64_t dynamic = llvm::count_if(view.staticExtents, ShapedType::isDynamic);
  if (dynamic != int64_t(view.dynamicExtents.size()))
    return view.op->emitOpError("expected ")
           << dynamic << " values for dynamic extents, but got "
           << view.dynamicExtents.size();
  if (view.maps.size() != view.inputs.size())
    return view.op->emitOpError("expected one map for each of ")
           << view.inputs.size() << " inputs, but got " << view.maps.size();
  if (failed(verifyGuards(view)))
    return failure();
  for (unsigned input = 0; input < view.inputs.size(); ++input)
    if (failed(verifyMap(view, input)))
      return failure();
  return success();
}

/// Checks one operation of a body.
static LogicalResult verifyBodyOp(Operation &op, Operation *parent,
                                  bool mayReadTensors) {
  // pointwise_c7, reduce_c7, scatter_c7, extern_c5
  if (isa<CheckOp>(op))
    return success();
  if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op)) {
    InFlightDiagnostic diag = parent->emitOpError(
        "expected operations without regions and side effects in the region");
    diag.attachNote(op.getLoc()) << "this one is '" << op.getName() << "'";
    return diag;
  }
  bool readsTensor =
      mayReadTensors && isa<tensor::ExtractOp, tensor::DimOp>(op);
  auto isShaped = [](Type type) { return isa<ShapedType>(type); };
  if (llvm::any_of(op.getResultTypes(), isShaped) ||
      (!readsTensor && llvm::any_of(op.getOperandTypes(), isShaped))) {
    InFlightDiagnostic diag = parent->emitOpError(
        "expected the region to compute on scalars, and to read ");
    diag << (mayReadTensors ? "tensors by 'tensor.extract' only"
                            : "no tensors but its inputs");
    diag.attachNote(op.getLoc()) << "this one is '" << op.getName() << "'";
    return diag;
  }
  return success();
}

LogicalResult stax::verifyPointBody(Operation *op, Block &block,
                                    bool mayReadTensors) {
  for (Operation &nested : block.without_terminator())
    if (failed(verifyBodyOp(nested, op, mayReadTensors)))
      return failure();
  if (!isa<YieldOp>(block.getTerminator()))
    return op->emitOpError("expected the region to end in 'stax.yield'");
  for (Type type : block.getTerminator()->getOperandTypes())
    if (isa<ShapedType>(type))
      return op->emitOpError("expected the region to yield scalars, but got ")
             << type;
  return success();
}

LogicalResult stax::verifyDomainBody(const DomainView &view,
                                     SmallVectorImpl<Type> &yielded) {
  Block &block = view.op->getRegion(0).front();
  // pointwise_c6, reduce_c6
  if (block.getNumArguments() != view.inputs.size())
    return view.op->emitOpError("expected the region to have ")
           << view.inputs.size() << " arguments, one for each input, but got "
           << block.getNumArguments();
  for (auto [input, argument] : llvm::enumerate(block.getArguments())) {
    Type element =
        cast<ShapedType>(view.inputs[input].getType()).getElementType();
    if (argument.getType() != element)
      return view.op->emitOpError("expected argument #")
             << input << " of the region to be " << element << ", but got "
             << argument.getType();
  }
  if (failed(verifyPointBody(view.op, block,
                             /*mayReadTensors=*/view.outs.empty())))
    return failure();
  llvm::append_range(yielded, block.getTerminator()->getOperandTypes());
  return success();
}
