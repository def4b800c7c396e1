//===- UserMonoid.cpp - Monoids that a function combines by ---------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Monoid.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/SymbolTable.h"
#include "stax/IR/UserMonoid.h"

using namespace mlir;
using namespace mlir::stax;
using namespace mlir::stax::reference;

namespace mlir::stax::reference {

/// A function of the module on scalars, translated into the program that uses
/// it.
class UserFunction {
public:
  void begin(Frame &current) { frame = &current; }
  void combine(Tuple &accumulator, const Tuple &value) const;

  SmallVector<CellId> arguments, results;
  Steps steps;

private:
  Frame *frame = nullptr;
};

} // namespace mlir::stax::reference

void UserFunction::combine(Tuple &accumulator, const Tuple &value) const {
  size_t arity = accumulator.size();
  for (size_t i = 0; i < arity; ++i) {
    frame->cells[arguments[i]] = accumulator[i];
    frame->cells[arguments[arity + i]] = value[i];
  }
  runSteps(steps, *frame);
  for (size_t i = 0; i < arity; ++i)
    accumulator[i] = frame->cells[results[i]];
}

void Monoid::begin(Frame &frame) const {
  if (user)
    user->begin(frame);
}

static void combineByFunction(const Monoid &monoid, Tuple &accumulator,
                              const Tuple &value) {
  monoid.user->combine(accumulator, value);
}

/// The constant `value` of a format that is known.
static Cell getConstant(TypedAttr value) {
  if (auto number = dyn_cast<FloatAttr>(value)) {
    APFloat wide = number.getValue();
    bool losesInfo;
    wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
    return Cell::ofFloat(wide.convertToDouble());
  }
  return Cell::ofInteger(cast<IntegerAttr>(value).getValue().getZExtValue());
}

std::optional<Monoid> reference::getUserMonoid(Compiler &compiler,
                                               Operation *op,
                                               Attribute attribute,
                                               TypeRange types) {
  auto user = cast<UserMonoidAttr>(attribute);
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, user.getFunction());
  if (!function || function.isExternal())
    return std::nullopt;
  auto translated = std::make_shared<UserFunction>();
  Block &body = function.getBody().front();
  for (BlockArgument argument : body.getArguments())
    translated->arguments.push_back(compiler.defineCell(argument));
  ValueRange returned = body.getTerminator()->getOperands();
  if (failed(compiler.compileBody(body, returned, translated->steps)))
    return std::nullopt;
  for (Value value : returned)
    translated->results.push_back(compiler.getCell(value));
  Tuple init;
  for (TypedAttr value : user.getInitValues())
    init.push_back(getConstant(value));
  Type first = user.getInitValues().front().getType();
  std::optional<ElementKind> kind = getElementKind(first);
  if (!kind)
    return std::nullopt;
  uint8_t width = isFloatKind(*kind) ? 0 : getIntegerWidth(first);
  Monoid monoid{combineByFunction,    init,  init,
                /*allowsEmpty=*/true, *kind, width};
  monoid.user = std::move(translated);
  return monoid;
}
