//===- ConvertBF16ToI16.cpp - Bits of bf16 in integers --------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All arithmetic of bf16 is in f32 by now, and its conversions are integer
// operations. What is left moves bits. On targets without bf16, LLVM makes some
// moves, such as a select, conversions to f32 and back: calls of functions that
// not every runtime library has, one for each element, and they change NaNs.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/TypeUtilities.h"

namespace mlir::stax {
#define GEN_PASS_DEF_CONVERTBF16TOI16PASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;

static bool isBF16(Type type) { return getElementTypeOrSelf(type).isBF16(); }

/// Whether the code of `function` has a value of bf16.
static bool usesBF16(LLVM::LLVMFuncOp function) {
  auto result = function.walk([](Operation *op) {
    bool uses = llvm::any_of(op->getResultTypes(), isBF16);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        uses |= llvm::any_of(block.getArgumentTypes(), isBF16);
    return uses ? WalkResult::interrupt() : WalkResult::advance();
  });
  return result.wasInterrupted();
}

/// Replaces bf16 by i16 in types, and numbers by their bits.
static AttrTypeReplacer createReplacer(MLIRContext *context) {
  Type bits = IntegerType::get(context, 16);
  AttrTypeReplacer replacer;
  replacer.addReplacement([bits](BFloat16Type) { return bits; });
  replacer.addReplacement([bits](FloatAttr attr) -> std::optional<Attribute> {
    if (!attr.getType().isBF16())
      return std::nullopt;
    return IntegerAttr::get(bits, attr.getValue().bitcastToAPInt());
  });
  replacer.addReplacement(
      [bits](DenseFPElementsAttr attr) -> std::optional<Attribute> {
        if (!attr.getElementType().isBF16())
          return std::nullopt;
        return attr.bitcast(bits);
      });
  return replacer;
}

/// Functions of other libraries take and return bf16 as such: bits become
/// numbers in front of the call, and again bits behind it.
static void convertCall(LLVM::CallOp call, LLVM::LLVMFuncOp callee) {
  OpBuilder builder(call);
  LLVM::LLVMFunctionType type = callee.getFunctionType();
  for (auto [operand, expected] :
       llvm::zip(call.getArgOperandsMutable(), type.getParams()))
    if (operand.get().getType() != expected)
      operand.set(LLVM::BitcastOp::create(builder, call.getLoc(), expected,
                                          operand.get()));
  if (call.getNumResults() == 0 || !isBF16(type.getReturnType()))
    return;
  Value result = call.getResult();
  Type bits = result.getType();
  result.setType(type.getReturnType());
  builder.setInsertionPointAfter(call);
  auto cast = LLVM::BitcastOp::create(builder, call.getLoc(), bits, result);
  result.replaceAllUsesExcept(cast, cast);
}

namespace {
struct ConvertBF16ToI16Pass
    : public stax::impl::ConvertBF16ToI16PassBase<ConvertBF16ToI16Pass> {
  using ConvertBF16ToI16PassBase::ConvertBF16ToI16PassBase;

  void runOnOperation() override {
    AttrTypeReplacer replacer = createReplacer(&getContext());
    SymbolTable symbols(getOperation());
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      if (function.isExternal() || !usesBF16(function))
        continue;
      replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
      function.walk([&](LLVM::CallOp call) {
        if (std::optional<StringRef> name = call.getCallee())
          if (auto callee = symbols.lookup<LLVM::LLVMFuncOp>(*name))
            if (callee.isExternal())
              convertCall(call, callee);
      });
    }
  }
};
} // namespace
