//===- AliasScopes.cpp - Tells LLVM which arguments are disjoint ----------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref argument becomes several arguments and a descriptor, and the body of
// a parallel loop a function that loads its pointers from memory: attributes of
// arguments are lost on both ways. Scopes of accesses are not.
//
//===----------------------------------------------------------------------===//

#include "stax/Conversion/Passes.h"
#include "stax/IR/MemoryAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace mlir::stax {
#define GEN_PASS_DEF_ATTACHALIASSCOPESPASS
#include "stax/Conversion/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// The value that a descriptor has at `position`, or null if it is not put
/// together in sight; then `descriptor` is where it comes from.
static Value findField(Value &descriptor, ArrayRef<int64_t> position) {
  while (auto insert = descriptor.getDefiningOp<LLVM::InsertValueOp>()) {
    if (insert.getPosition() == position)
      return insert.getValue();
    descriptor = insert.getContainer();
  }
  return nullptr;
}

/// The argument of the function whose memory `pointer` is in, if it is one.
static BlockArgument findArgument(Value pointer) {
  while (Operation *op = pointer.getDefiningOp()) {
    if (auto element = dyn_cast<LLVM::GEPOp>(op)) {
      pointer = element.getBase();
    } else if (auto extract = dyn_cast<LLVM::ExtractValueOp>(op)) {
      Value descriptor = extract.getContainer();
      Value field = findField(descriptor, extract.getPosition());
      pointer = field ? field : descriptor;
    } else if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op);
               cast && cast.getNumOperands() == 1) {
      pointer = cast.getOperand(0);
    } else {
      return nullptr;
    }
  }
  auto argument = cast<BlockArgument>(pointer);
  return isa<func::FuncOp>(argument.getOwner()->getParentOp()) ? argument
                                                               : nullptr;
}

namespace {
struct AttachAliasScopesPass
    : public stax::impl::AttachAliasScopesPassBase<AttachAliasScopesPass> {
  using AttachAliasScopesPassBase::AttachAliasScopesPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    auto pairs = function->getAttrOfType<DenseI64ArrayAttr>(kDisjointAttr);
    if (!pairs)
      return;
    function->removeAttr(kDisjointAttr);
    if (failed(checkPairs(pairs.asArrayRef())))
      return signalPassFailure();
    makeScopes(pairs.asArrayRef());
    function.walk(
        [&](LLVM::AliasAnalysisOpInterface access) { attach(access); });
  }

private:
  LogicalResult checkPairs(ArrayRef<int64_t> pairs);
  void makeScopes(ArrayRef<int64_t> pairs);
  void attach(LLVM::AliasAnalysisOpInterface access);

  /// By the number of an argument: its scope, and those of arguments that are
  /// disjoint from it.
  SmallVector<Attribute> own;
  SmallVector<SmallVector<Attribute>> others;
};
} // namespace

LogicalResult AttachAliasScopesPass::checkPairs(ArrayRef<int64_t> pairs) {
  func::FuncOp function = getOperation();
  for (int64_t number : pairs)
    if (number < 0 || number >= int64_t(function.getNumArguments()) ||
        !isa<MemRefType>(function.getArgumentTypes()[number]))
      return function.emitError("expected '")
             << kDisjointAttr << "' to name memref arguments, but got #"
             << number;
  return success();
}

void AttachAliasScopesPass::makeScopes(ArrayRef<int64_t> pairs) {
  func::FuncOp function = getOperation();
  unsigned count = function.getNumArguments();
  own.assign(count, nullptr);
  others.assign(count, {});
  auto domain =
      LLVM::AliasScopeDomainAttr::get(&getContext(), function.getNameAttr());
  auto getScope = [&](int64_t number) {
    if (!own[number])
      own[number] = LLVM::AliasScopeAttr::get(
          domain, StringAttr::get(&getContext(), "argument #" + Twine(number)));
    return own[number];
  };
  for (; !pairs.empty(); pairs = pairs.drop_front(2)) {
    others[pairs[0]].push_back(getScope(pairs[1]));
    others[pairs[1]].push_back(getScope(pairs[0]));
  }
}

void AttachAliasScopesPass::attach(LLVM::AliasAnalysisOpInterface access) {
  SmallVector<Value> pointers = access.getAccessedOperands();
  if (pointers.size() != 1)
    return;
  BlockArgument argument = findArgument(pointers.front());
  if (!argument || !own[argument.getArgNumber()])
    return;
  Builder builder(&getContext());
  unsigned number = argument.getArgNumber();
  access.setAliasScopes(builder.getArrayAttr(own[number]));
  access.setNoAliasScopes(builder.getArrayAttr(others[number]));
}
