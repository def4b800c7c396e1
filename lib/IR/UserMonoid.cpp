//===- UserMonoid.cpp - Monoids that a function of the module combines ----===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The attribute, and what operations check about the function that it names.
//
//===----------------------------------------------------------------------===//

#include "stax/IR/UserMonoid.h"
#include "MonoidSupport.h"
#include "stax/IR/StaxOps.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::stax;

//===----------------------------------------------------------------------===//
// Syntax
//===----------------------------------------------------------------------===//

/// `<` symbol (`,` init)+ (`,` `commutative`)? (`,` `exact`)? `>`
Attribute UserMonoidAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr function;
  SmallVector<TypedAttr> init;
  bool isCommutative = false, isExact = false;
  if (parser.parseLess() || parser.parseAttribute(function))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("commutative"))) {
      isCommutative = true;
    } else if (succeeded(parser.parseOptionalKeyword("exact"))) {
      isExact = true;
    } else if (parser.parseAttribute(init.emplace_back())) {
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  auto emitError = [&] { return parser.emitError(loc); };
  return getChecked(function_ref<InFlightDiagnostic()>(emitError),
                    parser.getContext(), function, ArrayRef<TypedAttr>(init),
                    isCommutative, isExact);
}

void UserMonoidAttr::print(AsmPrinter &printer) const {
  printer << "<" << getFunction();
  for (TypedAttr value : getInitValues())
    printer << ", " << value;
  if (getCommutative())
    printer << ", commutative";
  if (getExact())
    printer << ", exact";
  printer << ">";
}

LogicalResult
UserMonoidAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                       FlatSymbolRefAttr, ArrayRef<TypedAttr> init, bool,
                       bool) {
  // monoid_c1
  if (init.empty())
    return emitError() << "expected an init for each member of the tuple, such "
                          "as #stax.monoid<@f, 0 : i32>";
  for (TypedAttr value : init)
    if (!isa<IntegerAttr, FloatAttr>(value) ||
        !isOperand(value.getType(), Operands::Numbers))
      return emitError() << "expected inits to be floats or integers, but got "
                         << value;
  return success();
}

//===----------------------------------------------------------------------===//
// Monoid
//===----------------------------------------------------------------------===//

static SmallVector<Type> getInitTypes(UserMonoidAttr monoid) {
  return llvm::map_to_vector(monoid.getInitValues(),
                             [](TypedAttr value) { return value.getType(); });
}

unsigned UserMonoidAttr::getArity() const { return getInitValues().size(); }
bool UserMonoidAttr::isCommutative() const { return getCommutative(); }
bool UserMonoidAttr::isExact(TypeRange) const { return getExact(); }

bool stax::needsOrder(MonoidAttrInterface monoid) {
  return isa<UserMonoidAttr>(monoid) && !monoid.isCommutative();
}

/// Members have the types of the inits, or are short floats that accumulate in
/// f32.
LogicalResult
UserMonoidAttr::verifyTypes(function_ref<InFlightDiagnostic()> emitError,
                            TypeRange types) const {
  // monoid_c2
  if (failed(verifyArity(*this, emitError, types, getArity())))
    return failure();
  SmallVector<Type> expected = getInitTypes(*this);
  SmallVector<Type> accumulators = widenShortFloats(types);
  for (auto [type, accumulator, init] :
       llvm::zip_equal(types, accumulators, expected))
    if (type != init && accumulator != init)
      return emitError() << *this << " combines values of type " << init
                         << ", but got " << type;
  return success();
}

SmallVector<Type> UserMonoidAttr::getAccumulatorTypes(TypeRange) const {
  return getInitTypes(*this);
}

SmallVector<TypedAttr> UserMonoidAttr::getIdentity(TypeRange) const {
  return llvm::to_vector(getInitValues());
}

SmallVector<Value> UserMonoidAttr::emitCombine(OpBuilder &builder, Location loc,
                                               ValueRange lhs,
                                               ValueRange rhs) const {
  // The func dialect is above this layer, but where there is a function to call
  // it is loaded.
  OperationState call(loc, "func.call");
  call.addOperands(lhs);
  call.addOperands(rhs);
  call.addTypes(getInitTypes(*this));
  call.addAttribute("callee", getFunction());
  return llvm::to_vector_of<Value>(builder.create(call)->getResults());
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks that `function` maps two tuples of `monoid` to one.
static LogicalResult verifySignature(Operation *op, UserMonoidAttr monoid,
                                     FunctionOpInterface function) {
  // monoid_c3
  SmallVector<Type> tuple = getInitTypes(monoid);
  SmallVector<Type> arguments(tuple);
  llvm::append_range(arguments, tuple);
  if (ArrayRef(arguments) == function.getArgumentTypes() &&
      ArrayRef(tuple) == function.getResultTypes())
    return success();
  InFlightDiagnostic diag = op->emitOpError("expected ")
                            << monoid.getFunction()
                            << " to map two tuples of (";
  llvm::interleaveComma(tuple, diag);
  diag << ") to one, but got " << function.getFunctionType();
  diag.attachNote(function.getLoc()) << "function is here";
  return diag;
}

/// Whether `op`, or an operation in it, combines by a function of the module.
static bool combinesByFunction(Operation &op) {
  return op
      .walk([](Operation *nested) {
        return isa_and_present<UserMonoidAttr>(nested->getAttr("monoid"))
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Checks that nothing but its arguments decides what `function` returns, for
/// all values of these.
static LogicalResult verifyPure(Operation *op, UserMonoidAttr monoid,
                                FunctionOpInterface function) {
  // monoid_c4
  if (!llvm::hasSingleElement(function.getFunctionBody()))
    return op->emitOpError("expected ")
           << monoid.getFunction()
           << " to have a body of one block, to combine with";
  for (Operation &nested : function.getFunctionBody().front()) {
    if (nested.hasTrait<OpTrait::IsTerminator>() ||
        (isPure(&nested) && !combinesByFunction(nested)))
      continue;
    InFlightDiagnostic diag = op->emitOpError("expected ")
                              << monoid.getFunction()
                              << " to consist of operations that have no side "
                                 "effects and are defined "
                                 "for all values";
    diag.attachNote(nested.getLoc()) << "'" << nested.getName() << "' is not";
    return diag;
  }
  return success();
}

static LogicalResult verifyMonoidSymbol(Operation *op,
                                        MonoidAttrInterface attribute,
                                        SymbolTableCollection &symbolTable) {
  auto monoid = dyn_cast<UserMonoidAttr>(attribute);
  if (!monoid)
    return success();
  auto function = dyn_cast_if_present<FunctionOpInterface>(
      symbolTable.lookupNearestSymbolFrom(op, monoid.getFunction()));
  if (!function)
    return op->emitOpError("expected ")
           << monoid.getFunction() << " of " << attribute
           << " to be a function of this module";
  if (failed(verifySignature(op, monoid, function)))
    return failure();
  return verifyPure(op, monoid, function);
}

namespace {
template <typename OpTy>
struct MonoidUser
    : SymbolUserOpInterface::ExternalModel<MonoidUser<OpTy>, OpTy> {
  LogicalResult verifySymbolUses(Operation *op,
                                 SymbolTableCollection &symbolTable) const {
    return verifyMonoidSymbol(op, cast<OpTy>(op).getMonoid(), symbolTable);
  }
};
} // namespace

void stax::attachMonoidVerifiers(MLIRContext *context) {
  ReduceOp::attachInterface<MonoidUser<ReduceOp>>(*context);
  ScanOp::attachInterface<MonoidUser<ScanOp>>(*context);
  CombineOp::attachInterface<MonoidUser<CombineOp>>(*context);
}
