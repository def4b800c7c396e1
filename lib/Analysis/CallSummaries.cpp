//===- CallSummaries.cpp - What functions do to buffers -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferFlow.h"

#include "mlir/Analysis/CallGraph.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "llvm/ADT/SCCIterator.h"

using namespace mlir;
using namespace mlir::stax;

/// What the declared `function` does to its argument `number`: one that came
/// from a tensor is a value, which nobody keeps.
static CallSummaries::Argument getDeclaredArgument(FunctionOpInterface function,
                                                   unsigned number) {
  using bufferization::BufferizationDialect;
  auto access = function.getArgAttrOfType<StringAttr>(
      number, BufferizationDialect::kBufferAccessAttrName);
  CallSummaries::Argument argument;
  argument.isBorrowed = access && access.getValue() == "read";
  return argument;
}

CallSummaries::CallSummaries(Operation *root) {
  const CallGraph graph(root);
  // Callees come before their callers.
  for (auto scc = llvm::scc_begin(&graph); !scc.isAtEnd(); ++scc) {
    CallGraphNode *node = scc->front();
    if (scc.hasCycle() || node->isExternal())
      continue;
    Operation *op = node->getCallableRegion()->getParentOp();
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      add(function);
  }
}

void CallSummaries::add(FunctionOpInterface function) {
  if (function.isExternal())
    return;
  ProgramPoints points(function);
  BufferFlow flow(function, points, this);
  SmallVector<Argument> arguments(function.getNumArguments());
  for (BlockArgument value : function.getArguments()) {
    if (!isa<BaseMemRefType>(value.getType()))
      continue;
    const BufferNode &node = flow.getNode(value);
    arguments[value.getArgNumber()] = {node.escape == EscapeKind::None,
                                       node.returnOp != nullptr};
  }
  functions[function] = std::move(arguments);
}

CallSummaries::Argument CallSummaries::getArgument(CallOpInterface call,
                                                   unsigned number) const {
  Operation *callee = call.resolveCallableInTable(&symbolTables);
  if (auto function = dyn_cast_or_null<FunctionOpInterface>(callee);
      function && function.isExternal() && number < function.getNumArguments())
    return getDeclaredArgument(function, number);
  auto known = functions.find(callee);
  if (!callee || known == functions.end() || number >= known->second.size())
    return Argument();
  return known->second[number];
}
