//===- IRTest.h - Parsed programs for unit tests ----------------*- C++ -*-===//
//
// Part of the Stax project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A context with the dialects that tests use, and a way from text to
// operations, so that a test shows the program that it is about.
//
//===----------------------------------------------------------------------===//

#ifndef STAX_UNITTEST_IR_IRTEST_H
#define STAX_UNITTEST_IR_IRTEST_H

#include "stax/IR/StaxDialect.h"
#include "stax/IR/StaxOps.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

namespace mlir::stax {

class IRTest : public testing::Test {
protected:
  IRTest() {
    context.loadDialect<StaxDialect, func::FuncDialect>();
    context.allowUnregisteredDialects();
  }

  /// Parses and verifies `text`; the test fails if it is not valid.
  void parse(StringRef text) {
    module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module);
  }

  /// The only operation of type `OpTy` in the program parsed last.
  template <typename OpTy>
  OpTy getOnly() {
    OpTy found;
    module->walk([&](OpTy op) {
      EXPECT_FALSE(found) << "more than one operation";
      found = op;
    });
    EXPECT_TRUE(found) << "no such operation";
    return found;
  }

  /// The first function's argument `index`.
  Value getArgument(unsigned index) {
    return (*module->getOps<func::FuncOp>().begin()).getArgument(index);
  }

  /// The map that `text` writes, as in "(d0) -> (d0)".
  AffineMap getMap(StringRef text) {
    Attribute map =
        parseAttribute(("affine_map<" + text + ">").str(), &context);
    return cast<AffineMapAttr>(map).getValue();
  }

  /// The set that `text` writes, as in "(d0) : (d0 >= 0)".
  IntegerSet getSet(StringRef text) {
    Attribute set =
        parseAttribute(("affine_set<" + text + ">").str(), &context);
    return cast<IntegerSetAttr>(set).getValue();
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

} // namespace mlir::stax

#endif // STAX_UNITTEST_IR_IRTEST_H
