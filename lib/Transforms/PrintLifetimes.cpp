//===- PrintLifetimes.cpp - Shows when buffers are live -------------------===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "stax/Analysis/BufferLifetimes.h"
#include "stax/Transforms/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::stax {
#define GEN_PASS_DEF_PRINTLIFETIMESPASS
#include "stax/Transforms/Passes.h.inc"
} // namespace mlir::stax

using namespace mlir;
using namespace mlir::stax;

/// "op at file:line:column".
static void printPlace(raw_ostream &os, Operation *op) {
  os << op->getName();
  if (auto place = op->getLoc()->findInstanceOf<FileLineColLoc>())
    os << " at " << place.getFilename().getValue() << ':' << place.getLine()
       << ':' << place.getColumn();
}

static void print(raw_ostream &os, const BufferLifetime &buffer) {
  os << buffer.buffer.getType() << " defined by ";
  printPlace(os, buffer.buffer.getDefiningOp());
  os << "\n    live in [" << buffer.interval.begin << ", "
     << buffer.interval.end << ")";
  if (!buffer.firstUser) {
    os << ", never used";
  } else {
    os << "\n    first used by ";
    printPlace(os, buffer.firstUser);
    os << "\n    last used by ";
    printPlace(os, buffer.lastUser);
  }
  for (memref::DeallocOp dealloc : buffer.deallocs) {
    os << "\n    freed by ";
    printPlace(os, dealloc);
  }
  if (!buffer.isKnown()) {
    os << "\n    not planned: " << describeEscape(buffer.escape);
    if (buffer.escapeOp) {
      os << ", ";
      printPlace(os, buffer.escapeOp);
    }
  }
  os << '\n';
}

namespace {
struct PrintLifetimesPass
    : public stax::impl::PrintLifetimesPassBase<PrintLifetimesPass> {
  using PrintLifetimesPassBase::PrintLifetimesPassBase;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    CallSummaries summaries(getOperation());
    getOperation()->walk([&](FunctionOpInterface function) {
      if (function.isExternal())
        return;
      llvm::outs() << "lifetimes in '" << function.getName() << "'\n";
      BufferLifetimes lifetimes(function, &summaries);
      for (auto [number, buffer] : llvm::enumerate(lifetimes.getBuffers())) {
        llvm::outs() << "  #" << number << ' ';
        print(llvm::outs(), buffer);
      }
    });
  }
};
} // namespace
