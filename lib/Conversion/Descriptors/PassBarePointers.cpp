//===- PassBarePointers.cpp - Arguments of kernels without extents --------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref argument becomes two pointers, an offset, extents and strides. Where
// the type says all but one pointer, the others only cost: each takes
// operations on every call and, since there are more than registers, memory.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"
#include "stax/IR/StaxDialect.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PASSBAREPOINTERSPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// The attribute by which upstream's lowering of func knows such functions.
static constexpr StringLiteral kBarePointersAttr = "llvm.bareptr";

/// Whether a pointer to the first element is all there is to know. Upstream's
/// lowering takes no pointers to memrefs without elements.
static bool isPlain(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type))
    return memref.hasStaticShape() && memref.getNumElements() != 0 &&
           memref.getLayout().isIdentity();
  return !isa<UnrankedMemRefType>(type);
}

/// A function that returns a memref would lose the pointer to free it by.
static bool takesPlainArguments(func::FuncOp function) {
  return function.isPrivate() && function->hasAttr(kLaunchGroupAttr) &&
         function.getNumResults() == 0 &&
         llvm::all_of(function.getArgumentTypes(), isPlain);
}

/// Upstream keeps the attributes of arguments that are passed so, and warns of
/// those that LLVM does not know. Nothing asks for the dialect's any more.
static void dropDialectAttributes(FunctionOpInterface function) {
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    for (NamedAttribute attr : llvm::to_vector(function.getArgAttrs(i)))
      if (isa_and_present<StaxDialect>(attr.getNameDialect()))
        function.removeArgAttr(i, attr.getName());
}

namespace {
struct PassBarePointersPass
    : public stax::impl::PassBarePointersPassBase<PassBarePointersPass> {
  using PassBarePointersPassBase::PassBarePointersPassBase;

  void runOnOperation() override {
    // Only direct calls know how a function takes its arguments.
    DenseSet<StringRef> addressed;
    getOperation().walk(
        [&](func::ConstantOp op) { addressed.insert(op.getValue()); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (takesPlainArguments(function) &&
          !addressed.contains(function.getName())) {
        function->setAttr(kBarePointersAttr, UnitAttr::get(&getContext()));
        dropDialectAttributes(function);
      }
  }
};
} // namespace
