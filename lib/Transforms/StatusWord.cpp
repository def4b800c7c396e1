//===- StatusWord.cpp - Where run-time checks are recorded ----------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatusWord.h"

#include "stax/IR/StaxAttributes.h"
#include "stax/IR/StaxDialect.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::stax;

/// Source location as "file:line:column", or nothing.
static std::string toString(Location loc) {
  auto file = loc->findInstanceOf<FileLineColLoc>();
  if (!file)
    return "";
  return (Twine(file.getFilename().getValue()) + ":" + Twine(file.getLine()) +
          ":" + Twine(file.getColumn()))
      .str();
}

StatusWords::StatusWords(ModuleOp module) : module(module) {
  if (auto known = module->getAttrOfType<ArrayAttr>(kChecksAttr))
    llvm::append_range(checks, known);
}

Value StatusWords::get(func::FuncOp function) {
  unsigned count = function.getNumArguments();
  if (count != 0 && function.getArgAttr(count - 1, kStatusAttr))
    return function.getArgument(count - 1);
  Builder builder(module.getContext());
  auto type = MemRefType::get({1}, builder.getI64Type());
  auto attributes = builder.getDictionaryAttr(
      builder.getNamedAttr(kStatusAttr, builder.getUnitAttr()));
  [[maybe_unused]] LogicalResult inserted =
      function.insertArgument(count, type, attributes, function.getLoc());
  assert(succeeded(inserted) && "functions accept further arguments");
  return added[function] = function.getArgument(count);
}

int64_t StatusWords::addCheck(int32_t code, const Twine &message,
                              Location loc) {
  checks.push_back(CheckInfoAttr::get(module.getContext(), code, message.str(),
                                      toString(loc)));
  return checks.size() - 1;
}

LogicalResult StatusWords::finish() {
  SymbolTableCollection symbolTables;
  SymbolUserMap users(symbolTables, module);
  // Grows while callers get a status word themselves.
  for (size_t next = 0; next < added.size(); ++next) {
    func::FuncOp callee = std::next(added.begin(), next)->first;
    for (Operation *user : users.getUsers(callee)) {
      auto call = dyn_cast<func::CallOp>(user);
      auto caller = user->getParentOfType<func::FuncOp>();
      if (!call || !caller) {
        InFlightDiagnostic diag = user->emitOpError(
            "uses a function whose errors only a call in a 'func.func' can "
            "report");
        diag.attachNote(callee.getLoc()) << "function is here";
        return diag;
      }
      call.getOperandsMutable().append(get(caller));
    }
  }
  added.clear();
  if (!checks.empty())
    module->setAttr(kChecksAttr, ArrayAttr::get(module.getContext(), checks));
  return success();
}
